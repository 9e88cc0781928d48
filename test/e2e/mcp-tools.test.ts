import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** `home` is the folder too, which descriptions may name. */
async function schemaAs(format: string, env: Readonly<Record<string, string>> = {}, home = tempFolder()) {
  const { stdout, status, stderr } = await runCli(['tools', 'schema', '--format', format], { env, home });
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
    const home = tempFolder();
    const [mcp, openai, anthropic, schemas] = await Promise.all(
      ['mcp', 'openai', 'anthropic', 'json-schema'].map((format) => schemaAs(format, {}, home)),
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

  it.each(['mcp', 'openai', 'anthropic', 'json-schema'])(
    'is what tools list prints as %s',
    async (format) => {
      const home = tempFolder();
      const [listed, schema] = await Promise.all(
        ['list', 'schema'].map((action) => runCli(['tools', action, '--format', format], { home })),
      );
      expect([listed?.status, listed?.stderr]).toEqual([0, '']);
      expect(listed?.stdout.toString()).toBe(schema?.stdout.toString());
    },
  );

  it('prints MCP without being asked, as the server lists it', async () => {
    const home = tempFolder();
    const { stdout } = await runCli(['tools', 'schema', '--yolo'], { home });
    const client = new RpcClient({ mode: 'mcp', home });
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

describe('a model interface takes every schema', () => {
  interface Schema {
    readonly type?: unknown;
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly items?: Schema;
    readonly anyOf?: readonly Schema[];
  }
  const nodesOf = (schema: Schema): readonly Schema[] => [
    schema,
    ...[
      ...Object.values(schema.properties ?? {}),
      ...(schema.items ? [schema.items] : []),
      ...(schema.anyOf ?? []),
    ].flatMap(nodesOf),
  ];
  const known = new Set(
    'type properties required additionalProperties description items enum const anyOf default minimum maximum minLength maxLength minItems maxItems pattern title exclusiveMinimum exclusiveMaximum'.split(
      ' ',
    ),
  );

  interface Shown {
    readonly name: string;
    readonly description: string;
    readonly schema: Schema;
  }
  // biome-ignore lint/suspicious/noExplicitAny: each format has a shape of its own
  type Entry = any;

  it.each<[string, (entry: Entry) => Shown]>([
    ['mcp', (tool) => ({ ...tool, schema: tool.inputSchema })],
    ['openai', (tool) => ({ ...tool.function, schema: tool.function.parameters })],
    ['anthropic', (tool) => ({ ...tool, schema: tool.input_schema })],
    ['json-schema', ([name, schema]) => ({ name, description: schema.description, schema })],
  ])('%s', async (format, read) => {
    const exported = await schemaAs(format);
    const list = format === 'mcp' ? exported.tools : exported;
    const entries: readonly Entry[] = Array.isArray(list) ? list : Object.entries(list);
    expect(entries).toHaveLength(9);
    for (const entry of entries) {
      const { name, description, schema } = read(entry);
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(description.length, name).toBeLessThanOrEqual(1024);
      expect(schema.type, name).toBe('object');
      for (const member of ['oneOf', 'anyOf', 'allOf', 'enum', 'not', '$schema', '$ref', '$defs'])
        expect(schema, name).not.toHaveProperty([member]);
      for (const node of nodesOf(schema)) {
        for (const member of Object.keys(node)) expect(known, `${name}.${member}`).toContain(member);
        expect(Object.keys(node.properties ?? {}), name).toEqual(
          expect.arrayContaining([...(node.required ?? [])]),
        );
        for (const field of Object.keys(node.properties ?? {}))
          expect(field, name).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
      }
    }
  });
});

describe('what is not understood', () => {
  it.each([
    [['tools', 'lst'], 'did you mean "list"?'],
    [['tools', 'schema', '--format', 'opnai'], 'did you mean "openai"?'],
    [['tools', 'schema', 'shell'], 'one word too many'],
    [['tools', 'list', '--format', 'opnai'], 'did you mean "openai"?'],
  ])('%j is refused', async (args, message) => {
    const { status, stderr, stdout } = await runCli(args);
    expect([status, stdout.toString()]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
