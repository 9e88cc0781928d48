import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { statelessMeta } from '../helpers/mcp-peer.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let home: string;
let user: string;
beforeEach(() => {
  home = realpathSync(tempFolder());
  user = join(home, '.config/agent-tools/skills');
  cpSync(join(import.meta.dirname, '../fixtures/skills'), user, { recursive: true });
});

function writeIn(folder: string, name: string, text = ''): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

function open(...args: string[]): RpcClient {
  const client = closedAfterTest(new RpcClient({ home, mode: 'mcp', args }));
  return client;
}

interface Entry {
  readonly uri: string;
  readonly frontmatter: Record<string, unknown>;
  readonly resources: readonly { readonly uri: string; readonly digest: string; readonly size: number }[];
}
async function listOf(client: RpcClient): Promise<readonly Entry[]> {
  const { result } = await client.request('skills/list');
  return (result as unknown as { skills: Entry[] }).skills;
}

const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };

describe('the skills extension', () => {
  it('is declared in both eras where the tool is offered', async () => {
    const client = open();
    expect((await client.request('initialize', hello)).result).toMatchObject({ capabilities });
    const stateless = await client.request('server/discover', { _meta: statelessMeta() });
    expect(stateless.result).toMatchObject({ capabilities });
    const without = open('--tools', 'read');
    expect((await without.request('initialize', hello)).result?.capabilities).toEqual({ tools: {} });
    expect((await without.request('skills/list')).error?.code).toBe(-32601);
  });

  it('lists every skill with its frontmatter and digests that hold', async () => {
    writeFileSync(join(user, 'pdf-forms/image.bin'), Buffer.from([0, 255, 254]));
    const client = open();
    const entries = await listOf(client);
    expect(entries.map(({ uri }) => uri)).toEqual(
      ['code-review', 'db-migrations', 'pdf-forms', 'release-notes', 'weather', 'agent-tools', 'tmux'].map(
        (name) => `skill://${name}/SKILL.md`,
      ),
    );
    const pdf = entries[2];
    expect(pdf?.frontmatter).toMatchObject({ name: 'pdf-forms', 'allowed-tools': expect.anything() });
    expect(pdf?.resources).toHaveLength(4);
    for (const { uri, digest, size } of entries.flatMap(({ resources }) => resources)) {
      const { result } = await client.request('resources/read', { uri });
      const [content] = (result as unknown as { contents: { uri: string; text?: string; blob?: string }[] })
        .contents;
      const bytes =
        content?.blob === undefined ? Buffer.from(content?.text ?? '') : Buffer.from(content.blob, 'base64');
      expect([content?.uri, bytes.length]).toEqual([uri, size]);
      expect(digest).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
    }
  });

  it('names no file that holds secrets or that a rule withholds, in the list and in the entry', async () => {
    const folder = join(home, 'more/own');
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: own\ndescription: x\n---\nx');
    for (const name of ['.env', 'key.pem', 'plan.md', 'data/open.md', 'data/shut.md'])
      writeFileSync(join(folder, name), 'TOKEN=1');
    writeFileSync(join(user, 'weather/.env'), 'TOKEN=1');
    const config = join(home, '.config/agent-tools/config.json');
    const rules = [{ tool: 'read', deny: `${folder}/data/shut.md` }];
    writeFileSync(config, JSON.stringify({ skills: { roots: [join(home, 'more')] }, rules }));
    const client = open();
    const entries = await listOf(client);
    const pathsOf = ({ resources }: Entry) => resources.map(({ uri }) => uri.slice('skill://'.length)).sort();
    const own = entries.find(({ uri }) => uri === 'skill://own/SKILL.md');
    expect(own && pathsOf(own)).toEqual(['own/SKILL.md', 'own/data/open.md', 'own/plan.md']);
    expect(entries.flatMap(pathsOf)).not.toContain('weather/.env');
    const { result } = await client.request('skills/get', { uri: 'skill://own/SKILL.md' });
    expect(result).toMatchObject({ skill: own });
    for (const name of ['.env', 'data/shut.md'])
      expect((await client.request('resources/read', { uri: `skill://own/${name}` })).error?.code).toBe(
        -32602,
      );
    expect((await client.request('resources/read', { uri: 'skill://own/plan.md' })).result).toBeDefined();
  });

  it('gives one entry, as the list has it, with cache hints for a stateless client', async () => {
    const client = open();
    const [first] = await listOf(client);
    const get = await client.request('skills/get', { uri: first?.uri, _meta: statelessMeta() });
    expect(get.result).toMatchObject({
      resultType: 'complete',
      skill: first,
      ttlMs: 0,
      cacheScope: 'private',
    });
    expect((await client.request('resources/list')).result).toMatchObject({
      resources: expect.arrayContaining([
        expect.objectContaining({ uri: first?.uri, mimeType: 'text/markdown' }),
      ]),
    });
    expect((await client.request('resources/templates/list')).result).toEqual({ resourceTemplates: [] });
  });

  it.each(['skills/list', 'resources/list', 'resources/templates/list'])('%s is one page', async (method) => {
    expect(await open().request(method, { cursor: 'x' })).toMatchObject({
      error: { code: -32602, message: expect.stringContaining('the list is one page') },
    });
  });

  it.each([
    ['skill://missing/SKILL.md'],
    ['skill://pdf-forms/missing.md'],
    ['skill://pdf-forms/../weather/SKILL.md'],
    ['skill://pdf-forms/%2e%2e/weather/SKILL.md'],
    ['skill://pdf-forms//etc/passwd'],
    ['skill://pdf-forms/%ff'],
    ['skill://pdf-forms'],
    ['file:///etc/passwd'],
    [''],
    [5],
    [undefined],
  ])('has no %j', async (uri) => {
    const client = open();
    for (const method of ['skills/get', 'resources/read'])
      expect((await client.request(method, { uri })).error?.code).toBe(-32602);
    expect(
      (await client.request('skills/get', { uri: 'skill://pdf-forms/references/fields.md' })).error?.code,
    ).toBe(-32602);
  });

  it('says with the code of the era that there is no such resource', async () => {
    const client = open();
    await client.request('initialize', hello);
    const read = async (params: object) => (await client.request('resources/read', params)).error?.code;
    const uri = 'skill://missing/SKILL.md';
    expect([await read({ uri }), await read({ uri: 5 })]).toEqual([-32002, -32602]);
    expect(await read({ uri, _meta: statelessMeta() })).toBe(-32602);
    expect((await client.request('skills/get', { uri })).error?.code).toBe(-32602);
  });

  const put = (folder: string, name: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: x\n---\nx`);
  };

  it('leaves out what nobody trusts and what does not say its own name', async () => {
    put(join(home, '.agents/skills/mine'), 'mine');
    put(join(user, 'other'), '"a/b"');
    const project = join(home, 'project');
    put(join(project, '.agents/skills/evil'), 'evil');
    const client = closedAfterTest(new RpcClient({ home, cwd: project, mode: 'mcp', args: [] }));
    const names = (await listOf(client)).map(({ frontmatter }) => frontmatter.name);
    expect(names).toContain('mine');
    for (const name of ['evil', 'other', 'a/b']) expect(names).not.toContain(name);
    expect((await client.request('resources/read', { uri: 'skill://evil/SKILL.md' })).error?.code).toBe(
      -32602,
    );
  });

  it('lists a skill with the files of it that can be served, whatever else it holds', async () => {
    const odd = join(user, 'odd');
    put(odd, 'odd');
    writeFileSync(join(odd, 'a.md'), 'a');
    symlinkSync('/etc/passwd', join(odd, 'outside'));
    symlinkSync('a.md', join(odd, 'inside'));
    symlinkSync('nowhere', join(odd, 'dangling'));
    execFileSync('mkfifo', [join(odd, 'pipe')]);
    writeFileSync(Buffer.concat([Buffer.from(`${odd}/x`), Buffer.from([0xff])]), '');
    truncateSync(writeIn(odd, 'b.bin'), 17_000_000);
    for (const name of ['.git/config', 'sub/.git', '.hg/hgrc', '.GIT/config', '.svn/entries'])
      writeIn(odd, name, 'url = https://x:token@host');
    put(join(home, 'elsewhere'), 'Linked_Skill');
    mkdirSync(join(user, 'Linked_Skill'));
    symlinkSync(join(home, 'elsewhere/SKILL.md'), join(user, 'Linked_Skill/SKILL.md'));
    const client = open();
    const entries = await listOf(client);
    const [entry, linked] = ['odd', 'Linked_Skill'].map((name) =>
      entries.find(({ frontmatter }) => frontmatter.name === name),
    );
    expect(entry?.resources.map(({ uri }) => uri)).toEqual(['skill://odd/SKILL.md', 'skill://odd/a.md']);
    expect((await client.request('skills/get', { uri: linked?.uri })).result).toMatchObject({
      skill: linked,
    });
    const text = (await client.request('resources/read', { uri: linked?.uri })).result;
    expect(text).toMatchObject({ contents: [{ text: expect.stringContaining('name: Linked_Skill') }] });
    for (const path of ['.git/config', '.GIT/config', 'sub/.git', 'inside', 'outside', 'pipe', 'b.bin'])
      expect((await client.request('resources/read', { uri: `skill://odd/${path}` })).error?.code, path).toBe(
        -32602,
      );
    const shown = await runCli(['skill', 'show', 'odd', '.git/config'], { home });
    expect([shown.status, String(shown.stdout)]).toEqual([126, '']);
  });

  it("serves a project's skill that a person trusts, with all its files, until one of them changes", async () => {
    const project = join(home, 'project');
    const folder = join(project, '.agents/skills/mine');
    mkdirSync(join(folder, 'sub'), { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), '---\nname: mine\ndescription: x\n---\nx');
    writeFileSync(join(folder, 'sub/f.txt'), 'f');
    expect((await runCli(['config', 'trust', folder], { home, cwd: project })).status).toBe(0);
    const client = closedAfterTest(new RpcClient({ home, cwd: project, mode: 'mcp', args: [] }));
    const read = () => client.request('resources/read', { uri: 'skill://mine/sub/f.txt' });
    expect((await listOf(client)).map(({ frontmatter }) => frontmatter.name)).toContain('mine');
    expect((await read()).result).toMatchObject({ contents: [{ text: 'f' }] });
    writeFileSync(join(folder, 'sub/f.txt'), 'g');
    expect((await read()).error?.code).toBe(-32602);
  });

  it('reads under the policy and leaves a line in the trail', async () => {
    const uri = 'skill://weather/SKILL.md';
    const denied = await open('--security', 'deny').request('resources/read', { uri });
    expect(denied.error?.message).toContain('Rejected by policy');
    await open().request('resources/read', { uri });
    const trail = readFileSync(join(home, '.local/state/agent-tools/audit/audit.jsonl'), 'utf8');
    expect(
      trail
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).decision),
    ).toEqual(['deny', 'allow']);
  });
});
