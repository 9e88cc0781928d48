import type { Assignment, Command, ParsedScript, Redirected, SyntaxNode, Word } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import type { Candidate, Words } from '../rules/pattern.ts';
import { processesWithin, type Span, textsWith, wordOf, wordsIn } from './command-words.ts';
import { ForkBombs, startsWithoutEnd } from './fork-bomb.ts';
import { GivenValues } from './given-values.ts';
import type { HandedNames } from './handed-names.ts';
import { HandedValues } from './handed-values.ts';
import { namesPrevious } from './here.ts';
import { LastWords } from './last-words.ts';
import { isSubstitution, mayLoseSeparator } from './lost-separator.ts';
import { tested, testsFor } from './name-tests.ts';
import { asOperand } from './own-tilde.ts';
import { type Parser, parseScript } from './parse.ts';
import { noStreams, SeenStreams, type Streams } from './seen-streams.ts';
import { type Held, type OuterVariables, SeenVariables } from './seen-variables.ts';
import { SeenWords } from './seen-words.ts';
import type { OpenedFile, SeenCommand, SeenFunction, Sightings } from './sightings.ts';
import { behind, type Location, locationAfter, ownsCwd, redefinesCd, start } from './trail.ts';
import { givesValues, isFeeding, textsFedBy, textsOfGroup } from './written-texts.ts';

const mostCommands = 4000;
const mostMeanings = 6000;
const mostDepth = 200;

/** Whether a text may replace a variable; a relative wildcard may not, as a loop may pick some of its matches, unless it asks for hidden names. */
function isWhole(held: Held): boolean {
  return !held.some((word) => word !== null && !/^(?:[/~]|\.[^/.])/.test(word) && /[*?]/.test(word));
}

/** What a script is searched with. */
interface ScanContext {
  readonly parser: Parser;
  readonly folders: NamedFolders;
  /** The variables of the script that starts this one; null for none. */
  readonly variables: OuterVariables | null;
  /** The listed names that are handed on. */
  readonly names: HandedNames;
  /** Its variables that are surely empty. */
  readonly unset: ReadonlySet<string>;
}

class Scanner {
  readonly commands: SeenCommand[] = [];
  readonly handed: SeenCommand[] = [];
  readonly functions: SeenFunction[] = [];
  readonly opened: OpenedFile[];
  readonly variables: SeenVariables;
  texts: readonly string[] = [];
  #location: Location = start;
  #isPiped = false;
  #tests: ReturnType<typeof testsFor> = [];
  readonly #processes: Span[] = [];
  forkBomb = false;
  isCut = false;
  #meant = 0;
  /** The previous command, if what follows may be further words of it; null otherwise. */
  #previous: Words | null = null;
  readonly #parser: Parser;
  readonly #bombs: ForkBombs;
  /** Words read relative to the current folder, and to the previous one (`~-`). */
  readonly #here: SeenWords;
  readonly #before: SeenWords;
  readonly #streams: SeenStreams;
  readonly #handing: HandedValues;
  readonly #names: HandedNames;
  readonly #last: LastWords;
  readonly #text: string;
  readonly #isUsualCd: boolean;

