import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';

describe('--json', () => {
  it.for([
    ['--version'],
    ['env'],
    ['prompt'],
    ['hosts', 'list'],
    ['policy', 'list'],
    ['policy', 'presets'],
    ['policy', 'presets', 'readonly'],
    ['policy', 'check', 'ls'],
    ['config', 'show'],
    ['config', 'path'],
    ['config', 'schema'],
    ['tools', 'list'],
    ['tools', 'schema'],
    ['approvals', 'list'],
    ['audit', 'verify'],
    ['completion', 'bash'],
    ['completion', 'zsh'],
    ['completion', 'fish'],
    ['completion', '--values', 'hosts'],
    ['process', 'list'],
    ['skill', 'list'],
  ])('is JSON: %j', async (args) => {
    const { stdout, status } = await runCli(['--json', ...args]);
    expect([typeof JSON.parse(stdout.toString()), status]).toEqual(['object', 0]);
  });

  it.each([
    [['--version'], (text: string) => ({ version: text.trim().replace('agent-tools ', '') })],
    [['completion', 'bash'], (script: string) => ({ script })],
    [['completion', '--values', 'hosts'], (text: string) => text.trim().split('\n')],
  ] as const)('holds what is printed without it: %j', async (args, expected) => {
    const [plain, json] = await Promise.all([runCli(args), runCli([...args, '--json'])]);
    expect(JSON.parse(json.stdout.toString())).toEqual(expected(plain.stdout.toString()));
    expect([json.status, json.stderr]).toEqual([0, '']);
  });
});
