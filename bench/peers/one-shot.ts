import type { Call, Connection } from './peer.ts';
import type { ServerOptions } from './servers.ts';

/** A program that is started for every call; its stdin is a pipe that stays open, as a host's own is. */
export class OneShot implements Connection {
  readonly #options: ServerOptions;
  #process: Bun.Subprocess<'pipe', 'pipe', 'ignore'> | null = null;
  #received = 0;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  received = (): number => this.#received;

  process(): Bun.Subprocess<'pipe', 'pipe', 'ignore'> {
    if (this.#process === null) throw new Error('nothing was started');
    return this.#process;
  }

  call(work: string, onPart: () => void = () => {}): Call {
    const { argv, env, home } = this.#options;
    const child = Bun.spawn([...argv, ...splitWork(work)], {
      cwd: home,
      env,
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    this.#process = child;
    const collect = async (): Promise<{ readonly text: string }> => {
      const parts: Uint8Array[] = [];
      for await (const part of child.stdout) {
        parts.push(part);
        this.#received += part.length;
        onPart();
      }
      await child.exited;
      return { text: Buffer.concat(parts).toString('latin1') };
    };
    const answer = collect();
    answer.catch(() => {});
    return { answer };
  }
}

/** Arguments are parted by NUL: a command is one, a search is several. */
const splitWork = (work: string): readonly string[] => work.split('\0');
