import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Characters that a pattern may have: none of them makes bash run anything. */
export const safePattern = /^[\w.*?[\]!^{},/\\é😀-]*$/u;

/** Reads a pattern a line, writes what it expands to, NUL after each, and an empty one at the end. */
const script = `
shopt -s globstar dotglob nullglob globasciiranges
while IFS= read -r pattern; do
  eval "set -- $pattern"
  [ $# -eq 0 ] || printf '%s\\0' "$@"
  printf '\\0'
done`;

/** Makes every path of one to `depth` of the names: those of full depth are files. Returns them all. */
export function makeFullTree(folder: string, names: readonly string[], depth: number): readonly string[] {
  const all: string[] = [];
  let level = [''];
  for (let left = depth; left > 0; left -= 1) {
    level = level.flatMap((prefix) => names.map((name) => (prefix === '' ? name : `${prefix}/${name}`)));
    for (const path of level) {
      if (left > 1) mkdirSync(join(folder, path));
      else writeFileSync(join(folder, path), '');
    }
    all.push(...level);
  }
  return all;
}

/** One bash that expands patterns in a folder. */
export class BashGlobs {
  readonly #bash: ChildProcess;
  #buffer = '';
  #words: string[] = [];
  #resolve: (words: readonly string[]) => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(folder: string) {
    this.#bash = spawn('bash', ['-c', script], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#bash.stdout?.setEncoding('utf8');
    this.#bash.stdout?.on('data', (part: string) => this.#receive(part));
    this.#bash.stdin?.on('error', () => {});
    this.#bash.on('close', () => this.#reject(new Error('bash ended')));
  }

  /** The relative paths that a pattern of safe characters expands to; one at a time. */
  async expand(pattern: string): Promise<ReadonlySet<string>> {
    if (!safePattern.test(pattern))
      throw new Error(`"${pattern}" has other characters than patterns may have`);
    const words = await new Promise<readonly string[]>((resolve, reject) => {
      [this.#resolve, this.#reject] = [resolve, reject];
      this.#bash.stdin?.write(`${pattern}\n`);
    });
    return new Set(words);
  }

  close(): void {
    this.#bash.stdin?.end();
  }

  #receive(part: string): void {
    const words = (this.#buffer + part).split('\0');
    this.#buffer = words.pop() ?? '';
    for (const word of words) {
      if (word !== '') this.#words.push(word);
      else {
        const done = this.#words;
        this.#words = [];
        this.#resolve(done);
      }
    }
  }
}
