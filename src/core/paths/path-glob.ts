import { cannot } from '../failure.ts';
import { ownValue } from '../record.ts';

/** An element of a segment: a character, any one (`?`), any run (`*`) or a character class. */
type Token =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'one' | 'run' }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly ranges: readonly (readonly [number, number])[];
    };

/** A test of one name, or `**` for any number of names. */
type Segment = ((name: string) => boolean) | '**';

const mostAlternatives = 1000;
/** Most characters of all expansions together: nested lists and long tails multiply. */
const mostExpanded = 1_048_576;

interface BraceList {
  readonly start: number;
  readonly commas: number[];
  readonly end: number;
}

/** The first brace list at or after `from`, in one pass; an unpaired brace or one without a comma is literal. */
function findBrace(pattern: string, from: number): BraceList | null {
  const open: Omit<BraceList, 'end'>[] = [];
  let first: BraceList | null = null;
  for (let i = from; i < pattern.length && (first === null || open.length > 0); i += 1) {
    const char = pattern[i];
    if (char === '\\') i += 1;
    else if (char === '{') open.push({ start: i, commas: [] });
    else if (char === ',') open.at(-1)?.commas.push(i);
    else if (char === '}') {
      const closed = open.pop();
      const isList = closed !== undefined && closed.commas.length > 0;
      if (isList && (first === null || closed.start < first.start)) first = { ...closed, end: i };
    }
  }
  return first;
}

/** The patterns that a pattern's brace lists expand to; throws `tool_failed` for more than 1,000 patterns or 1,048,576 characters. */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [{ text: pattern, from: 0 }];
  let left = mostExpanded;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const brace = findBrace(next.text, next.from);
    if (brace === null) {
      done.push(next.text);
      continue;
    }
    let start = brace.start + 1;
    for (const end of [...brace.commas, brace.end]) {
      const text =
        next.text.slice(0, brace.start) + next.text.slice(start, end) + next.text.slice(brace.end + 1);
      open.push({ text, from: brace.start });
      start = end + 1;
      left -= text.length;
      const isMany = done.length + open.length > mostAlternatives;
      if (left >= 0 && !isMany) continue;
      const most = isMany ? `${mostAlternatives} patterns` : `${mostExpanded} characters`;
      throw cannot('match', pattern, `its braces stand for more than ${most}`, 'fewer of them');
    }
  }
  return done;
}

/** The ASCII characters of POSIX classes, as pairs of bounds. */
const namedSets: Readonly<Record<string, string>> = {
  alpha: 'AZaz',
  digit: '09',
  alnum: '09AZaz',
  upper: 'AZ',
  lower: 'az',
  xdigit: '09AFaf',
  word: '09AZ__az',
  blank: '\t\t  ',
  space: '\t\r  ',
  punct: '!/:@[`{~',
  graph: '!~',
  print: ' ~',
  cntrl: '\0\x1f\x7f\x7f',
};

/** Character ranges of a class, and the index of the last character that is read. */
interface ClassPart {
  readonly ranges: readonly [number, number][];
  readonly end: number;
}

/** `[:digit:]` inside a class; null for anything else. */
function namedSet(text: string, start: number): ClassPart | null {
  const [whole, name = ''] = /^\[:([a-z]{5,6}):\]/.exec(text.slice(start, start + 11)) ?? [];
  const bounds = ownValue(namedSets, name);
  if (whole === undefined || bounds === undefined) return null;
  const ranges = [...bounds.matchAll(/(.)(.)/gs)].map(([, low = '', high = '']): [number, number] => [
    low.charCodeAt(0),
    high.charCodeAt(0),
  ]);
  return { ranges, end: start + whole.length - 1 };
}

/** A character or a range of a class. */
function readRange(text: string, start: number): ClassPart {
  const at = text[start] === '\\' ? start + 1 : start;
  const low = text.codePointAt(at) ?? 0;
  const end = low > 0xffff ? at + 1 : at;
  if (text[end + 1] !== '-' || text[end + 2] === ']') return { ranges: [[low, low]], end };
  const high = text.codePointAt(end + 2) ?? 0;
  return { ranges: [[low, high]], end: end + (high > 0xffff ? 3 : 2) };
}

function readSet(text: string, start: number): { token: Token; end: number } | null {
  const negated = text[start + 1] === '!' || text[start + 1] === '^';
  const ranges: [number, number][] = [];
  const first = start + (negated ? 2 : 1);
  for (let i = first; i < text.length; i += 1) {
    if (text[i] === ']' && i > first) return { token: { kind: 'set', negated, ranges }, end: i };
    const part = namedSet(text, i) ?? readRange(text, i);
    ranges.push(...part.ranges);
    i = part.end;
  }
  return null;
}

