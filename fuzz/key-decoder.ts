/**
 * What a program behind an xterm makes of bytes, by the tables of ctlseqs ("PC-Style Function Keys", "VT220-Style Function
 * Keys", "Alt and Meta Keys"): the oracle of keys and pastes. Of keys with the same code one stands for all.
 */

/** A key with its modifiers, or pasted text. */
export interface Press {
  /** A character, a name, or `paste`. */
  readonly key: string;
  readonly shift: boolean;
  readonly meta: boolean;
  readonly control: boolean;
  /** Whether it came in the form of application cursor keys. */
  readonly application: boolean;
  readonly text: string;
}

const finals: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** `CSI n ~`. */
const numbers: Readonly<Record<string, string>> = {
  ...{
    2: 'insert',
    3: 'delete',
    5: 'pageup',
    6: 'pagedown',
    15: 'f5',
    17: 'f6',
    18: 'f7',
    19: 'f8',
    20: 'f9',
  },
  ...{ 21: 'f10', 23: 'f11', 24: 'f12', 25: 'f13', 26: 'f14', 28: 'f15', 29: 'f16', 31: 'f17', 32: 'f18' },
  ...{ 33: 'f19', 34: 'f20' },
};

const plain = { shift: false, meta: false, control: false, application: false, text: '' };

/** The key a control character is, as a terminal's reader names it. */
const controls: Readonly<Record<number, Partial<Press> & { readonly key: string }>> = {
  0: { key: '@', control: true },
  9: { key: 'tab' },
  13: { key: 'enter' },
  27: { key: 'escape' },
  28: { key: '\\', control: true },
  29: { key: ']', control: true },
  30: { key: '^', control: true },
  31: { key: '_', control: true },
  127: { key: 'backspace' },
};

function pressOf(char: string): Press {
  const code = char.codePointAt(0) ?? 0;
  const named = controls[code];
  if (named !== undefined) return { ...plain, ...named };
  if (code < 27) return { ...plain, key: String.fromCharCode(code + 96), control: true };
  return { ...plain, key: char };
}

function modified(number: string | undefined): Pick<Press, 'shift' | 'meta' | 'control'> {
  const bits = Number(number ?? '1') - 1;
  return { shift: (bits & 1) !== 0, meta: (bits & 2) !== 0, control: (bits & 4) !== 0 };
}

/** The press a sequence that begins a text is, and how long that is; null when none begins it. */
function sequenceAt(text: string): { readonly press: Press; readonly length: number } | null {
  const found = (press: Partial<Press> & { readonly key: string }, length: number) => ({
    press: { ...plain, ...press },
    length,
  });
  const paste = /^\x1b\[200~(.*?)\x1b\[201~/s.exec(text);
  if (paste !== null) return found({ key: 'paste', text: paste[1] ?? '' }, paste[0].length);
  const backTab = /^\x1b\[Z/.exec(text);
  if (backTab !== null) return found({ key: 'tab', shift: true }, 3);
  const cursor = /^\x1b(O|\[(?:1;([2-8]))?)([A-DFHPQRS])/.exec(text);
  const name = finals[cursor?.[3] ?? ''];
  if (cursor !== null && name !== undefined)
    return found({ key: name, ...modified(cursor[2]), application: cursor[1] === 'O' }, cursor[0].length);
  const numbered = /^\x1b\[(\d+)(?:;([2-8]))?~/.exec(text);
  const other = numbers[numbered?.[1] ?? ''];
  if (numbered !== null && other !== undefined)
    return found({ key: other, ...modified(numbered[2]) }, numbered[0].length);
  return null;
}

/** Everything that was pressed and pasted. */
export function decodePresses(text: string): readonly Press[] {
  const presses: Press[] = [];
  for (let rest = text; rest !== ''; ) {
    const meta = rest.startsWith('\x1b') && rest.length > 1;
    const sequence = sequenceAt(rest) ?? (meta ? sequenceAt(rest.slice(1)) : null);
    if (sequence !== null) {
      const isMeta = sequenceAt(rest) === null;
      presses.push(isMeta ? { ...sequence.press, meta: true } : sequence.press);
      rest = rest.slice(sequence.length + (isMeta ? 1 : 0));
    } else {
      const [char = ''] = meta ? rest.slice(1) : rest;
      presses.push({ ...pressOf(char), meta });
      rest = rest.slice(char.length + (meta ? 1 : 0));
    }
  }
  return presses;
}
