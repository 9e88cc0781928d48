import type { Assignment, Command, ParsedScript, Redirected, Redirection, SyntaxNode, Word } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import type { Candidate } from '../pattern.ts';
import { carriesText } from '../programs/carrier-texts.ts';
import { isShellName } from '../programs/carriers.ts';
import { baseName } from '../programs/wrappers.ts';
import { multipliesItself } from './fork-bomb.ts';
import { GivenTexts } from './given-texts.ts';
import { isSubstitution, mayLoseSeparator } from './lost-separator.ts';
import { type Parser, parseScript } from './parse.ts';
import { printedBy } from './printed.ts';
import { namesPrevious, SeenWords } from './seen-words.ts';
import { type Location, locationAfter, start, type Trail } from './trail.ts';

/** A command seen anywhere in a script, with the words that can be read; null is a word only the run knows. */
export interface SeenCommand {
  readonly words: readonly Candidate[];
  /** The words where some are texts of which only the run knows a part, with a variable for that: `sh -c "rm $x"`. */
  readonly drafts?: readonly Candidate[];
  /** Literal text it gets on its standard input: a here-document or here-string. */
  readonly input: readonly string[];
  /** Files that its redirects read and write. */
  readonly read: readonly string[];
  readonly written: readonly string[];
  readonly trail: Trail;
}

/** The texts that a command passes on: what it gets on its standard input and what it surely prints. */
export function passedOn({
  words,
  drafts = words,
  input,
}: Pick<SeenCommand, 'words' | 'drafts' | 'input'>): readonly string[] {
  return [...input, ...printedBy(drafts)];
}

/** A function of a script, with its body as it stands there. */
export interface SeenFunction {
  readonly name: string;
  readonly body: string;
}

/** What the redirects of a command say. */
type Streams = Record<'input' | 'read' | 'written', string[]>;

/** A file a redirect opens. */
export interface OpenedFile {
  readonly path: string;
  readonly isWritten: boolean;
  readonly trail: Trail;
}

/** What a script might do, looked for without proving anything: every command of every construct. */
export interface Sightings {
  readonly commands: readonly SeenCommand[];
  readonly functions: readonly SeenFunction[];
  /** Files that redirects open. */
  readonly opened: readonly OpenedFile[];
  /** Texts of variables whose value some program runs: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: readonly string[];
  /** Whether a function starts itself twice or in the background. */
  readonly forkBomb: boolean;
}

const mostCommands = 4000;
const mostDepth = 200;

/** Whether what a node does to the current folder ends with it. */
function ownsCwd(node: SyntaxNode): boolean {
  if (node.type === 'Pipeline') return node.commands.length > 1;
  if (node.type === 'Statement') return node.background === true;
  return node.type === 'Subshell' || node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution';
}

class Scanner {
  readonly commands: SeenCommand[] = [];
  readonly functions: SeenFunction[] = [];
  readonly opened: OpenedFile[] = [];
  readonly texts: string[] = [];
  #location: Location = start;
  forkBomb = false;
  /** The command before, where the next one may become more words of it; null where it may not. */
  #previous: readonly Candidate[] | null = null;
  readonly #parser: Parser;
  readonly #given = new GivenTexts();
  /** Words whose relative paths lead on from where the shell is, and from where it was before (`~-`). */
  readonly #here: SeenWords;
  readonly #before: SeenWords;
  readonly #assigns: boolean;
  readonly #text: string;

  constructor(parser: Parser, folders: NamedFolders, text: string) {
    this.#parser = parser;
    this.#text = text;
    this.#here = new SeenWords(folders, 'PWD');
    this.#before = new SeenWords(folders, 'OLDPWD');
    this.#assigns = /=|\b(for|read)\b/.test(text);
  }

  #redirect(node: Redirection, streams: Streams): void {
    if (node.type === 'HereDoc') {
      streams.input.push(node.body.text);
      return;
    }
    if (node.target === undefined) return;
    const isBefore = namesPrevious(node.target);
    const [path = null] = (isBefore ? this.#before : this.#here).texts(node.target);
    if (path === null) return;
    const { trail, previous } = this.#location;
    if (node.type === 'HereString') {
      streams.input.push(path);
      return;
    }
    const isWritten = !node.operator.startsWith('<');
    streams[isWritten ? 'written' : 'read'].push(path);
    this.opened.push({ path, isWritten, trail: isBefore ? previous : trail });
  }

