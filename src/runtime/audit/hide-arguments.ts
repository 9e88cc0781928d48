import { type CommandPart, type CommandWord, commandParts } from './command-words.ts';
import { namesOnly, readsSecret, type SecretForm, secretForms } from './secret-forms.ts';
import { namesSecret } from './secret-name.ts';

export const hidden = '(hidden)';
/** Most levels of nested quotes that are searched. */
const deepest = 3;

type MakeForm = () => SecretForm;

const formsOf = new Map<string, MakeForm[]>();
for (const [programs, form] of secretForms)
  for (const program of programs.split(' ')) formsOf.set(program, [...(formsOf.get(program) ?? []), form]);

/** Other words that make an argument a secret. */
const tellingWords: ReadonlySet<string> = new Set('set config sudo passwd chpasswd --with-token'.split(' '));

/** Whether a text has one of the words without which nothing in it is hidden here. */
function isTelling(text: string): boolean {
  for (const [word] of text.matchAll(/[\w.-]+/g))
    if (formsOf.has(word) || tellingWords.has(word) || word.endsWith('-stdin')) return true;
  return false;
}

/** Indexes of words with a secret, and how many of their characters may be shown. */
type Shown = Map<number, number>;

/** An argv with the arguments hidden that are secrets only because of the program or the word before them. */
export function hideInArgv(argv: readonly string[]): readonly string[] {
  const shown = secretsOf(argv);
  return argv.map((word, index) => {
    const length = shown.get(index);
    return length === undefined ? word : word.slice(0, length) + hidden;
  });
}

/** The same for shell text, also inside its quotes. Linear in its length. */
export function hideInCommand(text: string, depth = 0): string {
  if (!isTelling(text)) return text;
  const parts = commandParts(text);
  let [result, from] = ['', 0];
  for (const [index, part] of parts.entries()) {
    const shown = secretsOf(part.words.map(({ plain }) => plain));
    if (part.isPiped && isPrinter(part) && readsSecret(plainWords(parts[index + 1])))
      hideOperands(part, shown);
    for (const [place, word] of part.words.entries()) {
      const raw = text.slice(word.start, word.end);
      const length = shown.get(place);
      const masked = length === undefined ? hideInQuotes(raw, depth) : hideFrom(raw, word, length);
      result += text.slice(from, word.start) + masked;
      from = word.end;
    }
  }
  return result + text.slice(from);
}

/** Searches quoted text as a command of its own. */
function hideInQuotes(raw: string, depth: number): string {
  if (depth >= deepest || !/["']/.test(raw) || !/\s/.test(raw)) return raw;
  return raw.replace(
    /\\[\s\S]|(["'])((?:(?!\1)[^\\]|\\[\s\S])*)\1/g,
    (whole, quote?: string, inner?: string) =>
      quote === undefined ? whole : quote + hideInCommand(inner ?? '', depth + 1) + quote,
  );
}

/** `raw` up to the first `length` characters of its meaning, with an open quote closed. */
function hideFrom(raw: string, { plain }: CommandWord, length: number): string {
  let [at, quote] = [0, ''];
  for (let seen = 0; seen < length; at += 1) {
    const character = raw[at] ?? '';
    if (character === quote) quote = '';
    else if (quote === '' && /["']/.test(character)) quote = character;
    // With an escape in the part to show, nothing is shown.
    else if (character !== plain[seen]) return hidden;
    else seen += 1;
  }
  if (quote === '' && /["']/.test(raw[at] ?? '')) quote = raw[at++] ?? '';
  return length === 0 ? hidden : raw.slice(0, at) + hidden + quote;
}

function plainWords(part: CommandPart | undefined): readonly string[] {
  return part?.words.map(({ plain }) => plain) ?? [];
}

function isPrinter({ words }: CommandPart): boolean {
  return words[0]?.plain === 'echo' || words[0]?.plain === 'printf';
}

function hideOperands({ words }: CommandPart, shown: Shown): void {
  for (const [index, { plain }] of words.entries())
    if (index > 0 && !/^-[neE]+$|^%s(?:\\n)?$/.test(plain)) shown.set(index, 0);
}

function secretsOf(argv: readonly string[]): Shown {
  const shown: Shown = new Map();
  if (namesOnly.has(argv[0] ?? '')) return shown;
  hideSetting(argv, shown);
  if (readsSecret(argv)) hideHereString(argv, shown);
  // Each form applies from its first program on, so that repeated names of programs cost no more than one.
  const begins = new Map<MakeForm, number>();
  for (const [index, word] of argv.entries())
    for (const form of formsOf.get(word.slice(word.lastIndexOf('/') + 1)) ?? [])
      if (!begins.has(form)) begins.set(form, index + 1);
  for (const [form, from] of begins) hideForm(form(), argv, from, shown);
  return shown;
}

/** Whether a word names a secret; `set key x` and `set-credentials x` do not. */
function isSetting(word: string): boolean {
  const last = word.slice(Math.max(...['.', ':', '/'].map((sign) => word.lastIndexOf(sign))) + 1);
  return !/^(?:key|[gs]et-.*)$/i.test(last) && namesSecret(last);
}

/** Hides the value of `config set x.token VALUE`. */
function hideSetting(argv: readonly string[], shown: Shown): void {
  const verb = argv.findIndex((word) => word === 'set' || word === 'config');
  if (verb === -1) return;
  const name = argv.findIndex((word, index) => index > verb && isSetting(word));
  const value = argv[name + 1];
  if (name !== -1 && value !== undefined && !value.startsWith('-')) shown.set(name + 1, 0);
}

/** Hides the value of `<<< VALUE`. */
function hideHereString(argv: readonly string[], shown: Shown): void {
  const at = argv.findIndex((word) => word.startsWith('<<<'));
  if (at === -1) return;
  if (argv[at] === '<<<') shown.set(at + 1, 0);
  else shown.set(at, 3);
}

function hideForm(form: SecretForm, argv: readonly string[], from: number, shown: Shown): void {
  const { given, option, isAttached = false, at = [1], open = /^/ } = form;
  const rest = argv.slice(from);
  if (given !== undefined && !rest.some((word) => given.test(word))) return;
  if (option === undefined) {
    hideLastOperand(rest, from, shown);
    return;
  }
  const hide = (index: number, begin: number): void => {
    const value = argv[index]?.slice(begin) ?? '';
    const length = open.exec(value)?.[0].length;
    if (length !== undefined && length < value.length) shown.set(index, begin + length);
  };
  for (const [index, word] of rest.entries()) {
    const begin = option.exec(word)?.[0].length;
    if (begin === undefined) continue;
    if (begin < word.length) hide(from + index, begin);
    else if (!isAttached) for (const step of at) hide(from + index + step, 0);
  }
}

/** Hides the last of two or more operands; the user, file or sub-command stands before it. */
function hideLastOperand(rest: readonly string[], from: number, shown: Shown): void {
  const operands = [...rest.keys()].filter((index) => !rest[index]?.startsWith('-'));
  const last = operands.at(-1);
  if (last !== undefined && operands.length > 1) shown.set(from + last, 0);
}
