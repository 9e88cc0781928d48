import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { type ScriptFile, sedFiles } from '../profiles/sed-script.ts';
import { awkNames, sedNames } from '../programs/base-name.ts';
import { consoleTexts } from '../programs/consoles.ts';
import type { Candidate } from '../rules/pattern.ts';

/** Characters of one script that are looked through. */
const longestScript = 65_536;
const text = '"((?:[^"\\\\]|\\\\.)+)"';
const written = new RegExp(`>>?\\s*${text}`, 'g');
const read = new RegExp(`\\bgetline\\b[^<";]{0,200}<\\s*${text}`, 'g');

/** Files whose names two patterns find in a script, as their first groups: of those that it writes and of those that it reads. */
function filesFound(script: string, writes: RegExp, reads: RegExp): readonly ScriptFile[] {
  const named = (form: RegExp, isWritten: boolean) =>
    [...script.matchAll(form)].map(([, path = '']) => ({ path, isWritten }));
  return [...named(writes, true), ...named(reads, false)];
}

/** The files that an awk program reads or writes by itself, as far as their names stand in it as texts. */
function awkFiles(program: string): readonly ScriptFile[] {
  return filesFound(program, written, read);
}

const addressed = "^[ \\t]*:?[\\d\\s,.;$%+'a-z/-]{0,32}?";
const saved = new RegExp(
  `${addressed}(?:[wW]|wq|w(?:ri?|rite)|sav(?:e|eas)?|x(?:it)?|up(?:date)?)!?[ \\t]+(?:>>[ \\t]*)?([^!\\s>|][^\\n|]*)$`,
  'gm',
);
const opened = new RegExp(
  `${addressed}(?:r(?:e|ead)?|e(?:d|dit)?|E|so(?:urce)?)!?[ \\t]+([^!\\s|][^\\n|]*)$`,
  'gm',
);

/** The files that commands of `ed`, `ex` and their kin read or write, as far as they stand on lines of their own. */
function editorFiles(commands: string): readonly ScriptFile[] {
  return filesFound(commands, saved, opened).map((file) => ({ ...file, path: file.path.trim() }));
}

const isEditor = (base: string): boolean => /^(?:ex|r?view|[gr]?vim|nvim|vi)$/.test(base);

/** Files that a script which `sed`, `awk` or an editor is fed reads or writes by itself. */
function filesOfScript(base: string, script: string): readonly ScriptFile[] {
  if (script.length > longestScript) return [];
  if (sedNames.test(base)) return sedFiles(script);
  if (awkNames.test(base)) return awkFiles(script);
  return base === 'ed' || isEditor(base) ? editorFiles(script) : [];
}

/** What a shell would run to do what a script does which a program is fed, as far as that starts others or names files. */
export function textsOfScript(base: string, script: string): readonly string[] {
  const files = filesOfScript(base, script).map(
    ({ path, isWritten }) => `${isWritten ? 'tee' : 'cat'} -- ${inSingleQuotes(path)}`,
  );
  return [...consoleTexts(base, script), ...files];
}

/** Files that the script in the words of `sed`, `awk` or an editor reads or writes by itself. Any word may be the script. */
export function scriptFiles(base: string, words: readonly Candidate[]): readonly ScriptFile[] {
  const leads = isEditor(base) ? /^(?:\+|-c|--cmd=?)/ : /^(?:-[nErsuz]*e|--expression=)/;
  if (base === 'ed') return [];
  return words.flatMap((word) => {
    const script = word?.replace(leads, '') ?? '';
    return script.startsWith('-') ? [] : filesOfScript(base, script);
  });
}
