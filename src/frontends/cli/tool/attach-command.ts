import { isInsideRun } from '../../../config/variables.ts';
import { cannot, wrongField } from '../../../core/failure.ts';
import { realFolder } from '../../../platform/files/working-folder.ts';
import { signalStatus } from '../../../platform/process/signals.ts';
import { hasViewer, openViewer, terminalStallMs } from '../../../platform/terminal/pty-viewer.ts';
import { attachTerminal } from '../../../sessions/attach.ts';
import type { SessionEnd } from '../../../sessions/record.ts';
import { findSession, type Session, type SessionPlace, sessionPlace } from '../../../sessions/store.ts';
import { privateModes } from '../../../sessions/terminal/terminal-modes.ts';
import { requireNoMore } from '../action.ts';
import type { Command, CommandContext } from '../command.ts';
import { attachSummary } from './attach-summary.ts';
import { isOnNode } from './folder-there.ts';

/** `process attach`, for people; not an action of the tool. */
export const attachCommand: Command = {
  summary: attachSummary,
  words: [{ name: 'sessionId', description: 'Session' }],
  flags: [],
  load: async () => runAttach,
};

/**
 * Resets the modes that a program may have set in the person's terminal, as xterm knows them: attributes, character sets, keypad,
 * insertion, autowrap, cursor; reporting of keys with modifiers (xterm's and kitty's, which may be pushed several times); then the
 * margins and the alternate screen, both of which would move the cursor.
 */
const plainModes = [
  '\x1b[0m\x0f\x1b(B\x1b>\x1b[4l\x1b[?7h\x1b[?25h\x1b[0 q',
  ...privateModes.map((mode) => `\x1b[?${mode}l`),
  '\x1b[>4m\x1b[<9u',
  '\x1b7\x1b[r\x1b8\x1b[?1049l',
].join('');

async function runAttach(context: CommandContext): Promise<number> {
  const { place, session } = await sessionOf(context);
  const { console, interrupt } = context;
  const viewer = await openViewer();
  let end: SessionEnd | null;
  try {
    end = await attachTerminal({ place, session }, viewer, interrupt.signal);
  } finally {
    await viewer.close(`${plainModes}\r\n`);
    console.flushLimitMs = terminalStallMs;
  }
  const { id } = session.record;
  if (end === null) console.notice(`detached from session ${id}`);
  else console.notice(`session ${id} has ended`);
  return interrupt.exitStatus ?? statusOf(end);
}

function statusOf(end: SessionEnd | null): number {
  if (end === null) return 0;
  return end.exitCode ?? (end.signal === null ? 1 : signalStatus(end.signal));
}

/** The named session, if a person can attach to it here; throws otherwise. */
async function sessionOf({
  parsed,
  folders,
  cwd,
  env,
  loadConfig,
}: CommandContext): Promise<{ readonly place: SessionPlace; readonly session: Session }> {
  const [, id, ...surplus] = parsed.words;
  if (id === undefined) throw wrongField('sessionId', 'is missing');
  requireNoMore(surplus);
  const shown = `session ${id}`;
  if (isInsideRun(env)) {
    throw cannot('attach to', shown, 'this is a command of an agent', 'a person at a terminal', 'denied');
  }
  const { settings } = await loadConfig();
  if (settings.approval.security === 'deny')
    throw cannot('attach to', shown, 'approval.security is deny', 'one that lets a person type', 'denied');
  if (isOnNode(settings))
    throw cannot('attach to', shown, `it is on node "${settings.host}"`, 'a session of this machine');
  if (!hasViewer())
    throw cannot('attach to', shown, 'standard input or output is no terminal', 'a person at a terminal');
  const workspace = { cwd: realFolder(cwd, cwd, folders.home) };
  const place = sessionPlace({ folders, workspace, settings });
  const session = findSession(place, id);
  if (session.end !== null) throw cannot('attach to', shown, 'it has ended', 'a session that runs');
  if (session.record.size === null)
    throw cannot('attach to', shown, 'it has no terminal', 'a session started with pty');
  return { place, session };
}
