/** One entry of a git configuration file; `section.key`, or `section..key` where there is a sub-section, in lower case. */
export interface GitConfigEntry {
  readonly key: string;
  readonly value: string;
}

/** Reads a file as git does, so that no comment, quote or continuation hides an entry. */
class ConfigReader {
  readonly entries: GitConfigEntry[] = [];
  readonly #text: string;
  #at = 0;
  #section = '';

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  #header(): boolean {
    const found = this.#take(/\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]/);
    if (found === null) return false;
    const name = (found[1] ?? '').toLowerCase();
    const isSub = found[2] !== undefined || name.includes('.');
    this.#section = isSub ? `${name.split('.')[0]}.` : name;
    return true;
  }

  #value(): string {
    let value = '';
    let quoted = false;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const char = this.#text[this.#at] ?? '';
      if (char === '\n') break;
      if (char === '\\') {
        this.#at += 1;
        if (this.#text[this.#at] !== '\n') value += this.#text[this.#at] ?? '';
      } else if (char === '"') quoted = !quoted;
      else if (!quoted && (char === '#' || char === ';')) {
        this.#take(/[^\n]*/);
        break;
      } else value += char;
    }
    return value.trim();
  }

  #entry(): boolean {
    const name = this.#take(/([A-Za-z][A-Za-z0-9-]*)[ \t]*/);
    if (name === null) return false;
    const value = this.#take(/=[ \t]*/) === null ? 'true' : this.#value();
    this.entries.push({ key: `${this.#section}.${(name[1] ?? '').toLowerCase()}`, value });
    return true;
  }

  read(): boolean {
    for (;;) {
      this.#take(/(\s|[#;][^\n]*)*/);
      if (this.#at >= this.#text.length) return true;
      if (!(this.#text[this.#at] === '[' ? this.#header() : this.#entry())) return false;
    }
  }
}

/** The entries of a git configuration file, or null when it cannot be read as one. */
export function readGitConfig(text: string): readonly GitConfigEntry[] | null {
  const reader = new ConfigReader(text);
  return reader.read() ? reader.entries : null;
}
