import { cannot } from '../../core/failure.ts';
import { withoutRepositories } from '../../core/names/repository-folders.ts';
import { anchoredGlob } from '../../core/paths/glob-base.ts';
import { sensitiveCandidates } from '../../core/paths/sensitive-candidates.ts';
import { cutText } from '../../core/text/cut-text.ts';
import type { SearchRoot } from '../../platform/search/search-root.ts';
import { contextOf, type GrepInput } from './input.ts';
import { acrossLineEnds } from './line-breaks.ts';
import { withoutNul } from './problems.ts';

/** Most bytes of an argument; the system's limit is 131,072 including the name of the option. */
const longestArgument = 131_000;

/** Throws `tool_failed` for texts that cannot be arguments of a program. */
export function requireArguments({ pattern, glob = '', type = '' }: GrepInput): void {
  for (const text of [pattern, glob, type]) {
    if (text.includes('\0'))
      throw cannot('grep', text.replaceAll('\0', '\\0'), 'it holds a NUL byte', withoutNul);
    const bytes = Buffer.byteLength(text);
    if (bytes <= longestArgument) continue;
    throw cannot('grep', cutText(text, 80), `it has ${bytes} bytes`, `at most ${longestArgument}`);
  }
}

type Root = Pick<SearchRoot, 'cwd' | 'argument'>;

/** Options for which files are searched. Version control is excluded last, so that no glob of the caller includes it again. */
function fileArguments({ glob, type, includeIgnored }: GrepInput, { cwd }: Root): readonly string[] {
  const args: string[] = [];
  if (glob !== undefined) args.push(`--glob=${anchoredGlob(glob, cwd)}`);
  if (type !== undefined) args.push(`--type=${type}`);
  if (includeIgnored) args.push('--no-ignore');
  return [...args, ...withoutRepositories];
}

/** A carriage return as regular expressions write it; behind an escaped backslash, `r` is a letter. */
const escapedReturn = /(?<!\\)(?:\\\\)*\\(?:r|[xuU](?:0*d(?![\da-f])|\{0*d\}))/i;

/** Whether a pattern is about carriage returns themselves. */
function seeksReturns({ pattern, fixedStrings }: GrepInput): boolean {
  return pattern.includes('\r') || (!fixedStrings && escapedReturn.test(pattern));
}

/** The pattern and its options. CRLF ends a line, as in read and edit, unless the pattern seeks a carriage return. */
function patternArguments(call: GrepInput): string[] {
  const { ignoreCase, fixedStrings, multiline, pattern } = call;
  const args: string[] = [];
  const seeksReturn = seeksReturns(call);
  const isRewritten = multiline && !seeksReturn && /\n|\\n/.test(pattern);
  if (ignoreCase) args.push('--ignore-case');
  if (fixedStrings && !isRewritten) args.push('--fixed-strings');
  if (!seeksReturn) args.push('--crlf');
  args.push(`--regexp=${isRewritten ? acrossLineEnds(pattern, fixedStrings) : pattern}`);
  return args;
}

/** Arguments to print, for each matching line of files, its number, the column of its first match and its offset, in bytes. */
export function positionArguments(call: GrepInput, paths: readonly string[]): readonly string[] {
  const told = ['--line-number', '--column', '--byte-offset', '--max-columns=1', '--no-max-columns-preview'];
  const form = ['--no-heading', '--with-filename', ...told];
  return [...patternArguments(call), ...form, '--', ...paths];
}

/** The arguments of a search below `root`. A pattern may start with `-`. */
export function searchArguments(call: GrepInput, root: Root): readonly string[] {
  const { before, after } = contextOf(call);
  const args = patternArguments(call);
  if (call.multiline) args.push('--multiline', '--multiline-dotall');
  if (call.outputMode === 'files') args.push('--files-with-matches');
  else if (call.outputMode === 'count')
    args.push(call.multiline ? '--count-matches' : '--count', '--with-filename', '--stats');
  else args.push('--no-heading', '--with-filename', '--line-number', '--no-context-separator');
  if (before > 0) args.push(`--before-context=${before}`);
  if (after > 0) args.push(`--after-context=${after}`);
  return [...args, ...fileArguments(call, root), '--', root.argument];
}

/**
 * Arguments to list the files that the search would read and that may be sensitive by the built-in names. With `everything` or a choice
 * of files, all of them are listed: ripgrep unites globs, it does not intersect them.
 */
export function candidateArguments(call: GrepInput, root: Root, everything: boolean): readonly string[] {
  const isChosen = everything || call.glob !== undefined || call.type !== undefined;
  const candidates = isChosen ? [] : sensitiveCandidates.map((glob) => `--iglob=${glob}`);
  return ['--files', ...candidates, ...fileArguments(call, root), '--', root.argument];
}
