import type { ArrayValue, Assignment, DoubleQuotedChild, ParsedScript, Word, WordPart } from 'unbash';
import { isSecretName, isVariableName } from '../../core/environment.ts';
import { type Arg, type Assigned, NotUnderstood, type Printed } from './arg.ts';
import { readArithmetic } from './arithmetic.ts';
import { arrayArg, elementsOf } from './arrays.ts';
import { braceChoices } from './brace-choices.ts';
import { checkBraceMarks, checkBraces, isBraced, unescaped } from './braces.ts';
import type { Coverage } from './coverage.ts';
import { cutPiece } from './cut-texts.ts';
import { checkParameter } from './expansion.ts';
import { knownPiece } from './known-pieces.ts';
import type { Substitution } from './lost-separator.ts';
import { type Piece, wordsOf } from './pieces.ts';
import { printsHere } from './printed.ts';
import { substituted } from './substituted.ts';
import { splitWord, walkedWord } from './walked.ts';

/** What words are read with. */
export interface WordReading {
  readonly home: string;
  /** Variables with a known value. */
  readonly known: { get(name: string): Arg | undefined };
  /** Whether only grammar that all shells share is understood: quotes, `*` and `?`, no expansions. */
  readonly strict: boolean;
  readonly coverage: Coverage;
  /** Whether messages among the output of commands are in English, with no variable named like their words. */
  readonly isToldPlainly: () => boolean;
  /** Walks the script of a substitution; returns its output, if that is known. */
  readonly enter: (script: ParsedScript, node: Substitution) => Printed | undefined;
}

/** Braces are expanded before variables: `$x{a,b}` becomes `$xa` and `$xb`. */
function checkVariablesBeforeBraces(parts: readonly WordPart[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (part.type !== 'BraceExpansion' || before?.type !== 'SimpleExpansion') continue;
    if (/^\$[A-Za-z_]/.test(before.text) && !braceChoices(part.text).every((text) => /^\W/.test(text)))
      throw new NotUnderstood('makes names of variables out of braces');
  }
}

/** Adjacent stars match across folders in some shells, even with quotes between them. */
function checkStars(pieces: readonly Piece[]): void {
  const filled = pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
  const stars = filled.map((piece) => (piece.kind === 'wild' && piece.isRun ? piece.text : ' ')).join('');
  if (stars.includes('**')) throw new NotUnderstood('uses **, which shells read differently');
}

/** Rejects expansions of shells other than bash behind a dollar sign: `$~x`, `$^x`, `$=x`. */
function checkDollars(plain: string, strict: boolean): void {
  if (strict && /\$[^\s/|),.;]/.test(plain)) throw new NotUnderstood('expands something in some shells');
}

