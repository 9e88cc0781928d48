import { TextReader } from '../../core/text/text-reader.ts';

/** One entry of a git configuration file. */
export interface GitConfigEntry {
  /** `section.key`, or `section..key` with a sub-section, in lower case. */
  readonly key: string;
  /** The key with its sub-section, as `git config` takes it. */
  readonly name: string;
  readonly value: string;
}

/** What a letter behind a backslash stands for. */
const escaped: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' };

/** Reads a file as git does, so that no comment, quote or continuation hides an entry. */
class ConfigReader extends TextReader {
  readonly entries: GitConfigEntry[] = [];
  #section = '';
  /** The section with its sub-section. */
  #whole = '';

  constructor(text: string) {
    super(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  }

  #header(): boolean {
    const found = this.take(/\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/y);
    if (found === null) return false;
    const name = (found[1] ?? '').toLowerCase();
    const isSub = found[2] !== undefined || name.includes('.');
    this.#section = isSub ? `${name.split('.')[0]}.` : name;
    this.#whole = found[2] === undefined ? name : `${name}.${found[2].replace(/\\(.)/g, '$1')}`;
    return true;
  }

  #value(): string {
    let value = '';
    let quoted = false;
    /** Its length without the blanks at its end, unless they are quoted. */
    let kept = 0;
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.next;
      if (char === '\n') break;
      if (char === '\\') {
        this.at += 1;
        if (this.text[this.at] === '\n') continue;
        value += escaped[this.next] ?? this.next;
      } else if (char === '"') quoted = !quoted;
      else if (!quoted && (char === '#' || char === ';')) {
        this.take(/[^\n]*/y);
        break;
      } else value += char;
      if (quoted || !/[ \t\r]/.test(char)) kept = value.length;
    }
    return value.slice(0, kept);
  }

  #entry(): boolean {
    const name = this.take(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/y);
    if (name === null) return false;
    const value = this.take(/=[ \t]*/y) === null ? 'true' : this.#value();
    const last = (name[1] ?? '').toLowerCase();
    this.entries.push({ key: `${this.#section}.${last}`, name: `${this.#whole}.${last}`, value });
    return true;
  }

  read(): boolean {
    for (;;) {
      this.take(/(\s|[#;][^\n]*)*/y);
      if (this.isAtEnd) return true;
      if (!(this.next === '[' ? this.#header() : this.#entry())) return false;
    }
  }
}

/** The entries of a git configuration file; null if it cannot be read as one. */
export function readGitConfig(text: string): readonly GitConfigEntry[] | null {
  const reader = new ConfigReader(text);
  return reader.read() ? reader.entries : null;
}
