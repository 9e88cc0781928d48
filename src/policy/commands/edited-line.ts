import { ownValue } from '../../core/record.ts';
import { editors, type KeyMeaning, type Keys } from './editing-keys.ts';
import { type Edit, LineEditor } from './line-editor.ts';

/**
 * What keys that are not followed may have made of typed text: `nothing` where all were; `rearranged`, another order of its
 * characters, some of them more than once or not at all; or `anything`, as what a yank brings from a line that is gone.
 */
export type Reach = 'nothing' | 'rearranged' | 'anything';

/** What a reader may make of typed text. */
export interface Readings {
  readonly texts: readonly string[];
  readonly reach: Reach;
}

const ESC = '\x1b';

/** The key sequence that follows an ESC; empty when nothing does. */
function sequenceAt(text: string, at: number): string {
  const rest = text.slice(at, at + 64);
  return /^(\x1b?\[[0-?]*[ -/]*[@-~]|O.|[\s\S])/.exec(rest)?.[0] ?? '';
}

/** Characters of input that are followed key by key, and those that keys may move: a line can be brought back again and again. */
const longestEdited = 131_071;
const mostEffort = 4_194_304;

/** Times a key is repeated by a count before it. */
const mostRepeated = 1000;

/** Edits that a count before them repeats; what others make of one is not followed. */
const repeatable =
  /^(left|right|delete(Back|Forward)|word(Left|Right)|kill(Word|WordForward)|rubOut|transpose)$/;

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** One reading of typed text by the keys of one line editor. */
class Reading {
  readonly #keys: Keys;
  readonly #typed: string;
  readonly #editor: LineEditor;
  readonly #lines: string[] = [];
  #at = 0;
  #reach: Reach = 'nothing';
  /** The count typed before a key, by its digits. */
  #count = '';

  constructor(typed: string, keys: Keys) {
    this.#typed = typed;
    this.#keys = keys;
    this.#editor = new LineEditor(keys);
  }

  /** What the lines come to; no text when that takes too much to follow. */
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
    // C-o runs the line as Enter does.
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

  /** What C-x begins: a macro or an editor called may bring anything. */
  #actByPrefix(): void {
    if (this.#at === this.#typed.length) return;
    this.#mean(/^[e\x05]$/.test(this.#take()) ? 'brings' : 'rearranges');
  }

  /** A bracketed paste: its control characters are text, but for who does not know such pastes. */
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

  /** How often a key counts. One that counts too often to be followed is taken once. */
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
    // With a count readline kills what it deletes.
    if (this.#count !== '' && edit.startsWith('delete')) this.#editor.forget();
  }
}

/** The widest of what may have been made. */
function widest(reaches: readonly Reach[]): Reach {
  const order = ['anything', 'rearranged', 'nothing'] as const;
  return order.find((reach) => reaches.includes(reach)) ?? 'nothing';
}

/**
 * What a reader may make of typed text: the text itself (a shell drops NUL), and the lines that editing keys leave of it, as each
 * line editor takes them by default. What completion, history or a search brings in is not known, as little as what a variable holds.
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
