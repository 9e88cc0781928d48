import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { Home, textOf } from '../helpers/sessions.ts';

const isMissing = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0;

/** A sidecar whose person gives one answer to everything, and what that person was asked. */
async function approving(home: Home, choice: string) {
  const client = home.sidecar({ args: [] });
  const asked: { title: string; choices: { id: string; kind: string; label: string }[] }[] = [];
  await client.request('initialize', { capabilities: { approvals: true } });
  client.onRequest = async (_, params) => {
    asked.push(JSON.parse(JSON.stringify(params)));
    return { choice };
  };
  return { client, asked };
}

describe('who is asked about', () => {
  it.for<[string, object, 'completed' | 'approval_required']>([
    ['cat', {}, 'completed'],
    ['cat', { pty: true }, 'completed'],
    ['read x; echo got $x', {}, 'completed'],
    ['while read -r line; do echo "$line"; done', { pty: true }, 'completed'],
    ['sleep 60; cat', {}, 'completed'],
    ['sleep 60; exec bash', {}, 'approval_required'],
    ['sleep 60; exec bash', { pty: true }, 'approval_required'],
    ['bash --norc -i', { pty: true }, 'approval_required'],
    ['sh', {}, 'approval_required'],
    ['python3 -q', { pty: true }, 'approval_required'],
    ['env python3 -q', { pty: true }, 'approval_required'],
    ['python3 -c "input()"', {}, 'approval_required'],
    ['vim -u NONE', { pty: true }, 'approval_required'],
    ['less /etc/passwd', { pty: true }, 'approval_required'],
    ['sqlite3', {}, 'approval_required'],
    ['gdb -q', {}, 'approval_required'],
  ])('%s with %j: %s', async ([command, more, status], context) => {
    const program = /^\S+/.exec(command)?.[0] ?? '';
    if (isMissing(program)) context.skip(`${program} is not installed`);
    const home = new Home();
    const id = await home.sidecar({ args: ['--yolo'] }).background(command, { keep: true, ...more });
    const strict = home.sidecar({ args: [] });
    const outcome = await strict.process('write', id, { data: 'y\n' });
    expect(outcome).toMatchObject({ status });
    await strict.process('remove', id);
  });

  it('under ask=always data is asked about as well', async () => {
    const home = new Home();
    const id = await home.sidecar({ args: ['--yolo'] }).background('cat', { keep: true });
    const always = home.sidecar({ args: ['--ask', 'always'] });
    const outcome = await always.process('write', id, { data: 'y\n' });
    expect(outcome.status).toBe('approval_required');
    expect(JSON.stringify(outcome.details.choices)).not.toContain('allow_session');
    await always.process('remove', id);
  });
});

