/** A matching line of a file, or one of its context. */
export interface FoundLine {
  readonly number: number;
  readonly isMatch: boolean;
  readonly text: string;
  /** Of the whole line, without its line end. */
  readonly bytes: number;
  /** What the text lacks: nothing, the end of the line, or what is far from its first match. */
  readonly cut: 'nothing' | 'end' | 'around';
  /** Whether it has bytes that are not UTF-8, which the text replaces. */
  readonly isRepaired: boolean;
}

export interface FileLines {
  readonly path: string;
  readonly lines: readonly FoundLine[];
}

interface Block {
  readonly path: string;
  readonly lines: FoundLine[];
  matches: number;
  chars: number;
}

/** Surplus matches that are kept before they are dropped. */
const slack = 4096;
const mostChars = 67_108_864;

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/**
 * Collects matches file by file, with files in any order, and keeps the first `wanted` in the order of paths. The others are only
 * counted, so memory is bounded by `wanted`.
 */
export class Findings {
  matches = 0;
  /** Files with a counted match. */
  files = 0;
  private blocks: Block[] = [];
  private current: Block | null = null;
  private currentPath: string | null = null;
  private isCounted = false;
  private kept = 0;
  private chars = 0;
  /** Later paths are not among the wanted ones. */
  private lastPath: string | null = null;
  private readonly wanted: number;

  constructor(wanted: number) {
    this.wanted = wanted;
  }

  /** Starts a file, unless it is the current one. */
  file(path: string): void {
    if (path === this.currentPath) return;
    this.currentPath = path;
    this.isCounted = false;
    this.current = null;
    if (this.lastPath !== null && path > this.lastPath) return;
    this.current = { path, lines: [], matches: 0, chars: 0 };
    this.blocks.push(this.current);
  }

  /** Whether the current file accepts more lines. */
  get isOpen(): boolean {
    return this.current !== null && this.current.matches <= this.wanted;
  }

  /** Counts a match in the current file. */
  count(): void {
    this.matches += 1;
    if (!this.isCounted) this.files += 1;
    this.isCounted = true;
    if (this.current === null) return;
    this.current.matches += 1;
    this.kept += 1;
    if (this.kept > 2 * this.wanted + slack) this.prune();
  }

  /** Keeps a line of the current file. */
  keep(line: FoundLine): void {
    if (this.current === null) return;
    this.current.lines.push(line);
    this.current.chars += line.text.length;
    this.chars += line.text.length;
  }

  /** Whether the limit of 64 Mi characters is reached. */
  get isFull(): boolean {
    return this.chars >= mostChars;
  }

  private prune(): void {
    this.blocks.sort(byPath);
    let sum = 0;
    const enough = this.blocks.findIndex((block) => {
      sum += Math.min(block.matches, this.wanted);
      return sum >= this.wanted;
    });
    this.blocks = this.blocks.slice(0, enough + 1);
    this.kept = sum;
    this.chars = this.blocks.reduce((total, block) => total + block.chars, 0);
    this.lastPath = this.blocks.at(-1)?.path ?? null;
    if (this.current !== null && !this.blocks.includes(this.current)) this.current = null;
  }

  /** Replaces the lines of a file that `sorted` returned. */
  replace(file: FileLines, lines: readonly FoundLine[]): void {
    this.blocks = this.blocks.map((block) => (block === file ? { ...block, lines: [...lines] } : block));
  }

  /** The files, sorted by path. */
  sorted(): readonly FileLines[] {
    return this.blocks.sort(byPath);
  }
}
