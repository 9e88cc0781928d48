import type { Service } from '../../runtime/service.ts';
import { onSessionExit } from '../../sessions/owned.ts';
import { Connection, type End } from '../../wire/connection.ts';
import { endServing } from './end.ts';
import { answerRequest } from './methods.ts';
import { ClientSession } from './session.ts';

export interface ServeIo {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes all bytes; rejects when the peer is gone. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Aborted when the process is told to end: a signal, or the death of its parent. */
  readonly stop: AbortSignal;
}

/** Serves every tool as JSON-RPC 2.0 until the client goes away, asks for the end, or `io.stop` is aborted; leaves nothing running. */
export async function serveRpc(service: Service, io: ServeIo, version: string): Promise<End> {
  const session = new ClientSession(service.context.settings.caps.rpcLineBytes, service.context.caller);
  const connection: Connection = new Connection({
    input: io.input,
    write: io.write,
    maxInputBytes: service.context.settings.caps.rpcInputBytes,
    maxOutputBytes: () => session.maxLineBytes,
    handler: {
      request: (request) =>
        answerRequest(request, { service, session, connection, version, shutdown: () => connection.stop() }),
    },
  });
  const stop = (): void => connection.stop();
  io.stop.addEventListener('abort', stop, { once: true });
  if (io.stop.aborted) stop();
  const tell = (exit: object): void => void connection.notify('session/exited', { ...exit });
  const deafen = [onSessionExit(tell), service.nodes.onSessionExit(tell)];
  const end = await connection.run();
  io.stop.removeEventListener('abort', stop);
  for (const stopTelling of deafen) stopTelling();
  await endServing(service, connection, { end, stop: io.stop });
  return end;
}
