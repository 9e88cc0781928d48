import { unlessAborted } from '../core/async/unless-aborted.ts';
import { ToolFailure } from '../core/failure.ts';
import type { TerminalSize } from '../platform/process/child.ts';
import type { Viewer } from '../platform/terminal/pty-viewer.ts';
import { inputStateSchema, readAnswer, statusSchema } from './keeper/keeper-answers.ts';
import { KeeperClient } from './keeper/keeper-client.ts';
import { passOn, type Taker } from './output/follow.ts';
import type { SessionEnd } from './record.ts';
import { findSession, type Session, type SessionPlace, settleSilent } from './store.ts';
import { findDetachKey } from './terminal/detach-key.ts';
import { renderScreen, replayOfLog } from './terminal/screen.ts';
import { TerminalSizes, toldSizes } from './terminal/terminal-sizes.ts';

/** Bytes of output written at once. */
const chunkBytes = 65_536;
/** Milliseconds that one request waits for output. */
const askMs = 20_000;
/** Size assumed for a terminal whose size is unknown. */
const usualSize: TerminalSize = { cols: 80, rows: 24 };

/** The terminal of the person who attaches; with no known size, the session keeps its own. */
export type AttachedTerminal = Omit<Viewer, 'close'>;

/** The parties of an attachment. */
interface Showing {
  readonly client: KeeperClient;
  readonly session: Session;
  readonly place: SessionPlace;
  readonly terminal: AttachedTerminal;
  /** Aborted when the person detaches or is gone. */
  readonly leave: AbortSignal;
}

/**
 * Shows a session's terminal in a person's own until the person detaches or is gone, the signal is aborted (null for all of
 * these) or the session ends (how it ended). A terminal that takes no output does not block this. Throws `tool_failed` if its
 * keeper is gone.
 */
export async function attachTerminal(
  { place, session }: { readonly place: SessionPlace; readonly session: Session },
  terminal: AttachedTerminal,
  signal: AbortSignal,
): Promise<SessionEnd | null> {
  const client = await KeeperClient.connect(session.record);
  const leaving = new AbortController();
  const leave = AbortSignal.any([signal, leaving.signal]);
  terminal.onGone(() => leaving.abort());
  terminal.onInput((bytes) => {
    const at = findDetachKey(bytes);
    const typed = at === null ? bytes : bytes.subarray(0, at);
    if (typed.length > 0) void type(client, typed);
    if (at !== null) leaving.abort();
  });
  try {
    return await showSession({ client, session, place, terminal, leave });
  } catch (error) {
    if (error instanceof ToolFailure && leave.aborted) return null;
    throw error;
  } finally {
    client.close();
  }
}

async function showSession(showing: Showing): Promise<SessionEnd> {
  const { client, session, place, terminal, leave } = showing;
  let shown = 0;
  try {
    await client.ask('attach', {}, { signal: leave });
    await resize(client, terminal.size(), leave);
    shown = await redraw(showing);
    terminal.onResize(() => void resize(client, terminal.size(), leave));
    for (;;) {
      const answer = await client.ask(
        'status',
        { after: shown, waitMs: askMs },
        { waitMs: askMs, signal: leave },
      );
      const { end, bytes } = readAnswer(statusSchema, answer);
      shown = Math.max(bytes, await showFrom(shown, showing));
      if (end !== null) return end;
    }
  } catch (error) {
    if (!(error instanceof ToolFailure) || leave.aborted) throw error;
    const now = await settleSilent(findSession(place, session.record.id));
    if (now.end === null) throw error;
    await showFrom(shown, showing);
    return now.end;
  }
}

async function resize(client: KeeperClient, size: TerminalSize | null, signal: AbortSignal): Promise<void> {
  if (size === null) return;
  // A failure to set the size is not worth losing the session.
  await client.ask('resize', { cols: size.cols, rows: size.rows }, { signal }).catch(() => null);
}

/** Sends a person's keys, which are not judged; after an unfinished line of theirs, the next judged input is raw. */
async function type(client: KeeperClient, bytes: Uint8Array): Promise<void> {
  const isLine = bytes.at(-1) === 0x0d || bytes.at(-1) === 0x0a;
  const input = {
    data: Buffer.from(bytes).toString('base64'),
    eof: false,
    pending: isLine ? '' : '\x1b',
    revision: null,
  };
  await client.ask('input', input).catch(() => null);
}

/** Draws the session's screen, with the modes its program has set, and returns the output offset up to which it is drawn. */
async function redraw({ client, session: { folder, record }, terminal, leave }: Showing): Promise<number> {
  const status = readAnswer(
    statusSchema,
    await client.ask('status', { after: 0, waitMs: 0 }, { signal: leave }),
  );
  const state = readAnswer(inputStateSchema, await client.ask('inputState', {}, { signal: leave }));
  const sizes = new TerminalSizes(toldSizes(status, record.size));
  sizes.change(terminal.size() ?? sizes.current ?? usualSize, status.bytes);
  const { styled, cursor, isAlternate } = await renderScreen(
    replayOfLog(folder, status.bytes, { sizes: sizes.known, start: status.screen }),
  );
  const used = Math.max(cursor.row, styled.findLastIndex((line) => line !== '') + 1);
  const screen = styled.slice(0, used).join('\r\n');
  // The log may no longer hold the switch to the alternate screen; the keeper has seen it.
  const taken = isAlternate || state.terminal?.alternate === true ? '\x1b[?1049h' : '';
  // Set last, because margins and insert mode would change what is drawn after them.
  const modes = `${state.terminal?.modes ?? ''}\x1b[${cursor.row};${cursor.column}H`;
  const drawing = `${taken}\x1b[H\x1b[2J${screen}${modes}`;
  await unlessAborted(terminal.write(drawing), leave);
  return status.bytes;
}

/** Shows the log from an offset on, and returns its end. */
function showFrom(from: number, { session, terminal, leave }: Showing): Promise<number> {
  const taker: Taker = {
    onBytes: (bytes) => unlessAborted(terminal.write(bytes), leave),
    onDropped: () => {},
  };
  return passOn(session.folder, from, taker, { atOnce: chunkBytes });
}
