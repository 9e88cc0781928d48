import { lazyFor } from '../../core/async/lazy.ts';
import type { Deed } from '../code/call-finder.ts';
import { callsIn } from '../code/given.ts';
import { type Candidate, hasWord, type Words } from '../rules/pattern.ts';
import { baseName, baseOf, withoutEnding } from './base-name.ts';
import { sameAsTool } from './cmake-tools.ts';
import { thisMachine } from './elsewhere-words.ts';
import { envTexts } from './env-texts.ts';
import { actionApart } from './fd-line.ts';
import { readFindLine } from './find-line.ts';
import { writtenAnew } from './foreign-shells.ts';
import { anyProgram, tellsCommand, textsOf } from './form-texts.ts';
import { filesOf, givenFile, startFiles, timedFile } from './given-files.ts';
import { innerOf } from './inner-command.ts';
import { interpreterStarts } from './interpreter-starts.ts';
import { joinedTexts } from './joined-texts.ts';
import { dashed } from './old-options.ts';
import { optionValue, optionValues } from './option-value.ts';
import { powershellCommands, powershellTexts } from './powershell-texts.ts';
import { startsOf } from './program-starts.ts';
import { replacedBy, withoutReplaced } from './replaced.ts';
import { runBy } from './running.ts';
import { awkTexts, sedTexts } from './script-texts.ts';
import { shellScripts } from './shell-scripts.ts';
import { ofSsh } from './valued-options.ts';
import { each, setOf } from './words.ts';

/** What a command starts, as far as its words tell; for finding dangers, never for allowing. */
export interface Carried {
  /** Commands, each as its words. */
  readonly commands: readonly Words[];
  /** Shell code. */
  readonly scripts: readonly string[];
}

/** The same, with what code of other languages in the words does by itself. */
export interface CarriedCode extends Carried {
  readonly deeds: readonly Deed[];
  /** Ends of paths of files that the code may import. */
  readonly modules: readonly string[];
  /** Whether the code was too long to be read to its end. */
  readonly isCut: boolean;
}

const shells = setOf('sh bash dash ash zsh ksh mksh yash fish csh tcsh rbash');

/** Whether a name is a shell of the Bourne or C family. */
export function isShellName(base: string): boolean {
  return shells.has(base);
}

function literal(words: Words): readonly string[] {
  return words.filter((word): word is string => typeof word === 'string');
}

/** Words with null for `{}`, in whose place a found path stands. */
function withoutFound(words: Words): Words {
  return words.map((word) => (word === '{}' ? null : word));
}

/** The commands that a `find` starts. */
function findCommands(words: Words): readonly Words[] {
  const commands = readFindLine(words).primaries.filter(({ sort }) => sort === 'command');
  return commands.map(({ given }) => withoutFound(given));
}

