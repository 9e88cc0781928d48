import { describe, expect, it } from 'vitest';
import { listOptions } from '../../src/config/options.ts';
import { listRows, renderRows } from '../../src/config/show.ts';
import { load, projectPath, userPath } from './loading.ts';

describe('the rows', () => {
  it('are every option with its default', async () => {
    const rows = listRows(await load({}));
    expect(rows.map(({ key }) => key)).toEqual(listOptions().map(({ key }) => key));
    for (const row of rows) expect(row).toMatchObject({ layer: 'default', source: 'built-in', line: null });
  });

  it('say where each value comes from', async () => {
    const rows = listRows(
      await load({
        user: '{\n"shell": { "timeoutSeconds": 5 },\n"rules": [{ "tool": "shell", "allow": "a" }] }',
        project: '{"rules": [\n{ "tool": "shell", "deny": "b" }]}',
        env: { AGENT_TOOLS_GUARD: 'false' },
        flags: { yolo: true },
      }),
    );
    const row = (key: string) => rows.find((one) => one.key === key);
    expect(row('shell.timeoutSeconds')).toEqual({
      key: 'shell.timeoutSeconds',
      value: 5,
      layer: 'user',
      source: userPath,
      line: 2,
    });
    expect(row('guard')).toEqual({
      key: 'guard',
      value: false,
      layer: 'environment',
      source: 'AGENT_TOOLS_GUARD',
      line: null,
    });
    expect(row('approval.ask')).toEqual({
      key: 'approval.ask',
      value: 'off',
      layer: 'flags',
      source: '--yolo',
      line: null,
    });
    expect(row('rules')?.value).toEqual([
      { tool: 'shell', allow: 'a' },
      { tool: 'shell', deny: 'b' },
    ]);
    expect(rows.slice(-2)).toEqual([
      { key: 'rules[0]', value: { tool: 'shell', allow: 'a' }, layer: 'user', source: userPath, line: 3 },
      {
        key: 'rules[1]',
        value: { tool: 'shell', deny: 'b' },
        layer: 'project',
        source: projectPath,
        line: 2,
      },
    ]);
  });

  it('hide what looks secret', async () => {
    const set = { API_TOKEN: 'abc', TOKENIZERS_PARALLELISM: 'false' };
    const rows = listRows(await load({ user: { shell: { env: { set } } } }));
    expect(rows.find(({ key }) => key === 'shell.env.set')?.value).toEqual({
      API_TOKEN: '(hidden)',
      TOKENIZERS_PARALLELISM: 'false',
    });
  });
});

describe('the text', () => {
  it('is one aligned line each, rules by themselves', async () => {
    const config = await load({ user: { host: 'sandbox', rules: [{ tool: 'shell', allow: 'a' }] } });
    const lines = renderRows(listRows(config)).split('\n');
    expect(lines).toContain('approval.security               "allowlist"                     default');
    expect(lines).toContain(
      `host                            "sandbox"                       user ${userPath}:1`,
    );
    expect(lines).toContain(
      `rules[0]                        {"tool":"shell","allow":"a"}    user ${userPath}:1`,
    );
    expect(lines.filter((line) => line.startsWith('rules '))).toEqual([]);
    expect(lines.at(-1)).toBe('');
  });

  it('has the empty list of rules', async () => {
    expect(renderRows(listRows(await load({})))).toMatch(/^rules +\[\] +default$/m);
  });

  it('cannot move the cursor', async () => {
    const config = await load({ user: { workspace: { roots: ['/a\u001b[2J\u202e'] } } });
    expect(renderRows(listRows(config)).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
