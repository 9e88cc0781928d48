import { benchEnv, binary } from './harness.ts';
import { LineServer } from './line-server.ts';

/** `agent-tools rpc` under measurement. */
export class Sidecar extends LineServer {
  constructor(home: string, env: Readonly<Record<string, string>> = {}) {
    super({ argv: [binary, 'rpc', '--yolo'], cwd: home, env: { ...benchEnv(home), ...env } });
  }

  /** Resident memory in MiB now. */
  async rss(): Promise<number> {
    return this.#status('VmRSS');
  }

  /** Highest resident memory so far in MiB. */
  async peakRss(): Promise<number> {
    return this.#status('VmHWM');
  }

  async #status(field: string): Promise<number> {
    const status = await Bun.file(`/proc/${this.process.pid}/status`).text();
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  }
}
