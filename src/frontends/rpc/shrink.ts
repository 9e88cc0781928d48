import type { Content } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { Shrinkable } from '../../wire/reply.ts';

/** An Outcome on the wire that gets shorter when its line would pass the limit; nothing goes without being said. */
export class WireOutcome extends Shrinkable {
  readonly #outcome: Outcome;
  readonly #project: (outcome: Outcome) => unknown;

  /** `project` makes the result that is sent, for example MCP's. */
  constructor(value: Outcome, project: (outcome: Outcome) => unknown = (same) => same) {
    super();
    this.#outcome = value;
    this.#project = project;
  }

  override toJSON(): unknown {
    return this.#project(this.#outcome);
  }

  override shrink(maxBytes: number): unknown {
    const fits = (value: Outcome): boolean =>
      Buffer.byteLength(JSON.stringify(this.#project(value))) <= maxBytes;
    if (this.#outcome.content.some(({ type }) => type !== 'text'))
      return this.#project(tooLarge(this.#outcome, maxBytes));
    const full = [this.#outcome, { ...this.#outcome, display: [] }];
    for (const base of full) {
      const shorter = shortestLoss(base, fits);
      if (shorter !== null) return this.#project(shorter);
    }
    return this.#project(tooLarge(this.#outcome, maxBytes));
  }
}

function tooLarge(value: Outcome, maxBytes: number): Outcome {
  const message = `Cannot send the result: its line would pass ${maxBytes} bytes, expected a client that announces more as maxLineBytes in initialize, or a higher caps.rpcLineBytes`;
  return outcome({ status: 'failed', message, details: { failure: 'tool_failed', status: value.status } });
}

/** The longest version that fits, found by halving; null when not even the facts fit. */
function shortestLoss(value: Outcome, fits: (value: Outcome) => boolean): Outcome | null {
  const total = value.content.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0);
  if (!fits(shorten(value, 0))) return null;
  let [low, high] = [0, total];
  while (high - low > 16) {
    const middle = (low + high) >> 1;
    if (fits(shorten(value, middle))) low = middle;
    else high = middle;
  }
  return shorten(value, low);
}

function shorten(value: Outcome, keep: number): Outcome {
  const texts = value.content.filter((item) => item.type === 'text');
  const total = texts.reduce((sum, item) => sum + item.text.length, 0);
  const content = value.content.map((item): Content => {
    if (item.type !== 'text') return item;
    return {
      type: 'text',
      text: cutMiddle(item.text, total === 0 ? 0 : Math.floor((item.text.length * keep) / total)),
    };
  });
  const spill = spillPathOf(value.details);
  const where = spill === null ? '' : `; full output: ${spill}`;
  return {
    ...value,
    content,
    notices: [
      ...value.notices,
      `${total - keep} characters left out to keep the line under its limit (caps.rpcLineBytes)${where}`,
    ],
  };
}

/** Head and tail of a text with the count of what is left out between; no surrogate pair is split. */
function cutMiddle(text: string, keep: number): string {
  if (keep >= text.length) return text;
  let head = Math.ceil(keep / 2);
  let tail = text.length - Math.floor(keep / 2);
  if (isLowSurrogate(text, head)) head -= 1;
  if (isLowSurrogate(text, tail)) tail += 1;
  return `${text.slice(0, head)}\n[… ${tail - head} characters left out …]\n${text.slice(tail)}`;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function spillPathOf({ output }: { readonly output?: unknown }): string | null {
  if (typeof output !== 'object' || output === null) return null;
  const { spillPath }: { spillPath?: unknown } = output;
  return typeof spillPath === 'string' ? spillPath : null;
}
