import type { Assignment, Command, Pipeline, Redirection, SyntaxNode, Word } from 'unbash';
import { lazy } from '../../core/async/lazy.ts';
import { isVariableName } from '../../core/environment.ts';
import { baseName, xargsNames } from '../programs/base-name.ts';
import { listReaders, startedForList } from '../programs/list-readers.ts';
import type { Choice } from './choices.ts';
import { isHanded } from './handed-names.ts';
import { type HandedParts, HandedReading } from './handed-reading.ts';
import type { Parser } from './parse.ts';

const mostDepth = 200;

/** Matches commands that list names; without a match there are none. */
const lists = /(?:find|ls|ls-files|ls-tree|grep|rg)\b/;
/** Matches commands that read names on standard input. */
const reads = lazy(
  () => new RegExp(`\\b(?:read|mapfile|readarray|g?xargs|parallel|${listReaders().join('|')})\\b`),
);

type Item = Word | Assignment | Redirection;

/** A mark for names on the standard input; null for none. */
type Brought = string | null;

/** Follows names that commands list into variables, and into commands that start others with what they read. */
export class HandedValues {
  readonly #reading: HandedReading;
  readonly #parts: HandedParts;
  readonly #parser: Parser;
  readonly #brought = new Map<SyntaxNode, string>();
  readonly #text: string;
  /** Whether a script may hand on names at all. */
  readonly #isUsed: boolean;

  constructor(parts: HandedParts, parser: Parser, text: string) {
    this.#parts = parts;
    this.#parser = parser;
    this.#text = text;
    this.#reading = new HandedReading(parts);
    this.#isUsed = lists.test(text) || parts.variables.isHanding || isHanded(text);
  }

  /** Whether a limit was reached. */
  get isCut(): boolean {
    return this.#reading.isCut;
  }

  /** The values that words may have together if they contain listed names. */
  choices(words: readonly Word[]): readonly Choice[] {
    return this.#isUsed ? this.#reading.choices(words) : [];
  }

  note(script: SyntaxNode): void {
    if (this.#isUsed) this.#visit(script, null, 0);
  }

  /** The mark for the names on the standard input of a command that starts others with them; null for none. */
  broughtTo(node: Command): Brought {
    return this.#brought.get(node) ?? null;
  }

  #give(name: string, words: readonly Word[]): void {
    const texts = this.#reading.texts(words).flatMap((text) => text.split(/\s+/));
    const handed = texts.filter(isHanded);
    if (handed.length > 0) this.#parts.variables.hand(name, handed);
  }

  #assign({ name, value }: Assignment): void {
    if (value.type === 'Word') this.#give(name, [value]);
    else if (value.type === 'ArrayValue') this.#give(name, value.elements);
  }

  /** The mark that redirects put on the standard input, in place of `before`. */
  #redirected(items: readonly Item[], before: Brought): Brought {
    for (const item of items) {
      if (item.type === 'HereDoc') return null;
      if (item.type === 'Word' || item.type === 'Assignment' || item.target === undefined) continue;
      if (item.type === 'HereString') return this.#reading.texts([item.target]).find(isHanded) ?? null;
      if (item.operator === '<') return this.#process(item.target);
    }
    return before;
  }

  /** The mark for the output of a process that is read as a file: `<(find .)`. */
  #process({ parts = [] }: Word): Brought {
    const [part] = parts;
    const script = part?.type === 'ProcessSubstitution' ? part.script : undefined;
    return script === undefined ? null : this.#reading.markOf(this.#reading.pipes.of(script));
  }

  #command(node: Command, before: Brought): void {
    for (const item of [...node.prefix, ...node.suffix]) if (item.type === 'Assignment') this.#assign(item);
    const called = baseName(node.name?.value ?? '');
    const words = node.suffix.flatMap((item) => (item.type === 'Word' ? item : []));
    if (called === 'set') this.#give('@', words);
    const second = baseName(words[0]?.value ?? '');
    const isStarter =
      xargsNames.test(called) ||
      xargsNames.test(second) ||
      startedForList([called, ...words.map(({ value }) => value)]) !== null;
    if (!isStarter && !/^(?:read|mapfile|readarray)$/.test(called)) return;
    const file = isStarter ? words.find(({ text }) => /^(?:--arg-file=)?<\(/.test(text)) : undefined;
    const brought = file === undefined ? this.#redirected(node.suffix, before) : this.#process(file);
    if (brought === null) return;
    if (isStarter) this.#brought.set(node, brought);
    else this.#readInto(called, words, brought);
  }

  #readInto(called: string, words: readonly Word[], brought: string): void {
    const names = words.map(({ value }) => value).filter(isVariableName);
    const usual = called === 'read' ? 'REPLY' : 'MAPFILE';
    for (const name of names.length === 0 ? [usual] : names) this.#parts.variables.hand(name, [brought]);
  }

  #pipeline({ commands }: Pipeline, before: Brought, depth: number): void {
    for (const [index, part] of commands.entries()) {
      const isReading = index > 0 && reads().test(this.#text.slice(part.pos, part.end));
      const brought = isReading
        ? this.#reading.markOf(this.#reading.pipes.through(commands.slice(0, index)))
        : null;
      this.#visit(part, index === 0 ? before : brought, depth);
    }
  }

  #visit(node: SyntaxNode, before: Brought, depth: number): void {
    if (depth > mostDepth || (node.type === 'Word' && !/[$`<>]/.test(node.text))) return;
    if (node.type === 'Pipeline') {
      this.#pipeline(node, before, depth + 1);
      return;
    }
    if (node.type === 'Command') this.#command(node, before);
    if (node.type === 'For' || node.type === 'Select') this.#give(node.name.value, node.wordlist ?? []);
    const isInner = node.type === 'Word' || node.type === 'Function';
    const brought =
      node.type === 'Redirected' ? this.#redirected(node.redirects, before) : isInner ? null : before;
    this.#parser.forEachChild(node, (child) => this.#visit(child, brought, depth + 1));
  }
}
