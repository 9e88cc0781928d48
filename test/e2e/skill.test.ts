import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** A home folder with the fixture skills, which is the workspace too. */
function homeWithSkills(): string {
  const home = realpathSync(tempFolder());
  cpSync(join(import.meta.dirname, '../fixtures/skills'), join(home, '.config/agent-tools/skills'), {
    recursive: true,
  });
  return home;
}

const input = { action: 'show', name: 'pdf-forms' };

describe('skills through the program', () => {
  it('are the same for the command line and RPC', async () => {
    const home = homeWithSkills();
    const client = closedAfterTest(new RpcClient({ home, cwd: home }));
    for (const one of [input, { action: 'list' }, { action: 'prompt' }, { ...input, file: '../x' }]) {
      const { stdout } = await runCli(['skill', '--json', '--input', JSON.stringify(one)], { home });
      expect((await client.request('skill', one)).result).toEqual(JSON.parse(stdout.toString()));
    }
  });

  it('are data: a rule can deny one, and the prompt leaves the rest of the section', async () => {
    const home = homeWithSkills();
    const config = { rules: [{ tool: 'skill', deny: 'release-notes', reason: 'not here' }] };
    writeFileSync(join(home, 'config.json'), JSON.stringify(config));
    const run = (...words: string[]) => runCli(['--config', 'config.json', ...words], { home });
    expect((await run('skill', 'show', 'release-notes')).status).toBe(126);
    expect((await run('skill', 'show', 'pdf-forms')).status).toBe(0);
    const file = await run('skill', 'show', 'pdf-forms', 'references/fields.md');
    expect([file.status, file.stdout.toString()]).toEqual([0, expect.stringContaining('A check box takes')]);
    const { stdout, stderr } = await run('prompt');
    expect(stdout.toString()).toContain('- shell: ');
    expect(stdout.toString()).not.toContain('Release notes');
    expect(stderr).toContain('skills are left out: ');
  });

  it('of a project are read once its trusted configuration names their folder', async () => {
    const home = homeWithSkills();
    const cwd = join(home, 'project');
    mkdirSync(join(cwd, '.agents/skills/mine'), { recursive: true });
    const text = '---\nname: mine\ndescription: Mine\nalways: true\n---\nMy words\n';
    writeFileSync(join(cwd, '.agents/skills/mine/SKILL.md'), text);
    writeFileSync(join(cwd, '.agent-tools.json'), '{"skills":{"roots":[".agents/skills"]}}');
    const prompt = async () => (await runCli(['skill', 'prompt'], { home, cwd })).stdout.toString();
    expect(await prompt()).not.toMatch(/mine|My words/);
    expect((await runCli(['config', 'trust'], { home, cwd })).status).toBe(0);
    expect(await prompt()).toContain('<skill_content name="mine">\nMy words\n');
  });

  it('of a project are read with the content a person trusts, and not after it changed', async () => {
    const home = homeWithSkills();
    const cwd = join(home, 'project');
    const place = join(cwd, '.agents/skills/mine');
    const write = (body: string) =>
      writeFileSync(join(place, 'SKILL.md'), `---\nname: mine\ndescription: Mine\n---\n${body}\n`);
    mkdirSync(place, { recursive: true });
    write('My words');
    const run = (...words: string[]) => runCli(words, { home, cwd });
    const show = async () => (await run('skill', 'show', 'mine')).stdout.toString();
    const trust = ['config', 'trust', '.agents/skills'];
    expect(await show()).toBe('');
    const inside = await runCli(['shell', '--yolo', '--', binary, ...trust], { home, cwd });
    expect(inside.status).not.toBe(0);
    const nested = await runCli(trust, { home, cwd, env: { AGENT_TOOLS_RUN: 'x' } });
    expect([nested.status, await show()]).toEqual([126, '']);
    expect((await run(...trust)).status).toBe(0);
    expect(await show()).toContain('My words');
    write('EVIL');
    const listed = await run('skill', 'list');
    expect(await show()).toBe('');
    expect(listed.stderr).toContain(`skill ${place} has changed since it was trusted`);
    expect((await run('skill', 'prompt')).stdout.toString()).not.toContain('mine');
    const store = join(home, '.local/state/agent-tools/trust.json');
    const forged = await run('write', store, '[]', '--yolo');
    expect(forged.status).toBe(126);
  });
});
