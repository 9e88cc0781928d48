import type { AndOr, Case, If, SyntaxNode, TestExpression, Word } from 'unbash';
import type { Choice } from './choices.ts';
import { type HandedNames, isHanded } from './handed-names.ts';

/** A fact about a variable while a part of a script runs: its value matches one of some globs, or none of them. */
interface NameTest {
  readonly name: string;
  readonly globs: readonly string[];
  readonly isHeld: boolean;
}

/** Most commands of a list whose tests are followed. */
const mostCommands = 64;
const oneVariable = /^"?\$(?:(\w+)|\{(\w+)\})"?$/;
/** A pattern that all shells read alike, with few stars as it is tried on many names. */
const plainGlob = /^(?=(?:[^*]*\*){0,4}[^*]*$)[\w./@+,%=:*?-]+$/;

function testOf(word: Word, patterns: readonly Word[], isHeld: boolean): readonly NameTest[] {
  const [, plain, braced] = oneVariable.exec(word.text) ?? [];
  const name = plain ?? braced;
  const globs = patterns.map(({ text }) => text);
  return name === undefined || !globs.every((glob) => plainGlob.test(glob)) ? [] : [{ name, globs, isHeld }];
}

/** The facts that hold if an expression is true, or if it is false. */
function known(expression: TestExpression, isTrue: boolean): readonly NameTest[] {
  if (expression.type === 'TestGroup') return known(expression.expression, isTrue);
  if (expression.type === 'TestNot') return known(expression.operand, !isTrue);
  if (expression.type === 'TestLogical')
    return (expression.operator === '&&') === isTrue
      ? expression.operands.flatMap((one) => known(one, isTrue))
      : [];
  if (expression.type !== 'TestBinary' || !/^(==?|!=)$/.test(expression.operator)) return [];
  return testOf(expression.left, [expression.right], (expression.operator !== '!=') === isTrue);
}

function toldBy(node: SyntaxNode | undefined, isTrue: boolean): readonly NameTest[] {
  return node?.type === 'TestCommand' ? known(node.expression, isTrue) : [];
}

/** The facts from commands before `child`, as far as the same operator leads from each of them to it. */
function inAndOr({ commands, operators }: AndOr, child: SyntaxNode): readonly NameTest[] {
  if (commands.length > mostCommands) return [];
  let told: readonly NameTest[] = [];
  let before: string | undefined;
  for (const [index, one] of commands.entries()) {
    if (one === child) return told;
    const operator = operators[index];
    const own = toldBy(one, operator === '&&');
    told = before === undefined || before === operator ? [...told, ...own] : own;
    before = operator;
  }
  return [];
}

function inIf({ clause, then }: If, child: SyntaxNode): readonly NameTest[] {
  const [only, ...others] = clause.commands;
  return child === clause || others.length > 0 ? [] : toldBy(only?.command, child === then);
}

function inCase({ word, items }: Case, child: SyntaxNode): readonly NameTest[] {
  const isPlain = items.every(({ terminator = ';;' }) => terminator === ';;');
  return isPlain && child.type === 'CaseItem' ? testOf(word, child.pattern, true) : [];
}

/** Whether a text may change a variable. */
function sets(text: string, name: string): boolean {
  return (
    /\b(?:read|mapfile|readarray|printf|getopts|unset|nocasematch)\b/.test(text) ||
    new RegExp(`\\b${name}\\b\\+?=`).test(text)
  );
}

/** The facts about variables that a construct of the text `source` ensures while `child` runs. */
export function testsFor(node: SyntaxNode, child: SyntaxNode, source: string): readonly NameTest[] {
  const told =
    node.type === 'AndOr'
      ? inAndOr(node, child)
      : node.type === 'If'
        ? inIf(node, child)
        : node.type === 'Case'
          ? inCase(node, child)
          : [];
  if (told.length === 0) return told;
  const text = source.slice(node.pos, node.end);
  return told.filter(({ name }) => !sets(text, name));
}

/** A choice in which the names handed to variables are reduced to those that pass the tests. */
export function tested(choice: Choice, tests: readonly NameTest[], names: HandedNames): Choice {
  const left = new Map(choice);
  for (const { name, globs, isHeld } of tests) {
    const [text = null, ...others] = left.get(name) ?? [];
    if (others.length === 0 && isHanded(text))
      left.set(name, [names.through(text, ['[[', isHeld ? '==' : '!=', ...globs])]);
  }
  return left;
}
