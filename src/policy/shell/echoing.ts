import type {
  AndOr,
  Case,
  Command,
  CommandExpansionPart,
  For,
  If,
  Pipeline,
  Redirected,
  Statement,
  SyntaxNode,
  While,
} from 'unbash';
import { isVariableName } from '../../core/environment.ts';
import { withoutTrailing } from '../../core/text/trailing.ts';
import { carriedBy } from '../programs/carriers.ts';
import type { Candidate, Words } from '../rules/pattern.ts';
import type { Choice } from './choices.ts';
import { madeOf, printsItsWords, textPrinted } from './echoed.ts';
import { here } from './here.ts';
import { inputOf, isWritten, type PrintReading, wordsOf } from './print-reading.ts';
import type { Held } from './seen-variables.ts';

/** The output of commands, and whether the last one succeeds; null for what the text does not tell. */
interface Output {
  readonly text: Candidate;
  readonly succeeds: boolean | null;
}

const unknown: Output = { text: null, succeeds: null };
/** Commands that end a list. */
const leaves = /^(?:exit|return|break)$/;
/** Commands that change the folder. */
const moves = /^(?:cd|pushd|popd)$/;
const mostSteps = 100;
const longest = 65_536;

/** The folder that `$(cd … && pwd)` or `$(cd …; pwd)` prints; null for every other list. */
function folderEntered(commands: readonly SyntaxNode[], reading: PrintReading): Candidate {
  const [first, second, ...others] = commands;
  if (first?.type !== 'Command' || second?.type !== 'Command' || others.length > 0) return null;
  const [cd, folder = '~', ...more] = wordsOf(first, reading);
  return cd === 'cd' && wordsOf(second, reading).join(' ') === 'pwd' && more.length === 0 ? folder : null;
}

/** Evaluates the output of the commands in a substitution. */
class Echoing {
  readonly #reading: PrintReading;
  #left = mostSteps;
  /** Whether a command changed the folder. */
  #isMoved = false;

  constructor(reading: PrintReading) {
    this.#reading = reading;
  }

  list(statements: readonly Statement[], input: Candidate): Output {
    let output: Output = { text: '', succeeds: true };
    for (const { command, background } of statements) {
      if (background === true) return unknown;
      if (command.type === 'Command' && leaves.test(command.name?.value ?? '')) return output;
      output = joined(output, this.read(command, input));
      if (output.text === null) return unknown;
    }
    return output;
  }

