import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { waitFor } from '../helpers/processes.ts';
import { Home } from '../helpers/sessions.ts';

/** A home with a file in it that must not be lost. */
function preciousHome(): Home {
  const home = new Home();
  mkdirSync(join(home.folder, 'precious'));
  writeFileSync(join(home.folder, 'precious/file'), '');
  return home;
}

describe('input to a shell under full', () => {
  it.each([
    ['in a terminal', { pty: true }, '\r'],
    ['on a pipe', {}, '\n'],
  ])('%s: the guard sees the line that pieces make', async (_, more, enter) => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', more);
    await client.until(id, '\\$ $|# $');
    expect(await client.process('write', id, { data: 'rm -rf ' })).toMatchObject({ status: 'completed' });
    const refused = await client.process('write', id, { data: '~' });
    expect(refused).toMatchObject({ status: 'denied', isError: true });
    // What was refused was not sent: the line is still the first piece.
    expect(await client.process('write', id, { data: `./nothing-here${enter}` })).toMatchObject({
      status: 'completed',
    });
    await client.process('write', id, { data: `echo still-here${enter}` });
    await client.until(id, '^still-here$');
    expect(existsSync(join(home.folder, 'precious/file'))).toBe(true);
    await client.process('remove', id);
  });

  it('sees through keys, pastes and continued lines', async () => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true });
    await client.until(id, '\\$ $|# $');
    await client.process('send-keys', id, { literal: 'rm -rf \\', keys: ['Enter'] });
    expect(await client.process('send-keys', id, { keys: ['~'] })).toMatchObject({ status: 'denied' });
    await client.process('send-keys', id, { keys: ['C-c'] });
    expect(await client.process('paste', id, { text: 'rm -rf ~' })).toMatchObject({ status: 'denied' });
    expect(
      await client.process('send-keys', id, { hex: [Buffer.from('rm -rf ~\r').toString('hex')] }),
    ).toMatchObject({
      status: 'denied',
    });
    expect(existsSync(join(home.folder, 'precious/file'))).toBe(true);
    await client.process('remove', id);
  });

  it('a control character alone is told to be data on a pipe, and what does what it was sent for', async () => {
    const client = new Home().sidecar({ args: ['--yolo'] });
    const [id, inTerminal] = [await client.background('cat'), await client.background('cat', { pty: true })];
    const written = async (session: string, data: string) =>
      (await client.process('write', session, { data })).notices;
    const told = 'Without a terminal the program reads this as data; ';
    expect(await written(id, '\x03')).toEqual([`${told}kill with signal SIGINT interrupts it`]);
    expect(await written(id, '\x04\n')).toEqual([`${told}write with eof ends its input`]);
    expect(await written(id, 'a\x03\n')).toEqual([]);
    expect(await written(inTerminal, '\x04')).toEqual([]);
    await client.ended(inTerminal);
    await client.process('remove', id);
  });

  it('data for a program that runs nothing is no command', async () => {
    const client = new Home().sidecar({ args: ['--yolo'] });
    const id = await client.background('cat');
    expect(await client.process('write', id, { data: 'rm -rf ~\n' })).toMatchObject({ status: 'completed' });
    await client.until(id, '^rm -rf ~$');
    await client.process('remove', id);
  });

  it('what is typed ahead of a shell that comes later is judged at once', async () => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('read x; exec bash --norc', {});
    expect(await client.process('write', id, { data: 'rm -rf ~\n' })).toMatchObject({ status: 'denied' });
    expect(await client.process('write', id, { data: 'first\nrm -rf \\\n' })).toMatchObject({
      status: 'completed',
    });
    expect(await client.process('write', id, { data: '~\n' })).toMatchObject({ status: 'denied' });
    await client.process('remove', id);
  });

  it.each([
    ['a line that it leaves unfinished', 'rm -rf ', {}],
    ['a line that goes on', 'rm -rf \\\n', {}],
    ['a text of several lines', 'echo one\nrm -rf ', {}],
    ['one whose end is typed too', 'rm -rf ', { background: false, yieldMs: 2000 }],
  ])('what its start typed stands in front, %s', async (_, stdin, more) => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('sleep 60; exec bash --norc -i', { pty: true, stdin, ...more });
    expect(await client.process('write', id, { data: '~\r' })).toMatchObject({ status: 'denied' });
    expect(await client.process('write', id, { data: './x\r~\r' })).toMatchObject({ status: 'completed' });
    expect(existsSync(join(home.folder, 'precious/file'))).toBe(true);
    await client.process('remove', id);
  });

  it('also while another program of the shell reads', async () => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true });
    await client.until(id, '\\$ $|# $');
    await client.process('write', id, { data: 'echo begun; sleep 60\r' });
    await client.until(id, '^begun$');
    expect(await client.process('write', id, { data: 'rm -rf ~\r' })).toMatchObject({ status: 'denied' });
    expect(existsSync(join(home.folder, 'precious/file'))).toBe(true);
    await client.process('remove', id);
  });

  it.each([
    ['backspace', ['rm -rf x', 'BSpace', '~', 'Enter']],
    ['C-u', ['echo hello', 'C-u', 'rm -rf ~', 'Enter']],
    ['C-w', ['rm -rf build', 'C-w', '~', 'Enter']],
    ['the cursor', ['f ~', 'C-a', 'rm -r', 'Enter']],
    ['arrow keys', ['rm -rf~', 'Left', ' ', 'Enter']],
    ['a yank', ['~', 'C-u', 'rm -rf ', 'C-y', 'Enter']],
    ['C-o', ['rm -rf ~', 'C-o']],
    ['C-j', ['rm -rf ~', 'C-j']],
  ])('an edited line is judged as edited: %s', async (_, keys) => {
    const home = preciousHome();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true });
    await client.until(id, '\\$ $|# $');
    const statuses: string[] = [];
    for (const key of keys) {
      const isKey = /^(C-|BSpace|Enter|Left)/.test(key);
      const input = isKey ? { keys: [key] } : { literal: key };
      statuses.push((await client.process('send-keys', id, input)).status);
    }
    expect(statuses).toContain('denied');
    expect(existsSync(join(home.folder, 'precious/file'))).toBe(true);
    await client.process('remove', id);
  });
});

