import { patternsOf } from '../profiles/line-patterns.ts';
import { lineTest } from '../profiles/line-test.ts';
import type { Reading } from '../profiles/profile.ts';
import { readingOf } from '../profiles/table.ts';
import { awkNames, baseName, sedNames } from '../programs/base-name.ts';
import { carriedBy } from '../programs/carriers.ts';
import type { Words } from '../rules/pattern.ts';
import { textArg } from '../shell/arg.ts';
import { filteredBy } from '../shell/filtered.ts';
import { listerOf } from '../shell/listers.ts';

/** Programs that pass on all or some of the lines they read, unchanged. */
const keepers = /^(?:sort|uniq|head|tail|tac|shuf|tee|cat|nl|column|paste|sponge|pv)$/;
const greps = /^(?:[ef]?grep|rg)$/;
/** Programs that print their path operands. */
const pathPrinters = /^(?:echo|ls|realpath|readlink|stat|printf)$/;
/** Scripts of `sed` and `awk` that pass on some lines unchanged. */
const picksLines = /^(?:[\d$,~+!]*[pdq]?|!?\/(?:[^/\\]|\\.)*\/[!,]*[pd]?|[^{}]*)$/;

/** Whether a search matches a line; null if unknown. */
function isMatch(base: string, reading: Reading, line: string): boolean | null {
  const { options } = reading;
  const patterns = patternsOf(reading);
  if (patterns === null || options.has('-w') || options.has('-f')) return null;
  const isFolded = options.has('-i') || options.has('--ignore-case');
  const isFixed = base === 'fgrep' || options.has('-F');
  const isExtended = base !== 'grep' || options.has('-E') || options.has('-P');
  const fold = (text: string) => (isFolded ? text.toLowerCase() : text);
  const each = patterns.map((pattern) => {
    if (isFixed) return options.has('-x') ? fold(line) === fold(pattern) : fold(line).includes(fold(pattern));
    const is = lineTest(pattern, { syntax: isExtended ? 'extended' : 'basic', isFolded })(line);
    return is === true && options.has('-x') ? null : is;
  });
  if (each.includes(true)) return true;
  return each.includes(null) ? null : false;
}

/** The line if a search may print it. */
function searched(base: string, words: Words, line: string): readonly string[] {
  const known = words.filter((word) => word !== null);
  const reading = known.length < words.length ? null : readingOf(base, known.map(textArg));
  if (reading === null) return [line];
  if (reading.options.has('-o') || reading.options.has('-c')) return [];
  const is = isMatch(base, reading, line);
  return is === null || is !== (reading.options.has('-v') || reading.options.has('--invert-match'))
    ? [line]
    : [];
}

/** The name if the command that `xargs` starts may print it. */
function started(words: Words, line: string): readonly string[] {
  const [inner = []] = carriedBy(words).commands;
  const base = baseName(inner[0] ?? '');
  if (base === '' || pathPrinters.test(base)) return [line];
  return greps.test(base) && listerOf(inner) !== null ? [line] : [];
}

/** The output of `sed`, `awk` and the like for a line. */
function made(base: string, words: Words, line: string): readonly string[] {
  const known = words.filter((word) => word !== null);
  const scripts = known.slice(1).filter((word) => !word.startsWith('-'));
  if (base === 'tr') return /^(?:-\w+|\\[nrt0]+)$/.test(known[1] ?? '') ? [line] : [];
  if ((sedNames.test(base) || awkNames.test(base)) && scripts.every((script) => picksLines.test(script)))
    return [line];
  const text = known.length < words.length ? null : filteredBy(known, `${line}\n`);
  return (text ?? '').split('\n').filter((one) => one !== '');
}

/** The name if it passes a pattern of `[[` or `case`, in which a star matches slashes too. */
function compared([, operator, ...globs]: Words, line: string): readonly string[] {
  const source = (glob: string) => glob.replace(/[.+]/g, '\\$&').replaceAll('*', '.*').replaceAll('?', '.');
  const is = globs.some((glob) => new RegExp(`^${source(glob ?? '')}$`, 's').test(line));
  return is === (operator === '==') ? [line] : [];
}

/** What a filter may print for a name on a line of its own, as far as known. */
export function throughFilter(words: Words, line: string): readonly string[] {
  const base = baseName(words[0] ?? '');
  if (keepers.test(base)) return [line];
  if (greps.test(base)) return searched(base, words, line);
  if (base === '[[') return compared(words, line);
  return base === 'xargs' ? started(words, line) : made(base, words, line);
}
