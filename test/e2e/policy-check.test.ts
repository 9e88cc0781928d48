import { mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { batch, configure } from '../helpers/policy-cli.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { TerminalRun } from '../helpers/terminal.ts';

async function check(words: readonly string[], home = tempFolder()) {
  const { status, stdout, stderr } = await runCli(['policy', 'check', ...words], { home });
  return { status, stdout: stdout.toString(), stderr };
}

describe('policy check', () => {
  it.each([
    ['ls -la', 0, 'allow'],
    ['touch x', 126, 'ask'],
    ['rm -rf /', 126, 'deny'],
    ['rm -rf "$SET_NOWHERE/"*', 126, 'deny'],
    ['ls && touch x | cat', 126, 'ask'],
  ])('%s ends with %d', async (command, status, decision) => {
    const text = await check([command]);
    expect(text).toMatchObject({ status, stderr: '' });
    expect(text.stdout).toMatch(new RegExp(`^${decision}: `));
    const json = await check(['--json', command]);
    expect(json.status).toBe(status);
    expect(JSON.parse(json.stdout)).toMatchObject({ decision, reason: expect.any(String) });
  });

  it('knows which variables a command finds', async () => {
    const command = 'rm -rf "$SET_NOWHERE/"*';
    const found = await batch([{ command }, { command, env: { SET_NOWHERE: 'build' } }]);
    expect(found.map(({ decision }) => decision)).toEqual(['deny', 'ask']);
  });

  it('says all of it in JSON', async () => {
    const home = realpathSync(tempFolder());
    const config = configure(
      home,
      '{\n  "rules": [\n    { "tool": "shell", "deny": "git push *", "reason": "a person pushes" }\n  ]\n}',
    );
    const { stdout } = await check(['--json', 'cat a > b && git push'], home);
    expect(JSON.parse(stdout)).toEqual({
      decision: 'deny',
      reason: 'a person pushes',
      rule: { text: 'git push *', source: config, line: 3 },
      commands: [
        {
          argv: ['cat', 'a'],
          program: expect.stringMatching(/^\//),
          decision: 'ask',
          rule: null,
          reason: expect.any(String),
        },
        {
          argv: ['git', 'push'],
          program: expect.stringMatching(/git$/),
          decision: expect.stringMatching(/^(deny|ask)$/),
          rule: expect.toSatisfy((rule) => rule === null || rule.text === 'git push *'),
          reason: expect.any(String),
        },
      ],
      effects: expect.arrayContaining([
        expect.objectContaining({ kind: 'exec', command: 'cat a > b && git push', cwd: home, host: 'local' }),
        expect.objectContaining({ kind: 'read', path: join(home, 'a'), decision: 'allow' }),
        expect.objectContaining({ kind: 'write', path: join(home, 'b'), decision: 'ask' }),
      ]),
      suggest: [],
    });
  });

  it('takes a program and its arguments, and the flags of a call', async () => {
    expect((await check(['--', 'ls', '-l'])).status).toBe(0);
    expect((await check(['--', 'touch', 'a b'])).stdout).toContain("rule that would allow it: touch 'a b'");
    const two = (await check(['touch a > log'])).stdout;
    expect(two).toContain('rule needed with the others: touch *\n  rule needed with the others: write: log');
    const turns = (await check(['for i in 1 2 3; do touch a; done'])).stdout;
    expect(turns).toMatch(/^ {2}ask {4}touch a .* \(3 times\)$/m);
    expect((await check(['--yolo', 'touch x'])).status).toBe(0);
    expect((await check(['--security', 'deny', 'ls'])).status).toBe(126);
    expect((await check(['--ask', 'always', 'ls'])).status).toBe(126);
  });

  it.each([
    [[], '"command" is missing'],
    [['ls', 'more'], '"more" is one word too many; quote the command, or write it after --'],
    [['ls', '-la'], '"-la" is not a known flag; quote the command, or write it after --'],
    [['ls', '--jsom'], '"--jsom" is not a known flag; did you mean "--json"?'],
    [['ls', '--', 'ls'], '"command" is missing'],
    [['--batch', 'ls'], '"ls" is one word too many'],
    [[''], 'command'],
  ])('%j is bad usage', async (words, message) => {
    expect(await check(words)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  it('runs nothing and leaves nothing', async () => {
    const home = tempFolder();
    await check(['touch made'], home);
    expect(readdirSync(home)).toEqual([]);
  });

  it('escapes what it prints', async () => {
    const { stdout } = await check(["touch 'a\ufe0fb'"]);
    expect(stdout).toContain('a\\u{fe0f}b');
    expect(stdout).not.toContain('\ufe0f');
  });
});

describe('policy check --batch', () => {
  it('answers one line for one line, in order, also for bad ones', async () => {
    const rows: readonly unknown[] = [
      { command: 'ls' },
      'no json',
      { command: 'npm test -- -u', rules: ['npm test *'] },
      { command: 'npm test' },
      { command: 'echo hi', rules: [{ tool: 'shell', deny: 'echo *', reason: 'hush' }] },
      { argv: ['ls', '-l'] },
      { command: 'ls', argv: ['ls'] },
      {},
      { command: 'ls', colour: 1 },
      { command: 'ls', cwd: '/no/such/folder' },
      { command: 'pwd', cwd: '/' },
      { command: 'ls', env: { MODE: 'x' } },
      { command: 'ls', env: { LD_PRELOAD: 'x' } },
      { command: 'ls', rules: ["a 'b"] },
      { command: 'ls', rules: [{ tool: 'shel', allow: 'x' }] },
      { command: 'ls', rules: [{ tool: 'shell' }] },
      [],
      null,
      { command: `echo ${'x'.repeat(200_000)}` },
      { command: 'ls', argv: null, cwd: null, env: null, rules: null },
    ];
    const answers = await batch(rows);
    expect(
      answers.map(({ decision, error }) => decision ?? (typeof error === 'string' ? 'error' : 'nothing')),
    ).toEqual([
      'allow',
      'error',
      'allow',
      'ask',
      'deny',
      'allow',
      'error',
      'error',
      'error',
      'error',
      'allow',
      'allow',
      'deny',
      'error',
      'error',
      'error',
      'error',
      'error',
      'error',
      'allow',
    ]);
    expect(answers[2]).toMatchObject({ rule: { text: 'npm test *', source: 'what-if', line: null } });
    expect(answers[3].suggest).toContain('npm test *');
    expect(answers[13].error).toContain('a quote is not closed');
    expect(answers[14].error).toContain('perhaps "shell"');
  });

  it.each([
    [{ tool: 'shell', allow: 5 }, '"rules[0].allow"'],
    [{ tool: 5, allow: 'x' }, '"rules[0].tool"'],
    [{ tool: 'shell', alow: 'x' }, '"rules[0].alow" is not a known'],
    [{ tool: 'shell', allow: 'x', reasn: 'y' }, '"rules[0].reasn" is not a known'],
    [{ tool: 'shell', allow: 'x', deny: 'y' }, 'exactly one of "allow", "ask" and "deny"'],
    [5, 'a string or an object, not 5'],
  ])('says what is wrong with the rule %j', async (rule, problem) => {
    const [answer] = await batch([{ command: 'ls', rules: [rule] }]);
    expect(answer.error).toContain(problem);
    expect(answer.error).not.toContain('"rules[0].tool" is not a known');
  });

  it.each<[command: string, suggest: readonly string[], isEach: boolean]>([
    ['echo x > log', ['write: log'], true],
    ['touch a', ['touch a', 'touch *'], true],
    ['touch a > log', ['touch *', 'write: log'], false],
  ])('suggests rules for %s that allow it when they are given back', async (command, suggest, isEach) => {
    const [answer] = await batch([{ command }]);
    expect(answer).toMatchObject({ decision: 'ask', suggest });
    expect(answer.together).toBe(isEach ? undefined : true);
    const tries = isEach ? suggest.map((rule) => [rule]) : [suggest];
    const given = await batch(tries.map((rules) => ({ command, rules })));
    expect(given.map(({ decision }) => decision)).toEqual(tries.map(() => 'allow'));
  });

  it('takes no rows, blank lines and a last line without its end', async () => {
    expect(await batch([])).toEqual([]);
    expect(await batch(['', '  ', '{"command":"ls"}', ''])).toHaveLength(1);
    expect(await batch(['{"command":"ls"}\r'])).toHaveLength(1);
  });

  it('answers a row before the next one comes, and ends with its reader', async () => {
    const client = new TerminalRun([], {
      program: [
        '/bin/sh',
        '-c',
        'yes 2>/dev/null \'{"command":"ls"}\' | "$0" policy check --batch | head -2; echo ended',
        binary,
      ],
    });
    expect(await client.exited).toBe(0);
    expect(client.output.split('\n')).toHaveLength(4);
  });

  it('keeps the rules of a row to itself', async () => {
    const answers = await batch([
      { command: 'npm test', rules: ['npm *'] },
      { command: 'npm test' },
      { command: 'npm test', rules: ['npm *'] },
    ]);
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'ask', 'allow']);
  });
});

describe('a call runs unasked exactly when check says allow', () => {
  const commands = [
    'true',
    'echo hi',
    'touch x',
    'cat missing',
    'rm -rf /',
    'echo $(id -u)',
    'eval echo',
    'npm -v',
    './x',
    'echo hi > out',
    '(exit 3)',
  ];
  const modes = [[], ['--ask', 'always'], ['--ask', 'off'], ['--security', 'deny'], ['--yolo']] as const;
  it.each(modes.map((mode) => ({ mode })))('with $mode', async ({ mode }) => {
    const home = tempFolder();
    const answers = await batch(
      commands.map((command) => ({ command })),
      home,
      mode,
    );
    const client = new RpcClient({ home, args: mode });
    for (const [index, command] of commands.entries()) {
      const called = await client.request('shell', { command });
      const checked = await client.request('policy/check', { command });
      const isRun = !['denied', 'approval_required'].includes(String(called.result?.status));
      expect(isRun, command).toBe(answers[index].decision === 'allow');
      expect(checked.result, command).toEqual(answers[index]);
    }
    await client.close();
  });

  it('on a terminal, where somebody can be asked, and without', async () => {
    const home = tempFolder();
    configure(home, '{"approval":{"ask":"always","fallback":"allowlist"}}');
    expect((await check(['ls'], home)).status).toBe(0);
    const terminal = new TerminalRun(['policy', 'check', 'ls'], { home });
    expect(await terminal.exited).toBe(126);
    const client = new RpcClient({ home, args: [] });
    expect((await client.request('policy/check', { command: 'ls' })).result).toMatchObject({
      decision: 'allow',
    });
    await client.request('initialize', { capabilities: { approvals: true } });
    expect((await client.request('policy/check', { command: 'ls' })).result).toMatchObject({
      decision: 'ask',
    });
    expect((await client.request('policy/check', { comand: 'ls' })).error?.code).toBe(-32602);
    await client.close();
  });
});

describe('a program that is not there, and a folder that is not', () => {
  const argv = ['no-such-program-here', 'x'];

  it('leave a verdict on the program, the same everywhere', async () => {
    const home = tempFolder();
    const client = new RpcClient({ home, args: [] });
    const { result } = await client.request('policy/check', { argv });
    await client.close();
    expect(result).toMatchObject({
      decision: 'ask',
      commands: [{ argv, program: null, decision: 'ask' }],
      reason: 'no-such-program-here: there is no such program',
      suggest: [],
    });
    expect(await batch([{ argv }], home)).toEqual([result]);
    const printed = await check(['--json', '--', ...argv], home);
    expect(printed).toMatchObject({ status: 126, stderr: '' });
    expect(JSON.parse(printed.stdout)).toEqual(result);
  });

  it.each([
    ['/no/such/folder', 'no such folder'],
    ['/etc/passwd', 'it is not a folder'],
  ])('are an error of the row for cwd %s', async (cwd, state) => {
    const message = `Cannot run in "${cwd}": ${state}, expected an existing folder`;
    const client = new RpcClient({ home: tempFolder() });
    const { error } = await client.request('policy/check', { command: 'ls', cwd });
    await client.close();
    expect(error).toMatchObject({ code: -32602, data: { field: 'cwd', problem: message } });
    expect(await batch([{ command: 'ls', cwd }])).toEqual([{ error: message }]);
  });
});

describe('what decides about calls or records them', () => {
  it('is changed by no command, whatever is allowed, and what is beside it is', async () => {
    const home = realpathSync(tempFolder());
    const [cwd, other] = [join(home, 'above/ws'), join(home, 'other/ws')];
    for (const folder of [cwd, other]) mkdirSync(folder, { recursive: true });
    const named = join(home, 'named.json');
    const settings = { audit: { path: join(home, 'log') }, workspace: { roots: [other] } };
    writeFileSync(named, JSON.stringify(settings));
    // A project file may be a link: then what it leads to is read.
    for (const folder of ['above', 'other/ws']) {
      writeFileSync(join(home, `${basename(folder)}.json`), '{}');
      symlinkSync(join(home, `${basename(folder)}.json`), join(home, folder, '.agent-tools.json'));
    }
    const closed = [
      ...['.config', '.local/state', '.cache'].map((folder) => join(home, folder, 'agent-tools/x')),
      '/etc/agent-tools/config.json',
      realpathSync(binary),
      ...['log', 'log.d/000001', 'named.json', 'above.json', 'ws.json'].map((name) => join(home, name)),
      ...['', 'above', 'above/ws', 'other', 'other/ws'].map((name) => join(home, name, '.agent-tools.json')),
    ];
    const open = ['above/x', 'log2', 'above/agent-tools.json'].map((name) => join(home, name));
    const { stdout } = await runCli(['--yolo', 'policy', 'check', '--batch'], {
      home,
      cwd,
      env: { AGENT_TOOLS_CONFIG: named },
      input: [...closed, ...open].map((path) => JSON.stringify({ command: `echo >> ${path}` })).join('\n'),
    });
    const decisions = stdout
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).decision);
    expect(decisions).toEqual([...closed.map(() => 'deny'), ...open.map(() => 'allow')]);
  });
});
