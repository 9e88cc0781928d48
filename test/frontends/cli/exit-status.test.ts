import { describe, expect, it } from 'vitest';
import { failureTable, ToolFailure } from '../../../src/core/failure.ts';
import { outcome } from '../../../src/core/outcome.ts';
import { exitStatusOf, exitStatusOfError } from '../../../src/frontends/cli/exit-status.ts';

describe('exitStatusOf', () => {
  it.each([
    ['done', { status: 'completed' }, 0],
    ['a command that failed', { status: 'completed', isError: true, details: { exitCode: 3 } }, 3],
    [
      'a command that a signal ended',
      { status: 'completed', isError: true, details: { exitCode: null, signal: 'SIGSEGV' } },
      139,
    ],
    [
      'a command that a real-time signal ended',
      { status: 'completed', isError: true, details: { exitCode: null, signal: '35' } },
      163,
    ],
    ['a completed call that is an error', { status: 'completed', isError: true }, 1],
    ['a failed tool', { status: 'failed', details: { failure: 'tool_failed' } }, 1],
    ['a missing program', { status: 'failed', details: { failure: 'program_missing' } }, 127],
    ['a failure without a name', { status: 'failed' }, 1],
    ['a time limit, whatever the command said', { status: 'timed_out', details: { exitCode: 7 } }, 124],
    [
      'a session that its time limit ended',
      { status: 'completed', isError: true, details: { signal: 'SIGTERM', timedOut: true } },
      124,
    ],
    [
      'a session that was silent for too long',
      { status: 'completed', isError: true, details: { signal: 'SIGTERM', idleTimedOut: true } },
      124,
    ],
    ['a look at such a session', { status: 'completed', details: { timedOut: true } }, 0],
    ['a denial', { status: 'denied' }, 126],
    ['an approval nobody gives', { status: 'approval_required' }, 126],
    ['a cancelled call', { status: 'cancelled' }, 130],
    ['a background session', { status: 'running' }, 0],
  ] as const)('%s', (_, parts, status) => {
    expect(exitStatusOf(outcome({ message: '', ...parts }))).toBe(status);
  });
});

describe('exitStatusOfError', () => {
  it.each(Object.entries(failureTable))('%s', (code, { exitStatus }) => {
    const name = Object.keys(failureTable).find((key): key is keyof typeof failureTable => key === code);
    expect(name && exitStatusOfError(new ToolFailure(name, ''))).toBe(exitStatus);
  });

  it('anything else is a fault of ours', () => {
    expect(exitStatusOfError(new TypeError('x'))).toBe(125);
  });
});
