import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Files {
  readonly user?: object;
  readonly project?: object;
}

/** Runs a harmless command in a fresh home with these files. */
async function runWith({ user, project }: Files, env: Readonly<Record<string, string>> = {}) {
  const home = tempFolder();
  const config = join(home, '.config', 'agent-tools');
  const workspace = join(home, 'ws');
  mkdirSync(config, { recursive: true });
  mkdirSync(workspace);
  if (user !== undefined) writeFileSync(join(config, 'config.json'), JSON.stringify(user));
  if (project !== undefined) writeFileSync(join(workspace, '.agent-tools.json'), JSON.stringify(project));
  return runCli(['shell', 'true'], { home, cwd: workspace, env });
}

describe('a rule that is left out makes its layer no less invalid', () => {
  it.each([
    ['an example that does not match', { allow: 'npm *', match: ['git status'] }, 'it does not match'],
    ['an example that matches', { allow: 'npm *', notMatch: ['npm test'] }, 'it matches'],
    ['two commands', { allow: 'npm test | tee log' }, 'joins commands'],
    ['an unknown tool', { tool: 'bash', allow: 'npm *' }, '"bash" is not a tool'],
  ])('%s', async (_, rule, problem) => {
    const rules = [{ tool: 'shell', ...rule }];
    const untrusted = await runWith({ project: { rules } });
    expect(untrusted).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
    expect(untrusted.stderr).toContain('.agent-tools.json:1');
    const locked = await runWith(
      { user: { locked: ['rules'] } },
      { AGENT_TOOLS_RULES: JSON.stringify(rules) },
    );
    expect(locked).toMatchObject({ status: 2, stderr: expect.stringContaining(problem) });
  });

  it('but one that can be used stops nothing', async () => {
    const { status, stderr } = await runWith({ project: { rules: [{ tool: 'shell', allow: 'npm *' }] } });
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('leaves out allow "npm *"'),
    });
  });
});

describe('a token budget of what is no tool is refused, naming the nearest', () => {
  it.each([
    ['shel', '"shell"'],
    ['read-media', '"read_media"'],
    ['zzzzzzzz', 'one of shell, process, read, read_media'],
  ])('%s', async (name, wanted) => {
    const tools = { [name]: { tokenBudget: 5 } };
    const file = await runWith({ user: { summarize: { tools } } });
    expect(file.status).toBe(2);
    expect(file.stderr).toContain(
      `config.json:1": "summarize.tools.${name}" is not a tool, expected ${wanted}`,
    );
    const variable = await runWith({}, { AGENT_TOOLS_SUMMARIZE_TOOLS: JSON.stringify(tools) });
    expect(variable.stderr).toContain(
      `"AGENT_TOOLS_SUMMARIZE_TOOLS": "summarize.tools.${name}" is not a tool`,
    );
  });
});

it.each(['gone', 'a.txt'])(
  'a root of the workspace that is none is refused where it is set: %s',
  async (root) => {
    const home = tempFolder();
    writeFileSync(join(home, 'a.txt'), '');
    const config = join(home, 'c.json');
    writeFileSync(config, JSON.stringify({ workspace: { roots: [root] } }, null, 1));
    const env = { AGENT_TOOLS_WORKSPACE_ROOTS: JSON.stringify([root]) };
    const state = `"${root}" of "workspace.roots" is no folder that can be reached, expected existing folders`;
    const refused = (place: string) => ({
      status: 2,
      stderr: `agent-tools: Cannot use configuration "${place}": ${state}\n`,
    });
    expect(await runCli(['shell', 'true'], { home, env })).toMatchObject(
      refused('AGENT_TOOLS_WORKSPACE_ROOTS'),
    );
    expect(await runCli(['--config', config, 'shell', 'true'], { home })).toMatchObject(
      refused(`${config}:3`),
    );
  },
);

it('a rule of no tool is refused in words', async () => {
  const { status, stderr } = await runWith({ user: { rules: [{ tool: [], allow: 'ls' }] } });
  expect(status).toBe(2);
  expect(stderr).toContain('"rules[0].tool" is [], expected the name of a tool or a list of such names');
});

describe('a file that is not UTF-8 would say something else than it does', () => {
  const rules = Buffer.from('{ "rules": [{ "tool": "shell", "deny": "caf\xe9 *" }] }', 'latin1');
  const input = Buffer.from('{ "command": "echo caf\xe9" }', 'latin1');
  it.each<readonly [name: string, file: string, bytes: Buffer, args: readonly string[]]>([
    ['the user file', '.config/agent-tools/config.json', rules, ['shell', 'true']],
    ['learned rules', '.config/agent-tools/approvals.jsonc', rules, ['shell', 'true']],
    ['the project file', 'ws/.agent-tools.json', rules, ['shell', 'true']],
    ['the project file to trust', 'ws/.agent-tools.json', rules, ['config', 'trust']],
    ['a named file', 'ws/named.json', rules, ['--config', 'named.json', 'shell', 'true']],
    ['UTF-16', 'ws/named.json', Buffer.from('\ufeff{}', 'utf16le'), ['--config', 'named.json', 'env']],
    ['an input', 'ws/input.json', input, ['shell', '--input', '@input.json']],
  ])('%s', async (_, file, bytes, args) => {
    const home = tempFolder();
    for (const folder of ['.config/agent-tools', 'ws']) mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, file), bytes, { mode: 0o600 });
    const { status, stdout, stderr } = await runCli(args, { home, cwd: join(home, 'ws') });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^agent-tools: Cannot read "[^"]*": it is not UTF-8, expected text\n$/),
    });
  });
});

describe('a file behind a link that leads to nothing is not taken for none', () => {
  it.each([
    ['the user file', '.config/agent-tools/config.json', ['shell', 'true']],
    ['its folder', '.config/agent-tools', ['shell', 'true']],
    ['the folder of all', '.config', ['rpc']],
    ['learned rules', '.config/agent-tools/approvals.jsonc', ['shell', 'true']],
    ['the project file', 'ws/.agent-tools.json', ['policy', 'check', 'ls']],
    ['a named file', 'ws/named.json', ['--config', 'named.json', 'env']],
  ])('%s', async (_, link, args) => {
    const home = tempFolder();
    for (const folder of [dirname(link), 'ws']) mkdirSync(join(home, folder), { recursive: true });
    symlinkSync(join(home, 'gone'), join(home, link));
    const { status, stdout, stderr } = await runCli(args, { home, cwd: join(home, 'ws') });
    expect({ status, stdout: stdout.toString(), stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^agent-tools: Cannot read "[^"]*": "[^"]*" is a symbolic link to nothing, expected a file\n$/,
      ),
    });
  });

  it('but what is missing behind one that leads somewhere is none', async () => {
    const home = tempFolder();
    mkdirSync(join(home, 'dotfiles'));
    symlinkSync('dotfiles', join(home, '.config'));
    expect((await runCli(['shell', 'true'], { home })).status).toBe(0);
  });
});
