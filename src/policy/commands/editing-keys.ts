import { words } from '../programs/words.ts';
import type { Dialect, Edit } from './line-editor.ts';

/**
 * The effect of a key: an edit; `nothing` if it leaves the line unchanged, or inserts from history or completion;
 * `rearranges` if it may reorder what was typed; `brings` if it may insert anything.
 */
export type KeyMeaning = Edit | 'nothing' | 'rearranges' | 'brings';

/** Key bindings of one line editor, by the bytes of the key, without the ESC for those after one. */
export interface Keys extends Dialect {
  readonly controls: Readonly<Record<string, KeyMeaning>>;
  readonly sequences: Readonly<Record<string, KeyMeaning>>;
  /** Whether digits after M-1 are part of the count. */
  readonly countsDigits: boolean;
}

function all(keys: Iterable<string>, meaning: KeyMeaning): Readonly<Record<string, KeyMeaning>> {
  return Object.fromEntries([...keys].map((key) => [key, meaning]));
}

/** Keys that do nothing in either editor; upper and lower case, as readline takes M-B for M-b. */
const unbound = 'ijkmovIJKMOV%(),+:;]}`';

/** Keys that complete, list completions or insert from history. */
const completing = '!$*./<=>?@^_{~npNP\t\x19';

const sequences: Readonly<Record<string, KeyMeaning>> = {
  ...all(unbound + completing, 'nothing'),
  ...all(words('[A [B OA OB [5~ [6~ [Z [200~ [201~'), 'nothing'),
  // ESC ESC completes; setting a mark and clearing the screen do not change the line.
  ...all('\x1b \x0c', 'nothing'),
  ...all(words('[D OD'), 'left'),
  ...all(words('[C OC'), 'right'),
  ...all(words('[H OH [1~ [7~'), 'home'),
  ...all(words('[F OF [4~ [8~'), 'end'),
  ...all(words('b B [1;5D [1;3D [5D Od \x1b[D'), 'wordLeft'),
  ...all(words('f F [1;5C [1;3C [5C Oc \x1b[C'), 'wordRight'),
  ...all(words('d D [3;5~'), 'killWordForward'),
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
  // Clears the screen, history, searches, signals and unbound keys.
  ...all('\x07\x0c\x0e\x10\x12\x13\x1a\x1c\x1d\x1e', 'nothing'),
};

/** GNU readline in emacs mode with the bindings of bash and Debian: bash, the Python REPL and many others. */
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

/** The line editor of zsh in emacs mode; C-z and C-\ drop unread input. */
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

/** All editors; which one a reader uses is not known, so each is tried. */
export const editors: readonly Keys[] = [readline, zsh];
