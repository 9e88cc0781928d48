import { closeSync, openSync, readFileSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import type { SandboxReport } from './sandbox-spec.ts';

/** Milliseconds after its exit for bubblewrap's last status, which is written before; a machine under load may be late to read it. */
const lastWordMs = 5000;
const namespacePid = /"child-pid": (\d+)/;

/** Follows the status messages of bubblewrap, and keeps the counters of its network open, which vanish with its last process. */
export class SandboxWatch {
  #said = '';
  #counters: number[] = [];
  readonly #countsNetwork: boolean;
  readonly #heard: Promise<void>;

  /** `status` is the read end for bubblewrap's status; it is closed at the end. */
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
      // A status that was not sent is unknown.
    } finally {
      void reader.cancel().catch(() => {});
      closeSync(status);
    }
  }

  /** Whether bubblewrap has sent the exit status of its command, which is its last message. */
  get #isEnded(): boolean {
    return this.#said.includes('"exit-code"');
  }

  /** Opens the counters: an open file keeps its namespace. */
  #openCounters(): void {
    const pid = namespacePid.exec(this.#said)?.[1];
    if (!this.#countsNetwork || pid === undefined || this.#counters.length > 0) return;
    try {
      for (const name of ['snmp', 'snmp6']) this.#counters.push(openSync(`/proc/${pid}/net/${name}`, 'r'));
    } catch {
      // It has ended already, or has no IPv6.
    }
  }

  /** Ends the watch when the command has ended; its packets are not counted if it succeeded. */
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

/** Packets that found no route, in both versions of IP (proc_net(5): `snmp` has a line of names and one of values). */
function unroutedOf([four = '', six = '']: readonly string[]): number {
  const [names = [], values = []] = four
    .split('\n')
    .filter((line) => line.startsWith('Ip:'))
    .map((line) => line.split(' '));
  const count = Number(values[names.indexOf('OutNoRoutes')] ?? 0);
  return count + Number(/^Ip6OutNoRoutes\s+(\d+)/m.exec(six)?.[1] ?? 0);
}
