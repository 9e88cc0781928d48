import type { Command, Statement, SyntaxNode } from 'unbash';
import type { Parser } from './parse.ts';

const mostDepth = 200;
/** How a function refers to itself. */
const ownName = /^"?\$\{?FUNCNAME\b/;

/** How a function refers to its arguments. */
const ownParameter = /^"?\$\{?(?:[@*]|[1-9]\d*)\}?"?$/;
/** Commands that take no time. */
const instant = /^(?::|true|continue|echo|printf|let)$/;

function isCommand(node: SyntaxNode, names: RegExp): boolean {
  return node.type === 'Command' && names.test(node.name?.value ?? ':');
}

/** Whether statements only start commands in the background, without waiting. */
function startsOnly(statements: readonly Statement[]): boolean {
  const isStart = ({ command, background }: Statement): boolean =>
    background === true ||
    ((command.type === 'BraceGroup' || command.type === 'Subshell') && startsOnly(command.body.commands));
  return (
    statements.some(isStart) &&
    statements.every((statement) => isStart(statement) || isCommand(statement.command, instant))
  );
}

/** Whether an endless loop only starts commands in the background: `while :; do x & done`. */
export function startsWithoutEnd(node: SyntaxNode): boolean {
  if (node.type === 'ArithmeticFor') return node.test === undefined && startsOnly(node.body.commands);
  if (node.type !== 'While') return false;
  const clause = node.clause.commands;
  const last = clause.at(-1);
  if (last === undefined) return false;
  const endless = node.kind === 'while' ? /^(?::|(?:.*\/)?true)$/ : /^(?:.*\/)?false$/;
  const isEndless = (last.background === true && node.kind === 'while') || isCommand(last.command, endless);
  const started = [...clause.filter(({ command }) => !isCommand(command, endless)), ...node.body.commands];
  return isEndless && startsOnly(started);
}

/** The names that a function body starts, and those that it starts twice in a pipe or in the background. */
interface Starts {
  readonly all: Set<string>;
  readonly multiplied: Set<string>;
}

/** The names by which a command may start a function. */
function namesIn({ name, suffix }: Command): readonly string[] {
  if (name?.value !== 'eval') return name === undefined ? [] : [name.value];
  return suffix.flatMap((item) => (item.type === 'Word' ? item.value.split(/[\s;&|(){}]+/) : []));
}

/** Finds functions that multiply themselves, directly or through each other. */
export class ForkBombs {
  readonly #parser: Parser;
  readonly #functions = new Map<string, Starts>();

  constructor(parser: Parser) {
    this.#parser = parser;
  }

  /** Notes a function; returns whether it multiplies itself, by piping into itself or starting itself in the background. */
  note(name: string, body: SyntaxNode): boolean {
    const starts: Starts = { all: new Set(), multiplied: new Set() };
    this.#look(body, name, starts, 0);
    this.#functions.set(name, starts);
    if (starts.multiplied.has(name)) return true;
    const calls = (one: Iterable<string>, by: keyof Starts) =>
      [...one].some((other) => this.#functions.get(other)?.[by].has(name) === true);
    return calls(starts.multiplied, 'all') || calls(starts.all, 'multiplied');
  }

  /** Whether a command passes a function that multiplies its argument to itself: `f f`. */
  isGivenItself({ name, suffix }: Command): boolean {
    const multiplies = (word: string) =>
      [...(this.#functions.get(word)?.multiplied ?? [])].some((started) => ownParameter.test(started));
    return (
      name !== undefined &&
      this.#functions.size > 0 &&
      multiplies(name.value) &&
      suffix.some((item) => item.type === 'Word' && multiplies(item.value))
    );
  }

  #look(node: SyntaxNode, own: string, { all, multiplied }: Starts, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'Command') {
      const names = ownName.test(node.name?.text ?? '') ? [own] : namesIn(node);
      for (const name of names) all.add(name);
    }
    const seen = new Set<string>();
    this.#parser.forEachChild(node, (child) => {
      const inner: Starts = { all: new Set(), multiplied };
      this.#look(child, own, inner, depth + 1);
      for (const name of inner.all) {
        if (node.type === 'Pipeline' && seen.has(name)) multiplied.add(name);
        if (node.type === 'Statement' && node.background === true) multiplied.add(name);
        seen.add(name);
        all.add(name);
      }
    });
  }
}
