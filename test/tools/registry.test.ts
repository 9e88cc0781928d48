import { expect, it } from 'vitest';
import { loadTool, registry } from '../../src/tools/registry.ts';

it('loads each tool once, so that calls get it in the order in which they ask', async () => {
  for (const name of Object.keys(registry)) {
    const first = loadTool(name);
    expect(loadTool(name)).toBe(first);
    await expect(first).resolves.toMatchObject({ name });
    expect(loadTool(name)).toBe(first);
  }
});

it('knows no tool by another name', async () => {
  await expect(loadTool('toString')).resolves.toBeNull();
});
