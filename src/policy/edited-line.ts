const ESC = '\x1b';

type Edit = Exclude<keyof LineEditor, 'before' | 'after' | 'text'>;

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
  after: string[] = [];
  #killed: string[] = [];

  get text(): string {
    return [...this.before, ...this.after].join('');
  }

  left(): void {
    const moved = this.before.pop();
    if (moved !== undefined) this.after.unshift(moved);
  }

  right(): void {
    const moved = this.after.shift();
    if (moved !== undefined) this.before.push(moved);
  }

  home(): void {
    this.after.unshift(...this.before.splice(0));
  }

  end(): void {
    this.before.push(...this.after.splice(0));
  }

  drop(): void {
    this.before = [];
    this.after = [];
  }

  deleteBack(): void {
    this.before.pop();
  }

  deleteForward(): void {
    this.after.shift();
  }

  killToStart(): void {
    this.#killed = this.before.splice(0);
  }

  killToEnd(): void {
    this.#killed = this.after.splice(0);
  }

  killWord(): void {
    const kept = this.before.join('').replace(/\S*\s*$/, '');
    this.#killed = this.before.splice([...kept].length);
  }

  killWordForward(): void {
    const killed = /^\s*\S*/.exec(this.after.join(''))?.[0] ?? '';
    this.#killed = this.after.splice(0, [...killed].length);
  }

  wordLeft(): void {
    while (/\s/.test(this.before.at(-1) ?? 'x') && this.before.length > 0) this.left();
    while (/\S/.test(this.before.at(-1) ?? ' ')) this.left();
  }

  wordRight(): void {
    while (/\s/.test(this.after[0] ?? 'x') && this.after.length > 0) this.right();
    while (/\S/.test(this.after[0] ?? ' ')) this.right();
  }

  yank(): void {
    this.before.push(...this.#killed);
  }
}

/** The key sequence that follows an ESC; empty when nothing does. */
function sequenceAt(text: string, at: number): string {
  const rest = text.slice(at, at + 64);
  return /^(\[[0-?]*[ -/]*[@-~]|O.|[\s\S])/.exec(rest)?.[0] ?? '';
}

/** What lines typed with editing keys come to. */
function edit(typed: string): string {
  const lines: string[] = [];
  const editor = new LineEditor();
  for (let at = 0; at < typed.length; at += 1) {
    const char = String.fromCodePoint(typed.codePointAt(at) ?? 0);
    at += char.length - 1;
    if (char === '\n' || char === '\r' || char === '\x0f') {
      // C-o runs the line as Enter does.
      lines.push(editor.text);
      editor.drop();
    } else if (char === '\x16') {
      const quoted = String.fromCodePoint(typed.codePointAt(at + 1) ?? 0);
      at += quoted.length;
      editor.before.push(quoted);
    } else if (char === ESC) {
      const sequence = sequenceAt(typed, at + 1);
      at += sequence.length;
      const name = Object.hasOwn(sequences, sequence) ? sequences[sequence] : undefined;
      if (name !== undefined) editor[name]();
    } else if (char === '\t') editor.before.push(' ');
    else {
      const name = Object.hasOwn(controls, char) ? controls[char] : undefined;
      if (name !== undefined) editor[name]();
      else if (char >= ' ') editor.before.push(char);
    }
  }
  return [...lines, editor.text].join('\n');
}

/** Characters of input that are followed key by key. */
const longestEdited = 131_071;

/**
 * What a reader may make of typed text: the text itself (a shell drops NUL), and the lines that editing keys leave of it. What
 * completion, history or a search brings in is not known, as little as what a variable holds.
 */
export function readingsOf(typed: string): readonly string[] {
  const plain = typed.replaceAll('\0', '');
  if (plain.length > longestEdited || !/[\x01-\x08\x0b-\x1f\x7f\t]/.test(plain)) return [plain];
  return [...new Set([plain, edit(plain)])];
}
