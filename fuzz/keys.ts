import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import * as v from 'valibot';
import { ToolFailure } from '../src/core/failure.ts';
import { encodeKeys } from '../src/sessions/input/keys.ts';
import { encodePaste } from '../src/sessions/input/paste.ts';
import { decodePresses, type Press } from './key-decoder.ts';
import { propertySuite } from './property.ts';

const press = v.object({
  modifiers: v.array(v.picklist(['C', 'M', 'S'])),
  caret: v.boolean(),
  name: v.string(),
});
const schema = v.variant('kind', [
  v.object({ kind: v.literal('press'), ...press.entries, application: v.boolean(), terminal: v.boolean() }),
  v.object({
    kind: v.literal('whole'),
    literal: v.string(),
    hex: v.array(v.string()),
    keys: v.array(v.string()),
    terminal: v.boolean(),
  }),
  v.object({ kind: v.literal('paste'), text: v.string() }),
]);
type Given = v.InferOutput<typeof schema>;
type Pressed = Extract<Given, { kind: 'press' }>;

/** tmux's names with those that people use besides, and the key each is. */
const usual: Readonly<Record<string, string>> = {
  ...{ Enter: 'enter', Return: 'enter', KPEnter: 'enter', Tab: 'tab', Escape: 'escape', Esc: 'escape' },
  ...{ Space: ' ', BSpace: 'backspace', Backspace: 'backspace', Up: 'up', Down: 'down', Right: 'right' },
  ...{
    Left: 'left',
    Home: 'home',
    End: 'end',
    IC: 'insert',
    Insert: 'insert',
    DC: 'delete',
    Delete: 'delete',
  },
  ...{ PageUp: 'pageup', PgUp: 'pageup', PPage: 'pageup', PageDown: 'pagedown', PgDn: 'pagedown' },
  ...{ NPage: 'pagedown' },
  ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`F${index + 1}`, `f${index + 1}`])),
  ...Object.fromEntries([...'0123456789/*-+.'].map((char) => [`KP${char}`, char])),
};
/** The same in small letters too: case is folded. */
const named: Readonly<Record<string, string>> = {
  ...usual,
  ...Object.fromEntries(Object.entries(usual).map(([name, key]) => [name.toLowerCase(), key])),
};
const cursorKeys = ['up', 'down', 'right', 'left', 'home', 'end'];
const firstKeys = ['f1', 'f2', 'f3', 'f4'];
/** Keys besides letters that Control makes a control character of, by the one of the same code (VT220). */
const controlled: Readonly<Record<string, string>> = {
  ...{
    ' ': '@',
    '@': '@',
    '2': '@',
    '[': 'escape',
    '3': 'escape',
    '\\': '\\',
    '4': '\\',
    ']': ']',
    '5': ']',
  },
  ...{ '^': '^', '6': '^', _: '_', '/': '_', '7': '_', '?': 'backspace', '8': 'backspace' },
};

const plain = { shift: false, meta: false, control: false, application: false, text: '' };
const refused = 'refused';

/** What a terminal's key is to a program, or that there is no such key. */
function characterPress(char: string, { control, shift, meta }: Omit<Press, 'key'>): Press | typeof refused {
  const upper = char.toUpperCase();
  const isLetter = [...upper].length === 1 && upper !== char;
  if (shift && !isLetter && char !== ' ') return refused;
  if (!control) return { ...plain, meta, key: shift ? upper : char };
  if (/^[a-z]$/i.test(char)) {
    const lower = char.toLowerCase();
    const same = ({ i: 'tab', m: 'enter' } as Readonly<Record<string, string>>)[lower];
    return { ...plain, meta, key: same ?? lower, control: same === undefined };
  }
  const key = controlled[char];
  if (key === undefined) return refused;
  return { ...plain, meta, key, control: key.length === 1 };
}

function expectedPress({ modifiers, caret, name, application }: Pressed): Press | typeof refused {
  const has = (letter: 'C' | 'M' | 'S') => modifiers.includes(letter);
  const given = { ...plain, control: has('C') || caret, meta: has('M'), shift: has('S') };
  const key = named[name] ?? name;
  if (name === 'BTab')
    return given.control || given.shift ? refused : { ...plain, key: 'tab', shift: true, meta: given.meta };
  if (key === 'backspace') {
    if (given.shift) return refused;
    return given.control ? { ...plain, key: 'h', control: true, meta: given.meta } : { ...given, key };
  }
  if (key === 'tab' && given.shift && !given.control) return { ...given, key };
  if (['enter', 'tab', 'escape'].includes(key))
    return given.control || given.shift ? refused : { ...given, key };
  if ([...key].length === 1) return characterPress(key, given);
  const isPlain = !given.control && !given.meta && !given.shift;
  const inApplication = isPlain && (firstKeys.includes(key) || (cursorKeys.includes(key) && application));
  return { ...given, key, application: inApplication };
}

function wordOf({ modifiers, caret, name }: Pick<Pressed, 'modifiers' | 'caret' | 'name'>): string {
  return `${modifiers.map((letter) => `${letter}-`).join('')}${caret ? '^' : ''}${name}`;
}

/** What is sent; null when it is refused. */
function sent(run: () => Uint8Array): string | null {
  try {
    return Buffer.from(run()).toString('utf8');
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'invalid_input') return null;
    throw error;
  }
}

