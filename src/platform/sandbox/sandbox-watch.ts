import { closeSync, openSync, readFileSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import type { SandboxReport } from './sandbox-spec.ts';

/** Milliseconds that bubblewrap's last word may take after its exit. */
const lastWordMs = 500;
const namespacePid = /"child-pid": (\d+)/;

/** Follows what bubblewrap tells of a sandbox, and keeps the counters of its network at hand, which go with its last process. */
export class SandboxWatch {
  #said = '';
  #counters: number[] = [];
  readonly #countsNetwork: boolean;
  readonly #heard: Promise<void>;

  /** `status` is the reading end of what bubblewrap writes its status to; it is closed in the end. */
  constructor(status: number, countsNetwork: boolean) {
    this.#countsNetwork = countsNetwork;
    this.#heard = this.#listen(status);
  }

  async #listen(status: number): Promise<void> {
    const reader = Bun.file(status).stream().getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        this.#said += Buffer.from(value).toString('latin1');
        this.#openCounters();
        if (this.#isEnded) return;
      }
    } catch {
      // What was not said is not known.
    } finally {
      void reader.cancel().catch(() => {});
      closeSync(status);
    }
  }

  /** Bubblewrap tells the status of what it has run, and nothing after it. */
  get #isEnded(): boolean {
    return this.#said.includes('"exit-code"');
  }

  /** An open file keeps the namespace it tells of. */
  #openCounters(): void {
    const pid = namespacePid.exec(this.#said)?.[1];
    if (!this.#countsNetwork || pid === undefined || this.#counters.length > 0) return;
    try {
      for (const name of ['snmp', 'snmp6']) this.#counters.push(openSync(`/proc/${pid}/net/${name}`, 'r'));
    } catch {
      // It has ended already, or has no IPv6.
    }
  }

  /** The command has ended; its packets are not counted when it succeeded. */
  async end(succeeded: boolean): Promise<Omit<SandboxReport, 'level'>> {
    await Promise.race([this.#heard, sleep(lastWordMs, { ref: false })]);
    const texts = this.#counters.flatMap((descriptor) => {
      try {
        return succeeded ? [] : [readFileSync(descriptor, 'latin1')];
      } finally {
        closeSync(descriptor);
      }
    });
    this.#counters = [];
    return {
      isSetUp: this.#isEnded,
      unrouted: texts.length === 0 ? null : unroutedOf(texts),
    };
  }
}

/** Packets that found no route, of both versions of IP (proc_net(5): `snmp` has a line of names and one of values). */
function unroutedOf([four = '', six = '']: readonly string[]): number {
  const [names = [], values = []] = four
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
    .map((line) => line.split(' '));
  const count = Number(values[names.indexOf('OutNoRoutes')] ?? 0);
  return count + Number(/^Ip6OutNoRoutes\s+(\d+)/m.exec(six)?.[1] ?? 0);
}
