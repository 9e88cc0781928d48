import type { NamedFolders } from '../../core/context.ts';
import { quoteWord } from '../../core/text/quote-word.ts';
import { callsOf } from '../code/calls.ts';
import { callsWithEnvironment } from '../code/given.ts';
import { type CarriedCode, carriedBy } from '../programs/carriers.ts';
import { startsOnOtherMachine } from '../programs/elsewhere-words.ts';
import { readsCommands } from '../programs/readers.ts';
import { perhapsStarted } from '../programs/unknown-starters.ts';
import { unknownPart, type Words } from '../rules/pattern.ts';
import { HandedNames, isHanded } from '../shell/handed-names.ts';
import type { Parser } from '../shell/parse.ts';
import { scanScript } from '../shell/scan.ts';
import type { OpenedFile, SeenCommand, Sightings } from '../shell/sightings.ts';
import { Bound } from './bound.ts';
import { callsForLines, codesRead, environmentOf, givenIn, interpretersIn } from './code-given.ts';
import { placeIn, startFrom, type Whereabouts } from './danger-place.ts';
import type { DangerContext, Dangers } from './dangers.ts';
import { consolesFed, fedWith, filesFed, recipesFed, runsSubstituted, textsFed, textsPassed } from './fed.ts';
import { startedWith } from './fed-words.ts';
import { Followed, shapeOf } from './followed.ts';
import { withNamed } from './found-files.ts';
import { GivenNames, type GivenText } from './given-names.ts';
import { otherwiseCalled } from './otherwise-called.ts';
import { type Suspect, type SuspectDeed, suspectOf } from './suspect.ts';
import { type Printed, TextsWithin } from './texts-within.ts';

const mostNesting = 8;
const mostSuspects = 10_000;
/** Most words of all suspects together; each may contain those of others. */
const mostWords = 600_000;
/** Most characters of a script or of code that are read. */
export const longestText = 1_048_576;
/** Most texts that an interpreter may be fed. */
const mostCodes = 1024;

const nothingUnset: ReadonlySet<string> = new Set();

/** Programs that run shell code in their arguments. */
const runsText = /^(?:eval|(?:\S*\/)?(?:ba|da|z|k)?sh)$/;

class DangerFinder {
  readonly suspects: Suspect[] = [];
  readonly handed: Suspect[] = [];
  readonly names = new HandedNames();
  readonly deeds: SuspectDeed[] = [];
  readonly opened: OpenedFile[] = [];
  forkBomb = false;
  readonly #bound = new Bound();
  readonly #parser: Parser;
  readonly #folders: NamedFolders;
  readonly #unset: ReadonlySet<string>;
  readonly #start: Whereabouts;
  readonly #given = new GivenNames();
  readonly #meanings = new Followed();
  /** The shapes of the texts that functions and other given names led to. */
  readonly #called = new Set<string>();
  readonly #within = new TextsWithin();
  #words = 0;

  constructor(context: DangerContext) {
    this.#parser = context.parser;
    this.#folders = context.folders;
    this.#unset = context.unset ?? nothingUnset;
    this.#start = startFrom(context.outer);
  }

  /** Whether a limit was reached, so that something was not read. */
  get isCut(): boolean {
    return this.#bound.isCut;
  }

