import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { binary, runCli } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { TerminalRun } from '../helpers/terminal.ts';

const runs: TerminalRun[] = [];
afterEach(async () => {
  for (const run of runs.splice(0)) {
    run.child.stdin?.end('\u0015\u0004exit\n');
    run.child.kill();
    await run.exited;
  }
});

/** How each shell starts without anybody's own settings, and what it must be told first. */
const shells: Readonly<Record<string, { readonly start: readonly string[]; readonly setUp: string }>> = {
  bash: { start: ['bash', '--norc', '--noprofile', '-i'], setUp: "bind 'set enable-bracketed-paste off'" },
  zsh: {
    start: ['zsh', '-f', '-i'],
    setUp: 'autoload -Uz compinit && compinit -uD; unsetopt zle_bracketed_paste 2>/dev/null',
  },
  fish: { start: ['fish', '--no-config', '-i'], setUp: 'function fish_prompt; echo "> "; end' },
};

/** A name that would run something wherever it is taken for more than a name. */
const hostile = 'zz $(touch canary)`touch canary`;touch canary \'q\' "d" &|<>*?[a]{b}~!#';

for (const [shell, { start, setUp }] of Object.entries(shells)) {
  const isAbsent = spawnSync(shell, ['--version']).error !== undefined;
  if (isAbsent) process.stderr.write(`completion typed at ${shell} is not tested: it is not installed\n`);

  async function open(): Promise<{ readonly run: TerminalRun; readonly cwd: string }> {
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'script'), (await runCli(['completion', shell])).stdout);
    mkdirSync(join(cwd, 'empty'));
    writeFileSync(join(cwd, hostile), 'what the file holds\n');
    const env = { PATH: `${dirname(binary)}:${process.env.PATH}`, TERM: 'xterm', COLUMNS: '200' };
    const run = new TerminalRun([], { home: cwd, cwd, env, program: start });
    runs.push(run);
    run.type(`stty cols 200; ${setUp}; source ./script; echo rea''dy\n`);
    await run.see('ready');
    return { run, cwd };
  }

  describe.skipIf(isAbsent)(`typed at ${shell}`, () => {
    it('completes a tool, its action and a skill', async () => {
      const { run } = await open();
      run.type('agent-tools ski\tsho\ttm\t\n');
      await run.see('</skill_content>');
      expect(run.output).toContain('<skill_content name="tmux">');
    });

    it('completes the value of a flag behind its equals sign', async () => {
      const { run, cwd } = await open();
      writeFileSync(join(cwd, 'found'), 'needle\n');
      run.type('agent-tools grep --output-mode=fi\t needle\n');
      await run.see('found');
      run.type('agent-tools --host=loc\t read fou\t\n');
      await run.see('1\tneedle');
      expect(run.output).not.toContain('Cannot');
    });

    it('completes what stands behind a comma', async () => {
      const { run } = await open();
      run.type("agent-tools mcp --tools read,wri\t </dev/null; echo end''ed\n");
      await run.see('ended');
      run.type("agent-tools mcp --tools=read,grep,wri\t </dev/null; echo end''ed\n");
      await run.see('ended');
      expect(run.output).not.toContain('did you mean');
    });

    it.each([
      '--config nodes.json',
      '--config=nodes.json',
      '-C sub --config nodes.json',
      '--config ~/nodes.json',
    ])('asks the configuration that the line names: %s', async (flags) => {
      const { run, cwd } = await open();
      mkdirSync(join(cwd, 'sub'));
      writeFileSync(join(cwd, 'nodes.json'), '{"hosts":{"farbox":{"command":["false"]}}}');
      run.type(`agent-tools ${flags} hosts check far\t\n`);
      await run.see('farbox');
      expect(run.output.split('farbox')[0]).not.toContain('Cannot');
    });

    it('takes a hostile file name for a name', async () => {
      const { run, cwd } = await open();
      run.type('agent-tools read zz\t\n');
      await run.see('what the file holds');
      expect(existsSync(join(cwd, 'canary'))).toBe(false);
    });
  });
}