function readCharacter(text: string, start: number): { token: Token; end: number } {
  const at = text[start] === '\\' && start + 1 < text.length ? start + 1 : start;
  const code = text.codePointAt(at) ?? 0;
  return { token: { kind: 'char', code }, end: code > 0xffff ? at + 1 : at };
}

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  // If one class is unclosed, so is any later one; scanning again for each would take quadratic time.
  let mayBeSet = true;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '*') {
      if (tokens.at(-1)?.kind !== 'run') tokens.push({ kind: 'run' });
    } else if (text[i] === '?') tokens.push({ kind: 'one' });
    else {
      const set: ReturnType<typeof readSet> = text[i] === '[' && mayBeSet ? readSet(text, i) : null;
      if (text[i] === '[') mayBeSet = set !== null;
      const { token, end } = set ?? readCharacter(text, i);
      tokens.push(token);
      i = end;
    }
  }
  return tokens;
}

/** The text of tokens that are all plain characters; null otherwise. */
function literalOf(tokens: readonly Token[]): string | null {
  const codes = tokens.map((token) => (token.kind === 'char' ? token.code : -1));
  return codes.includes(-1) ? null : codes.map((code) => String.fromCodePoint(code)).join('');
}

/** A matcher of one segment; common forms (`name`, `*.ts`, `lib*`) compare strings. */
function compileSegment(text: string): Segment {
  if (text === '**') return '**';
  const tokens = readTokens(text);
  const whole = literalOf(tokens);
  if (whole !== null) return (name) => name === whole;
  const [end, start] = [literalOf(tokens.slice(1)), literalOf(tokens.slice(0, -1))];
  if (end !== null && tokens[0]?.kind === 'run') return (name) => name.endsWith(end);
  if (start !== null && tokens.at(-1)?.kind === 'run') return (name) => name.startsWith(start);
  return (name) => matchTokens(tokens, name);
}

function takes(token: Token, code: number): boolean {
  if (token.kind === 'char') return token.code === code;
  if (token.kind !== 'set') return true;
  return token.ranges.some(([low, high]) => code >= low && code <= high) !== token.negated;
}

/** Matches one name. Only the last `*` is ever widened, so the time is at most the product of both lengths. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let [at, index] = [0, 0];
  let [runToken, runAt] = [-1, 0];
  while (at < name.length) {
    const token = tokens[index];
    const code = name.codePointAt(at) ?? 0;
    if (token?.kind === 'run') {
      [runToken, runAt] = [index, at];
      index += 1;
    } else if (token !== undefined && takes(token, code)) {
      at += code > 0xffff ? 2 : 1;
      index += 1;
    } else if (runToken !== -1) {
      runAt += (name.codePointAt(runAt) ?? 0) > 0xffff ? 2 : 1;
      [at, index] = [runAt, runToken + 1];
    } else return false;
  }
  while (tokens[index]?.kind === 'run') index += 1;
  return index === tokens.length;
}

/** Matches whole paths in the same way: only the last `**` is ever widened. */
function matchPath(segments: readonly Segment[], names: readonly string[]): boolean {
  let [at, index] = [0, 0];
  let [anyIndex, anyAt] = [-1, 0];
  while (at < names.length) {
    const segment = segments[index];
    if (segment === '**') {
      [anyIndex, anyAt] = [index, at];
      index += 1;
    } else if (segment?.(names[at] ?? '')) {
      at += 1;
      index += 1;
    } else if (anyIndex !== -1) {
      anyAt += 1;
      [at, index] = [anyAt, anyIndex + 1];
    } else return false;
  }
  while (segments[index] === '**') index += 1;
  return index === segments.length;
}

/** A final `**` matches everything below a folder, but not the folder itself. */
function compilePath(pattern: string): readonly Segment[] {
  const segments = pattern.split('/').map(compileSegment);
  return segments.length > 1 && segments.at(-1) === '**' ? [...segments, () => true] : segments;
}

/**
 * A test of slash-separated paths: `*` and `?` match within a name, `**` any number of folders; classes and braces are supported, `\`
 * escapes. Names with a leading dot are not special. The time is polynomial of low degree for any pattern, which a backtracking regular
 * expression cannot promise.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const alternatives = expandBraces(pattern).map(compilePath);
  const [anywhere, last, ...more] = alternatives.length === 1 ? (alternatives[0] ?? []) : [];
  if (anywhere === '**' && typeof last === 'function' && more.length === 0) {
    return (path) => last(path.slice(path.lastIndexOf('/') + 1));
  }
  return (path) => {
    const names = path.split('/');
    return alternatives.some((segments) => matchPath(segments, names));
  };
}
