import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = join(import.meta.dirname, '../dist/agent-tools');

export type Mode = 'rpc' | 'mcp';

/** Bytes that a line may have, so that longer ones are quickly made. */
export const mostInputBytes = 20_000;

/** An answer of the server: its id as JSON text, and `result` or the code of its error. */
export interface Answer {
  readonly id: string;
  readonly kind: string;
}

function answerOf(value: unknown): Answer | null {
  if (typeof value !== 'object' || value === null || 'method' in value) return null;
  const { id, error }: { id?: unknown; error?: { code?: unknown } } = value;
  const text = JSON.stringify(id ?? null);
  return { id: text.replace(/^"#(.*)"$/, '$1'), kind: error === undefined ? 'result' : String(error.code) };
}

/** The real binary behind real pipes, in a folder of its own. */
export class WirePeer {
  readonly folder = mkdtempSync(join(tmpdir(), 'agent-tools-fuzz-'));
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  /** Answers since the last `take`. */
  #answers: Answer[] = [];
  /** How many answers each array that came held. */
  #batches: number[] = [];
  /** Lines that are no JSON. */
  #odd: string[] = [];
  #buffer = '';
  #wake: () => void = () => {};
  #hasEnded = false;

  constructor(mode: Mode) {
    const env = { PATH: process.env.PATH ?? '', HOME: this.folder, LANG: 'C.UTF-8' };
    this.#child = spawn(binary, [mode, '--yolo'], {
      cwd: this.folder,
      env: { ...env, AGENT_TOOLS_CAPS_RPC_INPUT_BYTES: String(mostInputBytes) },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout?.setEncoding('utf8');
    this.#child.stdout?.on('data', (part: string) => this.#receive(part));
    this.#child.stdin?.on('error', () => {});
    this.exited = new Promise((resolve) => {
      this.#child.on('close', (code) => {
        this.#hasEnded = true;
        this.#wake();
        resolve(code);
      });
    });
  }

  /** Writes bytes in chunks of the sizes in turn, each on its own. */
  async write(bytes: Buffer, sizes: readonly number[]): Promise<void> {
    for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      const chunk = bytes.subarray(from, from + size);
      await new Promise<void>((resolve) => this.#child.stdin?.write(chunk, () => resolve()));
      from += size;
    }
  }

  /** Waits until so many answers came, or one with this id; false when the server ended or too long nothing comes. */
  async waitFor(isDone: (answers: readonly Answer[]) => boolean, mostMs = 20_000): Promise<boolean> {
    const end = Date.now() + mostMs;
    while (!isDone(this.#answers)) {
      if (this.#hasEnded || Date.now() > end) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, end - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  /** Everything that came since the last time. */
  take() {
    const taken = { answers: this.#answers, batches: this.#batches, odd: this.#odd };
    [this.#answers, this.#batches, this.#odd] = [[], [], []];
    return taken;
  }

  /** Ends the input; resolves to the exit status. */
  end(): Promise<number | null> {
    this.#child.stdin?.end();
    return this.exited;
  }

  /** Ends the process if it lives and removes its folder. */
  async remove(): Promise<void> {
    if (!this.#hasEnded) this.#child.kill('SIGKILL');
    await this.exited;
    rmSync(this.folder, { recursive: true, force: true });
  }

  #receive(part: string): void {
    const lines = (this.#buffer + part).split('\n');
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) this.#receiveLine(line);
    this.#wake();
  }

  #receiveLine(line: string): void {
    try {
      // Ids that no number holds come back digit for digit.
      const message: unknown = JSON.parse(line.replace(/("id":)(\d{17,})/g, '$1"#$2"'));
      const list: readonly unknown[] = Array.isArray(message) ? message : [message];
      if (Array.isArray(message)) this.#batches.push(message.length);
      this.#answers.push(...list.flatMap((one) => answerOf(one) ?? []));
    } catch {
      this.#odd.push(line);
    }
  }
}
