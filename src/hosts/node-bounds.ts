import { type Content, text } from '../core/content.ts';
import type { Outcome } from '../core/outcome.ts';

/** Characters that a result may have besides what its caps are for: its ending, its notices. */
const besides = 8192;

/** The beginning and, a quarter as long, the end. */
function headAndTail(value: string, most: number): string {
  const tail = most >> 2;
  const head = most - tail;
  const omitted = value.length - most;
  const start = value.slice(0, head).toWellFormed();
  const end = tail === 0 ? '' : value.slice(-tail).toWellFormed();
  return `${start}\n[… ${omitted} more characters]\n${end}`;
}

/**
 * The Outcome of a node with no more text than the caps of this machine let a tool have here. A node keeps to its own caps,
 * which may be wider, or to none.
 */
export function boundOutcome(
  outcome: Outcome,
  caps: { readonly outputChars: number; readonly readBytes: number },
): Outcome {
  let left = Math.max(caps.outputChars, caps.readBytes) + besides;
  let omitted = 0;
  const content = outcome.content.map((item): Content => {
    if (item.type !== 'text') return item;
    const room = left;
    left = Math.max(0, left - item.text.length);
    if (item.text.length <= room) return item;
    omitted += item.text.length - room;
    return text(headAndTail(item.text, room));
  });
  if (omitted === 0) return outcome;
  const notice = `The node sent ${omitted} characters more than the caps here allow; they are left out.`;
  return { ...outcome, content, notices: [...outcome.notices, notice] };
}
