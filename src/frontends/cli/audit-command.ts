import { dirname } from 'node:path';
import { wrongField } from '../../core/failure.ts';
import { alignColumns } from '../../core/text/align-columns.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import { countOf } from '../../output/notices.ts';
import { systemFailure } from '../../platform/files/file-failure.ts';
import { FileFollower } from '../../platform/files/lines/file-follower.ts';
import { auditPath } from '../../runtime/audit/audit.ts';
import { lastLines, renderEntry } from '../../runtime/audit/read-trail.ts';
import { verifyTrail } from '../../runtime/audit/verify.ts';
import { LineSplitter } from '../../wire/framing.ts';
import { actionOf, requireNoMore } from './action.ts';
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
  if (action === 'verify' && parsed.values.limit !== undefined)
    throw wrongField('--limit', 'belongs to "audit show" and "audit tail"');
  const { settings } = await loadConfig();
  const path = auditPath(settings, folders);
  try {
    return await { show, tail, verify }[action](path, context);
  } catch (error) {
    throw systemFailure('read the audit trail', path, error);
  }
}

function limitOf({ parsed }: CommandContext): number {
  const { limit } = parsed.values;
  if (limit === undefined) return shownByDefault;
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 0) return limit;
  throw wrongField('--limit', 'must be a whole number from 0 on');
}

function write(lines: readonly string[], { globals, console }: CommandContext): void | Promise<void> {
  if (lines.length === 0) return;
  if (globals.json) return console.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return console.stdout.write(alignColumns(lines.map((line) => renderEntry(line).map(escapeLine))));
}

async function show(path: string, context: CommandContext): Promise<number> {
  await write(lastLines(path, limitOf(context)).lines, context);
  return 0;
}

async function tail(path: string, context: CommandContext): Promise<number> {
  const { lines, end } = lastLines(path, limitOf(context));
  await write(lines, context);
  const follower = new FileFollower(path, end);
  const splitter = new LineSplitter(longestLine);
  try {
    for await (const _ of followChanges(dirname(path), context)) {
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

async function verify(path: string, { globals, console }: CommandContext): Promise<number> {
  const { files, lines, breaks } = verifyTrail(path);
  const [first] = breaks;
  if (globals.json)
    void console.stdout.write(
      `${JSON.stringify({ path, whole: first === undefined, files, lines, breaks })}\n`,
    );
  else if (first === undefined)
    void console.stdout.write(
      `${path}: the chain of ${countOf(lines, 'line')} in ${countOf(files, 'file')} is whole\n`,
    );
  else for (const { file, line, problem } of breaks) console.error(`${file}:${line}: ${problem}`);
  return first === undefined ? 0 : 1;
}
