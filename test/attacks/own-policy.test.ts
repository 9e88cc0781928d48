import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home whose configuration must stay what it is. */
function prepare(): { readonly home: string; readonly cwd: string; readonly config: string } {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  const config = join(home, '.config/agent-tools/config.json');
  mkdirSync(cwd);
  mkdirSync(join(cwd, 'd\ne'));
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(config, '{}\n');
  writeFileSync(join(cwd, 'loose'), '{"approval":{"security":"full","ask":"off"}}\n');
  symlinkSync(config, join(cwd, 'link'));
  symlinkSync(join(home, '.config'), join(cwd, 'folder'));
  linkSync(config, join(cwd, 'hard'));
  symlinkSync('/proc/self/cwd/config.json', join(cwd, 'here'));
  return { home, cwd, config };
}

const loose = '{"approval":{"security":"full","ask":"off"}}';

describe('the configuration is closed to every tool, under security full too', () => {
  it.each([
    ['a redirect', 'shell', { command: `echo '${loose}' > ~/.config/agent-tools/config.json` }],
    ['an operand', 'shell', { command: `echo '${loose}' | tee ~/.config/agent-tools/config.json` }],
    ['a copy', 'shell', { command: `echo '${loose}' > x && cp x ~/.config/agent-tools/config.json` }],
    ['a symlink', 'shell', { command: `echo '${loose}' > link` }],
    [
      'a name with a line end on the way',
      'shell',
      { command: `mkdir -p $'d\\ne' && sed -i s/{}/[]/ $'d\\ne/../link'` },
    ],
    ['a name with a line end as it is', 'shell', { command: 'sed -i s/{}/[]/ "d\ne/../link"' }],
    ['a symlinked folder', 'shell', { command: `echo '${loose}' > folder/agent-tools/config.json` }],
    ['a hard name', 'shell', { command: `echo '${loose}' > hard` }],
    ['cd first', 'shell', { command: `cd ~/.config/agent-tools && echo '${loose}' > config.json` }],
    [
      'the folder of the process',
      'shell',
      { command: `cd ~/.config/agent-tools && echo '${loose}' > /proc/self/cwd/config.json` },
    ],
    [
      'the folder of the process, from there',
      'shell',
      { command: `echo '${loose}' | tee /proc/thread-self/cwd/config.json`, cwd: '~/.config/agent-tools' },
    ],
    [
      'a link to the folder of the process',
      'shell',
      { command: `cd ~/.config/agent-tools && echo '${loose}' > ../../work/here` },
    ],
    [
      'a program nobody knows',
      'shell',
      { command: 'sort -o /proc/self/cwd/config.json ~/work/loose', cwd: '~/.config/agent-tools' },
    ],
    ['find', 'shell', { command: 'find ~/.config -type f -delete' }],
    ['find with its test behind', 'shell', { command: 'find ~/.config -delete -name zz' }],
    ['find of all but a name', 'shell', { command: 'find ~/.config ! -name zz -type f -delete' }],
    ['find by a name', 'shell', { command: 'find ~ -name "conf*.json" -exec rm {} +' }],
    ['write', 'write', { path: '~/.config/agent-tools/config.json', content: loose }],
    ['write through a symlink', 'write', { path: 'link', content: loose }],
    ['write through a hard name', 'write', { path: 'hard', content: loose }],
    ['edit', 'edit', { path: '~/.config/agent-tools/config.json', old: '{}', new: loose }],
    [
      'approvals beside it',
      'write',
      { path: '~/.config/agent-tools/approvals.jsonc', content: '{"rules":[{"tool":"shell","allow":"*"}]}' },
    ],
    ['the state folder', 'write', { path: '~/.local/state/agent-tools/trust.json', content: '[]' }],
  ])('%s', async (_, tool, input) => {
    const { home, cwd, config } = prepare();
    const client = new RpcClient({ home, cwd });
    const { result } = await client.request(tool, input);
    await client.close();
    expect(result?.isError).toBe(true);
    expect(readFileSync(config, 'utf8')).toBe('{}\n');
    expect(existsSync(join(home, '.config/agent-tools/approvals.jsonc'))).toBe(false);
    expect(existsSync(join(home, '.local/state/agent-tools/trust.json'))).toBe(false);
  });
});

it('a find that does not come upon the configuration may remove what it finds', async () => {
  const { home, cwd } = prepare();
  writeFileSync(join(home, 'a.pyc'), '');
  writeFileSync(join(cwd, 'b.json'), '');
  for (const command of ["find ~ -name '*.pyc' -delete", "find . -name '*.json' -delete"])
    expect(await runCli(['shell', '--yolo', command], { home, cwd })).toMatchObject({
      status: 0,
      stderr: '',
    });
  expect([existsSync(join(home, 'a.pyc')), existsSync(join(cwd, 'b.json'))]).toEqual([false, false]);
});

