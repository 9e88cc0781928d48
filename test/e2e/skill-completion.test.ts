import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What a shell offers for a command line, its last word being the one under the cursor; `file` is in the folder. */
const rows: readonly (readonly [
  line: readonly string[],
  contains: readonly string[],
  lacks: readonly string[],
])[] = [
  [['sh'], ['shell'], ['process', '--json']],
  [[''], ['shell', 'read-media', 'skill', 'config', 'completion', 'prompt'], ['--json']],
  [['--ver'], ['--version'], ['--json']],
  [['shell', '--time'], ['--timeout'], ['--idle-timeout']],
  [['read-media', '--'], ['--max-bytes', '--json', '--cwd'], ['--timeout']],
  [['process', ''], ['list', 'poll', 'send-keys'], ['shell']],
  [['process', 'send'], ['send-keys'], ['list']],
  [['skill', ''], ['list', 'show', 'prompt', 'validate'], []],
  [['config', ''], ['show', 'trust', 'schema'], ['list']],
  [['completion', ''], ['bash', 'zsh', 'fish'], []],
  [['--security', ''], ['deny', 'allowlist', 'full'], ['shell']],
  [['--security', 'full', 'sk'], ['skill'], []],
  [['-C', 'shell', 'sk'], ['skill'], []],
  [['shell', '--ask', 'on'], ['on-miss'], ['off']],
  [['write', '--mode', ''], ['overwrite', 'append'], []],
  [['read', ''], ['a file'], ['--json']],
  [['shell', '--', '-'], [], ['--timeout']],
  [
    ['process', 'poll', '--'],
    ['--wait-ms', '--session-id', '--json'],
    ['--pattern', '--cols'],
  ],
  [['process', 'resize', '--'], ['--cols', '--rows'], ['--wait-ms']],
  [['process', 'att'], ['attach'], ['list']],
  [['process', 'list', '--'], ['--json'], ['--session-id']],
  [
    ['skill', 'show', ''],
    ['tmux', 'agent-tools'],
    ['a file', 'list', 'bad'],
  ],
  [['approvals', 'resolve', ''], [], ['a file']],
  [['skill', 'show', '--file', 'x', 'tm'], ['tmux'], []],
  [['skill', 'show', 'tmux', ''], ['a file'], ['tmux']],
  [
    ['shell', '--host', ''],
    ['local', 'sandbox', 'build7'],
    ['a file', 'shell'],
  ],
  [['--host', 'bu'], ['build7'], []],
  [['mcp', '--tools', 're'], ['read', 'read_media'], ['a file']],
];

/** What bash and fish offer behind a comma. */
const listed = [
  ['mcp', '--tools', 'grep,re'],
  ['grep,read', 'grep,read_media'],
  ['a file', 'read', 'grep,grep'],
] as const;

const configuration = { hosts: { build7: { command: ['true'] } } };

async function scriptOf(shell: string): Promise<string> {
  const { stdout, stderr, status } = await runCli(['completion', shell]);
  expect([status, stderr]).toEqual([0, '']);
  return stdout.toString();
}

/** Why a shell cannot be tested here, or null. */
function absence(shell: string): string | null {
  return spawnSync(shell, ['--version']).error === undefined ? null : `${shell} is not installed`;
}

function folderWith(script: string): string {
  const home = tempFolder();
  writeFileSync(join(home, 'script'), script);
  writeFileSync(join(home, 'a file'), '');
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(configuration));
  return home;
}

/** The program is found by its name. */
const shellEnv = (home: string) =>
  cleanEnv(home, { PATH: `${dirname(binary)}:${process.env.PATH}`, TERM: 'dumb' });

const driver = `
source ./script
COMP_WORDS=(agent-tools "$@"); COMP_CWORD=$#
_agent_tools 2>problems
printf '%s\\n' "\${COMPREPLY[@]}"
cat problems`;

describe('bash', () => {
  it.each([...rows, listed, [['--security', '=', 'de'], ['deny'], ['full']] as const])(
    '%j offers %j',
    async (line, contains, lacks) => {
      const cwd = folderWith(await scriptOf('bash'));
      const offered = execFileSync('bash', ['--norc', '-c', driver, 'bash', ...line], {
        cwd,
        env: shellEnv(cwd),
      });
      const words = offered.toString().split('\n');
      for (const word of contains) expect(words).toContain(word);
      for (const word of lacks) expect(words).not.toContain(word);
    },
  );

  it('knows the program after the script was sourced', async () => {
    const cwd = folderWith(await scriptOf('bash'));
    const shown = execFileSync('bash', ['--norc', '-c', 'source ./script && complete -p agent-tools'], {
      cwd,
    });
    expect(shown.toString()).toContain('-F _agent_tools agent-tools');
  });
});

