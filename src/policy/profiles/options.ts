import type { Kind } from './profile.ts';

/** One option of a program. */
export interface Option {
  /** Its first name in the profile. */
  readonly name: string;
  readonly value: 'none' | 'required' | 'optional';
  readonly kind: Kind;
  readonly refused: boolean;
}

/** A place among the operands. */
export interface Slot {
  readonly kind: Kind;
  readonly repeats: boolean;
  readonly optional: boolean;
}

/** Options of a profile by name, dashes included. */
export interface OptionTable {
  readonly byName: ReadonlyMap<string, Option>;
  /** Whether `-5` is an option. */
  readonly numeric: boolean;
}

const kinds: ReadonlySet<string> = new Set(['read', 'list', 'tree', 'write', 'text', 'pattern', 'number']);

function isKind(text: string): text is Kind {
  return kinds.has(text);
}

function addToken(token: string, into: Map<string, Option>): void {
  const refused = token.startsWith('!');
  const [names = '', mark, kind = 'text'] = (refused ? token.slice(1) : token).split(/([:?])/);
  if (!isKind(kind)) throw new Error(`profile option "${token}" has the unknown kind "${kind}"`);
  const value = mark === undefined ? 'none' : mark === ':' ? 'required' : 'optional';
  const list = names.split(',');
  const first = list[0] ?? '';
  const cluster = list.length === 1 && /^-[A-Za-z0-9@%.]{2,}$/.test(first) && mark === undefined;
  for (const name of cluster ? [...first.slice(1)].map((letter) => `-${letter}`) : list) {
    into.set(name, { name: cluster ? name : first, value, kind, refused });
  }
}

/** Reads the options text of a profile. In the `exact` style `-name` is one option, not a cluster: write it `-name,`. */
export function readOptions(text: string): OptionTable {
  const byName = new Map<string, Option>();
  let numeric = false;
  for (const token of text.split(/\s+/)) {
    if (token === '-#') numeric = true;
    else if (token !== '') addToken(token, byName);
  }
  byName.delete('');
  return { byName, numeric };
}

/** Reads the operands text of a profile. */
export function readSlots(text: string): readonly Slot[] {
  return text.split(/\s+/).flatMap((token) => {
    const kind = token.replace(/[*?]$/, '');
    if (kind === '') return [];
    if (!isKind(kind)) throw new Error(`profile operand "${token}" has an unknown kind`);
    return [{ kind, repeats: token.endsWith('*'), optional: /[*?]$/.test(token) }];
  });
}

/** The option a long name stands for: exact, or an unambiguous beginning as GNU getopt takes it. Null for none. */
export function findLong(table: OptionTable, name: string, abbreviated: boolean): Option | null {
  const exact = table.byName.get(name);
  if (exact !== undefined || !abbreviated || name.length < 3) return exact ?? null;
  const found = new Set<Option>();
  for (const [known, option] of table.byName) {
    if (known.startsWith('--') && known.startsWith(name)) found.add(option);
  }
  const names = new Set([...found].map((option) => option.name));
  const only = [...found][0];
  return names.size === 1 && only !== undefined ? only : null;
}
