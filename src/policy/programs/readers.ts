import { languageRead } from '../code/given.ts';
import type { CodeLanguage } from '../code/language.ts';
import type { Candidate, Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { carriedBy, isShellName } from './carriers.ts';
import { isInputPath } from './consoles.ts';
import { scriptIndex } from './vetoes.ts';

/** Most nested commands that are looked into, and most words of shell code that are taken as a command. */
const mostNesting = 8;
const mostWords = 64;
/** Most commands that are looked into for one answer. */
const mostLooked = 500;

/** A word, or a stand-in for an unknown one: a file, as in `bash "$script"`. */
function asWord(word: Candidate): string {
  return word ?? '…';
}

/** How deep a command is nested, and how many were looked into so far. */
interface Search {
  readonly nesting: number;
  readonly looked: { count: number };
}

const beginning = (): Search => ({ nesting: 0, looked: { count: 0 } });

function deeper({ nesting, looked }: Search): Search {
  return { nesting: nesting + 1, looked };
}

/** Counts a command; returns whether that is too many or too deep. */
function isOver({ nesting, looked }: Search): boolean {
  looked.count += 1;
  return nesting > mostNesting || looked.count > mostLooked;
}

/** Whether a command, or one that it starts, runs shell code from its standard input: a shell without a script. */
export function readsCommands(words: Words, search = beginning()): boolean {
  const program = words[0];
  if (typeof program !== 'string' || isOver(search)) return false;
  const base = baseName(program);
  if (base === 'at' || base === 'batch' || base === 'crontab') return true;
  if (base === '.' || base === 'source') return /^(\/dev\/(stdin|fd\/\d+)|<\(.*)$/.test(words[1] ?? '');
  const isStart = (word: Candidate, index: number) =>
    /^<\(/.test(word ?? '') && /^--(rcfile|init-file)$/.test(words[index - 1] ?? '');
  if (isShellName(base) && words.some(isStart)) return true;
  const file = isShellName(base) ? scriptIndex(base, words.slice(1).map(asWord)) : null;
  if (file !== null) return isInputPath(words[file + 1]);
  if (isShellName(base) || base === 'su') {
    const at = words.findIndex((word, index) => index > 0 && /^-\w*c$/.test(word ?? ''));
    // `xargs sh -c` gets its text from there.
    if (at === -1 || (words[at + 1] ?? '{}') === '{}') return true;
  }
  const { commands, scripts } = carriedBy(words);
  const inner = [...commands, ...scripts.map((text) => text.split(/\s+/, mostWords))];
  if (inner.some((carried) => readsCommands(carried, deeper(search)))) return true;
  return (
    /^(ssh|sudo|doas|parallel)$/.test(base) && commands.length === 0 && scripts.every((text) => text === '')
  );
}

/** The language of the code that a command, or one that it starts, runs from its standard input; null for none. */
export function codeReadBy(words: Words, search = beginning()): CodeLanguage | null {
  if (words.length === 0 || isOver(search)) return null;
  const language = languageRead(words);
  if (language !== null) return language;
  for (const inner of carriedBy(words).commands) {
    const found = codeReadBy(inner, deeper(search));
    if (found !== null) return found;
  }
  return null;
}