function pressProblem(given: Pressed): string | null {
  const { application, terminal } = given;
  const modes = { applicationCursor: application, terminal, otherKeys: null };
  const got = sent(() => encodeKeys({ keys: [wordOf(given)] }, modes).bytes);
  const wanted = expectedPress(given);
  if (!terminal) {
    const isPlain = given.modifiers.length === 0 && !given.caret;
    const key = named[given.name] ?? given.name;
    const typed = key === 'enter' ? '\n' : key === 'tab' ? '\t' : [...key].length === 1 ? key : null;
    const text = isPlain ? typed : null;
    return got === text ? null : `${JSON.stringify(got)} goes into a pipe, expected ${JSON.stringify(text)}`;
  }
  if (got === null) return wanted === refused ? null : 'it is refused';
  const read = decodePresses(got);
  if (wanted !== refused && isDeepStrictEqual(read, [wanted])) return null;
  return `${JSON.stringify(got)} is ${JSON.stringify(read)}, expected ${JSON.stringify(wanted)}`;
}

const isHex = (word: string) => /^(?:\s*(?:0x)?[0-9a-f]{2})+\s*$/i.test(word);

/** Words that are no keys, some of which objects have members for. */
const words = [
  'hello',
  '__proto__',
  'constructor',
  'toString',
  'entre',
  'C-',
  '^',
  '^Up',
  'Ctrl-c',
  'M',
  'F21',
  'rm -rf',
];

function wholeProblem({ literal, hex, keys, terminal }: Extract<Given, { kind: 'whole' }>): string | null {
  const modes = { applicationCursor: false, terminal, otherKeys: null };
  const one = (key: string) => sent(() => encodeKeys({ keys: [key] }, modes).bytes);
  const pressed = keys.map((key) => (words.includes(key) ? key : one(key)));
  const isRefused = !hex.every(isHex) || pressed.includes(null);
  const digits = hex.map((word) => word.toLowerCase().replaceAll('0x', '').replaceAll(/\s/g, '')).join('');
  const bytes = [Buffer.from(literal), Buffer.from(digits, 'hex'), Buffer.from(pressed.join(''))];
  const wanted = isRefused ? null : Buffer.concat(bytes).toString('utf8');
  const got = sent(() => encodeKeys({ literal, hex, keys }, modes).bytes);
  if (got !== wanted) return `${JSON.stringify(got)}, expected ${JSON.stringify(wanted)}`;
  if (wanted === null) return null;
  const { notices } = encodeKeys({ literal, hex, keys }, modes);
  const typed = keys.filter((key) => words.includes(key) && [...key].length > 1);
  const isNamed = typed.every((key, index) => notices[index]?.startsWith(`"${key}" is not a key`));
  return isNamed && notices.length === typed.length ? null : `its notices are ${JSON.stringify(notices)}`;
}

/** Characters that a terminal acts on before a program sees them, and so also in the midst of a paste. */
const acted = /[^\P{Cc}\t\n\v\f\r\u001b\u0080-\u009f]/u;

function pasteProblem(text: string): string | null {
  const got = sent(() => Buffer.from(encodePaste(text, true)));
  const isRefused = text.includes('\u001b[201~') || acted.test(text);
  if (got === null || isRefused)
    return (got === null) === isRefused ? null : `it is refused: ${got === null}`;
  const read = decodePresses(got);
  const wanted = { ...plain, key: 'paste', text: text.replaceAll('\r\n', '\r').replaceAll('\n', '\r') };
  return isDeepStrictEqual(read, [wanted]) ? null : `a program reads ${JSON.stringify(read)}`;
}

const pieces = fc.constantFrom(
  'a',
  'ls\n',
  '\r\n',
  '\t',
  '\u001b',
  '[',
  '20',
  '1',
  '~',
  '\u001b[200~',
  '\u001b[201',
  '\u0003',
  '\u001c',
);
const single = fc.constantFrom(...'abzAQ019-^_[]\\/@?~;é😀ßﬁñЖ日');
const modifiers = fc.array(fc.constantFrom('C' as const, 'M' as const, 'S' as const), { maxLength: 4 });
const presses = fc
  .record({
    modifiers,
    caret: fc.boolean(),
    name: fc.oneof(single, fc.constantFrom(...Object.keys(named), 'BTab')),
  })
  .map((one) => ({ ...one, caret: one.caret && [...one.name].length === 1 }));
const byteWord = fc.constantFrom(
  '1b',
  '0x41',
  '42 43',
  ' 0a ',
  'FF',
  '0X7f',
  '1',
  '10x1',
  '4 1',
  '0x',
  '',
  'zz',
  '1b0x5b41',
);

export const keys = propertySuite<Given>({
  title: 'Keys that a program behind a terminal reads as others, and pastes it does not read as one',
  schema,
  arbitrary: fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(presses, fc.boolean(), fc.integer({ min: 0, max: 3 }))
        .map(([one, application, turn]) => ({
          kind: 'press' as const,
          ...one,
          application,
          terminal: turn > 0,
        })),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('whole' as const),
        literal: fc.string({ unit: 'grapheme', maxLength: 5 }),
        hex: fc.array(byteWord, { maxLength: 2 }),
        keys: fc.array(fc.oneof(presses.map(wordOf), fc.constantFrom(...words)), { maxLength: 3 }),
        terminal: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('paste' as const),
        text: fc
          .array(
            fc.oneof(
              { weight: 6, arbitrary: pieces },
              { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 2 }) },
            ),
            { maxLength: 8 },
          )
          .map((parts) => parts.join('')),
      }),
    },
  ),
  problemOf: (given) => {
    if (given.kind === 'press') return pressProblem(given);
    return given.kind === 'whole' ? wholeProblem(given) : pasteProblem(given.text);
  },
});
