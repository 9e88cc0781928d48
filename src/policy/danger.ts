import { isAbsolute, join, normalize } from 'node:path';
import type { NamedFolders } from '../core/context.ts';
import { callsOf } from './code/calls.ts';
import type { CodeLanguage } from './code/languages.ts';
import { GivenNames } from './given-names.ts';
import type { Candidate } from './pattern.ts';
import { type CarriedCode, carriedBy, startsElsewhere } from './programs/carriers.ts';
import { codeReadBy, readsCommands } from './programs/readers.ts';
import { baseName } from './programs/wrappers.ts';
import { type Arg, textArg } from './shell/arg.ts';
import type { Parser } from './shell/parse.ts';
import { printedBy } from './shell/printed.ts';
import { type OpenedFile, passedOn, type SeenCommand, scanScript } from './shell/scan.ts';

/** A command that might run, however it is wrapped. */
export interface Suspect {
  readonly words: readonly Candidate[];
  /** Where `cd` went before it. */
  readonly trail: readonly Candidate[];
  /** The words when all are known, for reading them as a profile does. */
  readonly args: readonly Arg[] | null;
  /** Whether it would run on another machine, whose files are others. */
  readonly isElsewhere?: boolean;
}

/** A command that might run after the folders of a trail were entered. */
export function suspectOf(words: readonly Candidate[], trail: readonly Candidate[]): Suspect {
  const texts = words.every((word) => word !== null) ? words : null;
  return { words, trail, args: texts === null ? null : texts.map(textArg) };
}

/** What code in the words of a command does by itself as another command would: no rule about that one means it. */
export interface SuspectDeed extends Suspect {
  /** What is called there, with its operands. */
  readonly shown: readonly Candidate[];
}

/** Everything a call might run or write, for the guard, for deny and ask rules, and for protected paths. */
export interface Dangers {
  readonly suspects: readonly Suspect[];
  readonly deeds: readonly SuspectDeed[];
  readonly opened: readonly OpenedFile[];
  readonly forkBomb: boolean;
}

const mostNesting = 8;
const mostSuspects = 5000;
/** Texts and words that are taken to be fed to what `xargs` or an interpreter starts. */
const mostFed = 64;
/** Calls of names that a script gave which are followed. */
const mostMeanings = 200;

/** The commands of a crontab, without when they run. */
function withoutTimes(text: string): string {
  return text.replace(/^[ \t]*(?:@\w+|(?:[\d*/,-]+[ \t]+){4}[\w*/,-]+)[ \t]+/gm, '');
}

/** What `xargs` starts with words that are fed to it: literal ones of its own input, or those that the command before it prints. */
function startedWith(commands: readonly SeenCommand[]): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  return commands.flatMap(({ words, input, trail }, index) => {
    if (words[0] !== 'xargs' && words[1] !== 'xargs') return [];
    const texts = input.length > 0 ? input : printedBy(commands[index - 1]?.words ?? []);
    return texts.slice(0, mostFed).map((text) => {
      const fed = text.split(/\s+/).filter((word) => word !== '');
      const put = words.map((word) => word?.replaceAll('{}', fed[0] ?? '{}') ?? null);
      return { words: [...put, ...fed.slice(0, mostFed)], trail };
    });
  });
}

/** Files that are run by what reads them, as the commands that they are by their own names: `sh < x`, `cat x | sh`. */
function filesFed(
  commands: readonly SeenCommand[],
  readers: readonly SeenCommand[],
): readonly Pick<SeenCommand, 'words' | 'trail'>[] {
  if (readers.length === 0) return [];
  const shown = commands.filter(({ words }) => words[0] === 'cat');
  const files = [
    ...readers.flatMap(({ read, trail }) => read.map((path) => ({ path, trail }))),
    ...shown.flatMap(({ words, trail }) => words.slice(1).map((path) => ({ path: path ?? '-', trail }))),
  ];
  return files.map(({ path, trail }) => ({ words: [path.includes('/') ? path : `./${path}`], trail }));
}

/** A command that runs the code that it reads. */
interface Interpreter extends SeenCommand {
  readonly language: CodeLanguage;
}

/** Where a command would run: the folders entered before, and whether on another machine. */
type Whereabouts = Required<Pick<Suspect, 'trail' | 'isElsewhere'>>;

const start: Whereabouts = { trail: [], isElsewhere: false };

/** Where what a command carries would run. */
function placeIn(words: readonly Candidate[], at: Whereabouts): Whereabouts {
  return at.isElsewhere || !startsElsewhere(words) ? at : { ...at, isElsewhere: true };
}

class DangerFinder {
  readonly suspects: Suspect[] = [];
  readonly deeds: SuspectDeed[] = [];
  readonly opened: OpenedFile[] = [];
  forkBomb = false;
  readonly #parser: Parser;
  readonly #folders: NamedFolders;
  readonly #names = new GivenNames();
  #meanings = 0;

  constructor(parser: Parser, folders: NamedFolders) {
    this.#parser = parser;
    this.#folders = folders;
  }