describe("a yes for this session's input", () => {
  it('covers keys and lines of that session from then on, and of no other', async () => {
    const home = new Home();
    const yolo = home.sidecar({ args: ['--yolo'] });
    const shell = { pty: true, keep: true };
    const id = await yolo.background('exec bash --norc -i', shell);
    const other = await yolo.background('exec bash --norc -i', shell);
    await yolo.until(id, '\\$ $|# $');
    const { client, asked } = await approving(home, 'allow_session');
    expect(await client.process('send-keys', id, { keys: ['C-l'] })).toMatchObject({ status: 'completed' });
    expect(asked[0]?.choices).toContainEqual({
      id: 'allow_session',
      kind: 'allow_session',
      label: `Allow for this session's input: all that is typed into session ${id} from now on`,
    });
    expect(await client.process('write', id, { data: 'echo to-$((40+2))' })).toMatchObject({
      status: 'completed',
    });
    expect(await client.process('submit', id)).toMatchObject({ status: 'completed' });
    await client.until(id, '^to-42$');
    expect(asked).toHaveLength(1);
    // Another sidecar of this workspace types into the same session, and nobody there is asked.
    const strict = home.sidecar({ args: [] });
    expect(await strict.process('write', id, { data: ':' })).toMatchObject({ status: 'completed' });
    expect(await strict.process('write', other, { data: ':' })).toMatchObject({
      status: 'approval_required',
    });
    for (const session of [id, other]) await client.process('remove', session);
  });

  it('opens neither what the guard nor what a deny rule closes', async () => {
    const home = new Home();
    mkdirSync(join(home.folder, '.config/agent-tools'), { recursive: true });
    writeFileSync(
      join(home.folder, '.config/agent-tools/config.json'),
      JSON.stringify({ rules: [{ tool: 'process', deny: 'npm publish *' }] }),
    );
    const id = await home
      .sidecar({ args: ['--yolo'] })
      .background('exec bash --norc -i', { pty: true, keep: true });
    const { client } = await approving(home, 'allow_session');
    expect(await client.process('write', id, { data: 'true\r' })).toMatchObject({ status: 'completed' });
    expect(await client.process('write', id, { data: 'rm -rf ~\r' })).toMatchObject({ status: 'denied' });
    expect(await client.process('write', id, { data: 'npm publish\r' })).toMatchObject({ status: 'denied' });
    await client.process('remove', id);
  });

  it('is given from another terminal to what waits, and goes with the session', async () => {
    const home = new Home();
    const id = await home
      .sidecar({ args: ['--yolo'] })
      .background('exec bash --norc -i', { pty: true, keep: true });
    const cli = (...args: readonly string[]) => runCli(args, { home: home.folder });
    const first = await cli('process', 'write', id, 'echo asked\r', '--json');
    expect(first.status).toBe(126);
    const { details } = JSON.parse(first.stdout.toString());
    expect(JSON.stringify(details.choices)).toContain('"kind":"allow_session"');
    const shown = await cli('approvals', 'show', details.approvalId);
    expect(shown.stdout.toString()).toContain('--allow-session');
    const resolved = await cli('approvals', 'resolve', details.approvalId, '--allow-session');
    expect(resolved.stdout.toString()).toContain('allowed');
    expect(resolved.stderr).toBe(
      `agent-tools: All that is typed into session ${id} is allowed from now on.\n`,
    );
    expect((await cli('process', 'write', id, 'echo asked\r')).status).toBe(0);
    expect((await cli('process', 'write', id, 'echo again\r')).status).toBe(0);
    const poll = await home.json(['process', 'wait', id, '^again$']);
    expect(textOf(poll)).toContain('again');
    expect(existsSync(join(home.sessionFolder(id), 'input-allowed.json'))).toBe(true);
    await home.cli(['process', 'remove', id]);
    expect(existsSync(home.sessionFolder(id))).toBe(false);
  });

  it('is not offered where the rules are locked, and does not count there', async () => {
    const home = new Home();
    const id = await home
      .sidecar({ args: ['--yolo'] })
      .background('exec bash --norc -i', { pty: true, keep: true });
    const { client } = await approving(home, 'allow_session');
    expect(await client.process('write', id, { data: ':' })).toMatchObject({ status: 'completed' });
    mkdirSync(join(home.folder, '.config/agent-tools'), { recursive: true });
    writeFileSync(
      join(home.folder, '.config/agent-tools/config.json'),
      JSON.stringify({ locked: ['rules'] }),
    );
    const outcome = await home.sidecar({ args: [] }).process('write', id, { data: ':' });
    expect(outcome.status).toBe('approval_required');
    expect(JSON.stringify(outcome.details.choices)).not.toContain('allow_session');
    await client.process('remove', id);
  });

  it('cannot be given by what runs in the session', async () => {
    const home = new Home();
    const client = home.sidecar({ args: ['--yolo'] });
    const id = await client.background('exec bash --norc -i', { pty: true });
    await client.until(id, '\\$ $|# $');
    const path = join(home.sessionFolder(id), 'input-allowed.json');
    expect(await client.call('write', { path, content: '{}' })).toMatchObject({ status: 'denied' });
    expect(await client.call('shell', { command: `echo {} > ${path}` })).toMatchObject({ status: 'denied' });
    await client.process('remove', id);
  });
});
