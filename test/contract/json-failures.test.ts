import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

describe('under --json every failure is an Outcome on standard output', () => {
  it.each<readonly [args: readonly string[], status: number, failure: string]>([
    [['--json'], 2, 'invalid_input'],
    [['--json', 'nosuch'], 2, 'invalid_input'],
    [['nosuch', '--json'], 2, 'invalid_input'],
    [['--json', '--bad-flag', 'shell', 'ls'], 2, 'invalid_input'],
    [['shell', 'ls', '--bad-flag', '--json'], 2, 'invalid_input'],
    [['--json=1', 'shell', 'ls'], 2, 'invalid_input'],
    [['--json', 'shell'], 2, 'invalid_input'],
    [['--json', 'shell', '--cwd'], 2, 'invalid_input'],
    [['--json', 'shell', '--input', '{'], 2, 'invalid_input'],
    [['--json', 'shell', 'ls', '--timeout', '1000000'], 2, 'invalid_input'],
    [['--json', '-C', '/no/such/folder', 'shell', 'ls'], 1, 'tool_failed'],
    [['--json', '--config', 'missing.json', 'shell', 'ls'], 2, 'invalid_config'],
    [['--json', '--security', 'none', 'shell', 'ls'], 2, 'invalid_config'],
    [['--json', '--host', 'nowhere', 'shell', 'ls'], 2, 'invalid_config'],
    [['--json', 'env', 'more'], 2, 'invalid_input'],
    [['--json', 'policy', 'check'], 2, 'invalid_input'],
    [['--json', 'approvals', 'show', 'nosuch'], 1, 'tool_failed'],
    [['--json', 'hosts', 'check', 'nosuch'], 2, 'invalid_input'],
    [['--json', 'read', 'missing'], 1, 'tool_failed'],
    [['--json', 'process', 'poll', 'nosuch'], 1, 'tool_failed'],
  ])('%j', async (args, status, failure) => {
    const result = await runCli(args);
    expect(result.status).toBe(status);
    expect(JSON.parse(result.stdout.toString())).toMatchObject({
      status: 'failed',
      isError: true,
      message: expect.stringMatching(/./),
      content: [],
      details: { failure },
    });
  });

  it.each([
    ['{ "shel": {} }', ['shell', 'ls']],
    ['{', ['config', 'show']],
    ['{', ['env']],
  ])('with the configuration %s: %j', async (config, args) => {
    const home = tempFolder();
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    writeFileSync(join(home, '.config/agent-tools/config.json'), config);
    const { status, stdout } = await runCli(['--json', ...args], { home });
    expect(status).toBe(2);
    expect(JSON.parse(stdout.toString())).toMatchObject({ details: { failure: 'invalid_config' } });
  });

  it('but what is no flag asks for no JSON, and a server writes frames alone', {
    tags: ['slow'],
  }, async () => {
    for (const args of [
      ['shell', '--bad-flag', '--', '--json'],
      ['--json=false', 'nosuch'],
      ['--json', 'rpc', '--bad-flag'],
      ['--json', 'mcp', '--bad-flag'],
    ]) {
      const { status, stdout, stderr } = await runCli(args);
      expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toContain('agent-tools: ');
    }
  });
});
