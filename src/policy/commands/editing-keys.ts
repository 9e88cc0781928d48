import type { Dialect, Edit } from './line-editor.ts';

/**
 * What is known of a key: an edit; `nothing` for one that leaves the line as it is, or brings in what history or completion
 * knows; `rearranges` where another order of what was typed may come of it, `brings` where anything may.
 */
export type KeyMeaning = Edit | 'nothing' | 'rearranges' | 'brings';

/** The keys of one line editor, by the bytes they send; those after ESC without it. */
export interface Keys extends Dialect {
  readonly controls: Readonly<Record<string, KeyMeaning>>;
  readonly sequences: Readonly<Record<string, KeyMeaning>>;
  /** Whether digits after M-1 belong to the count. */
  readonly countsDigits: boolean;
}

function all(keys: Iterable<string>, meaning: KeyMeaning): Readonly<Record<string, KeyMeaning>> {
  return Object.fromEntries([...keys].map((key) => [key, meaning]));
}

/** Keys without an effect in either editor; case aside, as readline takes M-B for M-b. */
const unbound = 'ijkmovIJKMOV%(),+:;]}`';

/** Keys that complete, list completions or bring in history. */
const completing = '!$*./<=>?@^_{~npNP\t\x19';

const sequences: Readonly<Record<string, KeyMeaning>> = {
  ...all(unbound + completing, 'nothing'),
  ...all('[A [B OA OB [5~ [6~ [Z [200~ [201~'.split(' '), 'nothing'),
  // Two ESC complete; setting a mark and clearing the screen leave the line.
  ...all('\x1b \x0c', 'nothing'),
  ...all('[D OD'.split(' '), 'left'),
  ...all('[C OC'.split(' '), 'right'),
  ...all('[H OH [1~ [7~'.split(' '), 'home'),
  ...all('[F OF [4~ [8~'.split(' '), 'end'),
  ...all('b B [1;5D [1;3D [5D Od \x1b[D'.split(' '), 'wordLeft'),
  ...all('f F [1;5C [1;3C [5C Oc \x1b[C'.split(' '), 'wordRight'),
  ...all('d D [3;5~'.split(' '), 'killWordForward'),
  ...all('\x7f\x08', 'killWord'),
  ...all('uU', 'upperCase'),
  ...all('lL', 'lowerCase'),
  ...all('cC', 'capitalize'),
  '[3~': 'deleteForward',
  '\\': 'deleteBlanks',
};

const controls: Readonly<Record<string, KeyMeaning>> = {
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'drop',
  '\x04': 'deleteForward',
  '\x05': 'end',
  '\x06': 'right',
  '\x08': 'deleteBack',
  '\x0b': 'killToEnd',
  '\x14': 'transpose',
  '\x17': 'rubOut',
  '\x19': 'yank',
  '\x7f': 'deleteBack',
  // Clearing the screen, history and searches, signals and keys that stand for nothing.
  ...all('\x07\x0c\x0e\x10\x12\x13\x1a\x1c\x1d\x1e', 'nothing'),
};

/** GNU readline in its emacs mode with bash's keys and Debian's: bash, the REPL of Python and many others. */
const readline: Keys = {
  word: /^[\p{L}\p{N}]$/u,
  rubbedOut: /^\S$/u,
  stopsBehind: true,
  joinsNothing: false,
  transposesAtStart: false,
  countsDigits: true,
  controls: { ...controls, '\x15': 'killToStart' },
  sequences: { ...sequences, ...all('gG\x07', 'nothing'), ...all('tT', 'transposeWords') },
};

const zshWord = /^[\p{L}\p{N}*?_\-.[\]~=/&;!#$%^(){}<>]$/u;

/** The line editor of zsh in its emacs mode; C-z and C-\ drop what no program has read. */
const zsh: Keys = {
  word: zshWord,
  rubbedOut: zshWord,
  stopsBehind: false,
  joinsNothing: true,
  transposesAtStart: true,
  countsDigits: false,
  controls: { ...controls, ...all('\x07\x1a\x1c', 'drop'), '\x15': 'killLine', '\x11': 'rearranges' },
  sequences: { ...sequences, ...all('gG', 'brings'), '\x07': 'drop' },
};

/** How lines may be edited; a reader is not known by which, and may have either. */
export const editors: readonly Keys[] = [readline, zsh];