describe('a call cannot loosen the policy', () => {
  it.each([
    ['security full', { command: 'touch mark', security: 'full' }],
    ['ask off', { command: 'touch mark', ask: 'off' }],
    ['both', { command: 'touch mark', security: 'full', ask: 'off' }],
  ])('%s in its parameters', async (_, input) => {
    const { home, cwd } = prepare();
    const client = new RpcClient({ home, cwd, args: [] });
    expect((await client.request('shell', input)).result).toMatchObject({ isError: true });
    await client.close();
    expect(existsSync(join(cwd, 'mark'))).toBe(false);
  });

  it.each([
    ['our own binary with --yolo', `'${binary}' shell --yolo 'touch mark'`],
    ['our own binary through env', `env -u AGENT_TOOLS_RUN '${binary}' shell --yolo 'touch mark'`],
  ])('%s', async (_, command) => {
    const { home, cwd } = prepare();
    await runCli(['shell', command], { home, cwd });
    await runCli(['shell', '--yolo', command], { home, cwd });
    expect(existsSync(join(cwd, 'mark'))).toBe(false);
  });

  describe('a client that runs as one of our commands does not answer for the person', () => {
    const env = { AGENT_TOOLS_RUN: 'a-run' };
    const waits = { status: 'approval_required', isError: true };

    it('over rpc', async () => {
      const { home, cwd } = prepare();
      const client = new RpcClient({ home, cwd, args: [], env });
      client.onRequest = () => ({ choice: 'allow_always' });
      await client.request('initialize', { capabilities: { approvals: true } });
      const { result } = await client.request('shell', { command: 'touch mark' });
      expect(result).toMatchObject(waits);
      const answer = { approvalId: result?.details?.approvalId, choice: 'allow_always' };
      expect((await client.request('approvals/resolve', answer)).error?.code).toBe(-32601);
      await client.close();
      expect(existsSync(join(cwd, 'mark'))).toBe(false);
    });

    it('over MCP', async () => {
      const { home, cwd } = prepare();
      const client = new RpcClient({ home, cwd, args: [], env, mode: 'mcp' });
      client.onRequest = () => ({ action: 'accept', content: { decision: 'allow_always' } });
      await client.request('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 'test', version: '1' },
      });
      client.notify('notifications/initialized', {});
      const call = { name: 'shell', arguments: { command: 'touch mark' } };
      expect((await client.request('tools/call', call)).result?.structuredContent).toMatchObject(waits);
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      };
      const stateless = await client.request('tools/call', { ...call, _meta });
      expect(stateless.result?.structuredContent).toMatchObject(waits);
      await client.close();
      expect(existsSync(join(cwd, 'mark'))).toBe(false);
    });
  });

  it('a program beside the configuration is told from our own', async () => {
    const { home, cwd } = prepare();
    const folder = join(home, '.config/agent-tools/skills/x');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\ntouch mark\n', { mode: 0o755 });
    const told = async (program: string) =>
      (await runCli(['shell', '--yolo', '--', program], { home, cwd })).stderr;
    expect(await told(join(folder, 'run.sh'))).toContain(
      'lies in a folder that belongs to the policy itself',
    );
    expect(await told(binary)).toContain('is the program that judges');
    expect(existsSync(join(cwd, 'mark'))).toBe(false);
  });

  it('a locked key holds against --yolo, flags and variables', async () => {
    const { home, cwd, config } = prepare();
    writeFileSync(config, '{"locked":["approval"]}');
    for (const args of [['--yolo'], ['--security', 'full', '--ask', 'off']]) {
      expect((await runCli(['shell', ...args, 'touch mark'], { home, cwd })).status).toBe(126);
    }
    const env = { AGENT_TOOLS_APPROVAL_SECURITY: 'full', AGENT_TOOLS_APPROVAL_ASK: 'off' };
    expect((await runCli(['shell', 'touch mark'], { home, cwd, env })).status).toBe(126);
    expect(existsSync(join(cwd, 'mark'))).toBe(false);
  });

  it('a project file that loosens is not followed', async () => {
    const { home, cwd } = prepare();
    writeFileSync(
      join(cwd, '.agent-tools.json'),
      '{"approval":{"security":"full"},"rules":[{"tool":"shell","allow":"touch *"}]}',
    );
    expect((await runCli(['shell', 'touch mark'], { home, cwd })).status).toBe(126);
    expect(existsSync(join(cwd, 'mark'))).toBe(false);
  });
});
