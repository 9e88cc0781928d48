import { dirname } from 'node:path';
import { cannot, errnoOf, wrongField } from '../../core/failure.ts';
import { alignColumns } from '../../core/text/align-columns.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import { countOf } from '../../output/notices.ts';
import { FileFollower } from '../../platform/files/lines/file-follower.ts';
import { placedFailure } from '../../platform/store/place-failure.ts';
import { auditPath, trailNames } from '../../runtime/audit/audit.ts';
import { lostCalls } from '../../runtime/audit/begun.ts';
import { jsonEntry, lastLines, renderEntry } from '../../runtime/audit/read-trail.ts';
import { verifyTrail } from '../../runtime/audit/verify.ts';
import { LineSplitter } from '../../wire/framing.ts';
import { actionOf, requireNoMore, requireThisMachine } from './action.ts';
import type { CommandContext } from './command.ts';
import { followChanges } from './follow.ts';

const shownByDefault = 20;
const longestLine = 16_777_216;

/** `agent-tools audit show|tail|verify`. */
export async function runAudit(context: CommandContext): Promise<number> {
  const { parsed, loadConfig, folders } = context;
  const [word, ...words] = parsed.words;
  const action = actionOf(word, ['show', 'tail', 'verify']);
  requireNoMore(words);
  requireThisMachine(context.globals, 'the trail of the calls');
  const { settings } = await loadConfig();
  const path = auditPath(settings, folders);
  try {
    const status = await { show, tail, verify }[action](path, context);
    if (action !== 'tail') await tellLost(path, context);
    return status;
  } catch (error) {
    if (errnoOf(error) === 'ELOOP')
      throw cannot(
        'read the audit trail',
        path,
        'it leads through a loop of symbolic links',
        `a file of lines (${trailNames})`,
      );
    throw placedFailure('read the audit trail', path, error, trailNames);
  }
}

/** Notices lost calls, which are recorded only by the next write to the trail. */
async function tellLost(path: string, { console }: CommandContext): Promise<void> {
  const { length } = lostCalls(path);
  if (length === 0) return;
  await console.keepOrder();
  const what = `${countOf(length, 'call')} whose program was killed before the end`;
  console.notice(`${what} will stand in the trail with the next call that is written down.`);
}

function limitOf({ parsed }: CommandContext): number {
  const { limit } = parsed.values;
  if (limit === undefined) return shownByDefault;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit;
  throw wrongField('--limit', 'must be a whole number from 0 on');
}

function write(lines: readonly string[], { globals, console }: CommandContext): void | Promise<void> {
  if (lines.length === 0) return;
  if (globals.json) return console.stdout.write(lines.map((line) => `${jsonEntry(line)}\n`).join(''));
  return console.stdout.write(alignColumns(lines.map((line) => renderEntry(line).map(escapeLine))));
}

async function show(path: string, context: CommandContext): Promise<number> {
  const { interrupt } = context;
  const { lines } = await lastLines(path, limitOf(context), interrupt.signal);
  if (interrupt.exitStatus !== null) return interrupt.exitStatus;
  await write(lines, context);
  return 0;
}

/** The last lines, and a follower that continues exactly after them; retried if the trail is rotated meanwhile. */
async function openTail(
  path: string,
  context: CommandContext,
): Promise<{ readonly lines: readonly string[]; readonly follower: FileFollower }> {
  const { signal } = context.interrupt;
  for (;;) {
    const follower = new FileFollower(path, 0);
    try {
      const { lines, end } = await lastLines(path, limitOf(context), signal);
      if (follower.startAt(end) || signal.aborted) return { lines, follower };
    } catch (error) {
      follower.close();
      throw error;
    }
    follower.close();
  }
}

async function tail(path: string, context: CommandContext): Promise<number> {
  const { lines, follower } = await openTail(path, context);
  const splitter = new LineSplitter(longestLine);
  try {
    await write(lines, context);
    for await (const _ of followChanges({ folder: dirname(path), namedBy: trailNames }, context)) {
      const added = splitter.push(follower.read());
      await write(
        added.flatMap((line) => (line.kind === 'text' ? [line.text] : [])),
        context,
      );
    }
  } finally {
    follower.close();
  }
  return context.interrupt.exitStatus ?? 0;
}

/** The hash in `--includes`, in lower case; null for none. */
function soughtOf({ parsed }: CommandContext): string | null {
  const { includes } = parsed.values;
  if (includes === undefined) return null;
  if (typeof includes === 'string' && /^[0-9a-f]{64}$/i.test(includes)) return includes.toLowerCase();
  throw wrongField('--includes', 'must be the SHA-256 of a line, 64 digits in hex');
}

async function verify(path: string, context: CommandContext): Promise<number> {
  const { globals, console, interrupt } = context;
  const sought = soughtOf(context);
  const { files, lines, last, included, breaks } = await verifyTrail(path, {
    sought,
    signal: interrupt.signal,
  });
  if (interrupt.exitStatus !== null) return interrupt.exitStatus;
  const whole = breaks.length === 0;
  const isMissing = sought !== null && included === null;
  if (globals.json) {
    const found = sought === null ? {} : { included: { sha256: sought, line: included } };
    void console.stdout.write(`${jsonLine({ path, whole, files, lines, last, ...found, breaks })}\n`);
    return whole && !isMissing ? 0 : 1;
  }
  for (const { file, line, problem } of breaks) console.error(`${file}:${line}: ${problem}`);
  if (isMissing)
    console.error(
      `${path}: no line has the SHA-256 ${sought}, so lines were taken out, or it is another trail`,
    );
  if (!whole || isMissing) return 1;
  const end = last === null ? '' : `line ${last.line}, the last, has the SHA-256 ${last.sha256}\n`;
  const chain = `the chain of ${countOf(lines, 'line')} in ${countOf(files, 'file')} is whole`;
  void console.stdout.write(`${path}: ${chain}\n${end}`);
  return 0;
}