  /** Scripts that `echo` and `printf` might feed to what reads commands: their literal words. */
  #feeds(commands: readonly SeenCommand[], readers: readonly SeenCommand[]): readonly string[] {
    if (readers.length === 0) return [];
    const fed = commands.flatMap(passedOn);
    const isTimed = readers.some(({ words }) => baseName(words[0] ?? '') === 'crontab');
    return isTimed ? [...fed, ...fed.map(withoutTimes)] : fed;
  }

  script(text: string, nesting: number, { trail, isElsewhere }: Whereabouts): void {
    if (nesting > mostNesting || this.suspects.length > mostSuspects) return;
    const sightings = scanScript(text, this.#parser, this.#folders);
    this.opened.push(...sightings.opened.map((file) => ({ ...file, trail: [...trail, ...file.trail] })));
    this.forkBomb ||= sightings.forkBomb;
    this.#names.note(sightings);
    for (const seen of sightings.commands) {
      const led = seen.trail.length === 0 ? trail : [...trail, ...seen.trail];
      const at = { trail: led, isElsewhere };
      this.command(seen.words, nesting, at);
      if (seen.drafts !== undefined) this.#carried(carriedBy(seen.drafts), nesting, placeIn(seen.drafts, at));
    }
    const { commands } = sightings;
    const shells = commands.filter(({ words }) => readsCommands(words));
    const interpreters = commands.flatMap((seen): readonly Interpreter[] => {
      const language = codeReadBy(seen.words);
      return language === null ? [] : [{ ...seen, language }];
    });
    const read = [...sightings.texts, ...this.#feeds(commands, shells)];
    for (const fed of read) this.script(fed, nesting + 1, { trail, isElsewhere });
    if (interpreters.length > 0) this.#codeRead(commands, interpreters, { trail, isElsewhere, nesting });
    for (const found of [...filesFed(commands, [...shells, ...interpreters]), ...startedWith(commands)])
      this.command(found.words, nesting + 1, { trail: [...trail, ...found.trail], isElsewhere });
  }

  /** Code that interpreters read: their own input, else what `echo`, `printf` and `cat` might feed them. */
  #codeRead(
    commands: readonly SeenCommand[],
    readers: readonly Interpreter[],
    at: Whereabouts & { nesting: number },
  ): void {
    const passed = commands.flatMap(passedOn).slice(0, mostFed);
    for (const { language, input } of readers.slice(0, mostFed)) {
      for (const code of input.length > 0 ? input : passed)
        this.#carried(callsOf(code, language), at.nesting, at);
    }
  }

  #carried({ commands, scripts, deeds }: CarriedCode, nesting: number, at: Whereabouts): void {
    for (const inner of commands) this.command(inner, nesting + 1, at);
    for (const text of scripts) this.script(text, nesting + 1, at);
    for (const { words, shown } of deeds)
      this.deeds.push({ ...suspectOf(words, at.trail), isElsewhere: at.isElsewhere, shown });
  }

  command(words: readonly Candidate[], nesting: number, at: Whereabouts): void {
    if (words.length === 0 || nesting > mostNesting || this.suspects.length > mostSuspects) return;
    this.suspects.push({ ...suspectOf(words, at.trail), isElsewhere: at.isElsewhere });
    this.#carried(carriedBy(words), nesting, placeIn(words, at));
    const meant = this.#meanings < mostMeanings ? this.#names.meantBy(words) : null;
    if (meant === null) return;
    this.#meanings += 1;
    if (meant.language === null) this.script(meant.text, nesting + 1, at);
    else this.#carried(callsOf(meant.text, meant.language), nesting, at);
  }
}

/** Finds what a script or an argv might run, in any tree, also behind wrappers, substitutions and carriers. */
export function findDangers(
  given: { readonly script: string | null; readonly argv: readonly string[] | null },
  at: { readonly parser: Parser; readonly folders: NamedFolders },
): Dangers {
  const finder = new DangerFinder(at.parser, at.folders);
  if (given.script !== null) finder.script(given.script, 0, start);
  if (given.argv !== null) finder.command(given.argv, 0, start);
  const { suspects, deeds, opened, forkBomb } = finder;
  return { suspects, deeds, opened, forkBomb };
}

const mostFolders = 16;

/**
 * The folders a suspect may run or a file be opened in: where a folder of its trail is missing, `cd` may have failed, and one
 * that nobody can tell may be any that it was in before.
 */
export function cwdsOf(
  suspect: { readonly trail: readonly Candidate[] },
  at: { cwd: string; home: string; exists: (path: string) => boolean },
): readonly string[] {
  let cwds: readonly string[] = [at.cwd];
  const been = new Set(cwds);
  for (const folder of suspect.trail) {
    if (folder === null) {
      cwds = [...been];
      continue;
    }
    const named = folder.startsWith('~') ? at.home + folder.slice(1) : folder;
    cwds = cwds.flatMap((cwd) => {
      const moved = normalize(isAbsolute(named) ? named : join(cwd, named));
      return at.exists(moved) ? [moved] : [moved, cwd];
    });
    cwds = [...new Set(cwds)].slice(0, mostFolders);
    for (const cwd of cwds) been.add(cwd);
  }
  return cwds;
}
