import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Home, textOf } from '../helpers/sessions.ts';

const hundred = Array.from({ length: 100 }, (_, index) => `${index + 1}\n`).join('');
const cut = '1\n2\n3\n4\n5\n[… 272 bytes, 92 lines omitted …]\n98\n99\n100\n';
const inItsLog = "the session's log has it: process poll from cursor 0, or process log from offset 1";

/** A command that goes on once its output is out, for longer than it is waited for. */
const goesOn = (script: string): string => `${script}; sleep 60`;

describe('what a call that goes on as a session shows of its output', () => {
  it.each([
    ['yieldMs', {}, { yieldMs: 1500 }],
    ['shell.yieldMs', { AGENT_TOOLS_SHELL_YIELD_MS: '1500' }, {}],
    ['a terminal', {}, { yieldMs: 1500, pty: true }],
  ])('is within the caps, and what is left out is named: %s', async (_, env, more) => {
    const client = new Home().sidecar({ env });
    const running = await client.call('shell', {
      command: goesOn('seq 100'),
      maxOutputChars: 20,
      ...more,
    });
    const { status, message, notices, details } = running;
    const notice = `272 bytes, 92 lines omitted; ${inItsLog}`;
    expect({ status, notices }).toEqual({ status: 'running', notices: [notice] });
    expect(textOf(running)).toBe(`${cut}(${notice})\n${message}`);
    expect(details.tail).toBe('95\n96\n97\n98\n99\n100\n');
    expect(await client.output(details.sessionId)).toBe(hundred);
    await client.process('remove', details.sessionId);
  });

  it('is all of it, where that is within the caps, and no file is left', async () => {
    const home = new Home();
    const client = home.sidecar();
    const numbers = Array.from({ length: 1900 }, (_, index) => `${index + 1}\n`).join('');
    const running = await client.call('shell', { command: goesOn('seq 1900'), yieldMs: 1500 });
    expect(textOf(running)).toBe(`${numbers}${running.message}`);
    expect(running.notices).toEqual([]);
    const more = await client.call('shell', { command: goesOn('seq 90000'), yieldMs: 1500 });
    expect(more.notices).toEqual([
      expect.stringMatching(/^\d+ bytes, 8\d{4} lines omitted; the session's log/),
    ]);
    expect(textOf(more)).toMatch(/^1\n2\n[\s\S]*\n90000\n\(\d+ bytes, /);
    const state = join(home.folder, '.local/state/agent-tools');
    expect(readdirSync(state).includes('spill') ? readdirSync(join(state, 'spill')) : []).toEqual([]);
    for (const { details } of [running, more]) await client.process('remove', details.sessionId);
  });
});

it('a wait in vain says of how much it shows the last', async () => {
  const client = new Home().sidecar();
  const id = await client.background('seq 3000; sleep 60');
  await client.until(id, '^3000$');
  for (const fields of [{}, { pattern: 'never' }]) {
    const waited = await client.process('wait', id, { timeout: 0.1, ...fields });
    const notice = `Only the last of 13893 bytes of output is shown; ${inItsLog}`;
    expect(waited.notices).toEqual([notice]);
    expect(textOf(waited)).toMatch(/^26\d\d\n/);
    expect(textOf(waited)).toContain(`\n3000\n${waited.message}\n(${notice})`);
  }
  await client.process('remove', id);
});

it('a wait for the end shows the last output, failed or not', async () => {
  const client = new Home().sidecar();
  for (const code of [0, 3]) {
    const id = await client.background(`seq 3000; exit ${code}`);
    const waited = await client.process('wait', id, { timeout: 20 });
    expect(waited).toMatchObject({ status: 'completed', isError: code !== 0 });
    expect(waited.message).toBe(`Session ${id} ended with exit code ${code}.`);
    expect(textOf(waited)).toContain(`\n3000\n${waited.message}\n(Only the last of 13893 bytes`);
    await client.process('remove', id);
  }
});

it.each([
  ['what left its screen', '\\033[?1049h\\033[5;1Hdrawn\\033[?1049l\\ndone\\nall\\n', '\ndone\nall\n'],
  ['what left it twice', '\\033[?1049ha\\033[?1049lb\\033[?1049hc\\033[?1049ld\\n', 'd\n'],
  ['lines beside a status line', 'one\\n\\0337\\033[30;1Hat 5%%\\0338two\\n', 'one\nat 5%\ntwo\n'],
])('what was printed outside a screen is shown at the end: %s', async (_, printed, text) => {
  const client = new Home().sidecar();
  const id = await client.background(`printf '${printed}'`, { pty: true });
  const waited = await client.ended(id);
  expect(textOf(waited).startsWith(`${text}Session ${id} ended with exit code 0.`)).toBe(true);
  expect(textOf(waited).includes('Only the last of')).toBe(!text.startsWith('one'));
});

it.each([
  [0, false],
  [3, true],
])(
  'what was drawn on a screen is shown at the end of a session only if that failed: exit %i',
  async (code, isShown) => {
    const client = new Home().sidecar();
    const command = `printf '\\033[?1049h\\033[5;1Hdrawn\\033[?1049l'; exit ${code}`;
    const { details } = await client.call('shell', { command, background: true, pty: true });
    const waited = await client.process('wait', details.sessionId, { timeout: 20 });
    expect(waited.message).toContain(`ended with exit code ${code}`);
    expect(waited.content.length > 0).toBe(isShown);
    await client.process('remove', details.sessionId);
  },
);

it.each([
  [true, 'screen, send-keys, wait, poll and kill'],
  [false, 'poll, log, wait, write and kill'],
])('a session names what it is used by (terminal: %s)', async (pty, actions) => {
  const client = new Home().sidecar();
  const { message, details } = await client.call('shell', { command: 'sleep 60', background: true, pty });
  expect(message).toContain(`; process ${actions} take this id.`);
  await client.process('remove', details.sessionId);
});
