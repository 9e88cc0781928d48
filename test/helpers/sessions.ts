import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CliResult, runCli } from './binary.ts';
import { closedAfterTest, RpcClient, type RpcOptions } from './rpc-client.ts';
import { tempFolder } from './temp-folder.ts';

/** An Outcome as it comes over the wire. */
export interface Outcome {
  readonly status: string;
  readonly isError: boolean;
  readonly message: string;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly details: Record<string, unknown> & {
    readonly sessionId: string;
    readonly status: string;
    readonly cursor: number;
    readonly pid: number;
  };
  readonly notices: readonly string[];
}

export const textOf = ({ content }: Outcome): string => content.map(({ text }) => text).join('');

/** A home and workspace that several processes of a test share. */
export class Home {
  readonly folder = tempFolder();

  cli(
    args: readonly string[],
    more: { readonly input?: string; readonly env?: Record<string, string> } = {},
  ): Promise<CliResult> {
    return runCli(['--yolo', ...args], { home: this.folder, ...more });
  }

  /** The Outcome of a command line with `--json`. */
  async json(args: readonly string[]): Promise<Outcome> {
    const { stdout, stderr } = await this.cli([...args, '--json']);
    try {
      return JSON.parse(stdout.toString());
    } catch {
      throw new Error(`no Outcome: ${stderr}`);
    }
  }

  rpc(options: RpcOptions = {}): SessionRpc {
    return new SessionRpc({ home: this.folder, ...options });
  }

  /** A sidecar that is closed when its test is over. */
  sidecar(options: RpcOptions = {}): SessionRpc {
    return closedAfterTest(this.rpc(options));
  }

  /** Where a session keeps its files. */
  sessionFolder(id: string): string {
    return join(this.folder, '.local/state/agent-tools/sessions', id);
  }

  /** What a session's keeper wrote down at the start. */
  record(id: string): {
    readonly keeper: { readonly pid: number };
    readonly leader: { readonly pid: number };
    readonly socket: string;
  } {
    return JSON.parse(readFileSync(join(this.sessionFolder(id), 'session.json'), 'utf8'));
  }

  sessionIds(): readonly string[] {
    return readdirSync(join(this.folder, '.local/state/agent-tools/sessions'));
  }
}

/** A sidecar with the calls that sessions need. */
export class SessionRpc extends RpcClient {
  async call(method: string, params: object): Promise<Outcome> {
    const answer = await this.request(method, params);
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return JSON.parse(JSON.stringify(answer.result));
  }

  /** Starts a background session and returns its id. */
  async background(command: string, more: object = {}): Promise<string> {
    const outcome = await this.call('shell', { command, background: true, ...more });
    if (outcome.status !== 'running') throw new Error(`not running: ${JSON.stringify(outcome)}`);
    return outcome.details.sessionId;
  }

  process(action: string, sessionId: string, more: object = {}): Promise<Outcome> {
    return this.call('process', { action, sessionId, ...more });
  }

  /** Waits for a pattern and returns what was printed up to it. */
  async until(sessionId: string, pattern: string, more: object = {}): Promise<Outcome> {
    const outcome = await this.process('wait', sessionId, { pattern, timeout: 30, ...more });
    if (outcome.details.matched !== true) {
      const log = await this.process('log', sessionId);
      throw new Error(`no ${pattern}: ${outcome.message}\n${textOf(log)}`);
    }
    return outcome;
  }

  /** All output so far. */
  async output(sessionId: string): Promise<string> {
    return textOf(await this.process('poll', sessionId));
  }

  /** Waits for the end. */
  ended(sessionId: string): Promise<Outcome> {
    return this.process('wait', sessionId, { timeout: 30 });
  }
}