  constructor(text: string, { parser, folders, variables, names, unset }: ScanContext) {
    this.#parser = parser;
    this.#bombs = new ForkBombs(parser);
    this.#text = text;
    this.#isUsualCd = !redefinesCd(text);
    this.variables = new SeenVariables(variables);
    const given = { unset, parse: (inner: string) => parseScript(inner, parser).script };
    this.#here = new SeenWords(folders, 'PWD', this.variables, given);
    this.#before = new SeenWords(folders, 'OLDPWD', this.variables, given);
    this.#streams = new SeenStreams(this.#here, this.#before);
    this.opened = this.#streams.opened;
    this.#names = names;
    const parts = { variables: this.variables, words: this.#here, names };
    this.#handing = new HandedValues(parts, parser, text);
    this.#last = new LastWords([this.#here.values, this.#before.values]);
  }

  /** The arguments of a command, once with drafts for some, and what its redirects read and write. */
  #itemsOf({ name, prefix, suffix }: Command): Required<Omit<SeenCommand, 'trail' | 'isPiped'>> {
    const words: Candidate[] = [];
    const drafts: Candidate[] = [];
    const streams = noStreams();
    const add = (texts: Words, draft: Candidate = null): void => {
      words.push(...texts);
      drafts.push(...(draft === null ? texts : [draft]));
    };
    for (const item of [...prefix, ...suffix]) {
      if (item.type === 'Word') add(asOperand(name, item, this.#here.texts(item)), this.#here.draft(item));
      else if (item.type !== 'Assignment') this.#streams.add(item, streams, this.#location);
      else if (suffix.some((other) => other === item)) add([this.#assignedWord(item)]);
    }
    return { words, drafts, ...streams, written: this.#streams.writtenBy(streams) };
  }

  /** A command as it is read now, with its name; null if it is empty. */
  #seenAs(node: Command): Omit<SeenCommand, 'trail'> | null {
    const { words, drafts, ...streams } = this.#itemsOf(node);
    const program = node.name === undefined ? [] : this.#here.texts(node.name);
    const opens = streams.input.length > 0 || streams.read.length > 0;
    if (program.length === 0 && words.length === 0 && !opens) return null;
    const seen = { words: [...program, ...words], ...streams };
    const named = node.name === undefined ? null : this.#here.draft(node.name);
    const isDraft = named !== null || drafts.some((word, index) => word !== words[index]);
    return isDraft ? { ...seen, drafts: [...(named === null ? program : [named]), ...drafts] } : seen;
  }

  #command(node: Command): void {
    this.#processes.push(...processesWithin(node));
    const seen = this.#seenAs(node);
    if (seen !== null) this.#add(seen, this.#wordsBefore(node));
    this.#streams.leave(node);
    this.#meanings(node);
    this.#handed(node, seen);
    if (seen !== null) this.#last.note(seen.words);
  }

  /** Notes a command with marks for the listed names in its arguments or on its standard input. */
  #handed(node: Command, seen: Omit<SeenCommand, 'trail'> | null): void {
    const { trail } = this.#location;
    const brought = this.#handing.broughtTo(node);
    if (seen !== null && brought !== null) this.handed.push({ ...seen, input: [brought], trail });
    for (const choice of this.#handing.choices(wordsIn(node))) {
      const first = this.opened.length;
      const left = tested(choice, this.#tests, this.#names);
      const handed = this.#here.values.under(left, () => this.#seenAs(node));
      if (handed === null) continue;
      this.handed.push({ ...handed, trail });
      const opened = this.opened.splice(first);
      this.opened.push(...opened.map((file) => ({ ...file, by: handed.words })));
    }
  }

  /** Notes a command once for each value of variables that have several: `for d in a b; do rm "$d"; done`. */
  #meanings(node: Command): void {
    for (const choice of this.#here.choices(wordsIn(node), isWhole)) {
      this.isCut ||= this.#meant >= mostMeanings;
      if (this.isCut) return;
      this.#meant += 1;
      const seen = this.#here.values.under(choice, () => this.#seenAs(node));
      if (seen !== null) this.commands.push({ ...seen, trail: this.#location.trail });
    }
  }

  /** An assignment among the arguments of a command, as the command gets it. */
  #assignedWord({ name, value, text, append, index }: Assignment): string {
    const isPlain = value.type === 'Word' && append !== true && index === undefined;
    const given = isPlain ? this.#here.text(value) : null;
    return given === null ? text : `${name}=${given}`;
  }

  /** The words of a command relative to the previous folder, if it refers to that; null otherwise. */
  #wordsBefore({ name, suffix }: Command): Words | null {
    const words = [name, ...suffix].filter((item): item is Word => item?.type === 'Word');
    if (!words.some(namesPrevious)) return null;
    // Words relative to the current folder would be wrong there.
    return words.flatMap((word) =>
      namesPrevious(word)
        ? this.#before.texts(word)
        : this.#here.texts(word).map((text) => (word === name || text?.startsWith('-') ? text : null)),
    );
  }

  /** Notes a command; those after a `cd` are taken to run in its target. */
  #add(seen: Omit<SeenCommand, 'trail'>, before: Words | null = null): void {
    this.isCut ||= this.commands.length - this.#meant >= mostCommands;
    if (this.isCut) return;
    const { words } = seen;
    const { trail, previous } = this.#location;
    this.commands.push(this.#isPiped ? { ...seen, trail, isPiped: true } : { ...seen, trail });
    this.#isPiped = false;
    if (before !== null) this.commands.push({ ...noStreams(), words: before, trail: previous });
    if (this.#previous !== null) {
      if (this.#previous.length > 0)
        this.commands.push({ ...seen, words: [...this.#previous, ...words], trail });
      this.#previous = words;
    }
    this.#location =
      before === null
        ? locationAfter(words, this.#location)
        : locationAfter(before, this.#location, previous);
  }

  /** Notes the redirects of a group. */
  #group({ redirects }: Redirected): Streams {
    const streams = this.#streams.of(redirects, this.#location);
    for (const choice of this.#handing.choices(redirects.flatMap((one) => wordOf(one) ?? [])))
      this.#here.values.under(choice, () => this.#streams.of(redirects, this.#location));
    if (streams.input.length > 0) this.#add({ words: [], ...streams });
    return streams;
  }

  /** Notes what the commands of a group, those from `first` on, write together into files or a pipe. */
  #together(node: SyntaxNode, first: number, written: readonly string[]): void {
    this.#pass(textsOfGroup(node, this.commands.slice(first), this.#here.reading), written);
  }

  #pass(texts: readonly string[], written: readonly string[]): void {
    const { trail } = this.#location;
    for (const text of texts) this.commands.push({ words: [], input: [text], read: [], written, trail });
  }

  #visit(node: SyntaxNode, depth: number): void {
    this.isCut ||= depth > mostDepth;
    if (this.isCut || (node.type === 'Word' && !/[$`<>]/.test(node.text))) return;
    this.forkBomb ||= startsWithoutEnd(node) || (node.type === 'Command' && this.#bombs.isGivenItself(node));
    if (node.type === 'Command') this.#command(node);
    const streams = node.type === 'Redirected' ? this.#group(node) : null;
    if (node.type === 'Function') {
      const { name, body } = node;
      this.forkBomb = this.#bombs.note(name.value, body) || this.forkBomb;
      this.functions.push({ name: name.value, body: this.#text.slice(body.pos, body.end) });
    }
    const [location, previous] = [this.#location, this.#previous];
    const last = this.#last.enter(node);
    if (isSubstitution(node)) this.#previous = mayLoseSeparator(node, this.#parser) ? [] : null;
    const before = this.commands.length;
    this.#parser.forEachChild(node, (child) => {
      this.#isPiped = node.type === 'Pipeline' && child !== node.commands[0];
      const at = this.#location;
      const first = this.commands.length;
      const tests = this.#tests;
      this.#tests = [...tests, ...testsFor(node, child, this.#text)];
      this.#visit(child, depth + 1);
      this.#tests = tests;
      last.after();
      if (isFeeding(node, child)) this.#together(child, first, []);
      if (node.type === 'AndOr' && this.#isUsualCd)
        this.#location = behind(node, child, { location: this.#location, from: location, before: at });
    });
    if (node.type === 'ProcessSubstitution') this.#pass(textsFedBy(node, this.#here.reading), []);
    if (streams !== null && streams.written.length > 0) this.#together(node, before, streams.written);
    last.leave();
    if (ownsCwd(node)) this.#location = location;
    if (isSubstitution(node)) this.#previous = previous;
  }

  read(script: ParsedScript): void {
    try {
      if (givesValues(this.#text)) {
        const given = new GivenValues(this.variables, this.#here, this.#parser);
        given.note(script);
        this.texts = given.texts;
        for (const words of given.namings) this.#add({ words, ...noStreams() });
      }
      this.#handing.note(script);
      this.#visit(script, 0);
      this.texts = [...this.texts, ...textsWith(this.#processes, this.#text)];
      this.isCut ||= this.variables.isCut || this.#here.isCut || this.#handing.isCut;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.isCut = true;
    }
  }
}

/** Finds everything that a script might run, even if it cannot be understood or only partly parsed. */
export function scanScript(text: string, context: ScanContext): Sightings {
  const scanner = new Scanner(text, context);
  const { script } = parseScript(text, context.parser);
  if (script === null) scanner.isCut = true;
  else scanner.read(script);
  return scanner;
}