describe('input without full', () => {
  it('to an interpreter is asked about, with nobody to ask it waits for approval', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true, keep: true });
    const strict = home.sidecar({ args: [] });
    for (const input of [
      { action: 'write', sessionId: id, data: 'make\n' },
      { action: 'send-keys', sessionId: id, keys: ['C-c'] },
      { action: 'submit', sessionId: id },
    ]) {
      expect(await strict.call('process', input)).toMatchObject({ status: 'approval_required' });
    }
    expect(await strict.process('poll', id)).toMatchObject({ status: 'running' });
    expect(await strict.process('kill', id)).toMatchObject({
      status: 'completed',
      details: { status: 'killed' },
    });
  });

  it('and under deny is refused, while looking and ending are allowed', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('cat', { keep: true });
    const denied = home.sidecar({ args: ['--security', 'deny'] });
    expect(await denied.process('write', id, { data: 'x' })).toMatchObject({ status: 'denied' });
    expect(await denied.process('poll', id)).toMatchObject({ status: 'running' });
    expect((await denied.process('kill', id)).details).toMatchObject({ status: 'killed' });
  });

  it('is refused when something else was typed since it was judged', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true, keep: true });
    const asked = home.sidecar({ args: ['--security', 'full', '--ask', 'always'] });
    await asked.request('initialize', { capabilities: { approvals: true } });
    asked.onRequest = async () => {
      await client.process('write', id, { data: 'typed first ' });
      return { choice: 'allow_once' };
    };
    expect(await asked.process('write', id, { data: 'judged alone' })).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('something else was typed meanwhile'),
    });
    await client.process('remove', id);
  });

  it('arrives in the order in which one client sends it', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('cat', { keep: true });
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}\n`);
    const sent = await Promise.all(lines.map((data) => client.process('write', id, { data })));
    expect(sent.filter(({ status }) => status !== 'completed')).toEqual([]);
    await client.until(id, '^line 99$');
    const { content } = await client.process('poll', id, { maxBytes: 100_000 });
    expect(content).toEqual([{ type: 'text', text: lines.join('') }]);
    await client.process('remove', id);
  });

  it('arrives in that order while the server still loads what answers it', async () => {
    const home = new Home();
    const first = home.sidecar({ args: ['--yolo'] });
    const id = await first.background('cat', { keep: true });
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}\n`);
    for (let server = 0; server < 6; server += 1) {
      const client = home.sidecar({ args: ['--yolo'] });
      await client.request('ping');
      const sent: Promise<unknown>[] = [];
      for (const data of lines) {
        sent.push(client.process('write', id, { data }));
        // Each alone, so that some come while it loads and some after.
        const next = performance.now() + server / 20;
        while (performance.now() < next);
      }
      await Promise.all(sent);
    }
    await first.until(id, '(?:line \\d+\\n){240}');
    const { content } = await first.process('poll', id, { maxBytes: 100_000 });
    expect(content).toEqual([{ type: 'text', text: lines.join('').repeat(6) }]);
    await first.process('remove', id);
  });

  it('of several clients at once arrives whole', async () => {
    const home = new Home();
    const writers = Array.from({ length: 3 }, () => home.sidecar({ args: ['--yolo'] }));
    const [first = home.sidecar({ args: ['--yolo'] })] = writers;
    const id = await first.background('cat', { keep: true });
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 10}`);
    const sent = await Promise.all(
      lines.map((line, index) => writers[index % 3]?.process('write', id, { data: `${line}\n` })),
    );
    expect(sent.filter((one) => one?.status !== 'completed')).toEqual([]);
    await first.until(id, '(?:line \\d+\\n){60}');
    const { content } = await first.process('poll', id, { maxBytes: 100_000 });
    expect(
      String(JSON.stringify(content))
        .match(/line \d+/g)
        ?.sort(),
    ).toEqual(lines);
    await first.process('remove', id);
  });

  it('does not wait behind input that a person is asked about, nor does that wait', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--ask', 'always', '--security', 'full'] });
    await client.request('initialize', { capabilities: { approvals: true } });
    const answers: ((answer: unknown) => void)[] = [];
    client.onRequest = () => new Promise((resolve) => answers.push(resolve));
    const yolo = home.sidecar({ args: ['--yolo'] });
    const id = await yolo.background('cat', { keep: true });
    const asked = Array.from({ length: 2 }, (_, index) =>
      client.process('write', id, { data: `${index}\n` }),
    );
    await waitFor(() => answers.length === 2, 'both questions');
    for (const answer of answers) answer({ choice: 'reject_once' });
    for (const { status } of await Promise.all(asked)) expect(status).toBe('denied');
    await yolo.process('remove', id);
  });

  it('past what a session takes at once is refused with the limit', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('cat >/dev/null');
    for (const length of [1_048_577, 5_000_000]) {
      const { status, message } = await client.process('write', id, { data: 'x'.repeat(length) });
      const state = `Cannot type into "session ${id}": these are ${length} bytes`;
      expect(`${status}: ${message}`).toBe(
        `failed: ${state}, expected at most 1048576 in one call, or a file that the program reads`,
      );
    }
    const { status } = await client.process('write', id, { data: 'x'.repeat(1_048_576) });
    expect(status).toBe('completed');
    await client.process('remove', id);
  });
});