/** Checks unquoted text for anything that the parser may have overlooked; returns its piece. */
function bareText(raw: string, value: string, { strict }: WordReading): Piece {
  const plain = unescaped(raw);
  checkDollars(plain, strict);
  if (/`|\$[\w@*#?!$({['"-]/.test(plain))
    throw new NotUnderstood('expands something the parser does not show');
  if (plain !== '[' && plain !== '[[' && /[*?]|^[^[]*\[.*\]/s.test(plain))
    throw new NotUnderstood('holds an unclear wildcard');
  return { kind: 'text', text: value, quoted: false };
}

/** Parameters that are always a number: the last status, the number of arguments, the process. */
const numbers: ReadonlySet<string> = new Set(['?', '#', '$']);
/** A number or empty: the last background process. */
const lastStarted = '!';

/** The pieces of a variable or parameter without an operation. */
function parameterPiece(name: string, quoted: boolean, { known }: WordReading): readonly Piece[] {
  if (numbers.has(name)) return [{ kind: 'unknown', quoted: true, isNumber: true }];
  if (name === lastStarted) return [{ kind: 'unknown', quoted, isCount: true }];
  return knownPiece(known.get(name), quoted);
}

type Expanding = Exclude<DoubleQuotedChild, { type: 'Literal' }>;

/** In strict mode, rejects all variables except quoted parameters that are handed in. */
function checkStrict({ type, text }: Expanding, isQuoted: boolean, { known, strict }: WordReading): void {
  const isGiven = type === 'SimpleExpansion' && /^\$[1@]$/.test(text) && known.get(text.slice(1));
  if (strict && !(isQuoted && isGiven))
    throw new NotUnderstood('expands variables, which this shell may read differently');
}

/** The variable of an expansion; null for a substitution. */
function variableOf(part: Expanding): string | null {
  if (part.type === 'SimpleExpansion') return part.text.slice(1);
  return part.type === 'ParameterExpansion' ? part.parameter : null;
}

/** The pieces of `${…}`. */
function bracedPieces(
  part: Extract<Expanding, { type: 'ParameterExpansion' }>,
  quoted: boolean,
  reading: WordReading,
): readonly Piece[] {
  checkParameter(part);
  const { prefix, index, operation, parameter } = part;
  if (prefix === '#') return [{ kind: 'unknown', quoted: true, isNumber: true }];
  if (prefix !== undefined || index !== undefined) return [{ kind: 'unknown', quoted }];
  return operation === undefined
    ? parameterPiece(parameter, quoted, reading)
    : cutPiece(reading.known.get(parameter), operation, quoted);
}

function expansionPieces(part: Expanding, isQuoted: boolean, reading: WordReading): readonly Piece[] {
  checkStrict(part, isQuoted, reading);
  reading.coverage.start(part.pos, part.end);
  const name = variableOf(part);
  // `"$@"` without arguments is no word at all, and neither are the elements of an empty array.
  const isEach = name === '@' || (part.type === 'ParameterExpansion' && part.index?.text === '@');
  const quoted = isQuoted && !isEach;
  if (name !== null && name === name.toUpperCase() && isSecretName(name)) {
    throw new NotUnderstood(`shows ${name}, which looks secret`);
  }
  switch (part.type) {
    case 'SimpleExpansion':
      return parameterPiece(part.text.slice(1), quoted, reading);
    case 'ParameterExpansion':
      return bracedPieces(part, quoted, reading);
    case 'CommandExpansion': {
      if (part.script === undefined || part.text.startsWith('${'))
        throw new NotUnderstood('runs a substitution of a newer shell');
      const printed = reading.enter(part.script, part);
      const here = printsHere(part) ? reading.known.get('PWD') : undefined;
      // A substitution strips trailing newlines.
      return here === undefined || here.text.endsWith('\n')
        ? [substituted(part, quoted, { printed, reading })]
        : knownPiece(here, quoted);
    }
    case 'ArithmeticExpansion':
      readArithmetic(part, reading);
      return [{ kind: 'unknown', quoted: true, isNumber: true, isSigned: true }];
  }
}

function quotedPieces(children: readonly DoubleQuotedChild[], reading: WordReading): readonly Piece[] {
  return children.flatMap((child): readonly Piece[] => {
    if (child.type !== 'Literal') return expansionPieces(child, true, reading);
    reading.coverage.span(child.pos, child.end, 'double');
    if (/`|\$[\w@*#?!$({[]/.test(unescaped(child.text)))
      throw new NotUnderstood('expands something the parser does not show');
    checkDollars(unescaped(child.text), reading.strict);
    return [{ kind: 'text', text: child.value, quoted: true }];
  });
}

