import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Governed, governed, person, said } from '../helpers/governed.ts';

let g: Governed;
beforeEach(() => {
  g = governed({ settings: { approval: { ask: 'always', fallback: 'allowlist', security: 'allowlist' } } });
});
afterEach(() => g.remove());

/** Leaves a question in the store, then puts a file in the place of the state folder or of one in it. */
async function block(name: string): Promise<void> {
  await g.call('touch y');
  const path = join(g.context.folders.state, name);
  rmSync(path, { recursive: true });
  writeFileSync(path, 'in the way');
}

describe.each([
  ['the state folder is none', '.'],
  ['they cannot be locked', 'locks'],
])('pending approvals where %s', (_, name) => {
  it('leave the reason for a question to be told where nobody is asked', async () => {
    await block(name);
    expect(said(await g.call('touch x'))).toMatch(
      /^approval_required: Approval required, nothing ran: .+ It is not left pending: Cannot .+approvals"/,
    );
  });

  it('let nothing run unasked, since a no may wait there', async () => {
    expect(said(await g.call('ls'))).toBe('runs');
    await block(name);
    expect(said(await g.call('ls'))).toMatch(/^approval_required/);
  });

  it('keep nobody from saying yes who is asked', async () => {
    await block(name);
    const approver = person(() => ({ choice: 'allow_once' }));
    expect(said(await g.call('touch x', { approver }))).toBe('runs');
  });
});