/** The commands that a `fd` starts. A `fd` among them is read by itself, so its own commands are left out here. */
function fdCommands(words: Words): readonly Words[] {
  const found: Words[] = [];
  let ownUntil = 0;
  for (const [index, word] of words.entries()) {
    if (index < ownUntil || !/^(-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(word ?? '')) continue;
    const next = words.indexOf(';', index);
    const end = next === -1 ? words.length : next;
    const inner = words.slice(index + 1, end);
    found.push(withoutFound(inner));
    if (baseOf(inner) === baseOf(words)) ownUntil = end;
  }
  return found;
}

/** Programs besides shells that run the file they are given. */
const takesFile =
  /^(\.|source|node|nodejs|bun|deno|tsx|ts-node|php|lua|luajit|tclsh|expect|Rscript)$|^(python|pypy|ruby|perl)[\d.]*$/;

/** The program in an option with the words behind `--`: `start-stop-daemon --exec /bin/x -- words`. */
function daemonCommands(words: Words): readonly Words[] {
  const end = words.indexOf('--');
  const given = end === -1 ? [] : words.slice(end + 1);
  return optionValues(words.slice(1), ['-x', '--exec', '-a', '--startas']).map((program) => [
    program,
    ...given,
  ]);
}

/** The command after the host of `ssh`, which another shell reads. */
function remoteScript(words: Words): readonly string[] {
  const [inner] = innerOf({ ...ofSsh, skip: 1 }, words);
  return inner === undefined ? [] : [literal(inner).join(' ')];
}

function aliasTexts(words: Words): readonly string[] {
  return literal(words.slice(1)).flatMap((word) =>
    word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [],
  );
}

const elsewhere =
  /^(ssh|autossh|mosh|rsh|docker|docker-compose|podman|kubectl|vagrant|adb|fly|gcloud|ansible|lxc)$/;

/** Whether what a command starts runs on another machine or in a container. */
export function startsElsewhere([program, ...words]: Words): boolean {
  if (typeof program !== 'string' || !elsewhere.test(baseName(program))) return false;
  const isShell = /^(?:ssh|autossh|mosh|rsh)$/.test(baseName(program));
  return !(isShell && hasWord(words, thisMachine));
}

/** What a command carries; the same list of words is read once. */
export const carriedBy = lazyFor(lookInto);

function lookInto(words: Words): CarriedCode {
  const written = carriedAsWritten(words);
  const code = callsIn(words);
  const commands = [...written.commands, ...code.commands];
  const scripts = [...written.scripts, ...code.scripts];
  const { deeds, modules, isCut } = code;
  // No program has a blank in its name: such a word is read by a shell.
  const joined = commands.flatMap(([first]) =>
    typeof first === 'string' && /\s/.test(first) ? [first] : [],
  );
  return { commands, scripts: [...scripts, ...joined], deeds, modules, isCut };
}

/** How a program carries commands; `scripts` is the shell code in its options. */
type Way = (words: Words, scripts: readonly string[], base: string) => Carried;

const byForm: Way = (words, scripts, base) => {
  const { command } = startsOf(base);
  return { commands: command === undefined ? runBy(base, words) : innerOf(command, words), scripts };
};

/** A program with shell code besides that in its options. */
const withTexts =
  (texts: (words: Words) => readonly string[]): Way =>
  (words, scripts, base) =>
    byForm(words, [...scripts, ...texts(words)], base);

/** A program that carries nothing but shell code. */
const onlyTexts =
  (texts: (words: Words) => readonly string[]): Way =>
  (words) => ({ commands: [], scripts: texts(words) });

/** A program whose words may be scripts in its own language that run commands. */
const inScripts = (texts: (script: string) => readonly string[]): Way =>
  onlyTexts((words) => literal(words.slice(1)).flatMap(texts));

/** Whether a word of `tmux` may be a command, so that it is not the value of an option. */
const isNoName = (_: Candidate, index: number, words: Words) =>
  !/^-[A-Za-z]*[sntxyLSfF]$/.test(words[index - 1] ?? '');

const operandsOf = (words: Words) => words.slice(words[1] === '--' ? 2 : 1);

const withFile: Way = (words, scripts, base) => ({
  commands: [
    ...givenFile(base, words),
    ...interpreterStarts(base, words),
    ...byForm(words, [], base).commands,
  ],
  scripts,
});

/** Programs that carry commands not by `ProgramStarts` alone. */
const ways: Readonly<Record<string, Way>> = {
  ...each([...shells].join(' '), (words, scripts, base) => {
    const own = shellScripts(words);
    const anew = own.flatMap((text) => writtenAnew(base, text));
    return {
      commands: [...givenFile(base, words), ...startFiles(words)],
      scripts: [...scripts, ...own, ...anew],
    };
  }),
  ...each('ssh autossh mosh rsh', (words, scripts) => ({
    commands: [],
    scripts: [...scripts, ...remoteScript(words)],
  })),
  ...each(
    'awk gawk mawk nawk original-awk',
    onlyTexts((words) => {
      const given = literal(words.slice(1));
      const texts = given.flatMap(awkTexts);
      // A variable that it is given may be what it runs.
      const isRun = given.some((word) => /\bsystem\s*\(\s*[a-zA-Z_]|\w\s*\|&?\s*getline/.test(word));
      return isRun
        ? [...texts, ...given.flatMap((word) => /^(?:-v)?\w+=(.+)$/s.exec(word)?.[1] ?? [])]
        : texts;
    }),
  ),
  ...each('watch parallel', (words, _, base) => ({ commands: [], scripts: joinedTexts(base, words) })),
  ...each(
    'sed gsed',
    inScripts((word) => [word, optionValue(word, null, ['-e', '--expression']) ?? ''].flatMap(sedTexts)),
  ),
  ...each(
    'hyperfine concurrently',
    withTexts((words) => literal(words.slice(1))),
  ),
  ...each('fd fdfind', (words, scripts) => ({
    commands: fdCommands(words.flatMap(actionApart)),
    scripts,
  })),
  // Behind a redirect in a substitution: bash writes that anew, with the redirect last.
  '!': (words, scripts) => {
    const at = words.findIndex((word) => word !== '!');
    return { commands: at === -1 ? [] : [words.slice(at)], scripts };
  },
  find: (words, scripts) => ({ commands: findCommands(words), scripts }),
  alias: onlyTexts(aliasTexts),
  eval: onlyTexts((words) => [literal(operandsOf(words)).join(' ')]),
  trap: onlyTexts((words) => literal(operandsOf(words).slice(0, 1))),
  script: withTexts(shellScripts),
  ...each(
    'tmux byobu byobu-tmux',
    withTexts((words) => {
      const texts = words.length > 2 ? literal(words.slice(1).filter(isNoName)) : [];
      // Some of its commands take others as a text: `if-shell`, `set-hook`, `bind`.
      return texts.flatMap((text) => (/\s/.test(text) ? [text, `tmux ${text}`] : [text]));
    }),
  ),
  ...each('pwsh powershell', (words, scripts, base) => {
    const texts = powershellTexts(base, words);
    return { commands: texts.flatMap(powershellCommands), scripts: [...scripts, ...texts] };
  }),
  env: withTexts(envTexts),
  pee: withTexts((words) => literal(words.slice(1))),
  // Of some systems the first is of Perl, too.
  ...each('rename prename file-rename perl-rename', (words, scripts) => ({
    commands: literal(words.slice(1)).map((code) => ['perl', '-e', code]),
    scripts,
  })),
  crontab: (words, scripts) => ({ commands: timedFile(words), scripts }),
  ...each('at batch', (words, scripts) => ({ commands: filesOf(['-f'], words), scripts })),
  cmake: (words, scripts, base) => ({
    commands: [...byForm(words, [], base).commands, ...sameAsTool(words)],
    scripts,
  }),
  coreutils: (words, scripts) => ({ commands: [calledWithin(words)], scripts }),
  'start-stop-daemon': (words, scripts) => ({ commands: daemonCommands(words), scripts }),
  command: (words, scripts, base) =>
    /^-p?[vV]/.test(words[1] ?? '') ? { commands: [], scripts } : byForm(words, scripts, base),
  capsh: (words, scripts, base) => {
    const end = words.indexOf('--');
    return end === -1
      ? byForm(words, scripts, base)
      : { commands: [['bash', ...words.slice(end + 1)]], scripts };
  },
  xargs: (words, scripts, base) => ({
    // What it reads follows, unless it stands where a mark is.
    commands: byForm(words, scripts, base).commands.flatMap((inner) =>
      withoutReplaced(inner, words).map((known) => (replacedBy(words) === null ? [...known, null] : known)),
    ),
    scripts,
  }),
};

/** The command that `coreutils` runs: `coreutils --coreutils-prog=rm x`, `coreutils rm x`. */
function calledWithin([, first = null, ...rest]: Words): Words {
  return [first?.replace(/^--coreutils-prog(-shebang)?=/, '') ?? null, ...rest];
}

/** GNU programs on systems with other ones of the same name: `grm`, `gfind`. */
const gnuName =
  /^g(rm|rmdir|mv|cp|dd|ln|ls|cat|tee|env|nice|nohup|timeout|stdbuf|time|find|xargs|tar|chmod|chown|chgrp|chroot|shred|truncate|install|unlink|split|sort|kill)$/;

function carriedAsWritten(words: Words): Carried {
  const program = words[0];
  if (typeof program !== 'string') return { commands: [], scripts: [] };
  const called = withoutEnding(baseName(program));
  const base = /^ld(-linux[\w-]*|-musl[\w-]*)?\.so/.test(called) ? 'ld.so' : called;
  const { texts = [] } = startsOf(base);
  const given = [program, ...dashed(base, words.slice(1))];
  const own = texts.flatMap((form) => textsOf(form, given));
  const isTold = words.some((word) => word?.startsWith('-') === true && tellsCommand.test(word));
  const scripts = isTold ? [...own, ...anyProgram.flatMap((form) => textsOf(form, words))] : own;
  const gnu = gnuName.exec(base)?.[1];
  if (gnu !== undefined) return { commands: [[gnu, ...words.slice(1)]], scripts };
  const ofGit = /^git-([a-z][\w-]*)$/.exec(base)?.[1];
  if (ofGit !== undefined) return { commands: [['git', ofGit, ...words.slice(1)]], scripts };
  const way = Object.hasOwn(ways, base) ? ways[base] : takesFile.test(base) ? withFile : byForm;
  return (way ?? byForm)(words, scripts, base);
}
