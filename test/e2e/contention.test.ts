import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, tempFolder } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describe('many at once', () => {
  it('forty calls that nobody answers each leave their approval', async () => {
    const home = tempFolder();
    const runs = await Promise.all(numbers(40).map((n) => runCli(['shell', `touch made-${n}`], { home })));
    for (const { status, stderr } of runs) {
      expect(stderr).toContain('Approval required, nothing ran');
      expect(status).toBe(126);
    }
    expect(readdirSync(join(home, '.local/state/agent-tools/approvals'))).toHaveLength(40);
    expect((await runCli(['audit', 'verify'], { home })).status).toBe(0);
  });

  it('twelve times config trust: no entry is lost, and none that is revoked meanwhile comes back', async () => {
    const home = tempFolder();
    const files = numbers(12).map((n) => {
      const folder = join(home, `project-${n}`);
      mkdirSync(folder);
      writeFileSync(join(folder, '.agent-tools.json'), '{}');
      return join(folder, '.agent-tools.json');
    });
    const trusted = async (): Promise<readonly string[]> => {
      const { stdout } = await runCli(['config', 'trust', '--list', '--json'], { home });
      return JSON.parse(stdout.toString())
        .map(({ path }: { readonly path: string }) => path)
        .sort();
    };
    const all = await Promise.all(files.map((file) => runCli(['config', 'trust', file], { home })));
    for (const { status, stderr } of all) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await trusted()).toEqual([...files].sort());
    const words = files.map((file, n) => (n % 2 === 0 ? [file] : ['--revoke', file]));
    const mixed = await Promise.all(words.map((more) => runCli(['config', 'trust', ...more], { home })));
    for (const { status, stderr } of mixed) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(await trusted()).toEqual(files.filter((_, n) => n % 2 === 0).sort());
  });
});

describe('edits of one file at a time', () => {
  const linesOf = (count: number) =>
    numbers(count)
      .map((n) => `line ${n}.\n`)
      .join('');
  const edit = (n: number) => ({ path: 'notes.txt', old: `line ${n}.`, new: `text ${n}.` });
  const outcomes = async (client: RpcClient, inputs: readonly object[]) => {
    const answers = await Promise.all(inputs.map((input) => client.request('edit', input)));
    return answers.map(({ result }) => `${result?.status}: ${result?.message}`);
  };

  it('in one sidecar are all made', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'notes.txt'), linesOf(60));
    const client = new RpcClient({ home });
    const made = await outcomes(client, numbers(60).map(edit));
    expect(new Set(made)).toEqual(new Set(['completed: Made 1 replacement in "notes.txt".']));
    expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe(linesOf(60).replaceAll('line', 'text'));
    await client.close();
  });

  it('by several processes are all made', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'notes.txt'), linesOf(16));
    const runs = numbers(16).map((n) => {
      const { path, old, new: fresh } = edit(n);
      return runCli(['--yolo', 'edit', path, '--old', old, '--new', fresh], { home });
    });
    for (const { status, stderr } of await Promise.all(runs)) {
      expect(stderr).toBe('');
      expect(status).toBe(0);
    }
    expect(readFileSync(join(home, 'notes.txt'), 'utf8')).toBe(linesOf(16).replaceAll('line', 'text'));
  });

  it('of the same words are made once', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'notes.txt'), linesOf(1));
    const client = new RpcClient({ home });
    const made = await outcomes(client, [edit(0), edit(0)]);
    expect(made.sort()).toEqual([
      'completed: Made 1 replacement in "notes.txt".',
      expect.stringContaining('failed: Cannot edit "notes.txt": "old" occurs nowhere'),
    ]);
    await client.close();
  });

  it('that a person said yes to are the ones that were shown', async () => {
    const home = tempFolder();
    writeFileSync(join(home, 'notes.txt'), linesOf(2));
    const client = new RpcClient({ home, args: [] });
    await client.request('initialize', { capabilities: { approvals: true } });
    let asked = 0;
    let bothAsked = (): void => {};
    const both = new Promise<void>((resolve) => {
      bothAsked = resolve;
    });
    client.onRequest = async () => {
      asked += 1;
      if (asked === 2) bothAsked();
      await both;
      return { choice: 'allow_once' };
    };
    const made = await outcomes(client, [edit(0), edit(1)]);
    expect(made.sort()).toEqual([
      'completed: Made 1 replacement in "notes.txt".',
      expect.stringContaining('failed: Cannot edit "notes.txt": it changed meanwhile'),
    ]);
    expect(asked).toBe(2);
    await client.close();
  });
});
