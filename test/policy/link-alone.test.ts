import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a link to a folder that holds what belongs to the policy', () => {
  const bench = sharedBench(() => {
    const { cwd } = bench.workspace;
    bench.file('store/agent-tools/config.json', '{}');
    bench.file('far/agent-tools/config.json', '{}');
    mkdirSync(join(cwd, 'sub'));
    symlinkSync(join(cwd, 'store'), join(cwd, 'link'));
    symlinkSync(join(cwd, 'far'), join(cwd, 'middle'));
    symlinkSync('middle', join(cwd, 'way'));
  });

  const decide = async (script: string) => {
    const { cwd } = bench.workspace;
    const protectedPaths = ['store', 'way'].map((name) => join(cwd, name, 'agent-tools'));
    return await bench.decide(script, { settings: yolo, protectedPaths });
  };

  it.each([
    'rm link',
    'rm -rf link',
    'rm -rf ./link sub',
    'mv link sub/x',
    'mv -T link other',
    'cd sub && rm -r ../link',
  ])('may be taken away by its name: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    'rm -rf link/',
    'rm -rf link/.',
    'rm -rf sub/../link/',
    'rm -rf link/agent-tools',
    'rm -rf link/*',
    'mv link/ x',
    'mv link/agent-tools x',
    'chmod -R 700 link',
    'mv -T sub link',
    'ln -sfn sub link',
    'rm -rf store',
    'mv store x',
    // what the policy keeps is reached over these
    'rm -rf way',
    'mv middle x',
    'rm -rf middle',
  ])('is no way to what it leads to: %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });
});
