/** The distinct texts that are written to a file, in order. */
interface NotedFile {
  readonly texts: Set<string>;
  /** All of them joined; null until it is needed. */
  joined: string | null;
}

/** The content of files that a script writes, by `fileKey`. */
export class NotedFiles {
  readonly #most: number;
  readonly #files = new Map<string, NotedFile>();
  readonly #changed = new Set<string>();

  /** Keeps at most `most` files. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#files.size;
  }

  /** Sets the only text of a file; false if there are too many files. */
  set(key: string, text: string): boolean {
    if (this.#files.size >= this.#most) return false;
    this.#files.set(key, { texts: new Set([text]), joined: text });
    return true;
  }

  /** Adds texts that a file may contain; false if there are too many files. */
  add(key: string, texts: readonly string[]): boolean {
    if (this.#files.size >= this.#most) return false;
    const file = this.#files.get(key) ?? { texts: new Set<string>(), joined: null };
    this.#files.set(key, file);
    const { size } = file.texts;
    for (const text of texts) file.texts.add(text);
    if (file.texts.size === size) return true;
    file.joined = null;
    this.#changed.add(key);
    return true;
  }

  get(key: string): string | undefined {
    const file = this.#files.get(key);
    if (file !== undefined) file.joined ??= [...file.texts].join('\n');
    return file?.joined ?? undefined;
  }

  keys(): readonly string[] {
    return [...this.#files.keys()];
  }

  /** Each file with its content. */
  entries(): readonly (readonly [key: string, text: string])[] {
    return this.keys().map((key) => [key, this.get(key) ?? '']);
  }

  /** Returns the files to which texts were added since the last call. */
  takeChanged(): readonly string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }
}
