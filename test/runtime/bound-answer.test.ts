import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../../src/runtime/decide.ts';
import { type Governed, governedOpener, person, said } from '../helpers/governed.ts';

const open = governedOpener();

const yes = { choice: 'allow_once' };
const resolve = (g: Governed, { approvalId }: Decision) =>
  g.approvals.pending.resolve(approvalId ?? '', { isAllowed: true, choice: 'allow_once', by: 'me' });

describe('an answer is bound to what was shown', () => {
  const changes: readonly (readonly [name: string, change: (g: Governed) => Parameters<Governed['call']>])[] =
    [
      ['another command', () => ['touch y', {}]],
      ['another folder', (g) => ['touch x', { exec: { cwd: join(g.root, 'sub') } }]],
      ['a variable', () => ['touch x', { exec: { env: { A: 'b' } } }]],
      ['another host', () => ['touch x', { exec: { host: 'build7' } }]],
      ['a terminal', () => ['touch x', { exec: { pty: true } }]],
      ['raised rights', () => ['touch x', { exec: { elevated: true } }]],
      ['standard input', () => ['touch x', { input: { stdin: 'x' } }]],
      ["the caller's pipe", () => ['touch x', { stdin: 0 }]],
      ['another time limit', () => ['touch x', { input: { timeout: 5 } }]],
    ];
  it.each(changes)('%s is a fresh miss', async (_, change) => {
    const g = open({ settings: { elevated: { enabled: true, allowed: true } } });
    mkdirSync(join(g.root, 'sub'));
    await resolve(g, await g.call('touch x'));
    expect(said(await g.call(...change(g)))).not.toBe('runs');
    expect(said(await g.call('touch x', { input: { description: 'worded anew' } }))).toBe('runs');
  });

  it.each<readonly [name: string, script: string, change: (g: Governed) => void]>([
    ['the script of an interpreter', 'sh ./build.sh', (g) => g.file('build.sh', 'echo evil')],
    ['a program of the workspace', './build.sh --fast', (g) => g.file('build.sh', 'echo evil', 0o755)],
    [
      'a program that is another file now',
      './build.sh',
      (g) => {
        rmSync(join(g.root, 'build.sh'));
        symlinkSync(g.file('other.sh', 'echo evil', 0o755), join(g.root, 'build.sh'));
      },
    ],
    ['a program that another starts', 'xargs ./build.sh', (g) => g.file('build.sh', 'echo evil', 0o755)],
    ['a program of an opaque command', 'eval "$X"; ./build.sh', (g) => g.file('build.sh', 'evil', 0o755)],
    ['a script that is gone', 'sh ./build.sh', (g) => rmSync(join(g.root, 'build.sh'))],
  ])('a change of %s is a fresh miss', async (_, script, change) => {
    const g = open();
    g.file('build.sh', 'echo fine', 0o755);
    const first = await g.call(script);
    await resolve(g, first);
    change(g);
    const second = await g.call(script);
    expect(said(second)).toMatch(/^approval_required/);
    expect(second.approvalId).not.toBe(first.approvalId);
  });

  it('where programs are looked for counts where they cannot be told', async () => {
    const g = open();
    const elsewhere = { exec: { searchPath: '/bin:/usr/bin' } };
    await resolve(g, await g.call('eval "$X"'));
    expect(said(await g.call('eval "$X"', elsewhere))).toMatch(/^approval_required/);
    expect(said(await g.call('eval "$X"'))).toBe('runs');
    await resolve(g, await g.call('touch x'));
    expect(said(await g.call('touch x', elsewhere))).toBe('runs');
  });

  it('a folder that is another one now is a fresh miss', async () => {
    const g = open();
    for (const name of ['a', 'b']) mkdirSync(join(g.root, name));
    symlinkSync('a', join(g.root, 'here'));
    const call = () => g.call('touch x', { exec: { cwd: join(g.root, 'here') } });
    await resolve(g, await call());
    rmSync(join(g.root, 'here'));
    symlinkSync('b', join(g.root, 'here'));
    expect(said(await call())).toMatch(/^approval_required/);
  });

  it('a script that changes while the person thinks is asked about anew', async () => {
    const g = open();
    g.file('run.sh', 'echo fine');
    let round = 0;
    const approver = person(() => {
      round += 1;
      if (round === 1) g.file('run.sh', 'echo evil');
      return round === 1 ? yes : { choice: 'reject_once' };
    });
    expect(said(await g.call('sh run.sh', { approver }))).toBe('denied: Rejected by the user.');
    expect(approver.asked).toHaveLength(2);
    const settled = person(() => {
      if (settled.asked.length === 1) g.file('run.sh', 'echo good');
      return yes;
    });
    expect(said(await g.call('sh run.sh', { approver: settled }))).toBe('runs');
    expect(settled.asked).toHaveLength(2);
    const restless = person(() => {
      g.file('run.sh', `echo ${Math.random()}`);
      return yes;
    });
    expect(said(await g.call('sh run.sh', { approver: restless }))).toMatch(/changed each time/);
    expect(restless.asked).toHaveLength(3);
  });
});