/** Whether the text of `$'…'` contains a byte above 127 by number, which need not be a valid character. */
function writesBytes(text: string): boolean {
  return /\\(?:x(?:[89a-f][0-9a-f]|\{)|[2-7][0-7]{2})/i.test(text.replaceAll('\\\\', ''));
}

/** Bash keeps the six characters of `\u2713` if the locale, or an old version, lacks that character. */
function ansiCPiece({ text, value }: Extract<WordPart, { type: 'AnsiCQuoted' }>): Piece {
  return /\\u/i.test(text.replaceAll('\\\\', ''))
    ? { kind: 'unknown', quoted: true }
    : { kind: 'text', text: value, quoted: true };
}

function partPieces(part: WordPart, reading: WordReading): readonly Piece[] {
  switch (part.type) {
    case 'Literal':
      return [bareText(part.text, part.value, reading)];
    case 'SingleQuoted':
      reading.coverage.span(part.pos, part.end, 'single');
      return [{ kind: 'text', text: part.value, quoted: true }];
    case 'DoubleQuoted':
      return [{ kind: 'text', text: '', quoted: true }, ...quotedPieces(part.parts, reading)];
    case 'AnsiCQuoted':
      if (reading.strict || part.value.includes('\0'))
        throw new NotUnderstood("uses $'…' in a way shells differ about");
      // Bash keeps a backslash before a newline, so a comment in a program ends there; after \c it takes a byte.
      if (/\\[\nc]/.test(part.text.replaceAll('\\\\', '')))
        throw new NotUnderstood("uses $'…' in a way the parser reads differently");
      if (writesBytes(part.text)) throw new NotUnderstood("writes bytes that may be no UTF-8 in $'…'");
      reading.coverage.span(part.pos, part.end, 'single');
      return [ansiCPiece(part)];
    case 'Glob':
      if (part.kind === 'bracket' && (reading.strict || /[$`'"\\]/.test(part.text))) {
        throw new NotUnderstood('uses a class that shells read differently');
      }
      // A class matches any character: too wide is safe, and never a leading dot.
      return [{ kind: 'wild', isRun: part.kind === 'star', text: part.text }];
    case 'BraceExpansion':
      if (reading.strict) throw new NotUnderstood('uses braces, which not every shell expands');
      return [{ kind: 'choices', texts: braceChoices(part.text) }];
    case 'SimpleExpansion':
    case 'ParameterExpansion':
    case 'CommandExpansion':
    case 'ArithmeticExpansion':
      return expansionPieces(part, false, reading);
    case 'ProcessSubstitution':
      throw new NotUnderstood('substitutes a process');
    case 'ExtendedGlob':
      throw new NotUnderstood('uses an extended wildcard');
    case 'LocaleString':
      throw new NotUnderstood('translates a string');
  }
}

function tildePieces(word: Word, pieces: readonly Piece[], reading: WordReading): readonly Piece[] {
  const assigned = reading.strict ? /[=:]~/ : /^[A-Za-z_]\w*\+?=(.*:)?~/s;
  if (assigned.test(word.text)) throw new NotUnderstood('expands ~ behind an equals sign');
  const first = pieces[0];
  if (!word.text.startsWith('~') || first?.kind !== 'text') return pieces;
  if (!/^~(\/|$)/.test(word.text)) throw new NotUnderstood("names another user's home");
  return [{ kind: 'text', text: reading.home + first.text.slice(1), quoted: true }, ...pieces.slice(1)];
}

/** The words that a source word makes. Throws NotUnderstood for anything beyond the supported grammar. */
export function readWord(word: Word, reading: WordReading): readonly Arg[] {
  const parts = word.parts;
  if (parts === undefined) {
    const pieces = [bareText(word.text, word.value, reading)];
    if (isBraced(unescaped(word.text))) throw new NotUnderstood('uses braces in an unclear way');
    return wordsOf(tildePieces(word, pieces, reading), word.text);
  }
  checkBraceMarks(word);
  checkVariablesBeforeBraces(parts);
  const nested = parts.map((part) => partPieces(part, reading));
  const heads = nested.map((list): Piece => list[0] ?? { kind: 'text', text: '', quoted: true });
  checkBraces(heads, parts);
  const pieces = nested.flat();
  const walked = reading.strict ? null : walkedWord(parts, pieces, reading.known);
  if (walked !== null) return [walked];
  const elements = reading.strict ? null : elementsOf(parts, reading.known);
  if (elements !== null) return elements;
  if (reading.strict) checkStars(pieces);
  return wordsOf(tildePieces(word, pieces, reading), word.text);
}

/** The pipe that `<(…)` names, with the commands whose output is read from it; null for other words. */
export function readPipe(word: Word, reading: WordReading): Arg | null {
  const part = word.parts?.length === 1 ? word.parts[0] : undefined;
  if (part?.type !== 'ProcessSubstitution' || part.operator !== '<' || part.text !== word.text) return null;
  if (part.script === undefined || reading.strict || !reading.coverage.standsAlone(part.pos, part.end))
    return null;
  reading.coverage.start(part.pos, part.end);
  reading.enter(part.script, part);
  return { kind: 'unknown', text: part.text, prefix: '/dev/fd/', single: true, isPipe: true };
}

/** The words that a word makes after splitting unquoted variables at blanks. */
export function readWords(word: Word, reading: WordReading): readonly Arg[] {
  const words = readWord(word, reading);
  return splitWord(word.parts ?? [], reading.known) ?? words;
}

/** The words that an argument of a command makes. */
export function readArgument(word: Word, reading: WordReading): readonly Arg[] {
  const pipe = readPipe(word, reading);
  return pipe === null ? readWords(word, reading) : [pipe];
}

/** The only word that a word makes; throws NotUnderstood if the number of words may differ. */
export function readOneWord(word: Word, reading: WordReading): Arg {
  // Braces are not expanded in assignments, tests and here-strings.
  if (word.parts?.some((part) => part.type === 'BraceExpansion') === true)
    throw new NotUnderstood('uses braces where they are not expanded');
  const words = readWord(word, reading);
  const only = words[0];
  if (only === undefined || words.length > 1)
    throw new NotUnderstood('expands to several words where one is wanted');
  return only;
}

/** The elements of an array assignment; throws NotUnderstood if one has an index, which is evaluated. */
function readElements({ elements }: ArrayValue, reading: WordReading): readonly Arg[] {
  if (elements.some(({ text }) => /^\\?\[/.test(text)))
    throw new NotUnderstood('computes where an element goes');
  return elements.flatMap((word) => readWords(word, reading));
}

/** The variable that an assignment sets; throws NotUnderstood for array elements and unusual names. */
export function readAssignment(node: Assignment, reading: WordReading): Assigned {
  if (reading.strict) throw new NotUnderstood('assigns a variable');
  if (node.index !== undefined) throw new NotUnderstood('assigns an element');
  if (!isVariableName(node.name)) throw new NotUnderstood('assigns something unusual');
  if (node.value.type === 'ArrayValue')
    return { name: node.name, value: arrayArg(node.name, readElements(node.value, reading)) };
  return { name: node.name, value: readOneWord(node.value, reading) };
}
