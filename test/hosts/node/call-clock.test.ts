import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallClock, type CallSeconds, longestWaitMs } from '../../../src/hosts/node/call-clock.ts';
import { readGreeting } from '../../../src/hosts/node/node-shapes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function start(isQueued: () => boolean = () => false) {
  const events: string[] = [];
  const clock = new CallClock({ ms: 1000, isQueued, onOverdue: () => events.push('overdue') });
  return { clock, events };
}

it('a call is overdue when its time has passed, once', () => {
  const { events } = start();
  vi.advanceTimersByTime(999);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(5000);
  expect(events).toEqual(['overdue']);
});

it('one that was answered is not', () => {
  const { clock, events } = start();
  clock.stop();
  vi.advanceTimersByTime(5000);
  expect(events).toEqual([]);
});

it('the time in which we are waited for does not count, however many wait at once and again', async () => {
  vi.advanceTimersByTime(5000);
  const { clock, events } = start();
  await clock.whilePaused(Promise.resolve());
  vi.advanceTimersByTime(400);
  const ends: (() => void)[] = [];
  const works = [0, 1].map(() => clock.whilePaused(new Promise<void>((resolve) => ends.push(resolve))));
  vi.advanceTimersByTime(50_000);
  ends[0]?.();
  await works[0];
  vi.advanceTimersByTime(50_000);
  ends[1]?.();
  await works[1];
  vi.advanceTimersByTime(599);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['overdue']);
});

it('a pause that ends after the call begins no further time', async () => {
  const { clock, events } = start();
  const work = clock.whilePaused(Promise.resolve());
  clock.stop();
  await work;
  vi.advanceTimersByTime(5000);
  expect(events).toEqual([]);
});

it('one that may still wait for its turn has the whole time again', () => {
  let isQueued = true;
  const { events } = start(() => isQueued);
  vi.advanceTimersByTime(1500);
  isQueued = false;
  vi.advanceTimersByTime(499);
  expect(events).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(events).toEqual(['overdue']);
});

it.each<readonly [limits: unknown, seconds: CallSeconds, ms: number]>([
  [undefined, 1, 12_000],
  [undefined, 'as commands', 311_000],
  [undefined, null, 311_000],
  [{ commandSeconds: 60, graceSeconds: 60.5, concurrentCalls: 2 }, 'as commands', 130_500],
  [{ commandSeconds: 60, graceSeconds: 0, concurrentCalls: 2 }, 0, 10_000],
  [{ commandSeconds: -1, graceSeconds: 1e9, concurrentCalls: 'x' }, 'as commands', 311_000],
  ['nothing', 5, 16_000],
])('what a node says of its limits (%j) gives a call of %j seconds %d ms', (limits, seconds, ms) => {
  const greeting = readGreeting({
    protocolVersion: 1,
    serverInfo: { name: 'agent-tools', version: '1' },
    tools: [],
    shell: null,
    cwd: '/',
    limits,
  });
  expect(greeting).not.toBeNull();
  if (greeting !== null) expect(longestWaitMs(seconds, greeting.limits)).toBe(ms);
});
