/** A line of a file: a match, or one shown around it. */
export interface FoundLine {
  readonly number: number;
  readonly isMatch: boolean;
  readonly text: string;
  /** Of the whole line, less its end. */
  readonly bytes: number;
  /** What is left out of the text: nothing, its end, or what is farther from its first match. */
  readonly cut: 'nothing' | 'end' | 'around';
  /** Whether it holds bytes that are not UTF-8, which the text replaces. */
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

/** Matches kept beyond those that are wanted before the surplus is dropped. */
const slack = 4096;
const mostChars = 67_108_864;

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : 1;
}

/**
 * Takes matches file by file in any order of files and keeps the first `wanted` in order of paths. What lies beyond is
 * counted and not kept, so memory is bounded by what is wanted, whatever is found.
 */
export class Findings {
  matches = 0;
  /** Files that a match was counted of. */
  files = 0;
  private blocks: Block[] = [];
  private current: Block | null = null;
  private currentPath: string | null = null;
  private isCounted = false;
  private kept = 0;
  private chars = 0;
  /** Paths after this one are beyond what is wanted. */
  private lastPath: string | null = null;
  private readonly wanted: number;

  constructor(wanted: number) {
    this.wanted = wanted;
  }

  /** Begins a file, unless it is the one that was begun last. */
  file(path: string): void {
    if (path === this.currentPath) return;
    this.currentPath = path;
    this.isCounted = false;
    this.current = null;
    if (this.lastPath !== null && path > this.lastPath) return;
    this.current = { path, lines: [], matches: 0, chars: 0 };
    this.blocks.push(this.current);
  }

  /** Whether the file that was begun takes more lines. */
  get isOpen(): boolean {
    return this.current !== null && this.current.matches <= this.wanted;
  }

  /** Counts a match of the file that was begun. */
  count(): void {
    this.matches += 1;
    if (!this.isCounted) this.files += 1;
    this.isCounted = true;
    if (this.current === null) return;
    this.current.matches += 1;
    this.kept += 1;
    if (this.kept > 2 * this.wanted + slack) this.prune();
  }

  /** Keeps a line of the file that was begun. */
  keep(line: FoundLine): void {
    if (this.current === null) return;
    this.current.lines.push(line);
    this.current.chars += line.text.length;
    this.chars += line.text.length;
  }

  /** Whether no more can be kept: 64 Mi characters are there. */
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

  /** Shows other lines in the place of those of a file, as `sorted` told it. */
  replace(file: FileLines, lines: readonly FoundLine[]): void {
    this.blocks = this.blocks.map((block) => (block === file ? { ...block, lines: [...lines] } : block));
  }

  /** The files in order of their paths. */
  sorted(): readonly FileLines[] {
    return this.blocks.sort(byPath);
  }
}
