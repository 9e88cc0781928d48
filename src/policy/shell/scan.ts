import { basename, dirname, join } from 'node:path';
import type {
  Command,
  DoubleQuotedChild,
  ParsedScript,
  Redirection,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash';
import type { Candidate } from '../pattern.ts';
import { GivenTexts } from './given-texts.ts';
import { isSubstitution, mayLoseSeparator } from './lost-separator.ts';
import { type Parser, parseScript } from './parse.ts';
import { braceChoices } from './pieces.ts';
import { printedText } from './printed.ts';
import { type Location, locationAfter, start, type Trail } from './trail.ts';

/** A command seen anywhere in a script, with the words that can be read; null is a word only the run knows. */
export interface SeenCommand {
  readonly words: readonly Candidate[];
  /** Literal text it gets on its standard input: a here-document or here-string. */
  readonly input: readonly string[];
  readonly trail: Trail;
}

/** A file a redirect opens. */
export interface OpenedFile {
  readonly path: string;
  readonly isWritten: boolean;
  readonly trail: Trail;
}

/** What a script might do, looked for without proving anything: every command of every construct. */
export interface Sightings {
  readonly commands: readonly SeenCommand[];
  /** Files that redirects open. */
  readonly opened: readonly OpenedFile[];
  /** Whether a function starts itself twice or in the background. */
  readonly forkBomb: boolean;
}

const mostCommands = 4000;
const mostDepth = 200;

/** Stands for a folder that only the run knows. */
const unknownFolder = '…';

/** The home that `~name` means, as far as the own one (`home`) tells: others lie beside it. `~+` is the current folder. */
function homeOf(name: string, home: string): string {
  if (name === '+') return '.';
  if (name === basename(home)) return home;
  return name === 'root' ? '/root' : join(dirname(home), name);
}

/** Whether what a node does to the current folder ends with it. */
function ownsCwd(node: SyntaxNode): boolean {
  if (node.type === 'Pipeline') return node.commands.length > 1;
  if (node.type === 'Statement') return node.background === true;
  return node.type === 'Subshell' || node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution';
}

class Scanner {
  readonly commands: SeenCommand[] = [];
  readonly opened: OpenedFile[] = [];
  #location: Location = start;
  forkBomb = false;
  /** The command before, where the next one may become more words of it; null where it may not. */
  #previous: readonly Candidate[] | null = null;
  readonly #parser: Parser;
  readonly #variables: Map<string, string | null>;
  readonly #given = new GivenTexts();

  readonly #assigns: boolean;
  readonly #home: string;

  constructor(parser: Parser, home: string, text: string) {
    this.#parser = parser;
    this.#home = home;
    this.#assigns = /=|\bfor\b/.test(text);
    // `$PWD` is wherever the trail leads, so it reads as the relative path it stands for.
    this.#variables = new Map([
      ['HOME', home],
      ['PWD', '.'],
    ]);
  }

  #variable(name: string): Candidate {
    return this.#variables.get(name) ?? null;
  }

  #partText(part: WordPart | DoubleQuotedChild, isQuoted = false): Candidate {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Glob':
        return part.value;
      case 'DoubleQuoted':
      case 'LocaleString':
        return this.#joined(part.parts, true);
      case 'CommandExpansion':
        return isQuoted ? printedText(part) : null;
      case 'SimpleExpansion':
        return this.#variable(part.text.slice(1));
      case 'ParameterExpansion':
        return part.operation === undefined && part.prefix === undefined
          ? this.#variable(part.parameter)
          : null;
      case 'BraceExpansion':
      case 'ExtendedGlob':
        return part.text;
      default:
        return null;
    }
  }

  #joined(parts: readonly (WordPart | DoubleQuotedChild)[], isQuoted = false): Candidate {
    let text = '';
    for (const part of parts) {
      const piece = this.#partText(part, isQuoted);
      if (piece === null) return null;
      text += piece;
    }
    return text;
  }

  /** A path whose folder only the run knows, by its last name; null where not even that is told. */
  #lastName(parts: readonly (WordPart | DoubleQuotedChild)[]): Candidate {
    const flat: (WordPart | DoubleQuotedChild)[] = [];
    for (const part of parts) flat.push(...(part.type === 'DoubleQuoted' ? part.parts : [part]));
    const unknown = flat.findLastIndex((part) => this.#partText(part) === null);
    const name = /.*\/([^/]+)$/s.exec(this.#joined(flat.slice(unknown + 1)) ?? '')?.[1];
    return name === undefined ? null : `${unknownFolder}/${name}`;
  }

  /** A word as text, `~` and the variables that are known in place; braces and `$IFS` may make several. */
  #texts(word: Word): readonly Candidate[] {
    if (word.parts === undefined) return [this.#tilde(word.text, word.value)];
    if (/\$\{?IFS\b/.test(word.text)) {
      return word.text
        .split(/\$\{?IFS\}?/)
        .filter((text) => text !== '')
        .map((text) => text.replace(/['"\\]/g, ''));
    }
    const braces = word.parts.findIndex((part) => part.type === 'BraceExpansion');
    if (braces === -1)
      return [this.#tilde(word.text, this.#joined(word.parts) ?? this.#lastName(word.parts))];
    const head = this.#joined(word.parts.slice(0, braces));
    const tail = this.#joined(word.parts.slice(braces + 1));
    try {
      return braceChoices(word.parts[braces]?.text ?? '').map((text) =>
        head === null || tail === null ? null : this.#tilde(word.text, head + text + tail),
      );
    } catch {
      return [null];
    }
  }

  #tilde(source: string, text: Candidate): Candidate {
    const [prefix = '', name] = /^~([A-Za-z_][\w.-]*|\+)?(?=\/|$)/.exec(source) ?? [];
    if (text === null || prefix === '') return text;
    const folder = name === undefined ? (this.#variables.get('HOME') ?? null) : homeOf(name, this.#home);
    return folder === null ? text : folder + text.slice(prefix.length);
  }

  #redirect(node: Redirection, input: string[]): void {
    if (node.type === 'HereDoc') {
      input.push(node.body.text);
      return;
    }
    const target = node.target === undefined ? null : (this.#texts(node.target)[0] ?? null);
    if (target === null) return;
    if (node.type === 'HereString') input.push(target);
    else
      this.opened.push({
        path: target,
        isWritten: !node.operator.startsWith('<'),
        trail: this.#location.trail,
      });
  }

  #command(node: Command): void {
    const names =
      node.name === undefined ? [[]] : (this.#given.meantBy(node.name) ?? [this.#texts(node.name)]);
    const words: Candidate[] = [];
    const input: string[] = [];
    for (const item of [...node.prefix, ...node.suffix]) {
      if (item.type === 'Word') words.push(...this.#texts(item));
      else if (item.type === 'Assignment') {
        if (node.suffix.some((other) => other === item)) words.push(item.text);
      } else this.#redirect(item, input);
    }
    for (const name of names) {
      if (name.length > 0 || words.length > 0 || input.length > 0) this.#add([...name, ...words], input);
    }
  }

  /** Notes a command; what follows a `cd` is taken to run where it leads. */
  #add(words: readonly Candidate[], input: readonly string[]): void {
    if (this.commands.length >= mostCommands) return;
    const { trail } = this.#location;
    this.commands.push({ words, input, trail });
    if (this.#previous !== null) {
      if (this.#previous.length > 0)
        this.commands.push({ words: [...this.#previous, ...words], input, trail });
      this.#previous = words;
    }
    this.#location = locationAfter(words, this.#location);
  }

  #assignments(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'For') {
      for (const word of node.wordlist ?? [])
        for (const value of this.#texts(word)) this.#given.note(node.name.value, value);
    }
    if (node.type === 'Assignment' && node.value.type === 'ArrayValue') {
      const texts = node.value.elements.flatMap((element) => this.#texts(element));
      this.#given.note(node.name, texts.every((text) => text !== null) ? texts.join(' ') : null);
    }
    if (node.type === 'Assignment' && node.value.type === 'Word') {
      const value = this.#texts(node.value)[0] ?? null;
      const known = this.#variables.get(node.name);
      this.#given.note(node.name, value);
      this.#variables.set(node.name, known === undefined || known === value ? value : null);
    }
    this.#parser.forEachChild(node, (child) => this.#assignments(child, depth + 1));
  }

  #visit(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth || (node.type === 'Word' && !/[$`<>]/.test(node.text))) return;
    if (node.type === 'Command') this.#command(node);
    if (node.type === 'Redirected') {
      const input: string[] = [];
      for (const redirect of node.redirects) this.#redirect(redirect, input);
      if (input.length > 0) this.#add([], input);
    }
    if (node.type === 'Function') this.forkBomb ||= this.#callsItself(node.body, node.name.value);
    const [location, previous] = [this.#location, this.#previous];
    if (isSubstitution(node)) this.#previous = mayLoseSeparator(node, this.#parser) ? [] : null;
    this.#parser.forEachChild(node, (child) => this.#visit(child, depth + 1));
    if (ownsCwd(node)) this.#location = location;
    if (isSubstitution(node)) this.#previous = previous;
  }

  /** Whether a function's body pipes into itself or starts itself in the background. */
  #callsItself(node: SyntaxNode, name: string, depth = 0): boolean {
    if (depth > mostDepth) return false;
    const calls = (child: SyntaxNode): boolean => child.type === 'Command' && child.name?.value === name;
    if (node.type === 'Statement' && node.background === true && this.#holds(node, calls)) return true;
    if (node.type === 'Pipeline' && node.commands.filter((child) => this.#holds(child, calls)).length > 1)
      return true;
    let found = false;
    this.#parser.forEachChild(node, (child) => {
      found ||= this.#callsItself(child, name, depth + 1);
    });
    return found;
  }

  #holds(node: SyntaxNode, test: (node: SyntaxNode) => boolean, depth = 0): boolean {
    if (test(node)) return true;
    if (depth > mostDepth) return false;
    let found = false;
    this.#parser.forEachChild(node, (child) => {
      found ||= this.#holds(child, test, depth + 1);
    });
    return found;
  }

  read(script: ParsedScript): void {
    try {
      if (this.#assigns) this.#assignments(script, 0);
      this.#visit(script, 0);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}

/** Everything a script text might run, also where it cannot be understood or only parsed in part. */
export function scanScript(text: string, parser: Parser, home: string): Sightings {
  const scanner = new Scanner(parser, home, text);
  const { script } = parseScript(text, parser);
  if (script !== null) scanner.read(script);
  return scanner;
}
