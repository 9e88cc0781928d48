import type { ArithmeticFor, Case, CompoundList, For, If, SyntaxNode, While } from 'unbash';
import { isVariableName } from '../../core/environment.ts';
import { isBuiltin } from '../programs/builtin-names.ts';
import { type Arg, type Assigned, type Cwds, NotUnderstood, textOf, type WrittenStep } from './arg.ts';
import { afterwards, type Flow, joinCwds, staying } from './cwds.ts';
import { linesRead } from './line-loops.ts';
import { loopValues } from './loop-values.ts';
import { checkArithmetic, isCount, isLines, isNumber, numberArg } from './numbers.ts';
import type { Parser } from './parse.ts';
import { isCounter, isNameable } from './variables.ts';
import type { WalkContext } from './walk-context.ts';
import { readOneWord, readWord, type WordReading } from './word.ts';

/** Whether a text contains the bare name of a variable, as everything that sets it must. */
function isNamedBare(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w$-]|\\$\\{)${name}(?!\\w)`).test(text);
}

/** Whether a builtin may set the variable that one of its words names; `printf` only the one behind `-v`. */
function isSetBy(name: string, words: readonly Arg[], word: Arg): boolean {
  return name !== 'printf' || (textOf(words[0]) === '-v' && words[1] === word);
}

/** The walker, as far as compound commands need it. */
export interface Bodies {
  readonly source: string;
  readonly parser: Parser;
  readonly known: ReadonlyMap<string, Arg>;
  readonly fedBy?: WrittenStep['fedBy'] | undefined;
  /** Walks a list with what is known around it, replaced by what is `given`. */
  body(list: CompoundList, cwds: Cwds, given?: Partial<Pick<WalkContext, 'known' | 'loopInput'>>): Flow;
  reading(cwds: Cwds): WordReading;
  /** Notes a variable that the construct sets. */
  assign(assigned: Assigned, cwds: Cwds): void;
}

/** Commands that change the folder; behind a percent sign, `cd` is a date format of git. */
const moves = /(?<!%)\b(cd|pushd|popd)\b/;

/** `if`: each branch starts where its condition leaves the shell. */
export function walkIf(node: If, cwds: Cwds, bodies: Bodies): Flow {
  let test = bodies.body(node.clause, cwds);
  let after = afterwards(bodies.body(node.then, test.ok));
  for (const branch of node.elif) {
    test = bodies.body(branch.clause, test.fail);
    after = joinCwds(after, afterwards(bodies.body(branch.then, test.ok)));
  }
  const last = node.else === undefined ? test.fail : afterwards(bodies.body(node.else, test.fail));
  return staying(joinCwds(after, last));
}

type Loop = While | For | ArithmeticFor;

/** The folders where a loop body may start; null if it may change the folder, as it starts again wherever it ended. */
function loopCwds(node: Loop, cwds: Cwds, bodies: Bodies): Cwds {
  const isSplit = bodies.source.slice(node.pos, node.end).includes('\\\n');
  return isSplit || moves.test(outsideSubshells(node, bodies)) ? null : cwds;
}

/** The text of a loop without its subshells, in which a `cd` does not move the loop. */
function outsideSubshells(loop: Loop, { source, parser }: Bodies): string {
  let text = '';
  let from = loop.pos;
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Subshell' && /^\(.*\)$/s.test(source.slice(node.pos, node.end))) {
      text += source.slice(from, node.pos);
      from = node.end;
    } else parser.forEachChild(node, visit);
  };
  parser.forEachChild(loop, visit);
  return text + source.slice(from, loop.end);
}

/** `while` and `until`. */
export function walkWhile(node: While, cwds: Cwds, bodies: Bodies): Flow {
  const inside = loopCwds(node, cwds, bodies);
  bodies.body(node.clause, inside);
  const clause = bodies.source.slice(node.clause.pos, node.clause.end);
  const lines = linesRead(node, clause, {
    fedBy: bodies.fedBy,
    cwds: inside,
    reading: bodies.reading(inside),
  });
  const body = bodies.source.slice(node.body.pos, node.body.end);
  const isSet =
    lines !== null &&
    (isCount(lines.value) || isLines(lines.value) ? isReset : isNamedBare)(lines.name, body);
  if (lines === null || isSet) bodies.body(node.body, inside);
  else {
    const known = new Map(bodies.known).set(lines.name, lines.value);
    bodies.body(node.body, inside, { known, loopInput: lines.input });
  }
  return staying(inside);
}

const isReset = (name: string, text: string) => !isCounter(name, text);

/**
 * Whether a loop changes the folder or sets variables is searched for in its text. Throws NotUnderstood for a command that
 * does so in an unusual spelling; `source` is the command as written.
 */
export function checkSpelling(args: readonly Arg[], source: string, known: ReadonlyMap<string, Arg>): void {
  const at = args.findIndex((arg) => textOf(arg) !== 'command');
  const name = textOf(args[at]);
  if (name === null || !isBuiltin(name)) return;
  if (/^(cd|pushd|popd)$/.test(name) && !moves.test(source))
    throw new NotUnderstood(`spells ${name} in an unusual way`);
  for (const arg of args.slice(at + 1)) {
    const text = textOf(arg) ?? '';
    const named = text.replace(/\+?=.*/s, '');
    const attached = /^(printf|read|wait)$/.test(name) ? /^-\w+/.exec(text)?.[0] : undefined;
    const isAttached = attached !== undefined && [...known.keys()].some((key) => attached.endsWith(key));
    if (/^(read|mapfile|readarray|printf)$/.test(name) && isSetBy(name, args.slice(at + 1), arg))
      checkUnset(text, known);
    if (isAttached || (known.has(named) && !isNamedBare(named, source)))
      throw new NotUnderstood('spells the name of a variable in an unusual way');
  }
}

/** `for`: the body once for each literal value, with the variable known; once with it unknown otherwise. */
export function walkFor(node: For, cwds: Cwds, bodies: Bodies): Flow {
  const name = node.name.value;
  if (!isVariableName(name)) throw new NotUnderstood('loops over its arguments');
  checkUnset(name, bodies.known);
  const inside = loopCwds(node, cwds, bodies);
  const values = loopValues(node, cwds, bodies.reading(cwds));
  const body = bodies.source.slice(node.body.pos, node.body.end);
  const counts = values.every((value) => isNumber(value ?? undefined));
  const inBody = counts && isNameable(name) && isCounter(name, body) ? numberArg(name) : null;
  for (const value of isNamedBare(name, body) ? [inBody] : values) {
    const known = new Map(bodies.known);
    known.delete(name);
    if (value !== null) known.set(name, value);
    bodies.assign(
      { name, value: value ?? { kind: 'unknown', text: name, prefix: '', single: true } },
      inside,
    );
    bodies.body(node.body, inside, { known });
  }
  return staying(inside);
}

function checkUnset(name: string, known: Bodies['known']): void {
  const value = known.get(name);
  if (value?.kind === 'unknown' && value.isNumber === true)
    throw new NotUnderstood('spells the name of a variable in an unusual way');
}

/** `for ((i = 0; i < 9; i++))`: the variable is always a number. */
export function walkCount(node: ArithmeticFor, cwds: Cwds, bodies: Bodies): Flow {
  const head = bodies.source.slice(node.pos, node.body.pos);
  const found = /^for\s*\(\(\s*(([A-Za-z_]\w*)\s*=\s*\d{1,9})\s*;([^;()]*);([^;()]*)\)\)/.exec(head);
  const [, , name = '', test = '', update = ''] = found ?? [];
  const body = bodies.source.slice(node.body.pos, node.body.end);
  if (!isNameable(name) || !isCounter(name, body)) throw new NotUnderstood('computes with names');
  const known = new Map(bodies.known).set(name, numberArg(name));
  for (const text of [test, update]) checkArithmetic(text, known);
  const inside = loopCwds(node, cwds, bodies);
  bodies.assign({ name, value: numberArg(name) }, inside);
  bodies.body(node.body, inside, { known });
  return staying(inside);
}

/** `case`: any of its bodies, or several in a row where one falls through. */
export function walkCase(node: Case, cwds: Cwds, bodies: Bodies): Flow {
  const reading = bodies.reading(cwds);
  readOneWord(node.word, reading);
  let after: Cwds = cwds;
  for (const item of node.items) {
    for (const pattern of item.pattern) readWord(pattern, reading);
    after = joinCwds(after, afterwards(bodies.body(item.body, after)));
  }
  return staying(after);
}
