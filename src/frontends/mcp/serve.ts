import { lazy } from '../../core/async/lazy.ts';
import type { Service } from '../../runtime/service.ts';
import { Connection, type End } from '../../wire/connection.ts';
import { endServing, serveUntil } from '../serving/end.ts';
import type { ServeIo } from '../serving/serve-io.ts';
import { type ApprovalForm, approvalForm } from './approval-form.ts';
import { openCatalogue, type Selection } from './catalogue.ts';
import { EndedSessions } from './ended-sessions.ts';
import { answerRequest } from './methods.ts';
import { defaultProgressMs } from './progress-stream.ts';
import { McpSession } from './session.ts';

export interface McpOptions {
  readonly version: string;
  readonly selection: Selection;
  /** The form for approvals. */
  readonly form?: ApprovalForm;
  /** Milliseconds between progress notifications of a call. */
  readonly progressMs?: number;
}

/**
 * Serves tools over MCP, with and without `initialize`, until the client is gone or `io.stop` is aborted; leaves nothing running.
 * Throws `invalid_input` for a selection without tools.
 */
export async function serveMcp(service: Service, io: ServeIo, options: McpOptions): Promise<End> {
  const { version, selection, form = approvalForm, progressMs = defaultProgressMs } = options;
  const catalogue = await openCatalogue(service, selection);
  const session = new McpSession(service.context.caller);
  const ended = new EndedSessions(service);
  const signer = lazy(() => import('./request-state.ts').then(({ StateSigner }) => new StateSigner()));
  const connection: Connection = new Connection({
    input: io.input,
    write: io.write,
    maxInputBytes: service.context.settings.caps.rpcInputBytes,
    limitNames: { input: 'caps.rpcInputBytes' },
    dialect: session.dialect,
    handler: {
      request: (request) =>
        answerRequest(request, {
          service,
          catalogue,
          connection,
          session,
          form,
          version,
          progressMs,
          signer,
          ended,
        }),
    },
  });
  const end = await serveUntil(connection, io.stop);
  ended.close();
  await endServing(answering(service, connection), connection, { ...io, end });
  return end;
}

/** A service whose shutdown waits for the answers: in MCP, what is cancelled later gets none. */
function answering(service: Service, connection: Connection): Service {
  return { ...service, shutdown: (why) => service.shutdown(why).then(() => connection.idle()) };
}
