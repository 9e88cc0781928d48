import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';

async function schemaAs(format: string, env: Readonly<Record<string, string>> = {}) {
  const { stdout, status, stderr } = await runCli(['tools', 'schema', '--format', format], { env });
  expect([status, stderr]).toEqual([0, '']);
  return JSON.parse(stdout.toString());
}

describe('tools list', () => {
  it('names every tool in the order of the registry', async () => {
    const { stdout, status } = await runCli(['tools', 'list']);
    const names = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    const { stdout: json } = await runCli(['tools', 'list', '--json']);
    const rows: { name: string; summary: string; readOnly: boolean }[] = JSON.parse(json.toString());
    expect(status).toBe(0);
    expect(rows.map(({ name }) => name)).toEqual(names);
    expect(names.slice(0, 3)).toEqual(['shell', 'process', 'read']);
    expect(rows.find(({ name }) => name === 'grep')).toMatchObject({ readOnly: true });
    expect(rows.every(({ summary }) => summary !== '')).toBe(true);
  });
});

describe('tools schema', () => {
  it('hands every format the same schemas', async () => {
    const [mcp, openai, anthropic, schemas] = await Promise.all(
      ['mcp', 'openai', 'anthropic', 'json-schema'].map((format) => schemaAs(format)),
    );
    const names = mcp.tools.map(({ name }: { name: string }) => name);
    expect(openai.map((tool: { function: { name: string } }) => tool.function.name)).toEqual(names);
    expect(anthropic.map((tool: { name: string }) => tool.name)).toEqual(names);
    expect(Object.keys(schemas)).toEqual(names);
    const { description, inputSchema } = mcp.tools[0];
    expect(openai[0]).toEqual({
      type: 'function',
      function: { name: 'shell', description, parameters: inputSchema },
    });
    expect(anthropic[0]).toEqual({ name: 'shell', description, input_schema: inputSchema });
    expect(schemas.shell).toEqual({ title: 'shell', description, ...inputSchema });
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('prints MCP without being asked, as the server lists it', async () => {
    const { stdout } = await runCli(['tools', 'schema']);
    const client = new RpcClient({ mode: 'mcp' });
    const { result } = await client.request('tools/list');
    await client.close();
    const named = (list: { tools: { name: string; description: string }[] }) =>
      list.tools.map(({ name, description }) => [name, description]);
    expect(named(JSON.parse(stdout.toString()))).toEqual(named(result as never));
  });

  it('says which grammar the shell of this machine has', async () => {
    const shellOf = async (flavour: string): Promise<string> =>
      (await schemaAs('anthropic', { AGENT_TOOLS_SHELL_FLAVOUR: flavour }))[0].description;
    expect(await shellOf('bash')).toContain('in bash');
    expect(await shellOf('sh')).toContain('POSIX sh');
  });

  it('leaves out what the configuration makes useless', async () => {
    const fields = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> =>
      Object.keys((await schemaAs('mcp', env)).tools[0].inputSchema.properties);
    expect(await fields({})).toContain('background');
    expect(await fields({ AGENT_TOOLS_SHELL_ALLOW_BACKGROUND: 'false' })).not.toContain('background');
  });
});

describe('what is not understood', () => {
  it.each([
    [['tools', 'lst'], 'did you mean "list"?'],
    [['tools', 'schema', '--format', 'opnai'], 'did you mean "openai"?'],
    [['tools', 'schema', 'shell'], 'one word too many'],
    [['tools', 'list', '--format', 'mcp'], 'belongs to "tools schema"'],
  ])('%j is refused', async (args, message) => {
    const { status, stderr, stdout } = await runCli(args);
    expect([status, stdout.toString()]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
