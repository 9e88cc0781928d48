import { type CommandPart, type CommandWord, commandParts } from './command-words.ts';
import { namesOnly, readsSecret, type SecretForm, secretForms } from './secret-forms.ts';
import { namesSecret } from './secret-name.ts';

export const hidden = '(hidden)';
/** Quotes within quotes that are looked into. */
const deepest = 3;

type MakeForm = () => SecretForm;

const formsOf = new Map<string, MakeForm[]>();
for (const [programs, form] of secretForms)
  for (const program of programs.split(' ')) formsOf.set(program, [...(formsOf.get(program) ?? []), form]);

/** What besides those programs makes an argument one to hide. */
const tellingWords: ReadonlySet<string> = new Set('set config sudo passwd chpasswd --with-token'.split(' '));

/** Whether a text has a word without which no argument of it is hidden here. */
function isTelling(text: string): boolean {
  for (const [word] of text.matchAll(/[\w.-]+/g))
    if (formsOf.has(word) || tellingWords.has(word) || word.endsWith('-stdin')) return true;
  return false;
}

/** Of each word that is or holds a secret, how many of its characters may be shown. */
type Shown = Map<number, number>;

/** The words of an argv, those hidden that only the program or the name before them tells to be secrets. */
export function hideInArgv(argv: readonly string[]): readonly string[] {
  const shown = secretsOf(argv);
  return argv.map((word, index) => {
    const length = shown.get(index);
    return length === undefined ? word : word.slice(0, length) + hidden;
  });
}

/** The same for a text in a shell's syntax, and inside its quotes. Takes time linear in its length. */
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

/** What stands between quotes is looked through as a command of its own. */
function hideInQuotes(raw: string, depth: number): string {
  if (depth >= deepest || !/["']/.test(raw) || !/\s/.test(raw)) return raw;
  return raw.replace(
    /\\[\s\S]|(["'])((?:(?!\1)[^\\]|\\[\s\S])*)\1/g,
    (whole, quote?: string, inner?: string) =>
      quote === undefined ? whole : quote + hideInCommand(inner ?? '', depth + 1) + quote,
  );
}

/** `raw` with the first `length` characters of what it means, and the quote that is open there closed. */
function hideFrom(raw: string, { plain }: CommandWord, length: number): string {
  let [at, quote] = [0, ''];
  for (let seen = 0; seen < length; at += 1) {
    const character = raw[at] ?? '';
    if (character === quote) quote = '';
    else if (quote === '' && /["']/.test(character)) quote = character;
    // With an escape within what would be shown, nothing of the word is.
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
  // Each form counts from its first program on, so that many names of programs take no longer than one.
  const begins = new Map<MakeForm, number>();
  for (const [index, word] of argv.entries())
    for (const form of formsOf.get(word.slice(word.lastIndexOf('/') + 1)) ?? [])
      if (!begins.has(form)) begins.set(form, index + 1);
  for (const [form, from] of begins) hideForm(form(), argv, from, shown);
  return shown;
}

/** Whether a word names a secret; `set key x` and `set-credentials x` are about other things. */
function isSetting(word: string): boolean {
  const last = word.slice(Math.max(...['.', ':', '/'].map((sign) => word.lastIndexOf(sign))) + 1);
  return !/^(?:key|[gs]et-.*)$/i.test(last) && namesSecret(last);
}

/** `config set x.token VALUE` */
function hideSetting(argv: readonly string[], shown: Shown): void {
  const verb = argv.findIndex((word) => word === 'set' || word === 'config');
  if (verb === -1) return;
  const name = argv.findIndex((word, index) => index > verb && isSetting(word));
  const value = argv[name + 1];
  if (name !== -1 && value !== undefined && !value.startsWith('-')) shown.set(name + 1, 0);
}

/** `<<< VALUE` */
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

/** The last of two operands or more: before it stand the user, the file or the sub-command. */
function hideLastOperand(rest: readonly string[], from: number, shown: Shown): void {
  const operands = [...rest.keys()].filter((index) => !rest[index]?.startsWith('-'));
  const last = operands.at(-1);
  if (last !== undefined && operands.length > 1) shown.set(from + last, 0);
}