  /** The output of a condition; when guessing, empty if it is unknown. */
  #tested(read: () => Output): Output {
    const output = read();
    return output.text === null && this.#reading.isGuess() ? { text: '', succeeds: null } : output;
  }

  /** Whether the limit of steps is reached; counts one. */
  #isOver(): boolean {
    this.#left -= 1;
    return this.#left < 0 || !this.#reading.takeStep();
  }

  read(node: SyntaxNode, input: Candidate): Output {
    if (this.#isOver()) return unknown;
    switch (node.type) {
      case 'Command':
        return this.#command(node, input);
      case 'Pipeline':
        return this.#pipeline(node, input);
      case 'AndOr':
        return this.#andOr(node, input);
      case 'BraceGroup':
      case 'Subshell':
        return this.list(node.body.commands, input);
      case 'CompoundList':
        return this.list(node.commands, input);
      case 'If':
        return this.#if(node, input);
      case 'For':
        return this.#for(node, input);
      case 'While':
        return this.#while(node, input);
      case 'Redirected':
        return this.#redirected(node, input);
      case 'Case':
        return this.#case(node, input);
      case 'TestCommand':
      case 'ArithmeticCommand':
        return { text: '', succeeds: null };
      case 'Function':
        return { text: '', succeeds: true };
      default:
        return unknown;
    }
  }

  #redirected({ command, redirects }: Redirected, input: Candidate): Output {
    const output = this.read(command, inputOf(redirects, this.#reading) ?? input);
    return isWritten(redirects) && output.text !== null ? { ...output, text: '' } : output;
  }

  #command(node: Command, input: Candidate): Output {
    const words = wordsOf(node, this.#reading);
    const given = inputOf([...node.prefix, ...node.suffix], this.#reading) ?? input;
    if (words.length === 0) {
      const isRead = node.prefix.some(({ type }) => type !== 'Assignment');
      return { text: isRead ? given : '', succeeds: true };
    }
    const output = this.#called(words, given);
    return isWritten([...node.prefix, ...node.suffix]) && output.text !== null
      ? { ...output, text: '' }
      : output;
  }

  #called(words: Words, input: Candidate): Output {
    const [name = null, ...args] = words;
    const body = name === null ? undefined : this.#reading.body(name);
    if (body !== undefined) return this.#reading.under(new Map([['@', args]]), () => this.read(body, input));
    if (name === 'false') return { text: '', succeeds: false };
    const printed = this.#printed(words);
    const isTest = /^(?:test|\[|read)$/.test(name ?? '');
    const isWhole = name === 'printf' || printed === '' || /^-[eE]*n/.test(args[0] ?? '');
    if (printed !== null) return { text: isWhole ? printed : `${printed}\n`, succeeds: isTest ? null : true };
    const text = input === null ? this.#ofFile(words) : madeOf(words, input);
    if (text === null) return this.#carried(words, input);
    return { text, succeeds: text === '' ? null : true };
  }

  #printed(words: Words): Candidate {
    const [name, variable = null, ...others] = words;
    if (name === 'printenv' && variable !== null && others.length === 0)
      return this.#reading.variable(variable);
    const printed = textPrinted(words);
    this.#isMoved ||= moves.test(name ?? '');
    if (this.#isMoved && printed !== '' && !printsItsWords.test(name ?? '')) return null;
    return printed === here ? this.#reading.variable('PWD') : printed;
  }

  /** The output of a single command or script that another command starts: `env echo x`, `sh -c 'echo x'`. */
  #carried(words: Words, input: Candidate): Output {
    if (this.#isOver()) return unknown;
    const { commands, scripts } = carriedBy(words);
    const [command, ...others] = commands;
    if (others.length > 0 || commands.length + scripts.length !== 1) return unknown;
    if (command !== undefined) return this.#called(command, input);
    const script = this.#reading.parse(scripts[0] ?? '');
    return script === null ? unknown : this.list(script.commands, input);
  }

  /** The output of a program for a file that the script writes, named as its last operand. */
  #ofFile(words: Words): Candidate {
    const path = words.length > 1 ? (words.at(-1) ?? null) : null;
    const text = path === null ? null : this.#reading.file(path);
    return text === null ? null : madeOf(words.slice(0, -1), text);
  }

  #pipeline({ commands, prefixes }: Pipeline, input: Candidate): Output {
    let output: Output = { text: input, succeeds: true };
    for (const command of commands) {
      output = this.read(command, output.text);
      if (output.text === null) return unknown;
    }
    const isNegated = prefixes.some(({ type }) => type === 'Negation');
    return isNegated && output.succeeds !== null ? { ...output, succeeds: !output.succeeds } : output;
  }

  #andOr({ commands, operators }: AndOr, input: Candidate): Output {
    let output: Output = { text: '', succeeds: true };
    for (const [index, command] of commands.entries()) {
      const operator = operators[index - 1];
      const succeeds = output.succeeds ?? (this.#reading.isGuess() ? operator === '&&' : null);
      if (succeeds === null || output.text === null) return unknown;
      if (operator !== undefined && succeeds !== (operator === '&&')) continue;
      const isLast = index === operators.length;
      const read = () => this.read(command, input);
      output = joined(output, isLast ? read() : this.#tested(read));
    }
    return output;
  }

  #if({ clause, then, elif, else: otherwise }: If, input: Candidate): Output {
    const tested = this.#tested(() => this.list(clause.commands, input));
    const succeeds = tested.succeeds ?? (this.#reading.isGuess() ? true : null);
    if (succeeds === null || tested.text === null || elif.length > 0) return unknown;
    const chosen = succeeds ? then : otherwise;
    return chosen === undefined ? tested : joined(tested, this.list(chosen.commands, input));
  }

  /** When guessing, the first branch that prints something; else unknown. */
  #case({ items }: Case, input: Candidate): Output {
    if (!this.#reading.isGuess()) return unknown;
    const found = items.map(({ body }) => this.list(body.commands, input));
    return found.find(({ text }) => text !== null && text !== '') ?? unknown;
  }

  #for({ name, wordlist, body }: For, input: Candidate): Output {
    const texts = (wordlist ?? []).flatMap((word) => this.#reading.texts(word));
    const rounds = texts.map((text): Choice => new Map([[name.value, [text]]]));
    return this.#rounds(rounds, body.commands, input);
  }

  /** The output of a list run once per choice of variables. */
  #rounds(rounds: readonly Choice[], statements: readonly Statement[], input: Candidate): Output {
    let output: Output = { text: '', succeeds: true };
    for (const round of rounds) {
      output = joined(
        output,
        this.#reading.under(round, () => this.list(statements, input)),
      );
      if (output.text === null) return unknown;
    }
    return output;
  }

  /** `while read -r a b; do …; done` */
  #while({ kind, clause, body }: While, input: Candidate): Output {
    const [statement, ...others] = clause.commands;
    if (this.#reading.isGuess() && input === null)
      return this.list([...clause.commands, ...body.commands], null);
    if (kind !== 'while' || input === null || others.length > 0 || statement?.command.type !== 'Command')
      return unknown;
    const [read, ...names] = wordsOf(statement.command, this.#reading).filter((word) => word !== '-r');
    if (read !== 'read' || names.length === 0 || !names.every((name) => isVariableName(name ?? '')))
      return unknown;
    const known = names.map((name) => name ?? '');
    const rounds = withoutTrailing(input, '\n')
      .split('\n')
      .map((line) => dividedTo(known, line));
    return this.#rounds(rounds, body.commands, null);
  }
}

/** Splits a line into variables like `read`; the last one gets the rest. */
function dividedTo(names: readonly string[], line: string): Choice {
  const words = line.trim().split(/\s+/);
  const held = new Map<string, Held>();
  for (const [index, name] of names.entries())
    held.set(name, [index === names.length - 1 ? words.slice(index).join(' ') : (words[index] ?? '')]);
  return held;
}

function joined(before: Output, { text, succeeds }: Output): Output {
  if (before.text === null || text === null) return unknown;
  const whole = before.text + text;
  return whole.length > longest ? unknown : { text: whole, succeeds };
}

/**
 * The output of a substitution if the text tells it, as for `$(echo …)`, `$(echo … | base64 -d)` or `$(f)`; null if not. For
 * finding dangers, never for allowing.
 */
export function echoedText(
  { script }: Pick<CommandExpansionPart, 'script'>,
  reading: PrintReading,
): Candidate {
  const [statement, ...others] = script?.commands ?? [];
  if (statement === undefined) return script === undefined ? null : '';
  const { command } = statement;
  const isPair = command.type === 'AndOr' && command.operators.join() === '&&' && others.length === 0;
  const listed = isPair ? command.commands : [command, ...others.map((other) => other.command)];
  const entered = folderEntered(listed, reading);
  if (entered !== null) return entered;
  const { text } = new Echoing(reading).list(script?.commands ?? [], null);
  return text === null ? null : withoutTrailing(text, '\n');
}

/** The output of a group of commands; null if the text does not tell it. */
export function textOfGroup(node: SyntaxNode, reading: PrintReading): Candidate {
  const isRedirected = node.type === 'Redirected';
  const input = isRedirected ? inputOf(node.redirects, reading) : null;
  return new Echoing(reading).read(isRedirected ? node.command : node, input).text;
}
