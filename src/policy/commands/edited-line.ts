import { ownValue } from '../../core/record.ts';

const ESC = '\x1b';

type Edit = Exclude<keyof LineEditor, 'before' | 'after' | 'text' | 'effort'>;

/** How a key sequence after ESC moves or edits; Meta letters and CSI finals of readline's defaults. */
const sequences: Readonly<Record<string, Edit>> = {
  '[D': 'left',
  OD: 'left',
  '[C': 'right',
  OC: 'right',
  '[H': 'home',
  OH: 'home',
  '[1~': 'home',
  '[7~': 'home',
  '[F': 'end',
  OF: 'end',
  '[4~': 'end',
  '[8~': 'end',
  '[3~': 'deleteForward',
  b: 'wordLeft',
  f: 'wordRight',
  d: 'killWordForward',
  '\x7f': 'killWord',
  '\x08': 'killWord',
};

const controls: Readonly<Record<string, Edit>> = {
  '\x01': 'home',
  '\x02': 'left',
  '\x03': 'drop',
  '\x04': 'deleteForward',
  '\x05': 'end',
  '\x06': 'right',
  '\x08': 'deleteBack',
  '\x0b': 'killToEnd',
  '\x15': 'killToStart',
  '\x17': 'killWord',
  '\x19': 'yank',
  '\x7f': 'deleteBack',
};

/** One line as readline edits it, in the keys that can be followed without knowing its history. */
class LineEditor {
  before: string[] = [];
  /** What stands behind the cursor, the nearest last. */
  after: string[] = [];
  /** Characters that were moved or brought back so far. */
  effort = 0;
  #killed: string[] = [];

  get text(): string {
    return [...this.before, ...this.after.toReversed()].join('');
  }

  left(): void {
    const moved = this.before.pop();
    if (moved !== undefined) this.after.push(moved);
    this.effort += 1;
  }

  right(): void {
    const moved = this.after.pop();
    if (moved !== undefined) this.before.push(moved);
    this.effort += 1;
  }

  home(): void {
    while (this.before.length > 0) this.left();
  }

  end(): void {
    while (this.after.length > 0) this.right();
  }

  drop(): void {
    this.before = [];
    this.after = [];
  }

  deleteBack(): void {
    this.before.pop();
  }

  deleteForward(): void {
    this.after.pop();
  }

  killToStart(): void {
    this.#killed = this.before.splice(0);
  }

  killToEnd(): void {
    this.#killed = this.after.splice(0).reverse();
  }

  killWord(): void {
    this.#killed = this.before.splice(wordEdge(this.before));
  }

  killWordForward(): void {
    this.#killed = this.after.splice(wordEdge(this.after)).reverse();
  }

  wordLeft(): void {
    for (const edge = wordEdge(this.before); this.before.length > edge; ) this.left();
  }

  wordRight(): void {
    for (const edge = wordEdge(this.after); this.after.length > edge; ) this.right();
  }

  yank(): void {
    for (const char of this.#killed) this.before.push(char);
    this.effort += this.#killed.length;
  }
}

/** Where the last word of these characters begins; blanks behind it belong to it. */
function wordEdge(characters: readonly string[]): number {
  let edge = characters.length;
  while (edge > 0 && /\s/.test(characters[edge - 1] ?? '')) edge -= 1;
  while (edge > 0 && /\S/.test(characters[edge - 1] ?? '')) edge -= 1;
  return edge;
}

/** The key sequence that follows an ESC; empty when nothing does. */
function sequenceAt(text: string, at: number): string {
  const rest = text.slice(at, at + 64);
  return /^(\[[0-?]*[ -/]*[@-~]|O.|[\s\S])/.exec(rest)?.[0] ?? '';
}

/** Characters of input that are followed key by key, and those that keys may move: a line can be brought back again and again. */
const longestEdited = 131_071;
const mostEffort = 4_194_304;

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

/** The editing that a key stands for; null for none. */
function editOf(keys: Readonly<Record<string, Edit>>, key: string): Edit | null {
  return ownValue(keys, key) ?? null;
}

const quoteNext = '\x16';

/** One key, with what belongs to it; `key` is its first character. The characters behind that which it took. */
function press(editor: LineEditor, key: string, typed: string, next: number): number {
  if (key === quoteNext) {
    const quoted = characterAt(typed, next);
    editor.before.push(quoted);
    return quoted.length;
  }
  const sequence = key === ESC ? sequenceAt(typed, next) : '';
  const name = key === ESC ? editOf(sequences, sequence) : editOf(controls, key);
  if (name !== null) editor[name]();
  else if (key === '\t') editor.before.push(' ');
  else if (key >= ' ') editor.before.push(key);
  return sequence.length;
}

/** What lines typed with editing keys come to; null when that takes too much to follow. */
function edit(typed: string): string | null {
  const lines: string[] = [];
  const editor = new LineEditor();
  for (let at = 0; at < typed.length; ) {
    if (editor.effort > mostEffort) return null;
    const key = characterAt(typed, at);
    at += key.length;
    // C-o runs the line as Enter does.
    if (/[\n\r\x0f]/.test(key)) {
      lines.push(editor.text);
      editor.drop();
    } else at += press(editor, key, typed, at);
  }
  return [...lines, editor.text].join('\n');
}

/**
 * What a reader may make of typed text: the text itself (a shell drops NUL), and the lines that editing keys leave of it. What
 * completion, history or a search brings in is not known, as little as what a variable holds.
 */
export function readingsOf(typed: string): readonly string[] {
  const plain = typed.replaceAll('\0', '');
  if (plain.length > longestEdited || !/[\x01-\x08\x0b-\x1f\x7f\t]/.test(plain)) return [plain];
  return [...new Set([plain, edit(plain) ?? plain])];
}
