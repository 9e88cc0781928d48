import { ownValue } from '../../core/record.ts';
import { editors, type KeyMeaning, type Keys } from './editing-keys.ts';
import { type Edit, LineEditor } from './line-editor.ts';

/**
 * What untracked keys may have made of typed text: `nothing` if all were tracked; `rearranged`, its characters in another
 * order, some repeated or missing; or `anything`, as when a yank inserts text of an earlier line.
 */
export type Reach = 'nothing' | 'rearranged' | 'anything';

/** The lines that a reader may make of typed text. */
export interface Readings {
  readonly texts: readonly string[];
  readonly reach: Reach;
}

const ESC = '\x1b';

/** The key sequence after an ESC; empty if there is none. */
function sequenceAt(text: string, at: number): string {
  const rest = text.slice(at, at + 64);
  return /^(\x1b?\[[0-?]*[ -/]*[@-~]|O.|[\s\S])/.exec(rest)?.[0] ?? '';
}

/** Most characters of input that are followed key by key, and most that keys may move in total: a line can be restored repeatedly. */
const longestEdited = 131_071;
const mostEffort = 4_194_304;

/** Most repetitions by a count before a key. */
const mostRepeated = 1000;

/** Edits that a count repeats; the effect of a count on others is not followed. */
const repeatable =
  /^(left|right|delete(Back|Forward)|word(Left|Right)|kill(Word|WordForward)|rubOut|transpose)$/;

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** Interprets typed text with the keys of one line editor. */
class Reading {
  readonly #keys: Keys;
  readonly #typed: string;
  readonly #editor: LineEditor;
  readonly #lines: string[] = [];
  #at = 0;
  #reach: Reach = 'nothing';
  /** The digits of the count typed before a key. */
  #count = '';

  constructor(typed: string, keys: Keys) {
    this.#typed = typed;
    this.#keys = keys;
    this.#editor = new LineEditor(keys);
  }

  /** The resulting lines; no text if that takes too much effort to follow. */
  read(): Readings {
    while (this.#at < this.#typed.length) {
      if (this.#editor.effort > mostEffort) return { texts: [], reach: 'anything' };
      this.#press(this.#take());
    }
    return { texts: [[...this.#lines, this.#editor.text].join('\n')], reach: this.#reach };
  }

  #take(): string {
    const key = characterAt(this.#typed, this.#at);
    this.#at += key.length;
    return key;
  }

  #takeSequence(): string {
    const sequence = sequenceAt(this.#typed, this.#at);
    this.#at += sequence.length;
    return sequence;
  }

  #press(key: string): void {
    this.#editor.begin();
    const sequence = key === ESC ? this.#takeSequence() : '';
    if (/^\d$/.test(sequence) || (this.#count !== '' && this.#keys.countsDigits && /^\d$/.test(key))) {
      this.#count += sequence === '' ? key : sequence;
      return;
    }
    this.#act(key, sequence);
    this.#count = '';
  }

  #act(key: string, sequence: string): void {
    const isReadline = this.#keys.countsDigits;
    // C-o runs the line like Enter.
    if (/^[\n\r\x0f]$/.test(key)) {
      this.#lines.push(this.#editor.text);
      this.#editor.drop();
    } else if (key === ESC) this.#actBySequence(sequence);
    else if (key === '\x16' || (key === '\x11' && isReadline)) this.#insert(this.#take());
    else if (key === '\x1d' && isReadline) this.#editor.searchRight(this.#take());
    else if (key === '\x18') this.#actByPrefix();
    else if (key === '\t') this.#insert(' ');
    else if (key >= ' ' && key !== '\x7f') this.#insert(key);
    else this.#mean(ownValue(this.#keys.controls, key));
  }

  #actBySequence(sequence: string): void {
    if (sequence === '[200~') this.#paste();
    else if (sequence === '\x1d' && this.#keys.countsDigits) this.#editor.searchLeft(this.#take());
    else if (sequence !== '') this.#mean(ownValue(this.#keys.sequences, sequence));
  }

  /** Handles the key after C-x: a macro or an external editor may insert anything. */
  #actByPrefix(): void {
    if (this.#at === this.#typed.length) return;
    this.#mean(/^[e\x05]$/.test(this.#take()) ? 'brings' : 'rearranges');
  }

  /** Handles a bracketed paste: its control characters are text, but not to readers without support for such pastes. */
  #paste(): void {
    const end = this.#typed.indexOf('\x1b[201~', this.#at);
    const text = this.#typed.slice(this.#at, end === -1 ? undefined : end);
    for (const character of text) this.#editor.insert(character);
    this.#at += text.length;
    if (/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) this.#mean('rearranges');
  }

  #insert(character: string): void {
    const times = this.#times();
    for (let time = 0; time < times; time += 1) this.#editor.insert(character);
  }

  /** How often a key is repeated; 1 if that is too often to be followed. */
  #times(): number {
    const times = this.#count === '' ? 1 : Number(this.#count);
    if (times > 0 && times <= mostRepeated) return times;
    this.#mean('rearranges');
    return 1;
  }

  #mean(meaning: KeyMeaning | null | undefined): void {
    if (meaning === 'nothing') return;
    if (meaning === 'brings') this.#reach = 'anything';
    else if (meaning === 'rearranges' || meaning === null || meaning === undefined) {
      if (this.#reach === 'nothing') this.#reach = 'rearranged';
    } else this.#edit(meaning);
  }

  #edit(edit: Edit): void {
    if (edit === 'yank' && !this.#editor.isYankKnown) this.#mean('brings');
    if (this.#count !== '' && !repeatable.test(edit)) this.#mean('rearranges');
    const times = repeatable.test(edit) ? this.#times() : 1;
    for (let time = 0; time < times; time += 1) this.#editor[edit]();
    // With a count, readline adds deleted text to the kill ring.
    if (this.#count !== '' && edit.startsWith('delete')) this.#editor.forget();
  }
}

/** The widest of several reaches. */
function widest(reaches: readonly Reach[]): Reach {
  const order = ['anything', 'rearranged', 'nothing'] as const;
  return order.find((reach) => reaches.includes(reach)) ?? 'nothing';
}

/**
 * What readers may make of typed text: the text itself (a shell drops NUL), and the lines left by editing keys under the
 * default bindings of each line editor. What completion, history or searches insert is not known, nor are the values of
 * variables.
 */
export function readingsOf(typed: string): Readings {
  const plain = typed.replaceAll('\0', '');
  if (!/[\x01-\x08\x0b-\x1f\x7f\t]/.test(plain)) return { texts: [plain], reach: 'nothing' };
  if (plain.length > longestEdited) return { texts: [plain], reach: 'anything' };
  const read = editors.map((keys) => new Reading(plain, keys).read());
  return {
    texts: [...new Set([plain, ...read.flatMap(({ texts }) => texts)])],
    reach: widest(read.map(({ reach }) => reach)),
  };
}