  #cut(isCut: boolean): void {
    this.#bound.isCut ||= isCut;
  }

  /** Whether a text is too long to be read; if so, notes that the search is cut. */
  #isTooLong(text: string): boolean {
    this.#cut(text.length > longestText);
    return text.length > longestText;
  }

  /** Whether a limit ends the search here, which is noted; too deep a recursion is not, if text of the same shape was searched. */
  #isDone(text: string, nesting: number, { isCalled }: Whereabouts): boolean {
    const isTooDeep = nesting > mostNesting;
    const shape = isCalled ? shapeOf(text) : '';
    if (isCalled && !isTooDeep) this.#called.add(shape);
    const isUnseen = isTooDeep && !(isCalled && this.#called.has(shape));
    this.#cut(
      this.suspects.length + this.handed.length > mostSuspects || this.#words > mostWords || isUnseen,
    );
    return this.isCut || isTooDeep;
  }

  /** Searches a script with `fed` on its standard input, which its commands may read and pass on. */
  fedScript(text: string, fed: string): void {
    this.script(text, 0, this.#start, fed);
    const grouped = `{ ${text}\n} <<< ${quoteWord(fed)}`;
    if (grouped.length <= longestText) this.script(grouped, 0, this.#start);
    // A substitution of the input may be run as a command.
    const isRun = this.suspects.some(
      ({ words: [name = null, ...rest] }) => name === null || (runsText.test(name) && rest.includes(null)),
    );
    if (isRun) this.script(fed, 1, this.#start);
  }

  script(text: string, nesting: number, place: Whereabouts, fed: string | null = null): void {
    if (this.#isTooLong(text) || this.#isDone(text, nesting, place)) return;
    const { trail, isElsewhere, isApart, variables: before } = place;
    const unset = nesting === 0 ? this.#unset : nothingUnset;
    const context = {
      parser: this.#parser,
      folders: this.#folders,
      variables: before,
      names: this.names,
      unset,
    };
    const sightings = scanScript(text, context);
    const { variables } = sightings;
    const commands = fed === null ? sightings.commands : fedWith(fed, sightings.commands);
    this.opened.push(
      ...sightings.opened.map((file) => ({
        ...file,
        trail: [...trail, ...file.trail],
        isElsewhere,
        isApart,
      })),
    );
    this.forkBomb ||= sightings.forkBomb;
    this.#cut(sightings.isCut);
    this.#given.note(sightings);
    this.#cut(this.#given.isCut);
    const printed: Printed = new Map();
    for (const seen of commands) {
      const led = seen.trail.length === 0 ? trail : [...trail, ...seen.trail];
      const at = { ...place, trail: led, variables };
      const first = this.#within.count;
      this.command(seen.words, nesting, at);
      if (seen.drafts !== undefined) this.#drafted(seen.drafts, nesting, at);
      this.#notePrinted(seen, first, printed);
    }
    this.#within.add(commands);
    const inside = { ...place, variables };
    this.given(this.#given.takeStanding(), nesting, inside);
    for (const inner of sightings.texts) this.script(inner, nesting + 1, inside);
    this.#read({ ...sightings, commands }, printed, { ...inside, nesting });
    this.#handedOn(sightings, nesting, inside);
  }

  /** Notes what the texts that a command runs print, beginning with number `first`. */
  #notePrinted(by: SeenCommand, first: number, printed: Printed): void {
    const made = this.#within.printedFor(by, first, this.#bound);
    if (made === null) return;
    if (by.written.length > 0) this.#given.noteCommands([made()]);
    printed.set(by, made);
  }

  /** Searches commands with marks for the names they are handed, and what those start that are fed such names. */
  #handedOn({ handed }: Sightings, nesting: number, inside: Whereabouts): void {
    for (const seen of handed) {
      const at = { ...inside, trail: [...inside.trail, ...seen.trail] };
      if (seen.words.some(isHanded)) this.command(seen.words, nesting, at);
      else for (const { words } of startedWith([seen], this.#bound)) this.command(words, nesting + 1, at);
    }
  }

  /** Searches a command with partly known words, whose unknown parts may be empty. */
  #drafted(words: Words, nesting: number, at: Whereabouts): void {
    if (words.some((word) => word?.includes(unknownPart) === true))
      this.#carried(carriedBy(words), nesting, placeIn(words, at));
    else this.command(words, nesting, at);
  }

  /** Searches what commands run of their input, which others may have `printed`. */
  #read(
    { commands: seen, opened }: Sightings,
    printed: Printed,
    at: Whereabouts & { nesting: number },
  ): void {
    const { nesting, ...inside } = at;
    const shells = seen.filter(({ words }) => readsCommands(words));
    const interpreters = interpretersIn(seen);
    const readers = [...shells, ...interpreters];
    const brought = [...printed].filter(([by]) => readers.some((reader) => reader !== by));
    const commands = [...seen, ...brought.map(([, made]) => made())];
    const bound = this.#bound;
    const isOther = shells.length > 0 && shells.every(({ words }) => startsOnOtherMachine(words));
    const there = isOther ? { ...inside, isOtherMachine: true } : inside;
    for (const fed of textsFed(commands, shells, bound)) this.script(fed, nesting + 1, there);
    for (const fed of [...recipesFed(commands, bound), ...consolesFed(commands, bound)])
      this.script(fed, nesting + 1, inside);
    if (interpreters.length > 0) this.#codeRead(commands, interpreters, at);
    for (const calls of callsForLines(commands, bound)) this.#carried(calls, nesting, inside);
    for (const found of [
      ...filesFed(commands, [...readers, ...commands.filter(runsSubstituted)], opened),
      ...startedWith(commands, bound),
    ])
      this.command(found.words, nesting + 1, { ...inside, trail: [...inside.trail, ...found.trail] });
  }

  /** Searches code that interpreters read: their own input, else what `echo`, `printf` and `cat` may feed them. */
  #codeRead(
    commands: readonly SeenCommand[],
    readers: ReturnType<typeof interpretersIn>,
    at: Whereabouts & { nesting: number },
  ): void {
    const passed = this.#bound.first([...new Set(textsPassed(commands, this.#bound))], mostCodes);
    for (const { language, code, argv } of codesRead(readers, passed))
      if (!this.#isTooLong(code))
        this.#carried(callsOf(code, language, { given: givenIn(at, argv) }), at.nesting, at);
  }

  #carried(
    { commands, scripts, deeds, modules, isCut }: CarriedCode,
    nesting: number,
    at: Whereabouts,
  ): void {
    this.#cut(isCut);
    const trail = at.trail;
    this.#within.add(commands.map((words) => ({ words, input: [], read: [], written: [], trail })));
    for (const inner of commands) this.command(inner, nesting + 1, at);
    for (const text of scripts) this.script(text, nesting + 1, at);
    if (modules.length > 0) this.given(this.#given.modulesMeant(modules), nesting, at);
    for (const { words, shown } of deeds)
      this.deeds.push({ ...suspectOf(words, at.trail), isElsewhere: at.isElsewhere, shown });
  }

  command(words: Words, nesting: number, at: Whereabouts): void {
    if (words.length === 0 || this.#isDone(words.join('\0'), nesting, at)) return;
    this.#words += words.length;
    const { isElsewhere, isOtherMachine, isApart } = at;
    const found = words.some(isHanded) ? this.handed : this.suspects;
    found.push({ ...suspectOf(words, at.trail), isElsewhere, isOtherMachine, isApart });
    this.#carried(carriedBy(words), nesting, placeIn(words, at));
    if (at.variables !== null)
      this.#carried(callsWithEnvironment(words, environmentOf(at)), nesting, placeIn(words, at));
    for (const inner of otherwiseCalled(words, at.variables)) this.command(inner, nesting + 1, at);
    for (const inner of withNamed(words)) this.#carried(carriedBy(inner), nesting, placeIn(inner, at));
    for (const inner of this.#given.startedWithFiles(words)) {
      const isFile = inner.length === 1;
      if (isFile) this.command(inner, nesting + 1, at);
      else this.#carried(carriedBy(inner), nesting, placeIn(inner, at));
    }
    this.#cut(this.#given.isCut);
    const meant = this.#given.meantBy(words, at.trail);
    if (meant.length === 0) {
      for (const inner of perhapsStarted(words)) this.command(inner, nesting + 1, at);
      return;
    }
    this.given(meant, nesting, at);
  }

  given(meant: readonly GivenText[], nesting: number, from: Whereabouts): void {
    const at = { ...from, isCalled: true };
    for (const { texts, language, argv } of meant)
      for (const text of texts) {
        const led = JSON.stringify([at.trail, language === null ? [] : argv]);
        const key = [language === null, at.isElsewhere, led, text].join('\0');
        this.#meanings.follow({ key, nesting, variables: at.variables }, () => {
          if (language === null) this.script(text, nesting + 1, at);
          else this.#carried(callsOf(text, language, { given: givenIn(at, argv ?? null) }), nesting, at);
        });
      }
  }
}

/** Finds everything that a script or an argv might run, also within wrappers, substitutions and arguments of other commands. */
export function findDangers(
  given: {
    readonly script: string | null;
    readonly argv: Words | null;
    /** Text on its standard input; null if unknown or none. */
    readonly fed?: string | null;
    /** Code in other languages. */
    readonly codes?: readonly GivenText[];
  },
  context: DangerContext,
): Dangers {
  const finder = new DangerFinder(context);
  const start = startFrom(context.outer);
  const { script, argv, fed = null } = given;
  if (script !== null && fed === null) finder.script(script, 0, start);
  if (script !== null && fed !== null) finder.fedScript(script, fed);
  if (argv !== null) finder.command(argv, 0, start);
  finder.given(given.codes ?? [], 0, start);
  const { suspects, deeds, opened, forkBomb, isCut } = finder;
  const handed = { suspects: finder.handed, names: finder.names };
  const { unset, ...plain } = context;
  const startedBy = (words: Words) => findDangers({ script: null, argv: words }, plain).suspects;
  const dangers = { suspects, deeds, opened, handed, forkBomb, isCut, startedBy };
  if (unset === undefined || unset.size === 0) return dangers;
  return { ...dangers, unset: { names: [...unset], otherwise: () => findDangers(given, plain) } };
}
