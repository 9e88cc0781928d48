import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseText } from '../../src/config/parse.ts';
import { presets } from '../../src/frontends/cli/policy/policy-presets.ts';
import { runCli } from '../helpers/binary.ts';
import { batch, configure } from '../helpers/policy-cli.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

it('says of a rule that keeps little from running how little that is', async () => {
  const home = tempFolder();
  const rules = [
    { tool: 'shell', deny: 'git push' },
    { tool: 'shell', ask: 'npm publish *' },
    { tool: 'shell', allow: 'make test' },
    { tool: 'write', deny: 'dist' },
  ];
  configure(home, JSON.stringify({ rules }));
  const text = (await runCli(['policy', 'list'], { home })).stdout.toString();
  expect(text.match(/.*these words alone.*/g)).toEqual([
    expect.stringMatching(/^deny .* git push .*\[these words alone; "git push \*" has any further ones\]$/),
  ]);
});

describe('policy list and presets', () => {
  it('lists the rules with their places, and what has a profile', async () => {
    const home = tempFolder();
    const config = configure(
      home,
      '{\n"rules": [\n{"tool":"shell","allow":"npm test *"},\n{"tool":["write","edit"],"deny":"dist/**","reason":"built"}]}',
    );
    writeFileSync(
      join(home, '.config/agent-tools/approvals.jsonc'),
      '{"rules":[{"tool":"shell","allow":"touch *"}]}',
    );
    const { stdout } = await runCli(['policy', 'list', '--json'], { home });
    const listed = JSON.parse(stdout.toString());
    expect(listed).toMatchObject({
      security: 'allowlist',
      ask: 'on-miss',
      guard: true,
      rules: [
        { decision: 'allow', tools: ['shell'], text: 'npm test *', source: config, line: 3 },
        { decision: 'deny', tools: ['write', 'edit'], text: 'dist/**', reason: 'built', line: 4 },
        {
          decision: 'allow',
          text: 'touch *',
          source: join(home, '.config/agent-tools/approvals.jsonc'),
          line: 1,
        },
      ],
    });
    expect(listed.profiles).toEqual(expect.arrayContaining(['ls', 'git status', 'cat']));
    expect(listed.profiles).not.toContain('mkdir');
    const text = (await runCli(['policy', 'list'], { home })).stdout.toString();
    expect(text).toContain(`${config}:4  (built)`);
    configure(home, '{"locked":["approval"]}');
    const locked = (await runCli(['policy', 'list'], { home })).stdout.toString();
    expect(locked).toContain('the configuration is locked');
    expect(locked).not.toContain('touch *');
  });

  it.each(presets.map(({ name, text }) => ({ name, text })))(
    '$name is a configuration',
    async ({ name, text }) => {
      await parseText(text, name);
      const home = tempFolder();
      const printed = await runCli(['policy', 'presets', name], { home });
      expect(printed).toMatchObject({ status: 0, stderr: '' });
      expect(printed.stdout.toString()).toBe(text);
      configure(home, text);
      const commands = ['ls', 'touch x', 'touch /etc/x', 'make', 'rm -rf /'];
      const rows = commands.map((command) => ({ command }));
      const decisions = (await batch(rows, home)).map(({ decision }) => decision);
      const write = (await runCli(['write', 'a.txt', 'x'], { home })).status;
      expect([...decisions, write]).toEqual(
        {
          readonly: ['allow', 'deny', 'deny', 'deny', 'deny', 126],
          cautious: ['allow', 'ask', 'ask', 'ask', 'deny', 126],
          edits: ['allow', 'allow', 'ask', 'ask', 'deny', 0],
          yolo: ['allow', 'allow', 'allow', 'allow', 'deny', 0],
        }[name],
      );
    },
  );

  it('prints them all, and refuses others', async () => {
    const all = (await runCli(['policy', 'presets'])).stdout.toString();
    for (const { name } of presets) expect(all).toContain(`${name}\n// `);
    expect(await runCli(['policy', 'presets', 'yollo'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('"yolo"'),
    });
    expect(await runCli(['policy', 'chek'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('did you mean "check"?'),
    });
  });
});
