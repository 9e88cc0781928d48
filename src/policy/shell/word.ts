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

/** What a word is read with. */
export interface WordReading {
  readonly home: string;
  /** Variables whose text is known. */
  readonly known: { get(name: string): Arg | undefined };
  /** The grammar all shells share: quotes, `*` and `?`, nothing that expands. */
  readonly strict: boolean;
  readonly coverage: Coverage;
  /** Whether a message in the place of what commands print is in English, and none of its words a variable. */
  readonly isToldPlainly: () => boolean;
  /** Walks the script of a substitution. */
  readonly enter: (script: ParsedScript, node: Substitution) => Printed | undefined;
}

/** Braces are expanded before variables, so that of `$x{a,b}` the shell makes `$xa` and `$xb`. */
function checkVariablesBeforeBraces(parts: readonly WordPart[]): void {
  for (const [index, part] of parts.entries()) {
    const before = parts[index - 1];
    if (part.type !== 'BraceExpansion' || before?.type !== 'SimpleExpansion') continue;
    if (/^\$[A-Za-z_]/.test(before.text) && !braceChoices(part.text).every((text) => /^\W/.test(text)))
      throw new NotUnderstood('makes names of variables out of braces');
  }
}

/** Stars side by side reach folders below in some shells, whatever is quoted between them. */
function checkStars(pieces: readonly Piece[]): void {
  const filled = pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
  const stars = filled.map((piece) => (piece.kind === 'wild' && piece.isRun ? piece.text : ' ')).join('');
  if (stars.includes('**')) throw new NotUnderstood('uses **, which shells read differently');
}

/** What shells beyond bash expand where it stands behind a dollar sign: `$~x`, `$^x`, `$=x`. */
function checkDollars(plain: string, strict: boolean): void {
  if (strict && /\$[^\s/|),.;]/.test(plain)) throw new NotUnderstood('expands something in some shells');
}

