import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { type ScriptFile, sedFiles } from '../profiles/sed-script.ts';
import { awkNames, sedNames } from '../programs/base-name.ts';
import { consoleTexts } from '../programs/consoles.ts';
import type { Words } from '../rules/pattern.ts';

/** Most characters of a script that are searched. */
const longestScript = 65_536;
const text = '"((?:[^"\\\\]|\\\\.)+)"';
const written = new RegExp(`>>?\\s*${text}`, 'g');
const read = new RegExp(`\\bgetline\\b[^<";]{0,200}<\\s*${text}`, 'g');

/** Files in a script that are written and read; each pattern captures the name in its first group. */
function filesFound(script: string, writes: RegExp, reads: RegExp): readonly ScriptFile[] {
  const named = (form: RegExp, isWritten: boolean) =>
    [...script.matchAll(form)].map(([, path = '']) => ({ path, isWritten }));
  return [...named(writes, true), ...named(reads, false)];
}

/** The files that an awk program reads or writes by itself, if their names are string literals. */
function awkFiles(program: string): readonly ScriptFile[] {
  return filesFound(program, written, read);
}

const addressed = "^[ \\t]*:?[\\d\\s,.;$%+'a-z/-]{0,32}?";
const saved = new RegExp(
  `${addressed}(?:[wW]|wq|w(?:ri?|rite)|sav(?:e|eas)?|x(?:it)?|up(?:date)?)(?:!?[ \\t]+|!(?=[~/.\\w]))(?:>>[ \\t]*)?([^!\\s>|][^\\n|]*)$`,
  'gm',
);
const opened = new RegExp(
  `${addressed}(?:r(?:e|ead)?|e(?:d|dit)?|E|so(?:urce)?)!?[ \\t]+([^!\\s|][^\\n|]*)$`,
  'gm',
);

/** The files that commands of `ed`, `ex` and the like read or write, each on a line of its own or behind a `|`. */
function editorFiles(commands: string): readonly ScriptFile[] {
  return filesFound(commands.replaceAll('|', '\n'), saved, opened).map((file) => ({
    ...file,
    path: file.path.trim(),
  }));
}

const isEditor = (base: string): boolean => /^(?:ex|r?view|[gr]?vim|nvim|vi)$/.test(base);

/** Files that a script for `sed`, `awk` or an editor reads or writes by itself. */
function filesOfScript(base: string, script: string): readonly ScriptFile[] {
  if (script.length > longestScript) return [];
  if (sedNames.test(base)) return sedFiles(script);
  if (awkNames.test(base)) return awkFiles(script);
  return base === 'ed' || isEditor(base) ? editorFiles(script) : [];
}

/** Shell texts for the commands that a script starts, and for the files it reads or writes. */
export function textsOfScript(base: string, script: string): readonly string[] {
  const files = filesOfScript(base, script).map(
    ({ path, isWritten }) => `${isWritten ? 'tee' : 'cat'} -- ${inSingleQuotes(path)}`,
  );
  return [...consoleTexts(base, script), ...files];
}

/** Files that a script in the arguments of `sed`, `awk` or an editor reads or writes by itself. Any argument may be the script. */
export function scriptFiles(base: string, words: Words): readonly ScriptFile[] {
  const leads = isEditor(base) ? /^(?:\+|-c|--cmd=?)/ : /^(?:-[nErsuz]*e|--expression=)/;
  if (base === 'ed') return [];
  return words.flatMap((word) => {
    const script = word?.replace(leads, '') ?? '';
    return script.startsWith('-') ? [] : filesOfScript(base, script);
  });
}
