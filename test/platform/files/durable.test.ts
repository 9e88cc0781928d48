import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDurable } from '../../../src/platform/files/durable.ts';

describe('making what was written durable', () => {
  it('goes without where the system has no such thing', async () => {
    const handle = await open('/dev/null', 'w');
    try {
      await expect(handle.sync()).rejects.toThrow('EINVAL');
      await expect(makeDurable(handle)).resolves.toBeUndefined();
    } finally {
      await handle.close();
    }
  });

  it('says when it failed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'durable-'));
    const handle = await open(join(folder, 'a'), 'w');
    await handle.close();
    await rm(folder, { recursive: true });
    await expect(makeDurable(handle)).rejects.toThrow();
  });
});
