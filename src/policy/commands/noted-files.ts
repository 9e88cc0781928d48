/** What is known of a file: texts that are written to it one after another, each once. */
interface NotedFile {
  readonly texts: Set<string>;
  /** All of them, one behind the other; null until that is asked for. */
  joined: string | null;
}

/** What files hold that a script writes, by what they are known by. */
export class NotedFiles {
  readonly #most: number;
  readonly #files = new Map<string, NotedFile>();
  readonly #changed = new Set<string>();

  /** `most` files are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#files.size;
  }

  /** Notes that a file holds one text alone; false where there are too many files. */
  set(key: string, text: string): boolean {
    if (this.#files.size >= this.#most) return false;
    this.#files.set(key, { texts: new Set([text]), joined: text });
    return true;
  }

  /** Adds texts to those that a file may hold; false where there are too many files. */
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

  /** Each file with what it holds. */
  entries(): readonly (readonly [key: string, text: string])[] {
    return this.keys().map((key) => [key, this.get(key) ?? '']);
  }

  /** The files that texts were added to since this was asked last. */
  takeChanged(): readonly string[] {
    const changed = [...this.#changed];
    this.#changed.clear();
    return changed;
  }
}
