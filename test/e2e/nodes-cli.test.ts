import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { binary, type CliResult, cleanEnv, runCli } from '../helpers/binary.ts';
import { mcpTexts } from '../helpers/mcp-texts.ts';
import { png } from '../helpers/node-suite.ts';
import { childNode, NodeRig } from '../helpers/nodes.ts';
import { processesIn, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import type { Outcome } from '../helpers/sessions.ts';

const rig = new NodeRig((own) => ({
  far: childNode(own, '--yolo'),
  strict: childNode(own),
  gone: ['sh', '-c', 'echo no route to host >&2; exit 255'],
}));
const cwd = join(rig.near, 'ws');
afterAll(() => waitFor(() => processesIn(rig.far).length === 0, 'nothing is left there'));

function cli(
  args: readonly string[],
  more: { readonly input?: string | Uint8Array } = {},
): Promise<CliResult> {
  return runCli(args, { home: rig.near, cwd, ...more });
}

const far = (args: readonly string[], more: { readonly input?: string | Uint8Array } = {}) =>
  cli(['--yolo', '--host', 'far', ...args], more);

/** More than caps and lines of a sidecar let pass. */
function fillFolder(folder: string): void {
  writeFileSync(join(folder, 'long'), `${'x'.repeat(300)}\n`.repeat(1000));
  mkdirSync(join(folder, 'named'), { recursive: true });
  for (let index = 0; index < 1000; index += 1)
    writeFileSync(join(folder, 'named', `${index}${'n'.repeat(90)}`), '');
}

/** What a command line writes; SESSION among its words stands for the id of a session that has ended. */
async function written(host: readonly string[], args: readonly string[]): Promise<readonly string[]> {
  const run = (words: readonly string[]) => cli(['--yolo', ...host, ...words]);
  let id = 'SESSION';
  if (args.includes(id)) {
    id = (await run(['shell', '--background', '--quiet', 'echo a; echo b'])).stdout.toString().trim();
    await run(['process', 'wait', id]);
  }
  const { stdout, stderr, status } = await run(args.map((word) => (word === 'SESSION' ? id : word)));
  if (id !== 'SESSION') await run(['process', 'remove', id]);
  return [stdout.toString(), stderr, String(status)].map((part) => part.replaceAll(id, 'SESSION'));
}

describe('the command line on a node', () => {
  it.each([
    [['audit', 'show'], 'the trail of the calls of this machine; run the command on "far"'],
    [['audit', 'verify'], 'the trail of the calls of this machine; run the command on "far"'],
    [['approvals', 'list'], 'the list of approvals of this machine; run the command on "far"'],
  ])('refuses %j, which would show what is here', async (words, message) => {
    const { stdout, stderr, status } = await cli(['--host', 'far', ...words]);
    expect([stdout.length, status]).toEqual([0, 2]);
    expect(stderr).toContain(`"--host" is "far", but this is ${message}`);
    expect((await cli(['--host', 'local', ...words])).status).toBe(0);
  });

  it('passes output, streams and exit status through', async () => {
    const { stdout, stderr, status } = await far(['shell', 'echo out; echo err >&2; exit 7']);
    expect([stdout.toString(), stderr, status]).toEqual(['out\n', 'err\n', 7]);
  });

  it.each([
    [['process', 'list']],
    [['process', 'poll', 'SESSION']],
    [['process', 'poll', 'SESSION', '--cursor', '4']],
    [['process', 'log', 'SESSION', '--limit', '1']],
    [['grep', 'x', 'long']],
    [['grep', 'x', 'long', '--limit', '0']],
    [['glob', 'named/*']],
  ])('%j writes what it writes here', async (args) => {
    for (const folder of [cwd, rig.far]) fillFolder(folder);
    expect(await written(['--host', 'far'], args)).toEqual(await written([], args));
  });

  it.each([[['glob', 'named/*']], [['read', 'long']], [['grep', 'x', 'long']]])(
    '%j gives in JSON what it gives here',
    async (args) => {
      for (const folder of [cwd, rig.far]) fillFolder(folder);
      const content = async (host: readonly string[]) =>
        JSON.parse((await cli(['--yolo', '--json', ...host, ...args])).stdout.toString()).content;
      expect(await content(['--host', 'far'])).toEqual(await content([]));
    },
  );

  it.each([['rpc'], ['mcp']] as const)('ends pages by the line of %s, not by its own', async (mode) => {
    fillFolder(rig.far);
    // The lower of both sides' caps counts.
    const caps = { outputChars: 1_000_000 };
    const config = join(rig.far, '.config/agent-tools');
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'config.json'), JSON.stringify({ caps }));
    const env = { AGENT_TOOLS_CAPS_OUTPUT_CHARS: String(caps.outputChars) };
    const client = new RpcClient({ home: rig.near, cwd, mode, args: ['--yolo'], env });
    const capabilities = { maxLineBytes: 1_000_000 };
    await client.request('initialize', {
      ...(mode === 'rpc' ? {} : { protocolVersion: '2025-06-18', clientInfo: { name: 'x', version: '1' } }),
      capabilities: mode === 'rpc' ? capabilities : {},
    });
    const { result } = await client.request('tools/call', {
      name: 'glob',
      arguments: { pattern: 'named/*', host: 'far' },
    });
    await client.close();
    rmSync(config, { recursive: true });
    const [text] = (result?.content ?? []) as readonly { readonly text: string }[];
    expect(text?.text.match(/^named\//gm)).toHaveLength(1000);
  });

  it('runs in the folder that --cwd names, before and after the name of the tool', async () => {
    const folder = join(rig.far, 'below');
    mkdirSync(folder);
    for (const args of [
      ['--cwd', folder, 'shell', 'pwd -P'],
      ['shell', '--cwd', folder, 'pwd -P'],
      ['--cwd', 'below', 'shell', 'pwd -P'],
      ['--cwd', folder, 'shell', '--input', '{"command":"pwd -P"}'],
    ])
      expect((await far(args)).stdout.toString()).toBe(`${realpathSync(folder)}\n`);
  });

  it('refuses a folder that is not here for a tool that takes none there', async () => {
    const { status, stderr } = await far(['--cwd', 'only-there', 'read', 'x']);
    expect([stderr, status]).toEqual([expect.stringContaining('only-there": no such folder'), 1]);
  });

  it('takes --host node with --node', async () => {
    const there = await cli(['shell', '--yolo', '--host', 'node', '--node', 'far', 'pwd -P']);
    expect([there.stdout.toString(), there.status]).toEqual([`${realpathSync(rig.far)}\n`, 0]);
    const alone = await cli(['shell', '--yolo', '--node', 'far', 'pwd']);
    expect([alone.stderr, alone.status]).toEqual(['agent-tools: "host" must be "node" beside "node"\n', 2]);
    const nameless = await cli(['--host', 'node', 'shell', '--yolo', 'pwd']);
    expect([nameless.stderr, nameless.status]).toEqual([
      'agent-tools: "node" is missing; host "node" needs it\n',
      2,
    ]);
  });

  it('removes and moves files there', async () => {
    expect((await far(['shell', 'mkdir -p d/e && touch d/f && mv d g && rm -r g && ls'])).status).toBe(0);
  });

  it('names the cap here that media from there does not pass', async () => {
    const small = new NodeRig((own) => ({ far: childNode(own) }), { caps: { rpcInputBytes: 65_536 } });
    writeFileSync(
      join(small.far, 'big.png'),
      Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(99_999)]),
    );
    const { stderr } = await runCli(['--yolo', '--host', 'far', 'read-media', 'big.png'], {
      home: small.near,
    });
    expect(stderr).toMatch(
      /^agent-tools: Cannot send "image\/png": .* at most 65536 \(raise caps\.rpcInputBytes here\)\n$/,
    );
  });

  it('streams any bytes of its standard input', async () => {
    const bytes = randomBytes(3_000_000);
    const { stdout } = await far(['shell', 'sha256sum'], { input: bytes });
    expect(stdout.toString().slice(0, 64)).toBe(createHash('sha256').update(bytes).digest('hex'));
    const back = await far(['shell', '--no-cap', 'cat'], { input: bytes });
    expect(back.stdout.equals(bytes)).toBe(true);
  });

  it('does not wait for input that nobody reads, nor for output that nobody wants', async () => {
    const child = spawn(binary, ['--yolo', '--host', 'far', 'shell', 'echo done'], {
      cwd,
      env: cleanEnv(rig.near),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    expect(status).toBe(0);
    const endless = spawn(binary, ['--yolo', '--host', 'far', 'shell', '--no-cap', 'yes'], {
      cwd,
      env: cleanEnv(rig.near),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    endless.stdout.once('data', () => endless.stdout.destroy());
    expect(await new Promise((resolve) => endless.once('close', resolve))).toBe(141);
  });

  it('ends what runs there when it is interrupted', async () => {
    const seconds = uniqueSleep();
    const child = spawn(binary, ['--yolo', '--host', 'far', 'shell', `sleep ${seconds}`], {
      cwd,
      env: cleanEnv(rig.near),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await waitFor(() => processesWith(seconds).length > 1, 'it runs');
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    await waitFor(() => processesWith(seconds).length === 0, 'nothing is left');
  });

  it('finds its sessions again, from one command to the next', async () => {
    const started = await far(['shell', '--background', 'echo begun; read line; echo "got $line"']);
    const id = started.stdout.toString().trim();
    expect(started.stderr).toContain('take this id. It is on node "far": process finds it with host "far".');
    expect((await far(['process', 'list'])).stdout.toString()).toContain(`${id}  running`);
    await far(['process', 'write', id, 'words\n']);
    await far(['process', 'wait', id]);
    expect((await far(['process', 'log', id])).stdout.toString()).toBe('begun\ngot words\n');
    expect((await cli(['--yolo', 'process', 'log', id])).status).toBe(1);
  });

  it('names the host where the rest of what a session printed is', async () => {
    const { stderr } = await far(['shell', '--yield-ms', '1000', 'seq 20000; exec sleep 20']);
    const [, id = ''] = /running as session (\w+) /.exec(stderr) ?? [];
    expect(stderr).toContain(`process poll ${id} --no-cap --host far shows it from its start`);
    await far(['process', 'remove', id]);
  });

  it('writes what comes by a pipe, and reads it', async () => {
    await far(['write', 'by-pipe'], { input: 'one\n' });
    expect(readFileSync(join(rig.far, 'by-pipe'), 'utf8')).toBe('one\n');
    expect((await far(['read', 'by-pipe'])).stdout.toString()).toBe('     1\tone\n');
    expect((await far(['grep', 'nothing-like-this'])).status).toBe(1);
  });

  it('asks about it with paths and programs as people write them', async () => {
    const show = async (args: readonly string[]) => {
      const { stderr } = await cli(['--host', 'far', ...args]);
      const id = /It waits as (\S+) /.exec(stderr)?.[1] ?? '';
      const { stdout } = await cli(['approvals', 'show', id]);
      await cli(['approvals', 'resolve', id, '--reject']);
      return `${stderr}\n${stdout}`;
    };
    const command = await show(['shell', 'touch x && ./run y > out/z']);
    expect(command).toContain('asked: touch x: touch: no rule');
    expect(command).toContain('asked: ./run y (far:run): ./run: no rule');
    expect(command).toContain('asked: edit far:out/z: ');
    expect(command).toContain('shell in far: on far');
    const written = await show(['write', 'src/a.ts', '--content', 'x']);
    expect(written).toContain('Writes far:src/a.ts');
    expect(written).toContain('No rule allows writing "far:src/a.ts"');
    expect(command + written).not.toContain('/far:');
    const { stdout } = await cli(['--host', 'far', '--json', 'policy', 'check', 'touch x > y']);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      commands: [{ program: null }],
      effects: [{ cwd: 'far:' }, { path: 'far:y' }],
    });
  });

  it('keeps a call pending here until a person said yes, then runs it there', async () => {
    const args = ['--host', 'far', 'shell', 'touch allowed'];
    const first: Outcome = JSON.parse((await cli([...args, '--json'])).stdout.toString());
    expect(first.status).toBe('approval_required');
    const shown = await cli(['approvals', 'show', String(first.details.approvalId)]);
    expect(shown.stdout.toString()).toContain('on far');
    await cli(['approvals', 'resolve', String(first.details.approvalId), '--allow-once']);
    expect((await cli(args)).status).toBe(0);
    expect((await cli(args)).status).toBe(126);
  });

  it('says of a call that is kept pending there where it waits', async () => {
    const asked = await cli(['--yolo', '--host', 'strict', 'shell', 'touch waits']);
    expect(asked.status).toBe(126);
    expect(asked.stderr).toContain('Approval required, nothing ran: ');
    expect(asked.stderr).toContain(
      'agent-tools: The approval waits on the node "strict": it is answered on that machine.\n',
    );
    const here = await cli(['--host', 'strict', 'shell', 'touch waits']);
    expect(here.stderr).not.toContain('on that machine');
  });

  it('the same words are another call on another host', async () => {
    const args = (host: string) => ['--host', host, 'shell', 'touch other', '--json'];
    const here: Outcome = JSON.parse((await cli(args('far'))).stdout.toString());
    await cli(['approvals', 'resolve', String(here.details.approvalId), '--allow-once']);
    expect((await cli(args('strict'))).status).toBe(126);
    expect((await cli(args('local'))).status).toBe(126);
  });

  it('a deny rule of either side refuses', async () => {
    const folder = join(rig.far, 'denying.json');
    writeFileSync(
      folder,
      '{ "rules": [{ "tool": "shell", "deny": "git push *", "reason": "not from there" }] }',
    );
    const both = new NodeRig(() => ({ far: ['sh', '-c', `${rig.serve('--yolo', '--config', folder)}`] }), {
      rules: [{ tool: 'shell', deny: 'npm publish *', reason: 'not from here' }],
    });
    const run = (command: string) =>
      runCli(['--yolo', '--host', 'far', 'shell', command], { home: both.near });
    const [near, there] = [await run('npm publish'), await run('git push')];
    expect([near.status, near.stderr]).toEqual([126, expect.stringContaining('not from here')]);
    expect([there.status, there.stderr]).toEqual([126, expect.stringContaining('not from there')]);
  });

  it('policy check says what is decided here', async () => {
    const { stdout, status } = await cli(['policy', 'check', '--host', 'far', '--json', 'ls']);
    expect(status).toBe(126);
    expect(JSON.parse(stdout.toString())).toMatchObject({
      decision: 'ask',
      reason: expect.stringContaining('cannot be told from here'),
      effects: [{ kind: 'exec', command: 'ls', host: 'far' }],
    });
  });

  it('the trail says where a call went', async () => {
    await far(['shell', 'echo for-the-trail']);
    const { stdout } = await cli(['audit', 'show', '--json', '--limit', '1']);
    expect(stdout.toString()).toContain('"node":"far"');
  });

  it('attaches to no session of a node', async () => {
    const { status, stderr } = await cli(['--host', 'far', 'process', 'attach', 'abc']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('it is on node "far"')]);
  });
});

describe('agent-tools hosts', () => {
  it('list', async () => {
    const { stdout } = await cli(['hosts', 'list', '--host', 'strict', '--json']);
    expect(JSON.parse(stdout.toString())).toEqual([
      { name: 'far', isDefault: false, command: childNode(rig, '--yolo') },
      { name: 'strict', isDefault: true, command: childNode(rig) },
      { name: 'gone', isDefault: false, command: expect.any(Array) },
    ]);
    expect((await cli(['hosts', 'list'])).stdout.toString()).toMatch(/^far +- +sh -c /);
  });

  it('check', async () => {
    const all = await cli(['hosts', 'check', '--json']);
    expect(all.status).toBe(1);
    expect(JSON.parse(all.stdout.toString())).toEqual([
      expect.objectContaining({ name: 'far', reachable: true, version: '0.1.0', cwd: rig.far }),
      expect.objectContaining({ name: 'strict', reachable: true, latencyMs: expect.any(Number) }),
      { name: 'gone', reachable: false, problem: expect.stringContaining('it said "no route to host"') },
    ]);
    const some = await cli(['hosts', 'check', 'far', 'strict']);
    expect(some.status).toBe(0);
    expect(some.stdout.toString()).toMatch(/^far +ok +0\.1\.0 +[\d.]+ ms +\S*bash/);
    expect((await cli(['hosts', 'check', 'nobody'])).status).toBe(2);
    expect((await cli(['hosts', 'look'])).status).toBe(2);
  });

  it('env --host tells of the machine there', async () => {
    const { stdout } = await cli(['env', '--host', 'far', '--json']);
    expect(JSON.parse(stdout.toString())).toMatchObject({ host: 'far', cwd: rig.far, security: 'full' });
    expect((await cli(['env', '--host', 'gone'])).status).toBe(1);
  });
});

describe('what models are told', () => {
  it('a session there is found with its host, while it runs and when it has ended', async () => {
    const mcp = await mcpTexts(rig.near, cwd);
    const call = (name: string, input: object) => mcp.call(name, { ...input, host: 'far' });
    const command = 'echo begun; until [ -e go ]; do sleep 0.05; done';
    const running = await call('shell', { command, yieldMs: 1000 });
    const [, id = ''] = /running as session (\w+) /.exec(running) ?? [];
    expect(running).toContain('take this id. It is on node "far": process finds it with host "far".');
    expect(await call('process', { action: 'poll', sessionId: id })).toContain('begun');
    writeFileSync(join(rig.far, 'go'), '');
    let told = '';
    while (!told.includes(id)) told = await call('shell', { command: 'true' });
    expect(told).toContain('process poll with host "far" has its output');
    await mcp.client.close();
  });

  it('every tool for work has a host where there are nodes, within the size of a catalogue', async () => {
    const { stdout } = await cli(['tools', 'schema', '--format', 'mcp']);
    const { tools }: { tools: { name: string; inputSchema: { properties: object } }[] } = JSON.parse(
      stdout.toString(),
    );
    for (const tool of tools.filter(({ name }) => name !== 'skill'))
      expect(tool.inputSchema.properties, tool.name).toHaveProperty('host');
    expect(JSON.stringify({ tools }).length).toBeLessThan(10_240);
  });
});

it('says where the file with the full output is', async () => {
  const { stderr } = await far(['shell', '--no-stdin', 'seq 1 100000']);
  expect(stderr).toContain('read or search it with host "far"');
  const whole = JSON.parse(String((await far(['--json', 'shell', '--no-stdin', 'seq 1 100000'])).stdout));
  expect(whole.notices.at(-1)).toBe(
    'The file with the full output is on node "far": read or search it with host "far"',
  );
  const page = await far(['read', whole.details.output.spillPath, '--offset', '50000', '--limit', '1']);
  expect(String(page.stdout)).toBe(' 50000\t50000\n');
  expect(String((await far(['--json', 'shell', '--no-stdin', 'seq 3'])).stdout)).toContain('"notices":[]');
});
