import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { binary } from '../helpers/binary.ts';
import { childrenOf, isAlive, processesIn, waitFor } from '../helpers/processes.ts';
import { Home, type SessionRpc, textOf } from '../helpers/sessions.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const home = new Home();
let client: SessionRpc;
beforeAll(() => {
  client = home.rpc();
});
afterAll(() => client.close());

const detach = '\x1c';

const attach = (id: string): TerminalRun => new TerminalRun(['process', 'attach', id], { home: home.folder });

/** An attach in a terminal whose size is known. */
const attachSized = (id: string, rows: number, cols: number): TerminalRun =>
  new TerminalRun([], {
    home: home.folder,
    program: ['/bin/sh', '-c', `stty rows ${rows} cols ${cols}; exec "$0" process attach "$1"`, binary, id],
  });

async function shellSession(): Promise<string> {
  const id = await client.background('exec bash --norc -i', { pty: true, keep: true });
  await client.until(id, '[$#] $');
  return id;
}

describe('two who attach to one session', () => {
  it('see and type the same; one killed with -9 takes nothing from the other', async () => {
    const id = await shellSession();
    const { keeper, leader } = home.record(id);
    const one = attachSized(id, 24, 80);
    await one.see('bash-');
    const two = attachSized(id, 30, 90);
    await two.see('bash-');
    one.type('echo from-$((1 + 1))-one\r');
    await Promise.all([one.see('from-2-one\n'), two.see('from-2-one\n')]);
    two.type('stty size\r');
    await Promise.all([one.see('30 90\n'), two.see('30 90\n')]);

    const [killed] = childrenOf(one.child.pid ?? 0);
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await one.exited;
    two.type('echo still-$((1 + 1))-there\r');
    await two.see('still-2-there\n');
    expect(isAlive(keeper.pid) && isAlive(leader.pid)).toBe(true);
    two.type(detach);
    await two.see(`detached from session ${id}`);
    expect(await two.exited).toBe(0);

    const again = attachSized(id, 24, 80);
    await again.see('still-2-there');
    await again.see('bash-');
    again.type('exit 5\r');
    await again.see('has ended');
    expect(await again.exited).toBe(5);
    expect((await client.ended(id)).details).toMatchObject({ exitCode: 5 });
    await waitFor(() => !isAlive(keeper.pid) && !isAlive(leader.pid), 'keeper and command to be gone');
  });

  it('both see the end', async () => {
    const id = await shellSession();
    const both = [attachSized(id, 24, 80), attachSized(id, 24, 80)];
    for (const one of both) await one.see('bash-');
    await client.process('kill', id);
    for (const one of both) await one.see(`session ${id} has ended`);
    for (const one of both) expect(await one.exited).not.toBe(0);
  });

  it('one after another killed with -9 leaves the session to itself', async () => {
    const id = await shellSession();
    for (let round = 0; round < 5; round += 1) {
      const one = attachSized(id, 24, 80);
      await one.see('bash-');
      one.type(`echo round-$((${round} + 10))\r`);
      await one.see(`round-${round + 10}\n`);
      process.kill(childrenOf(one.child.pid ?? 0)[0]?.pid ?? 0, 'SIGKILL');
      await one.exited;
    }
    expect(textOf(await client.process('screen', id))).toContain('round-14');
    await client.process('remove', id);
  });
});

describe('a terminal that does not know its size', () => {
  it('leaves the session the size it has', async () => {
    const id = await client.background('exec bash --norc -i', { pty: true, cols: 70, rows: 20 });
    await client.until(id, '[$#] $');
    const one = attach(id);
    await one.see('bash-');
    one.type('stty size\r');
    await one.see('20 70\n');
    one.type(detach);
    expect(await one.exited).toBe(0);
    await client.process('remove', id);
  });
});

describe('a terminal that is gone', () => {
  it('is left, also by who was started to ignore the hangup; the session runs on', async () => {
    const id = await shellSession();
    const { leader } = home.record(id);
    const one = new TerminalRun([], {
      home: home.folder,
      program: ['/bin/sh', '-c', `trap '' HUP; exec "$0" process attach "$1"`, binary, id],
    });
    await one.see('bash-');
    const [attached] = childrenOf(one.child.pid ?? 0);
    one.child.kill('SIGKILL');
    await waitFor(() => !isAlive(attached?.pid ?? 0), 'who had attached to be gone');
    expect(isAlive(leader.pid)).toBe(true);
    await client.process('remove', id);
  });
});

describe('afterwards', () => {
  it('nothing runs that a session has started', async () => {
    const own = (): readonly number[] => processesIn(home.folder).filter((pid) => pid !== client.child.pid);
    await waitFor(() => own().length === 0, 'all of it to be gone');
  });
});