/** Checks a stretch outside quotes for what the parser might have left unread; returns its piece. */
function bareText(raw: string, value: string, { strict }: WordReading): Piece {
  const plain = unescaped(raw);
  checkDollars(plain, strict);
  if (/`|\$[\w@*#?!$({['"-]/.test(plain))
    throw new NotUnderstood('expands something the parser does not show');
  if (plain !== '[' && plain !== '[[' && /[*?]|^[^[]*\[.*\]/s.test(plain))
    throw new NotUnderstood('holds an unclear wildcard');
  return { kind: 'text', text: value, quoted: false };
}

/** Parameters of the shell that are a number whatever was run: the last status, how many arguments, the process. */
const numbers: ReadonlySet<string> = new Set(['?', '#', '$']);
/** What is one or nothing: the last process in the background. */
const lastStarted = '!';

/** What a variable or parameter stands for, read as it is. */
function parameterPiece(name: string, quoted: boolean, { known }: WordReading): readonly Piece[] {
  if (numbers.has(name)) return [{ kind: 'unknown', quoted: true, isNumber: true }];
  if (name === lastStarted) return [{ kind: 'unknown', quoted, isCount: true }];
  return knownPiece(known.get(name), quoted);
}

type Expanding = Exclude<DoubleQuotedChild, { type: 'Literal' }>;

/** What is handed to a script every shell reads alike where it stands in quotes, and no other variable. */
function checkStrict({ type, text }: Expanding, isQuoted: boolean, { known, strict }: WordReading): void {
  const isGiven = type === 'SimpleExpansion' && /^\$[1@]$/.test(text) && known.get(text.slice(1));
  if (strict && !(isQuoted && isGiven))
    throw new NotUnderstood('expands variables, which this shell may read differently');
}

/** The variable an expansion shows, or null. */
function variableOf(part: Expanding): string | null {
  if (part.type === 'SimpleExpansion') return part.text.slice(1);
  return part.type === 'ParameterExpansion' ? part.parameter : null;
}

/** What `${…}` stands for. */
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
  // `"$@"` is no word at all where there are no arguments, and so are the elements of an array.
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
      // A substitution loses the end of a name that ends with a line's end.
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

/** Whether the text of `$'…'` gives a byte above 127 by its number: what comes of it need not be a character. */
function writesBytes(text: string): boolean {
  return /\\(?:x(?:[89a-f][0-9a-f]|\{)|[2-7][0-7]{2})/i.test(text.replaceAll('\\\\', ''));
}

/** Of `\u2713` bash keeps the six characters where the locale, or its age, has no such character. */
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
      // Of a backslash before a line's end bash keeps both, so a comment in a program ends there; after \c it takes a byte.
      if (/\\[\nc]/.test(part.text.replaceAll('\\\\', '')))
        throw new NotUnderstood("uses $'…' in a way the parser reads differently");
      if (writesBytes(part.text)) throw new NotUnderstood("writes bytes that may be no UTF-8 in $'…'");
      reading.coverage.span(part.pos, part.end, 'single');
      return [ansiCPiece(part)];
    case 'Glob':
      if (part.kind === 'bracket' && (reading.strict || /[$`'"\\]/.test(part.text))) {
        throw new NotUnderstood('uses a class that shells read differently');
      }
      // A class is taken for any one character: too wide is safe, and never a leading dot.
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

/** The words a word of the source makes. Throws NotUnderstood where the closed grammar ends. */
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

/** The pipe whose path `<(…)` stands for, from which what the commands in it print is read; null for every other word. */
export function readPipe(word: Word, reading: WordReading): Arg | null {
  const part = word.parts?.length === 1 ? word.parts[0] : undefined;
  if (part?.type !== 'ProcessSubstitution' || part.operator !== '<' || part.text !== word.text) return null;
  if (part.script === undefined || reading.strict || !reading.coverage.standsAlone(part.pos, part.end))
    return null;
  reading.coverage.start(part.pos, part.end);
  reading.enter(part.script, part);
  return { kind: 'unknown', text: part.text, prefix: '/dev/fd/', single: true, isPipe: true };
}

/** The words a word makes where blanks take apart what a variable outside quotes holds. */
export function readWords(word: Word, reading: WordReading): readonly Arg[] {
  const words = readWord(word, reading);
  return splitWord(word.parts ?? [], reading.known) ?? words;
}

/** The words a word behind a command's name makes. */
export function readArgument(word: Word, reading: WordReading): readonly Arg[] {
  const pipe = readPipe(word, reading);
  return pipe === null ? readWords(word, reading) : [pipe];
}

/** The one word a word of the source makes; throws NotUnderstood when it could make another number of words. */
export function readOneWord(word: Word, reading: WordReading): Arg {
  // What is assigned, tested or handed over keeps its braces, also those that would make but one word.
  if (word.parts?.some((part) => part.type === 'BraceExpansion') === true)
    throw new NotUnderstood('uses braces where they are not expanded');
  const words = readWord(word, reading);
  const only = words[0];
  if (only === undefined || words.length > 1)
    throw new NotUnderstood('expands to several words where one is wanted');
  return only;
}

/** The elements of an array being set; throws NotUnderstood where one names its index, which is computed. */
function readElements({ elements }: ArrayValue, reading: WordReading): readonly Arg[] {
  if (elements.some(({ text }) => /^\\?\[/.test(text)))
    throw new NotUnderstood('computes where an element goes');
  return elements.flatMap((word) => readWords(word, reading));
}

/** A variable being set; throws NotUnderstood for elements and for what is no plain name. */
export function readAssignment(node: Assignment, reading: WordReading): Assigned {
  if (reading.strict) throw new NotUnderstood('assigns a variable');
  if (node.index !== undefined) throw new NotUnderstood('assigns an element');
  if (!isVariableName(node.name)) throw new NotUnderstood('assigns something unusual');
  if (node.value.type === 'ArrayValue')
    return { name: node.name, value: arrayArg(node.name, readElements(node.value, reading)) };
  return { name: node.name, value: readOneWord(node.value, reading) };
}
