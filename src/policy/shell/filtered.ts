import { ownValue } from '../../core/record.ts';
import { baseName } from '../programs/base-name.ts';
import { each } from '../programs/words.ts';
import { chunksOf } from './chunks.ts';
import { type Given, optionsGiven } from './options-given.ts';
import { echoText, printfText } from './printf.ts';

type Lines = readonly string[];

/** What a program prints for the lines that it reads, by its options and operands; null if that is not known. */
type Filter = (lines: Lines, given: Given) => Lines | null;

const longest = 65_536;
const longestWord = 1000;
/** Characters with a special meaning in a pattern. */
const special = /[\\.*[\]^$+?(){}|]/;

function linesOf(text: string): Lines {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

const head: Filter = (lines, { options, operands }) => {
  const bytes = options.get('c');
  const count = options.get('n') ?? '10';
  if (operands.length > 0 || !/^-?\d+$/.test(bytes ?? count)) return null;
  return bytes === undefined
    ? lines.slice(0, Number(count))
    : `${lines.join('\n')}\n`.slice(0, Number(bytes)).split('\n');
};

const tail: Filter = (lines, { options, operands }) => {
  const count = options.get('n') ?? '10';
  if (operands.length > 0 || !/^[-+]?\d+$/.test(count)) return null;
  const number = Math.abs(Number(count));
  return lines.slice(Math.max(0, count.startsWith('+') ? number - 1 : lines.length - number));
};

const mostPicked = 4096;

/** The items selected by a list of `cut`: `1,3-5,7-`. */
function picked(items: readonly string[], list: string): readonly string[] | null {
  const wanted = new Set<number>();
  for (const range of list.split(',')) {
    const [, from = '', dash, to = ''] = /^(\d*)(-?)(\d*)$/.exec(range) ?? [];
    if (range === '' || dash === undefined) return null;
    const first = Number(from || 1);
    const last = dash === '' ? first : Math.min(Number(to || items.length), items.length);
    for (let at = first; at <= last && wanted.size < mostPicked; at += 1) wanted.add(at);
  }
  return items.filter((_, index) => wanted.has(index + 1));
}

const cut: Filter = (lines, { options, operands }) => {
  const chars = options.get('c') ?? options.get('b');
  const fields = options.get('f');
  const mark = options.get('d') ?? '\t';
  if (operands.length > 0 || (chars === undefined) === (fields === undefined)) return null;
  const made = lines.flatMap((line) => {
    if (chars !== undefined) return picked([...line], chars)?.join('') ?? null;
    if (mark === '' || !line.includes(mark)) return options.has('s') ? [] : line;
    return picked(line.split(mark), fields ?? '')?.join(mark) ?? null;
  });
  return made.every((line) => line !== null) ? made : null;
};

/** The edit for a substitution of a whole line, its beginning or its end; null for others. */
function changedLine(from: string, by: string): ((line: string) => string) | null {
  if (/^\^?\.\*\$?$/.test(from)) return (line) => by.replaceAll('&', () => line);
  if (by.includes('&')) return null;
  return (line) => (from === '^' ? by + line : from === '$' ? line + by : line);
}

/** The edit for `s/…/…/` with a literal text; null for others. */
function substituted(script: string): ((line: string) => string) | null {
  const [, , from = '', by = '', isGlobal = ''] =
    /^s([/|#,!@:%])((?:(?!\1).)*)\1((?:(?!\1).)*)\1(g?)$/s.exec(script) ?? [];
  const [, start = '', text = '', end = ''] = /^(\^?)(.*?)(\$?)$/s.exec(from) ?? [];
  if (from === '' || by.includes('\\')) return null;
  if (text === '.*' || (text === '' && start + end !== '')) return changedLine(from, by);
  if (/[\\.*[\]^$]/.test(text) || by.includes('&')) return null;
  if (start !== '' && end !== '') return (line) => (line === text ? by : line);
  if (start !== '') return (line) => (line.startsWith(text) ? by + line.slice(text.length) : line);
  if (end !== '')
    return (line) => (line.endsWith(text) ? line.slice(0, line.length - text.length) + by : line);
  return (line) => (isGlobal === '' ? line.replace(text, () => by) : line.replaceAll(text, () => by));
}

/** The lines selected by `2p`, `1,3d` and `4q`; null if the options do not fit. */
function addressed(lines: Lines, script: string, isSilent: boolean): Lines | null {
  const [, first, last = first, command] = /^(\d+|\$)(?:,(\d+|\$))?([pdq])$/.exec(script) ?? [];
  if (first === undefined || isSilent !== (command === 'p')) return null;
  const numberOf = (address = '') => (address === '$' ? lines.length : Number(address));
  if (command === 'q') return lines.slice(0, numberOf(first));
  const isWithin = (index: number) => index + 1 >= numberOf(first) && index < numberOf(last);
  return lines.filter((_, index) => isWithin(index) === isSilent);
}

const sed: Filter = (lines, { options, operands }) => {
  const script = options.get('e') ?? operands[0];
  if (script === undefined || operands.length > (options.has('e') ? 0 : 1)) return null;
  const isSilent = options.has('n');
  if (script === '' && !isSilent) return lines;
  const put = isSilent ? null : substituted(script);
  return put === null ? addressed(lines, script, isSilent) : lines.map(put);
};

const printing = /^\s*(?:NR\s*==?\s*(\d+)\s*)?\{\s*print\b([^{}|>;]*);?\s*\}\s*$/;
const printedItem = /"([^"\\]*)"|\$\(?(\d+|NF)\)?|(,)|(\s+)|(.)/g;

const wholeLine = '\\{\\s*print(?:\\s+\\$0)?\\s*;?\\s*\\}';
/** `{$1="git"}1`, `{$1="git"; print}`. */
const assigning = new RegExp(
  `^\\s*\\{\\s*\\$(\\d{1,2})\\s*=\\s*"([^"\\\\]*)"\\s*(?:;\\s*print(?:\\s+\\$0)?\\s*;?\\s*\\}|;?\\s*\\}\\s*;?\\s*(?:1|${wholeLine}))\\s*;?\\s*$`,
);

function fieldsOf(line: string, mark: string): readonly string[] {
  if (line === '') return [];
  return mark === ' ' ? line.trim().split(/\s+/) : line.split(mark);
}

/** A line with one of its fields replaced, as awk puts it together again. */
function withField(line: string, mark: string, [place, text]: readonly [number, string]): string {
  if (place === 0) return text;
  const fields = fieldsOf(line, mark);
  const all = Array.from({ length: Math.max(place, fields.length) }, (_, index) => fields[index] ?? '');
  return all.with(place - 1, text).join(' ');
}

/** The output of `print` for a line, with literals, fields and commas; null for anything else. */
function printedOf(items: string, line: string, mark: string): string | null {
  if (items.trim() === '') return line;
  const fields = fieldsOf(line, mark);
  let text = '';
  for (const [, literal, field, comma, , other] of items.matchAll(printedItem)) {
    if (other !== undefined) return null;
    if (comma !== undefined) text += ' ';
    if (field === '0') text += line;
    else if (field !== undefined) text += fields.at(field === 'NF' ? -1 : Number(field) - 1) ?? '';
    text += literal ?? '';
  }
  return text;
}

/** `{print $2}`, `NR==1{print "x " $NF}`, `{$1="x"}1`; `-F` is the field separator. */
const awk: Filter = (lines, { options, operands }) => {
  const mark = options.get('F') ?? ' ';
  if (operands.length !== 1 || mark.length !== 1 || special.test(mark)) return null;
  const [, place, text = ''] = assigning.exec(operands[0] ?? '') ?? [];
  if (place !== undefined) return lines.map((one) => withField(one, mark, [Number(place), text]));
  const found = printing.exec(operands[0] ?? '');
  if (found === null) return null;
  const [, line, items = ''] = found;
  const chosen = line === undefined ? lines : lines.slice(Number(line) - 1, Number(line));
  const made = chosen.map((one) => printedOf(items, one, mark));
  return made.every((text) => text !== null) ? made : null;
};

/** Lines that contain a literal text or, with `-o`, that text. */
const grep: Filter = (lines, { options, operands }) => {
  const pattern = options.get('e') ?? operands[0] ?? '';
  if (pattern === '' || special.test(pattern) || operands.length > (options.has('e') ? 0 : 1)) return null;
  const same = (text: string) => (options.has('i') ? text.toLowerCase() : text);
  const found = lines.filter((line) => {
    const isFound = options.has('x') ? same(line) === same(pattern) : same(line).includes(same(pattern));
    return isFound !== options.has('v');
  });
  if (!options.has('o')) return found;
  return options.has('i') ? null : found.map(() => pattern);
};

/** Sorts by bytes; other orders depend on the locale. */
const sort: Filter = (lines, { options, operands }) => {
  if (operands.length > 0) return null;
  const sorted = [...(options.has('u') ? new Set(lines) : lines)].sort((one, other) =>
    one < other ? -1 : Number(one > other),
  );
  return options.has('r') ? sorted.toReversed() : sorted;
};

const paste: Filter = (lines, { options, operands }) => {
  const mark = options.get('d') ?? '\t';
  if (operands.some((word) => word !== '-') || operands.length > 1 || mark.length > 1) return null;
  return options.has('s') ? [lines.join(mark)] : lines;
};

/** The output of `echo` or `printf` as `xargs` starts it; `echo` is its default. */
const xargs: Filter = (lines, { options, operands }) => {
  const [program = 'echo', ...given] = operands;
  const place = options.get('I');
  const all = lines.join(' ');
  if (!/^(?:echo|printf)$/.test(program) || /["'\\]/.test(all)) return null;
  const items = lines.map((line) => line.trimStart()).filter((item) => item !== '');
  const print = (words: Lines) => (program === 'echo' ? `${echoText(words)}\n` : printfText(words));
  if (place !== undefined)
    return place === ''
      ? null
      : linesOf(items.map((item) => print(given.map((word) => word.replaceAll(place, () => item)))).join(''));
  const words = all.trim().split(/\s+/);
  const size = Number(options.get('n') ?? words.length);
  if (!(size > 0)) return null;
  return linesOf(
    chunksOf(words, size)
      .map((chunk) => print([...given, ...chunk]))
      .join(''),
  );
};

const ofAll =
  (filter: (lines: Lines) => Lines): Filter =>
  (lines, { operands }) =>
    operands.length === 0 ? filter(lines) : null;

const lettersOf = 'EFGPaswh';

/** `nl` leaves empty lines without a number. */
function numbered(lines: Lines): Lines {
  let number = 0;
  return lines.map((line) => (line === '' ? ' '.repeat(7) : `${String(++number).padStart(6)}\t${line}`));
}

/** A filter: its option letters as for `getopt`, its function, and its long options by the letters they mean. */
type FilterForm = readonly [letters: string, filter: Filter, long?: Readonly<Record<string, string>>];

const filters: Readonly<Record<string, FilterForm>> = {
  head: ['n:c:q', head, { lines: 'n', bytes: 'c' }],
  tail: ['n:q', tail, { lines: 'n' }],
  cut: ['c:b:f:d:s', cut, { characters: 'c', bytes: 'b', fields: 'f', delimiter: 'd' }],
  sed: ['nErsue:', sed, { expression: 'e', quiet: 'n', silent: 'n' }],
  ...each<FilterForm>('awk gawk mawk', ['F:', awk]),
  ...each<FilterForm>('grep egrep fgrep', [`${lettersOf}ivoxe:`, grep]),
  sort: ['ru', sort],
  paste: ['sd:', paste],
  xargs: ['+rI:n:', xargs],
  tee: ['a', (lines) => lines],
  uniq: ['', ofAll((lines) => lines.filter((line, index) => index === 0 || line !== lines[index - 1]))],
  tac: ['', ofAll((lines) => lines.toReversed())],
  nl: ['', ofAll(numbered)],
  ...each<FilterForm>('fold fmt column', ['', ofAll((lines) => lines)]),
};

/** Whether a program is a known filter of lines. */
export function isFilter(program: string | null | undefined): boolean {
  return Object.hasOwn(filters, baseName(program ?? ''));
}

/** What a filter prints for a text; null if that is not known. For finding dangers, never for allowing. */
export function filteredBy([program = '', ...words]: readonly string[], text: string): string | null {
  const [letters, filter, long = {}] = ownValue(filters, baseName(program)) ?? [];
  if (filter === undefined || letters === undefined || text.length > longest) return null;
  if (words.some((word) => word.length > longestWord)) return null;
  const given = optionsGiven(words, letters, long);
  const lines = linesOf(text);
  const made = given && filter(lines, given);
  return made === null ? null : made.map((line) => `${line}\n`).join('');
}
