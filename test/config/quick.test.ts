import { describe, expect, it } from 'vitest';
import type { ConfigFlags } from '../../src/config/flags.ts';
import { quickSettings } from '../../src/config/quick.ts';
import { load } from './loading.ts';

describe('the short way to the settings', () => {
  it.each<[ConfigFlags]>([
    [{}],
    [{ yolo: true }],
    [{ security: 'deny' }],
    [{ security: 'full', ask: 'always' }],
    [{ yolo: true, security: 'full' }],
    [{ host: 'local' }],
    [{ host: 'gateway' }],
    [{ host: 'sandbox' }],
    [{ host: 'sandbox', yolo: true }],
  ])('gives for %j what the long way gives', async (flags) => {
    const { settings } = await load({ flags });
    expect(quickSettings({}, flags)).toEqual(settings);
  });

  it.each<[ConfigFlags]>([
    [{ yolo: true, security: 'deny' }],
    [{ yolo: true, ask: 'always' }],
    [{ security: 'none' }],
    [{ ask: 'never' }],
    [{ host: 'sandbx' }],
    [{ host: '' }],
  ])('leaves %j to the long way, which refuses it', async (flags) => {
    expect(quickSettings({}, flags)).toBeNull();
    await expect(load({ flags })).rejects.toThrow();
  });

  it('leaves variables that set something to the long way', () => {
    expect(quickSettings({ AGENT_TOOLS_GUARD: 'false' }, {})).toBeNull();
  });
});
