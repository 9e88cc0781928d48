import type { Outcome } from '../../core/outcome.ts';
import type { Console } from './console.ts';

/** Writes an Outcome for a person: payload on standard output, everything else on standard error. */
export function renderOutcome(
  outcome: Outcome,
  console: Console,
  { wasLive }: { readonly wasLive: boolean },
): void {
  if (!wasLive) writePayload(outcome, console);
  for (const notice of outcome.notices) console.notice(notice);
  if (outcome.status !== 'completed' && outcome.status !== 'running') console.error(outcome.message);
}

function writePayload({ content }: Outcome, console: Console): void {
  for (const item of content) {
    if (item.type === 'text')
      void console.stdout.write(item.text.endsWith('\n') || item.text === '' ? item.text : `${item.text}\n`);
    else if (item.type === 'image') void console.stdout.write(Buffer.from(item.data, 'base64'));
    else void console.stdout.write(Buffer.from(item.resource.blob, 'base64'));
  }
}
