import { type ScriptFile, sedFiles } from '../profiles/sed-script.ts';
import type { Candidate } from '../rules/pattern.ts';

/** Characters of one script that are looked through. */
const longestScript = 65_536;
const text = '"((?:[^"\\\\]|\\\\.)+)"';
const written = new RegExp(`>>?\\s*${text}`, 'g');
const read = new RegExp(`\\bgetline\\b[^<";]{0,200}<\\s*${text}`, 'g');

/** The files that an awk program reads or writes by itself, as far as their names stand in it as texts. */
function awkFiles(program: string): readonly ScriptFile[] {
  const named = (form: RegExp, isWritten: boolean) =>
    [...program.matchAll(form)].map(([, path = '']) => ({ path, isWritten }));
  return [...named(written, true), ...named(read, false)];
}

/** Files that the script in the words of `sed` or `awk` reads or writes by itself. Any word may be the script. */
export function scriptFiles(base: string, words: readonly Candidate[]): readonly ScriptFile[] {
  const isSed = /^g?sed$/.test(base);
  if (!isSed && !/^(?:[gmn]|original-)?awk$/.test(base)) return [];
  return words.flatMap((word) => {
    const script = word?.replace(/^(?:-[nErsuz]*e|--expression=)/, '') ?? '';
    if (script.length > longestScript || script.startsWith('-')) return [];
    return isSed ? sedFiles(script) : awkFiles(script);
  });
}
