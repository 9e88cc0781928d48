import { isInsideRun } from '../../config/variables.ts';
import { lastCharacters } from '../../core/text/cut-text.ts';
import { jsonLine } from '../../core/text/json-line.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { raiseLine } from '../../output/notices.ts';
import type { Service } from '../../runtime/service.ts';
import { onSessionExit } from '../../sessions/owned.ts';
import { Connection, type End } from '../../wire/connection.ts';
import { endServing, serveUntil } from '../serving/end.ts';
import type { ServeIo } from '../serving/serve-io.ts';
import { answerRequest } from './methods.ts';
import { ClientSession } from './session.ts';
import { SessionEnds, type ToldExit } from './session-ends.ts';

/** Bytes of the line besides the fields of the exit. */
const frameBytes = 256;

/** The end of a session, with as much of its last output as fits on a line. */
function fittingExit(exit: ToldExit, maxLineBytes: number): ToldExit {
  const room = maxLineBytes - frameBytes;
  let tail = exit.tail;
  while (tail !== '' && encodeText(jsonLine({ ...exit, tail })).length > room)
    tail = lastCharacters(tail, Math.floor(tail.length / 2));
  return { ...exit, tail };
}

/** Serves every tool as JSON-RPC 2.0 until the client is gone or asks to end, or `io.stop` is aborted; leaves nothing running. */
export async function serveRpc(service: Service, io: ServeIo, version: string): Promise<End> {
  const { caller, env, settings } = service.context;
  const session = new ClientSession(settings.caps.rpcLineBytes, caller, !isInsideRun(env));
  const connection: Connection = new Connection({
    input: io.input,
    write: io.write,
    maxInputBytes: settings.caps.rpcInputBytes,
    maxOutputBytes: () => session.maxLineBytes,
    limitNames: { input: 'caps.rpcInputBytes', output: raiseLine },
    handler: {
      request: (request) =>
        answerRequest(request, {
          service,
          session,
          connection,
          ends,
          version,
          shutdown: () => connection.stop(),
        }),
    },
  });
  const ends = new SessionEnds((exit) => {
    void connection.notify('session/exited', { ...fittingExit(exit, session.maxLineBytes) });
  });
  const hear = (exit: ToldExit): void => ends.hear(exit);
  const deafen = [onSessionExit(hear), service.nodes.onSessionExit(hear)];
  const end = await serveUntil(connection, io.stop);
  for (const stopTelling of deafen) stopTelling();
  await endServing(service, connection, { ...io, end });
  return end;
}
