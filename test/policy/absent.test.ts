/** @module-tag forms */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('a program that is not there', () => {
  let bench: PolicyBench;
  let bin = '';
  beforeEach(() => {
    bench = policyBench();
    bin = join(bench.folder, 'bin');
    bench.stub('head', 'env', 'npm', 'sudo', 'xargs', 'cp');
    bench.file('a.txt', 'text');
    bench.file('.env', 'X=1');
  });
  afterEach(() => bench.remove());

  const at = (path: string) => path.replace(/^(work|home|bin)/, (name) => join(bench.folder, name));
  const judge = (script: string, searchPath = bin) => bench.judge(script, { exec: { searchPath } });

  it.each([
    'rg -n text a.txt',
    'tree -L 2',
    'fd a | head -3',
    'cd . && rg text',
    'docker --version; java -version',
    'env rg text a.txt',
    'timeout 5 rg text a.txt',
    'if rg -q text a.txt; then echo yes; fi',
    'echo "$(rg text a.txt)"',
  ])('is called unasked where one of its name only reads: %s', async (command) => {
    expect((await judge(command)).decision).toBe('allow');
  });

  it('is not known where PATH names no folder: a shell looks in its own', async () => {
    const { decision, reason } = await judge('rg text a.txt', '');
    expect([decision, reason]).toEqual([
      'ask',
      'rg: PATH names no folder, and a shell looks in folders of its own then (shell.env)',
    ]);
  });

  it('is said not to be there', async () => {
    const { commands } = await judge('rg text a.txt');
    expect(commands.map(({ reason }) => reason)).toEqual([
      'there is no such program; one of its name only reads',
    ]);
  });

  it.each([
    'not-there x',
    './rg text a.txt',
    'bin/rg text a.txt',
    '/usr/local/no/rg text a.txt',
    'rg --pre ./x text a.txt',
    'rg text .env',
    'rg "$(cat .env)" a.txt',
    'rg text "$x"',
    'tree -o out',
    'docker ps',
    'sudo rg text',
    'head a.txt | xargs rg text',
    'timeout 5 not-there',
    'env PATH=. rg text',
    'PATH=. rg text',
    'export PATH=.; rg text',
    'rg() { ./x; }; rg text',
    'alias rg=./x; rg text',
    'hash -p ./x rg; rg text',
    'command_not_found_handle() { ./x; }; rg text',
    '. ./a.txt; rg text',
    'eval "rg() { ./x; }"; rg text',
    'cp a.txt $HOME/.local/bin/rg && rg text',
    'npm publish && rg text',
  ])('is asked about where that would be: %s', async (command) => {
    expect((await judge(command)).decision).not.toBe('allow');
  });

  it.each([
    ['allow', 'one of the usual folders, yet to be made', 'home/.local/bin'],
    ['allow', 'folders of the system', '/usr/bin:/bin:/usr/no-such-folder'],
    ['ask', 'a folder of the workspace', 'work/bin'],
    ['ask', 'a folder of the workspace, yet to be made', 'work/node_modules/.bin'],
    ['ask', 'a relative folder', 'tools'],
    ['ask', 'the current folder', ''],
    ['ask', 'a folder that nobody trusts', 'home/scripts'],
    ['ask', 'a folder that all may write', 'home/.cargo/bin'],
    ['ask', 'a folder that anybody could make', 'home/go/bin'],
    ['ask', 'a link to a folder of the workspace', 'home/.deno/bin'],
    ['ask', 'a link to a folder of the workspace, yet to be made', 'home/.bun/bin'],
    ['ask', 'a way up from a trusted folder', 'bin/../work/bin'],
  ])('may come to be there: %s for %s', async (decision, _, folder) => {
    for (const path of ['work/bin', 'home/scripts', 'home/.cargo/bin', 'home/go', 'home/.deno', 'home/.bun'])
      mkdirSync(at(path), { recursive: true });
    for (const path of ['home/.cargo/bin', 'home/go']) chmodSync(at(path), 0o777);
    symlinkSync(at('work/bin'), at('home/.deno/bin'));
    symlinkSync(at('work/later'), at('home/.bun/bin'));
    const folders = folder.split(':').map(at).join(':');
    expect((await judge('no-such-fd', `${bin}:${folders}`)).decision).toBe('ask');
    expect((await judge('zstdcat a.txt', `${bin}:${folders}`)).decision).toBe(decision);
  });

  it.each([
    ['work/bin', 'is in the workspace ("FOLDER/work"), whose programs are not trusted'],
    ['home/scripts', 'is not in a trusted folder (policy.trustedDirs)'],
  ])('is told from one that is there and not trusted, in %s', async (folder, reason) => {
    bench.script(at(`${folder}/head`));
    const { decision, reason: said } = await judge('head a.txt', at(folder));
    const expected = `head: "${at(folder)}/head" ${reason}`;
    expect({ decision, said }).toEqual({ decision: 'ask', said: expected.replace('FOLDER', bench.folder) });
  });

  it.each([
    ['go test ./...', 'go: there is no such program'],
    ['ruby x.rb', 'ruby: there is no such program'],
    ['tree -o out', 'tree: there is no such program'],
    ['yarn build', 'yarn: there is no such program'],
    [
      'npm test',
      'npm: "FOLDER/work/bin/npm" is in the workspace ("FOLDER/work"), whose programs are not trusted',
    ],
    ['docker ps', 'docker: no rule allows it, and only what it tells of itself is known to be harmless'],
    ['./go test', './go: there is no such program'],
  ])('is why a rule that fits does not allow %s', async (command, reason) => {
    const allowed = ['go test *', 'ruby *', 'tree *', 'yarn *', 'npm test *', './go *'];
    const rules = allowed.map((allow) => ({ tool: 'shell', allow }));
    bench.script(at('work/bin/npm'));
    const { reason: said } = await bench.judge(command, { rules, exec: { searchPath: at('work/bin') } });
    expect(said).toBe(reason.replaceAll('FOLDER', bench.folder));
  });

  it('is asked about where a file would have a manager of versions run another', async () => {
    expect((await judge('rg text a.txt')).decision).toBe('allow');
    bench.file('mise.toml', '');
    expect((await judge('rg text a.txt')).decision).toBe('ask');
  });
});
