import { describe, expect, it } from 'vitest';
import type { InputEffect, InputReader } from '../../src/core/effect.ts';
import { type BenchOptions, yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench();

/** A reader as a process list shows it: its program is where its first word says. */
const reader = (...argv: readonly string[]): InputReader => {
  const [program = ''] = argv;
  return { name: program.slice(program.lastIndexOf('/') + 1), program, argv };
};
const ours = (script: string): InputReader =>
  reader('/usr/bin/bash', '--noprofile', '--norc', '-p', '-c', '--', script);
const typed = (data: string, readers: readonly InputReader[], more: Partial<InputEffect> = {}) => ({
  kind: 'input' as const,
  session: 's',
  data,
  interpreter: null,
  readers,
  searchPath: bench.searchPath,
  ...more,
});
const judge = (effect: InputEffect, options: BenchOptions = {}) => bench.judgeAll([effect], options);

describe('who takes input as data', () => {
  it.each<[string, readonly InputReader[], 'allow' | 'ask']>([
    ['cat', [reader('/usr/bin/cat')], 'allow'],
    ['grep and its pattern', [reader('/usr/bin/grep', '-n', 'x')], 'allow'],
    ['sort', [reader('/usr/bin/sort', '-u')], 'allow'],
    ['awk with a program that only reads', [reader('/usr/bin/awk', '{print $1}')], 'allow'],
    ['awk with a program that runs others', [reader('/usr/bin/awk', '{system($0)}')], 'ask'],
    ['sed that runs what it reads', [reader('/usr/bin/sed', 'e')], 'ask'],
    ['tee into a file', [reader('/usr/bin/tee', 'file')], 'ask'],
    ['xargs', [reader('/usr/bin/xargs', 'rm')], 'ask'],
    ['a script that only reads', [ours('read x; echo got $x')], 'allow'],
    ['a loop that only reads', [ours('while read -r l; do echo "$l"; done')], 'allow'],
    ['a script and what it started', [ours('sleep 5; cat'), reader('/usr/bin/sleep', '5')], 'allow'],
    ['a script that ends in a shell', [ours('sleep 5; exec bash'), reader('/usr/bin/sleep', '5')], 'ask'],
    ['a script that ends in python', [ours('sleep 5; python3 -i')], 'ask'],
    ['a script that evaluates', [ours('read x; eval "$x"')], 'ask'],
    ['a script that runs what it read', [ours('read x; $x')], 'ask'],
    ['a script that computes with what it read', [ours('read x; echo $((x))')], 'ask'],
    ['a script that opens other files', [ours('exec 3<&0; cat <&3')], 'ask'],
    ['a shell with other options', [reader('/usr/bin/bash', '-ic', 'cat')], 'ask'],
    ['a shell on its input', [reader('/usr/bin/bash', '-s')], 'ask'],
    ['env python3', [reader('/usr/bin/env', 'python3')], 'ask'],
    ['python3 with a program', [reader('/usr/bin/python3', 'app.py')], 'ask'],
    ['python3 -c', [reader('/usr/bin/python3', '-c', 'import code; code.interact()')], 'ask'],
    ['node with a program', [reader('/usr/bin/node', 'server.js')], 'ask'],
    ['npm run dev', [reader('/usr/bin/npm', 'run', 'dev')], 'ask'],
    ['ssh', [reader('/usr/bin/ssh', 'host')], 'ask'],
    ['docker exec', [reader('/usr/bin/docker', 'exec', '-it', 'box', 'bash')], 'ask'],
    ['sudo', [reader('/usr/bin/sudo', '-S', 'true')], 'ask'],
    ['tmux', [reader('/usr/bin/tmux', 'attach')], 'ask'],
    ['psql', [reader('/usr/bin/psql', 'db')], 'ask'],
    ['sqlite3', [reader('/usr/bin/sqlite3', 'x.db')], 'ask'],
    ['gdb', [reader('/usr/bin/gdb', './a.out')], 'ask'],
    ['vim, which runs :!cmd', [reader('/usr/bin/vim', 'file')], 'ask'],
    ['less, which runs !cmd', [reader('/usr/bin/less', 'file')], 'ask'],
    ['a program of the same name elsewhere', [reader('/tmp/cat')], 'ask'],
    ['a program that calls itself cat', [{ name: 'cat', program: '/opt/own/x', argv: ['cat'] }], 'ask'],
    ['a shell that calls itself cat', [{ name: 'cat', program: '/usr/bin/bash', argv: ['cat'] }], 'ask'],
    ['a program whose words are too long', [{ name: 'cat', program: '/usr/bin/cat', argv: null }], 'ask'],
    ['a program of another user', [{ name: 'cat', program: '', argv: ['cat'] }], 'ask'],
    ['a known one beside an unknown one', [reader('/usr/bin/cat'), reader('/usr/bin/nobody-knows')], 'ask'],
    ['nobody', [], 'ask'],
  ])('%s', async (_, readers, decision) => {
    const judged = await judge(typed('y\n', readers));
    expect(judged).toMatchObject({
      decision,
      inputSession: decision === 'ask' ? { id: 's', node: null } : null,
    });
    const always = { settings: { approval: { ask: 'always' as const } } };
    expect((await judge(typed('y\n', readers), always)).decision).toBe('ask');
    const denied = { settings: { approval: { security: 'deny' as const } } };
    expect((await judge(typed('y\n', readers), denied)).decision).toBe('deny');
  });

  it('is nobody as soon as an interpreter may read it', async () => {
    const cat = [reader('/usr/bin/cat')];
    expect((await judge(typed('y\n', cat, { interpreter: 'bash' }))).decision).toBe('ask');
  });
});

const bash = { interpreter: 'bash' as const };

describe('the line that keys make of it', () => {
  it.each([
    ['backspace', 'rm -rf x\x7f~\r'],
    ['C-u', 'echo hi\x15rm -rf ~\n'],
    ['C-w', 'rm -rf build\x17~\n'],
    ['the cursor', 'f ~\x01rm -r\n'],
    ['a bracketed paste', '\x1b[200~rm -rf ~\x1b[201~\n'],
    ['NUL', 'rm -r\0f ~\n'],
    ['C-o', 'rm -rf ~\x0f'],
    ['a completion', `rm -rf ~\t\n`],
    ['a continued line', 'rm -rf \\\n~\n'],
    ['a kill and a yank', '~\x15rm -rf \x19\n'],
  ])('is seen by the guard: %s', async (_, data) => {
    expect((await judge(typed(data, [], bash), { settings: yolo })).decision).toBe('deny');
    // As data for a program that only reads it is nothing.
    expect((await judge(typed(data, [reader('/usr/bin/cat')]), { settings: yolo })).decision).toBe('allow');
  });

  it.each([
    ['ls', 'ls -la\n'],
    ['a corrected word', 'rm -rf ~\x7f./build\n'],
    ['keys of an editor', ':wq\r\x1b[A\x1bOP'],
  ])('lets honest neighbours pass: %s', async (_, data) => {
    expect((await judge(typed(data, [], bash), { settings: yolo })).decision).toBe('allow');
  });

  it('is asked about on a node, of which no programs are known here', async () => {
    expect(await judge(typed('y\n', [], { node: 'box', interpreter: 'other' }))).toMatchObject({
      decision: 'ask',
      reason: 'Which program reads what is typed cannot be told from here',
      inputSession: { id: 's', node: 'box' },
    });
  });

  it('is held against deny and ask rules of both kinds', async () => {
    const keys = typed('npm pub\x7f\x7f\x7frun\x17publish\n', [], bash);
    expect((await judge(keys, { settings: yolo, rules: [{ deny: 'npm publish *' }] })).decision).toBe('deny');
    const cat = typed('npm publish\n', [reader('/usr/bin/cat')]);
    expect((await judge(cat, { rules: [{ deny: 'npm publish *' }] })).decision).toBe('allow');
    expect((await judge(cat, { rules: [{ tool: 'process', deny: 'npm *' }] })).decision).toBe('deny');
    const asked = await judge(cat, { rules: [{ tool: 'process', ask: 'npm *' }] });
    expect(asked).toMatchObject({ decision: 'ask', inputSession: null });
  });
});

describe('keys that are not followed', () => {
  const rules = [{ deny: 'echo bad *' }];

  it.each([
    ['an undo', 'echo adxb\x1f\r'],
    ['the mark', 'echo adb\x18\x18x\r'],
    ['letters that a quote spells', "e'cho \\x62\x1f\r"],
    ['capitals', 'ECHO ADB\x1f\r'],
    ['a yank from another line', '\x19\r'],
    ['a macro called', '\x18e\r'],
    ['an unknown sequence', 'echo adb\x1b[9;9~\r'],
    ['vi mode switched on', 'set -o vi\n'],
    ['vi mode switched on among others', 'set -uo vi; ls\n'],
    ['keys bound', `bind '"q": "x"'\n`],
    ['keys of zsh bound', 'bindkey -v\n'],
    ['keys of the terminal bound', 'stty erase q\n'],
    ['small letters made of capitals', 'stty iuclc\n'],
    ['keys bound by a file', 'INPUTRC=rc1 bash\n'],
  ])('might type what a rule denies: %s', async (_, data) => {
    const judged = await judge(typed(data, [], bash), { settings: yolo, rules });
    expect(judged).toMatchObject({ decision: 'deny', rule: { text: 'echo bad *' } });
    // A person may be asked, and where nothing is denied there is nothing to evade.
    const asking = { settings: { approval: { security: 'full' as const, ask: 'on-miss' as const } } };
    expect((await judge(typed(data, [], bash), { ...asking, rules })).decision).toBe('ask');
    expect((await judge(typed(data, [], bash), { settings: yolo })).decision).toBe('allow');
    const granted = { rules, allowedInput: new Set(['s']) };
    expect(await judge(typed(data, [], bash), granted)).toMatchObject({
      decision: 'ask',
      inputSession: null,
    });
    expect((await judge(typed(data, [reader('/usr/bin/cat')]), { settings: yolo, rules })).decision).toBe(
      'allow',
    );
  });

  it.each([
    ['letters that are not enough', 'ls\x1f\x1b[9;9~\r'],
    ['history, as documented', 'echo adb\x1b[A\r'],
    ['an editor in a shell', 'ihello bad\x1b:wq\r'],
    ['what vi mode is asked', 'set -o\n'],
    ['key bindings shown', 'bindkey\n'],
    [
      'what the terminal is asked and told of its size',
      'stty size; stty -a; stty rows 40 cols 100; stty -echo\n',
    ],
  ])('are let pass: %s', async (_, data) => {
    expect((await judge(typed(data, [], bash), { settings: yolo, rules })).decision).toBe('allow');
  });

  it('mean nothing to a program with a screen of its own', async () => {
    const terminal = true;
    for (const data of ['\x1b', 'yyp', '\x1byyp', '\x19', 'ihello bad\x1bu:wq\r']) {
      const judgedBy = async (...readers: readonly InputReader[]) =>
        (await judge(typed(data, readers, { terminal, interpreter: 'other' }), { settings: yolo, rules }))
          .decision;
      expect(await judgedBy(reader('/usr/bin/vim', 'a'))).toBe('allow');
      expect(await judgedBy(reader('/usr/bin/less', 'a'))).toBe('allow');
    }
    const undone = typed('echo adxb\x1f\r', [reader('/usr/bin/vim'), reader('/usr/bin/bash')], bash);
    expect((await judge(undone, { settings: yolo, rules })).decision).toBe('deny');
    const told = typed(':!echo bad x\r', [reader('/usr/bin/vim')], { terminal, interpreter: 'other' });
    expect((await judge(told, { settings: yolo, rules })).decision).toBe('deny');
  });

  it('mean nothing to a program without a terminal that is not known to run anything', async () => {
    const data = '\x00\x1f\x19echo adb\x05';
    const own = typed(data, [reader('/opt/own/server')], { terminal: false });
    expect((await judge(own, { settings: yolo, rules })).decision).toBe('allow');
    expect((await judge({ ...own, terminal: true }, { settings: yolo, rules })).decision).toBe('deny');
  });
});

describe("a yes for a session's input", () => {
  const covered = { allowedInput: new Set(['s']) };

  it('covers what would be asked about, of that session only', async () => {
    const line = typed('make\n', [], bash);
    expect((await judge(line, covered)).decision).toBe('allow');
    expect((await judge({ ...line, session: 'other' }, covered)).decision).toBe('ask');
  });

  it.each<[string, string, BenchOptions]>([
    ['the guard', 'rm -rf ~\n', {}],
    ['a deny rule', 'npm publish\n', { rules: [{ deny: 'npm publish *' }] }],
    ['security deny', 'ls\n', { settings: { approval: { security: 'deny' } } }],
  ])('and never %s', async (_, data, options) => {
    expect((await judge(typed(data, [], bash), { ...options, ...covered })).decision).toBe('deny');
  });

  it('nor ask: always, which is asked every time', async () => {
    const always = { settings: { approval: { ask: 'always' as const } } };
    const judged = await judge(typed('ls\n', [], bash), { ...always, ...covered });
    expect(judged).toMatchObject({ decision: 'ask', inputSession: null });
  });
});