  /** The words behind the name, once with drafts in place of some, and what it gets on its standard input. */
  #itemsOf({ prefix, suffix }: Command): Required<Omit<SeenCommand, 'trail'>> {
    const words: Candidate[] = [];
    const drafts: Candidate[] = [];
    const streams: Streams = { input: [], read: [], written: [] };
    const add = (texts: readonly Candidate[], draft: Candidate = null): void => {
      words.push(...texts);
      drafts.push(...(draft === null ? texts : [draft]));
    };
    for (const item of [...prefix, ...suffix]) {
      if (item.type === 'Word') add(this.#here.texts(item), this.#here.draft(item));
      else if (item.type !== 'Assignment') this.#redirect(item, streams);
      else if (suffix.some((other) => other === item)) add([this.#assignedWord(item)]);
    }
    return { words, drafts, ...streams };
  }

  #command(node: Command): void {
    const names =
      node.name === undefined ? [[]] : (this.#given.meantBy(node.name) ?? [this.#here.texts(node.name)]);
    const { words, drafts, ...streams } = this.#itemsOf(node);
    const name = names[0]?.[0];
    if (name === 'eval' || (typeof name === 'string' && isShellName(baseName(name)))) this.#noteTexts(node);
    const before = this.#wordsBefore(node);
    const isDraft = drafts.some((word, index) => word !== words[index]);
    for (const program of names) {
      if (program.length === 0 && words.length === 0 && streams.input.length === 0) continue;
      const seen = { words: [...program, ...words], ...streams };
      this.#add(isDraft ? { ...seen, drafts: [...program, ...drafts] } : seen, before);
      for (const meant of this.#meanings(node, words))
        this.commands.push({ ...seen, words: [...program, ...meant], trail: this.#location.trail });
    }
  }

  /** The words with each text in place of a variable among them that is given several: `for d in a b; do rm "$d"; done`. */
  #meanings({ suffix }: Command, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
    const items = suffix.filter(({ type }) => type === 'Word' || type === 'Assignment');
    if (items.length !== words.length || this.commands.length >= mostCommands) return [];
    const at = words.findIndex((word, index) => word === null && items[index]?.type === 'Word');
    const item = items[at];
    const texts = item?.type === 'Word' ? (this.#given.meantBy(item) ?? []) : [];
    // Of what a wildcard reaches here a loop may pick some.
    const isWhole = (text: readonly Candidate[]) =>
      !text.some((word) => /^[^/~].*[*?]|^[*?]/.test(word ?? ''));
    return texts.filter(isWhole).map((text) => [...words.slice(0, at), ...text, ...words.slice(at + 1)]);
  }

  /** Notes each text that a variable is given which a shell reads: `for c in …; do bash -c "$c"; done`. */
  #noteTexts({ suffix }: Command): void {
    for (const word of suffix) {
      const texts = word.type === 'Word' && /^"?\$/.test(word.text) ? this.#given.meantBy(word) : null;
      for (const text of texts ?? []) this.texts.push(text.join(' '));
    }
  }

  /** An assignment among the words of a command, as the command gets it. */
  #assignedWord({ name, value, text, append, index }: Assignment): string {
    const isPlain = value.type === 'Word' && append !== true && index === undefined;
    const [given = null] = isPlain ? this.#here.texts(value) : [];
    return given === null ? text : `${name}=${given}`;
  }

  /** The words of a command as they are read from where the shell was before, where it names that; null where it does not. */
  #wordsBefore({ name, suffix }: Command): readonly Candidate[] | null {
    const words = [name, ...suffix].filter((item): item is Word => item?.type === 'Word');
    if (!words.some(namesPrevious)) return null;
    // Those that lead on from here would be paths of another folder.
    return words.flatMap((word) =>
      namesPrevious(word)
        ? this.#before.texts(word)
        : this.#here.texts(word).map((text) => (word === name || text?.startsWith('-') ? text : null)),
    );
  }

  /** Notes a command; what follows a `cd` is taken to run where it leads. */
  #add(seen: Omit<SeenCommand, 'trail'>, before: readonly Candidate[] | null = null): void {
    if (this.commands.length >= mostCommands) return;
    const { words } = seen;
    const { trail, previous } = this.#location;
    const none = { input: [], read: [], written: [] };
    this.commands.push({ ...seen, trail });
    if (before !== null) this.commands.push({ ...none, words: before, trail: previous });
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

  /** Notes which variables are read, and what may be given to those. */
  #readings(node: SyntaxNode): void {
    if (node.type === 'HereDoc') this.#given.noteFed(node.body.text);
    if (node.type === 'HereString' && node.target !== undefined)
      this.#given.noteFed(this.#here.texts(node.target)[0] ?? null);
    if (node.type !== 'Command' || !/^(read|echo|printf)$/.test(node.name?.text ?? '')) return;
    const words = node.suffix.flatMap((item) => (item.type === 'Word' ? this.#here.texts(item) : []));
    if (node.name?.text === 'read') this.#given.noteRead(words);
    else for (const text of printedBy(['echo', ...words])) this.#given.noteFed(text);
  }

  #assignments(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'For') {
      for (const word of node.wordlist ?? [])
        for (const value of this.#here.texts(word)) this.#given.note(node.name.value, value);
    }
    if (node.type === 'Assignment' && node.value.type === 'ArrayValue') {
      const texts = node.value.elements.flatMap((element) => this.#here.texts(element));
      this.#given.note(node.name, texts.every((text) => text !== null) ? texts.join(' ') : null);
    }
    if (node.type === 'Assignment' && node.value.type === 'Word') {
      const value = this.#here.texts(node.value)[0] ?? null;
      this.#given.note(node.name, value);
      if (value !== null && carriesText(node.name)) this.texts.push(value);
      this.#here.note(node.name, value);
      this.#before.note(node.name, value);
    }
    this.#readings(node);
    this.#parser.forEachChild(node, (child) => this.#assignments(child, depth + 1));
  }

  /** Notes what the redirects of a group say. */
  #group({ redirects }: Redirected): Streams {
    const streams: Streams = { input: [], read: [], written: [] };
    for (const redirect of redirects) this.#redirect(redirect, streams);
    if (streams.input.length > 0) this.#add({ words: [], ...streams });
    return streams;
  }

  /** Notes what the commands from `first` on, which are those of a group, print into files together. */
  #written({ written }: Streams, first: number): void {
    if (written.length === 0) return;
    const texts = this.commands.slice(first).flatMap(({ words, input }) => passedOn({ words, input }));
    const { trail } = this.#location;
    if (texts.length > 0)
      this.commands.push({ words: [], input: [texts.join('\n')], read: [], written, trail });
  }

  #visit(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth || (node.type === 'Word' && !/[$`<>]/.test(node.text))) return;
    if (node.type === 'Command') this.#command(node);
    const streams = node.type === 'Redirected' ? this.#group(node) : null;
    if (node.type === 'Function') {
      const { name, body } = node;
      this.forkBomb ||= multipliesItself(body, name.value, this.#parser);
      this.functions.push({ name: name.value, body: this.#text.slice(body.pos, body.end) });
    }
    const [location, previous] = [this.#location, this.#previous];
    if (isSubstitution(node)) this.#previous = mayLoseSeparator(node, this.#parser) ? [] : null;
    const before = this.commands.length;
    this.#parser.forEachChild(node, (child) => this.#visit(child, depth + 1));
    if (streams !== null) this.#written(streams, before);
    if (ownsCwd(node)) this.#location = location;
    if (isSubstitution(node)) this.#previous = previous;
  }

  read(script: ParsedScript): void {
    try {
      if (this.#assigns) {
        this.#assignments(script, 0);
        this.#given.settle();
      }
      this.#visit(script, 0);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

/** Everything a script text might run, also where it cannot be understood or only parsed in part. */
export function scanScript(text: string, parser: Parser, folders: NamedFolders): Sightings {
  const scanner = new Scanner(parser, folders, text);
  const { script } = parseScript(text, parser);
  if (script !== null) scanner.read(script);
  return scanner;
}
