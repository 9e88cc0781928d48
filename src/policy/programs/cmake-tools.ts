import type { Words } from '../rules/pattern.ts';

/** The command that does what a tool of `cmake -E` does, by its name (cmake(1), "Run a Command-Line Tool"). */
const sameAs: Readonly<Record<string, readonly string[]>> = {
  cat: ['cat'],
  compare_files: ['cmp'],
  copy: ['cp', '-r'],
  copy_directory: ['cp', '-r'],
  copy_directory_if_different: ['cp', '-r'],
  copy_if_different: ['cp'],
  copy_if_newer: ['cp'],
  create_hardlink: ['ln'],
  create_symlink: ['ln', '-s'],
  make_directory: ['mkdir', '-p'],
  md5sum: ['md5sum'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
  rm: ['rm'],
  sha1sum: ['sha1sum'],
  sha224sum: ['sha224sum'],
  sha256sum: ['sha256sum'],
  sha384sum: ['sha384sum'],
  sha512sum: ['sha512sum'],
  tar: ['tar'],
  touch: ['touch'],
  touch_nocreate: ['touch', '-c'],
};

/** The command that does the same as `cmake -E TOOL WORDS`; none for other words of `cmake`. */
export function sameAsTool(words: Words): readonly Words[] {
  const at = words.indexOf('-E');
  const tool = at === -1 ? null : (words[at + 1] ?? null);
  const same = tool === null || !Object.hasOwn(sameAs, tool) ? undefined : sameAs[tool];
  return same === undefined ? [] : [[...same, ...words.slice(at + 2)]];
}

/** Words in capitals that tell `execute_process` more about a command, and so end it. */
const started = /\bexecute_process\s*\(([^()]{1,4096})\)/gi;
const command = /\bCOMMAND\s+((?:(?!\s[A-Z]{5,}(?:_[A-Z]+)*(?:\s|$))[^()])+)/g;
const removed = /\bfile\s*\(\s*REMOVE(_RECURSE)?\s+([^()]{1,4096})\)/gi;

const read = /\bfile\s*\(\s*(?:READ|STRINGS)\s+("[^"\n]{1,400}"|[^\s()]{1,400})/gi;

/** The commands that a script of cmake starts, or that do the same, as a shell reads them. */
export function cmakeTexts(text: string): readonly string[] {
  const run = [...text.matchAll(started)].flatMap(([, given = '']) =>
    [...given.matchAll(command)].map(([, own = '']) => own.trim().replaceAll('\n', ' ')),
  );
  const gone = [...text.matchAll(removed)].map(
    ([, isWhole, named = '']) => `rm ${isWhole === undefined ? '' : '-r '}${named.replaceAll('\n', ' ')}`,
  );
  const shown = [...text.matchAll(read)].map(([, named = '']) => `cat ${named}`);
  return [...run, ...gone, ...shown];
}