const fishAbsence = absence('fish');
if (fishAbsence !== null) process.stderr.write(`completion of fish is not tested: ${fishAbsence}\n`);
describe.skipIf(fishAbsence !== null)('fish', () => {
  it.each([...rows, listed])('%j offers %j', async (line, contains, lacks) => {
    const cwd = folderWith(await scriptOf('fish'));
    const typed = ['agent-tools', ...line].join(' ');
    const query = `source ./script; complete -C ${JSON.stringify(typed)}`;
    const offered = execFileSync('fish', ['--no-config', '-c', query], { cwd, env: shellEnv(cwd) });
    const words = offered
      .toString()
      .split('\n')
      .map((word) => word.split('\t')[0]?.replaceAll('\\ ', ' '));
    for (const word of contains) expect(words).toContain(word);
    // fish 4 also offers options that hold what was typed further on.
    const begun = line.at(-1)?.replace(/^-+/, '') ?? '';
    for (const word of lacks) if (begun === '' || !word.includes(begun)) expect(words).not.toContain(word);
  });
});

const zshAbsence = absence('zsh');
if (zshAbsence !== null) process.stderr.write(`completion of zsh is not tested: ${zshAbsence}\n`);
describe.skipIf(zshAbsence !== null)('zsh', () => {
  const zshDriver = `
compdef() { :; }
source ./script
_files() { print -rl -- *(N); }
compadd() { print -rl -- \${(P)2}; }
_describe() { local list=\${@[-1]}; print -rl -- \${\${(P)list}%%:*}; }
words=(agent-tools "$@"); CURRENT=$(( $# + 1 )); PREFIX=\${words[CURRENT]}
_agent_tools`;
  it.each(rows)('%j offers %j', async (line, contains) => {
    const cwd = folderWith(await scriptOf('zsh'));
    const offered = execFileSync('zsh', ['-f', '-c', zshDriver, 'zsh', ...line], { cwd, env: shellEnv(cwd) });
    const words = offered.toString().split('\n');
    for (const word of contains) expect(words).toContain(word);
  });
});

describe('the program', () => {
  it('names the sessions of the workspace', async () => {
    const home = tempFolder();
    const run = async (...words: string[]) => (await runCli(words, { home })).stdout.toString();
    const id = await run('shell', '--yolo', '--background', 'sleep 600');
    expect(id).toMatch(/^\S+\n$/);
    expect(await run('completion', '--values', 'sessions')).toBe(id);
    await run('process', 'remove', id.trim());
    expect(await run('completion', '--values', 'sessions')).toBe('');
  });

  it('names the approvals that wait', async () => {
    const home = tempFolder();
    const run = async (...words: string[]) => (await runCli(words, { home })).stdout.toString();
    expect(await run('completion', '--values', 'approvals')).toBe('');
    const { approvalId } = JSON.parse(await run('--json', 'shell', 'touch made')).details;
    expect(await run('completion', '--values', 'approvals')).toBe(`${approvalId}\n`);
  });

  it.each([
    [['completion'], 2],
    [['completion', 'tcsh'], 2],
    [['completion', 'bash', 'zsh'], 2],
    [['completion', '--values', 'files'], 2],
    [['completion', '--values', 'hosts', 'bash'], 2],
    [['completion', '--values', 'hosts'], 0],
    [['prompt', 'x'], 2],
    [['skill', 'validate', '.'], 1],
    [['skill', 'show', 'missing'], 1],
    [['skill', 'show', 'tmux'], 0],
    [['skill', 'list', '--security', 'deny'], 0],
    [['skill', 'show', 'tmux', '--security', 'deny'], 126],
  ])('%j ends with %i', async (args, status) => {
    expect((await runCli(args)).status).toBe(status);
  });

  it('puts the machine, the policy, the tools and the skills into one section', async () => {
    const { stdout, status, stderr } = await runCli(['prompt']);
    const section = stdout.toString();
    expect([status, stderr]).toEqual([0, '']);
    for (const part of [
      '# Tools of agent-tools',
      'security allowlist',
      'Shell: ',
      '- grep: ',
      '<name>tmux</name>',
    ])
      expect(section).toContain(part);
  });

  it('embeds the shipped skills: they are there in any folder', () => {
    const cwd = tempFolder();
    const shown = execFileSync(binary, ['skill', 'show', 'agent-tools'], { cwd, env: shellEnv(cwd) });
    expect(shown.toString()).toContain('# Working with agent-tools');
  });
});
