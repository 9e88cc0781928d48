import type { CodeToken } from './tokens.ts';

/** Code that runs as a whole or not at all: in braces, or indented. */
export interface Block {
  readonly start: number;
  /** Behind its last token; infinite while the block is open. */
  readonly end: number;
}

/** The position of a token in the structure of code. */
export interface Standing {
  readonly block: Block;
  /** The index of the innermost bracket around it, -1 for none, and whether that encloses a list or arguments. */
  readonly open: number;
  readonly isListed: boolean;
}

interface OpenBlock extends Block {
  end: number;
  readonly indent: number;
  readonly kind: 'all' | 'braces' | 'lines' | 'line';
}

/** Whether a position is in a block. */
export function holds({ start, end }: Block, position: number): boolean {
  return start <= position && position < end;
}

/** The index of the first of several places behind a position, if they are sorted. */
export function firstBehind(places: readonly { readonly position: number }[], position: number): number {
  let [from, to] = [0, places.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((places[middle]?.position ?? 0) > position) to = middle;
    else from = middle + 1;
  }
  return from;
}

class BlockReader {
  readonly #blocks: OpenBlock[] = [{ start: -1, end: Number.POSITIVE_INFINITY, indent: 0, kind: 'all' }];
  readonly #brackets: { readonly open: number; readonly isList: boolean; readonly blocks: number }[] = [];
  readonly found: Standing[] = [];

  #begin(block: Pick<OpenBlock, 'start' | 'indent' | 'kind'>): void {
    this.#blocks.push({ ...block, end: Number.POSITIVE_INFINITY });
  }

  /** Closes the innermost blocks until `left` remain. */
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

  /** Reads one token; `hasLine` tells whether a colon here begins a block on the same line. */
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

/** The position of each token; `hasColons` tells whether a colon begins a block, which may be on the same line. */
export function standingsOf(tokens: readonly CodeToken[], hasColons: boolean): readonly Standing[] {
  const reader = new BlockReader();
  for (const [index, token] of tokens.entries())
    reader.read(token, index, hasColons && tokens[index + 1]?.text !== '\n');
  return reader.found;
}
