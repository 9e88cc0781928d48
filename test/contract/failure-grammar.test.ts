import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** What a failure says: `Cannot <action> "<value>": <current state>, expected <wanted state>`. */
const grammar = /^Cannot [a-z ]+ "[^"]+": \S.*, expected \S/;

describe('what has no name of its own is quoted as names are', () => {
  it.each<[string, readonly string[], object, string]>([
    ['input that is no text', ['write', 'a'], { input: Buffer.from('\xff', 'latin1') }, '"standard input"'],
    [
      'no shell',
      ['shell', '--yolo', 'true'],
      { env: { PATH: '/nowhere', AGENT_TOOLS_SHELL_FLAVOUR: 'pwsh' } },
      '"pwsh"',
    ],
    ['no terminal', ['approvals', 'watch'], {}, '"approvals"'],
    ['a rule without words', ['approvals', 'resolve', 'ID', '--allow-always', '--rule', ''], {}, '"a rule"'],
  ])('%s', async (_, args, options, named) => {
    const home = tempFolder();
    const where = { home, cwd: home };
    const asked = JSON.parse((await runCli(['--json', 'shell', 'touch x'], where)).stdout.toString());
    const words = args.map((word) => (word === 'ID' ? String(asked.details.approvalId) : word));
    const { stderr } = await runCli(words, { ...where, ...options });
    const said = stderr.replace(/^agent-tools: /, '');
    expect(said).toMatch(grammar);
    expect(said).toContain(` ${named}: `);
  });

  it('an answer that is too long for its line', async () => {
    const client = closedAfterTest(new RpcClient());
    await client.request('initialize', { capabilities: { maxLineBytes: 8192 } });
    const { error } = await client.request('rpc.discover');
    expect(String(error?.message)).toMatch(grammar);
  });
});
