import { ToolFailure } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import { signalNames } from '../../platform/process/signals.ts';
import { type LocalListener, type LocalStream, listenLocally } from '../../platform/sessions/local-socket.ts';
import { Connection } from '../../wire/connection.ts';
import { unknownMethod } from '../../wire/errors.ts';
import type { IncomingRequest } from '../../wire/in-flight.ts';
import type { KeptRun } from './kept-run.ts';

/** Most bytes of a request: input is sent in smaller pieces. */
const maxRequestBytes = 4_194_304;

type Fields = Readonly<Record<string, unknown>>;

function wrong(field: string): never {
  throw new ToolFailure('invalid_input', `"${field}" is missing or of another kind`, { field });
}

function numberOf(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : wrong(name);
}

/** Whole numbers above 0; none if the request has none, as those of earlier versions. */
function countsOf(fields: Fields, name: string): readonly number[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((count) => Number.isInteger(count) && count > 0) : [];
}

function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : wrong(name);
}

function isSignal(name: string): name is NodeJS.Signals {
  return signalNames().includes(name);
}

/** Serves connections to a session's socket, which only its own user can open. */
export class KeeperService {
  readonly #run: KeptRun;
  readonly #connections = new Set<Connection>();
  #listener: LocalListener | null = null;

  constructor(run: KeptRun) {
    this.#run = run;
  }

  async listen(path: string): Promise<void> {
    this.#listener = await listenLocally(path, (stream) => void this.#serve(stream));
  }

  /** Accepts no more connections; resolves when the open ones have their answers. */
  async close(): Promise<void> {
    this.#listener?.close();
    await Promise.all([...this.#connections].map((connection) => connection.idle()));
    for (const connection of this.#connections) connection.stop();
  }

  async #serve(stream: LocalStream): Promise<void> {
    let attached = 0;
    const connection = new Connection({
      input: stream.input,
      write: (bytes) => stream.write(bytes),
      maxInputBytes: maxRequestBytes,
      handler: {
        request: async (request) => {
          if (request.method !== 'attach') return this.#answer(request);
          attached += 1;
          this.#run.attached += 1;
          return null;
        },
      },
    });
    this.#connections.add(connection);
    await connection.run();
    this.#run.attached -= attached;
    connection.cancelAll();
    await connection.idle();
    this.#connections.delete(connection);
    stream.close();
  }

  async #answer({ method, params, signal }: IncomingRequest): Promise<unknown> {
    const fields: Fields = isRecord(params) ? params : {};
    switch (method) {
      case 'status':
        await this.#run.changedPast(numberOf(fields, 'after'), numberOf(fields, 'waitMs'), signal);
        return this.#run.status();
      case 'inputState':
        return this.#run.inputState();
      case 'input':
        return this.#run.type({
          data: textOf(fields, 'data'),
          eof: fields.eof === true,
          strokes: countsOf(fields, 'strokes'),
          pending: textOf(fields, 'pending'),
          revision: fields.revision === null ? null : numberOf(fields, 'revision'),
        });
      case 'resize':
        this.#run.resize({ cols: numberOf(fields, 'cols'), rows: numberOf(fields, 'rows') });
        return null;
      case 'signal': {
        const name = textOf(fields, 'name');
        if (!isSignal(name)) return wrong('name');
        this.#run.signal(name);
        return null;
      }
      case 'stop':
        this.#run.stop('kill');
        return null;
      default:
        throw unknownMethod(method, null);
    }
  }
}
