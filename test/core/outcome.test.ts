import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { failureOutcome } from '../../src/core/outcome.ts';

describe('the outcome of a failure', () => {
  it('says why a call is denied as policy does, whoever denies it', () => {
    expect(failureOutcome(new ToolFailure('denied', 'no'))).toMatchObject({
      status: 'denied',
      isError: true,
      details: { failure: 'denied', reason: 'no', rule: null },
    });
  });

  it('says no more of another one than it carries', () => {
    const { status, details } = failureOutcome(new ToolFailure('tool_failed', 'no', { path: '/x' }));
    expect({ status, details }).toEqual({
      status: 'failed',
      details: { failure: 'tool_failed', path: '/x' },
    });
  });
});
