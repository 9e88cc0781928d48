import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Pulse } from '../../../src/hosts/node/pulse.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A pulse over a peer that answers pings or not, while calls wait or not. */
function open(options: { readonly answers: boolean; readonly waits?: () => boolean }) {
  const events: string[] = [];
  let chunk: (() => void) | null = null;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      await new Promise<void>((resolve) => {
        chunk = resolve;
      });
      yield new Uint8Array(1);
    }
  };
  const pulse = new Pulse({
    isNeeded: options.waits ?? (() => true),
    ping: () => {
      events.push('ping');
      if (options.answers) chunk?.();
    },
    giveUp: (reason) => events.push(reason),
  });
  void (async () => {
    for await (const _ of pulse.listen(source())) events.push('heard');
  })();
  return { pulse, events };
}

describe('the pulse of a connection', () => {
  it('asks after 15 s of silence and gives up after 45', async () => {
    const { pulse, events } = open({ answers: false });
    pulse.start();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(new Set(events)).toEqual(new Set(['ping']));
    await vi.advanceTimersByTimeAsync(5000);
    expect(events.at(-1)).toBe('no sign of life for 50 s');
    pulse.stop();
  });

  it('is content with any answer', async () => {
    const { pulse, events } = open({ answers: true });
    pulse.start();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(new Set(events)).toEqual(new Set(['ping', 'heard']));
    pulse.stop();
  });

  it('rests while nothing waits', async () => {
    const { pulse, events } = open({ answers: false, waits: () => false });
    pulse.start();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(events).toEqual([]);
  });

  it('counts little of a time in which this process was stopped', async () => {
    let stoppedMs = 0;
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + stoppedMs);
    const { pulse, events } = open({ answers: false });
    pulse.start();
    await vi.advanceTimersByTimeAsync(5000);
    stoppedMs = 3_600_000;
    await vi.advanceTimersByTimeAsync(5000);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(events.at(-1)).toMatch(/^no sign of life for \d\d s$/);
    pulse.stop();
  });

  it('does not count silence of its own making', async () => {
    const { pulse, events } = open({ answers: false });
    pulse.start();
    let resume = (): void => {};
    void pulse.whilePaused(
      new Promise((resolve) => {
        resume = resolve;
      }),
    );
    await vi.advanceTimersByTimeAsync(200_000);
    expect(events).toEqual([]);
    resume();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(events).toEqual([]);
    pulse.stop();
  });
});
