import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const rules: readonly (readonly [name: string, rule: object, said: string])[] = [
  ['an unknown tool', { tool: 'bash', allow: 'ls' }, '"bash" is not a tool'],
  ['a malformed pattern', { tool: 'shell', allow: 'ls | wc' }, '"|" joins commands'],
  ['a false example', { tool: 'shell', allow: 'ls *', notMatch: ['ls -l'] }, 'it matches "ls -l"'],
];

const commands = ['env', 'config show', 'policy list', 'policy check ls', 'shell ls', 'prompt', 'rpc', 'mcp'];

describe.each(rules)('a rule with %s', (_, rule, said) => {
  it.each(commands)('stops %s', async (command) => {
    const home = tempFolder();
    mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
    const file = join(home, '.config/agent-tools/config.json');
    writeFileSync(file, JSON.stringify({ rules: [rule] }));
    const { status, stdout, stderr } = await runCli(command.split(' '), { home, input: '' });
    expect({ status, stdout: stdout.toString() }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(said);
    expect(stderr).toContain(`${file}:1`);
  });
});
