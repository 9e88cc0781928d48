import type { Outcome } from '../../core/outcome.ts';
import { escapeUnseenLines } from '../../core/text/unseen.ts';
import type { Console } from './console.ts';

/** Prints an Outcome for a person: the result on standard output, then the rest on standard error. */
export async function renderOutcome(
  outcome: Outcome,
  console: Console,
  { wasLive, isFromNode }: { readonly wasLive: boolean; readonly isFromNode: boolean },
): Promise<void> {
  const isDone = outcome.status === 'completed' || outcome.status === 'running';
  if (!wasLive) await writePayload(outcome, console, isFromNode);
  const isDisplayed = !wasLive && isDone && outcome.content.length === 0;
  if (isDisplayed) writeDisplay(outcome, console);
  // Where it continues is the result, so `--quiet` does not hide it.
  const isNamed = isDisplayed || isNoticed(outcome);
  const goesOnUnnamed = outcome.status === 'running' && hasNoPayload(outcome) && !isNamed;
  if (outcome.notices.length > 0 || !isDone || goesOnUnnamed) await console.keepOrder();
  if (goesOnUnnamed) console.error(outcome.message);
  for (const notice of outcome.notices) console.notice(notice);
  if (!isDone) console.error(outcome.message);
}

/** Whether the message is among the notices. */
function isNoticed({ notices, message }: Outcome): boolean {
  return notices.includes(message);
}

function hasNoPayload({ content }: Outcome): boolean {
  return content.every((item) => item.type === 'text' && item.text === '');
}

/**
 * Prints the payload. A terminal gets the message instead of media, whose bytes could control it; and text from a node, which was not
 * checked here, is escaped.
 */
async function writePayload(
  { content, message }: Outcome,
  console: Console,
  isFromNode: boolean,
): Promise<void> {
  for (const item of content) {
    if (item.type === 'text') {
      const isShown = isFromNode && console.isTerminal(1);
      const text = isShown ? escapeUnseenLines(item.text.replaceAll('\r\n', '\n')) : item.text;
      void console.stdout.write(withNewline(text));
    } else if (console.isTerminal(1)) {
      void console.stdout.write(withNewline(escapeUnseenLines(message)));
      await console.keepOrder();
      console.notice('Its bytes are not for a terminal; send them into a file or a pipe.');
    } else if (item.type === 'image') void console.stdout.write(Buffer.from(item.data, 'base64'));
    else void console.stdout.write(Buffer.from(item.resource.blob, 'base64'));
  }
}

/** Prints what a call without a payload changed, else what it did. */
function writeDisplay({ display, message }: Outcome, console: Console): void {
  const diffs = display.filter((item) => item.type === 'diff');
  if (diffs.length === 0) void console.stdout.write(withNewline(escapeUnseenLines(message)));
  for (const { text } of diffs) void console.stdout.write(withNewline(showDiff(text, console)));
}

/** A diff, unchanged for a program; for a terminal with control characters escaped. */
function showDiff(diff: string, console: Console): string {
  const text = console.isTerminal(1) ? escapeUnseenLines(diff) : diff;
  return console.colours(1) ? colourDiff(text) : text;
}

function withNewline(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

/** A diff in the colours of `git diff`. */
function colourDiff(diff: string): string {
  const colours: Readonly<Record<string, string>> = { '+': '32', '-': '31', '@': '36' };
  return diff
    .split('\n')
    .map((line) => {
      const colour = /^(\+\+\+|---) /.test(line) ? '1' : colours[line.charAt(0)];
      return colour === undefined ? line : `\x1b[${colour}m${line}\x1b[0m`;
    })
    .join('\n');
}
