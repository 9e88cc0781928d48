import type { CodeToken } from './tokens.ts';

/** A stretch of code that runs as a whole or not at all: what stands in braces, or further in than the lines before. */
export interface Block {
  readonly start: number;
  /** Behind its last token; the end of all while it is open. */
  readonly end: number;
}

/** Where a token stands. */
export interface Standing {
  readonly block: Block;
  /** The index of the innermost bracket around it, -1 for none, and whether that is one of a list or of arguments. */
  readonly open: number;
  readonly isListed: boolean;
}

interface OpenBlock extends Block {
  end: number;
  readonly indent: number;
  readonly kind: 'all' | 'braces' | 'lines' | 'line';
}

/** Whether a token stands in a block. */
export function holds({ start, end }: Block, position: number): boolean {
  return start <= position && position < end;
}

class BlockReader {
  readonly #blocks: OpenBlock[] = [{ start: -1, end: Number.POSITIVE_INFINITY, indent: 0, kind: 'all' }];
  readonly #brackets: { readonly open: number; readonly isList: boolean; readonly blocks: number }[] = [];
  readonly found: Standing[] = [];

  #begin(block: Pick<OpenBlock, 'start' | 'indent' | 'kind'>): void {
    this.#blocks.push({ ...block, end: Number.POSITIVE_INFINITY });
  }

  /** Ends blocks until there are so many. */
  #end(left: number, at: number): void {
    for (const block of this.#blocks.splice(Math.max(left, 1))) block.end = at;
  }

  #line(indent: number, at: number): void {
    const isOver = ({ kind, indent: own }: OpenBlock) =>
      kind === 'line' || (kind === 'lines' && own > indent);
    let left = this.#blocks.length;
    while (left > 1 && isOver(this.#blocks[left - 1] ?? { start: 0, end: 0, indent: 0, kind: 'all' }))
      left -= 1;
    this.#end(left, at);
    if ((this.#blocks.at(-1)?.indent ?? 0) < indent) this.#begin({ start: at + 1, indent, kind: 'lines' });
  }

  /** Reads one token; `hasLine` is whether a colon here begins a block in its line. */
  read({ kind, text, indent }: CodeToken, index: number, hasLine: boolean): void {
    const { open = -1, isList: isListed = false } = this.#brackets.at(-1) ?? {};
    const [block] = this.#blocks.slice(-1);
    if (block !== undefined) this.found.push({ block, open, isListed });
    if (kind !== 'mark') return;
    if (/^[([{]$/.test(text)) {
      this.#brackets.push({ open: index, isList: text !== '{', blocks: this.#blocks.length });
      if (text === '{') this.#begin({ start: index + 1, indent: -1, kind: 'braces' });
    } else if (/^[)\]}]$/.test(text)) this.#end(this.#brackets.pop()?.blocks ?? 1, index);
    else if (isListed) return;
    else if (text === '\n') this.#line(indent ?? 0, index);
    else if (text === ':' && hasLine) this.#begin({ start: index + 1, indent: 0, kind: 'line' });
  }
}

/** Where each token stands; `hasColons` is whether a colon begins a block that may stand in the same line. */
export function standingsOf(tokens: readonly CodeToken[], hasColons: boolean): readonly Standing[] {
  const reader = new BlockReader();
  for (const [index, token] of tokens.entries())
    reader.read(token, index, hasColons && tokens[index + 1]?.text !== '\n');
  return reader.found;
}
