import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('rules that are offered', () => {
  const far = [
    'docker-compose',
    'oc',
    'tofu',
    'zfs',
    'modprobe',
    'twine',
    'setfacl',
    'aws',
    'gcloud',
    'redis-cli',
    'useradd',
    'iptables',
    'dpkg',
    'ansible-playbook',
    'vercel',
  ];
  const near = ['frobnicate', 'eslint', 'apt-get', 'helm', 'systemctl', 'terraform'];
  const starting = (
    'java wasmtime node bun deno vim gdb sqlite3 openssl prlimit hyperfine concurrently podman rr meson coverage rails bazel stack ' +
    'hg svn glab git ctest jshell ipython pm2 rclone cargo tox ccache crystal nim rimraf http service sbcl dropdb mix next ' +
    'octave swipl coffee zx dart'
  ).split(' ');
  const bench = sharedBench(() => {
    bench.stub(...far, ...near, ...starting);
    for (const name of ['a.out', '.env', 'my.pass']) bench.file(name);
  });

  it.each([
    'aws s3 ls s3://bucket',
    'gcloud compute instances list',
    'redis-cli get x',
    'useradd x',
    'iptables -L',
    'dpkg -i x.deb',
    'ansible-playbook site.yml',
    'vercel deploy',
    'apt-get install jq',
    'helm uninstall x',
    'systemctl restart x',
    'terraform apply',
    'docker-compose up',
    'oc get pods',
    'tofu plan',
    'zfs list',
    'modprobe x',
    'twine upload x',
    'setfacl -m u:x:r a',
  ])('of %s are its exact words: more would reach machines, accounts and money', async (command) => {
    expect((await bench.judge(command)).suggest).toEqual([command]);
  });

  it.each(['find . -name a.out | xargs rm -rf', 'ls | xargs -n1 touch', 'cat a.out | xargs -I{} rm {}'])(
    'are none for %s: they would allow it for every other list',
    async (command) => {
      const { decision, suggest } = await bench.judge(command);
      expect([decision, suggest]).toEqual(['ask', []]);
    },
  );

  it.each([
    'java -jar x.jar',
    'java -cp out Main',
    'node inspect server.mjs',
    'prlimit --nproc=10 ls',
    "hyperfine 'ls'",
    "concurrently 'npm run a'",
    'podman ps',
    'rr record ./a.out',
    'coverage run -m unittest',
    'rails runner x',
    'bazel run //x',
    'stack exec x',
    'hg push',
    'svn commit',
    'glab mr list',
    'git lfs push origin main',
    'pm2 start x',
    'rclone ls x:',
    'deno run x.ts',
    "gdb ./a.out -ex 'bt'",
    'ccache gcc a.c',
    'crystal eval 1',
    'nim e x.nims',
    'dart run x',
    'rimraf dist',
    'http example.com',
    'service nginx stop',
    'sbcl --script x.lisp',
    'dropdb x',
    'mix eval x',
    "octave --eval '1'",
    "coffee -e '1'",
    'vim x',
    'sqlite3 x.db',
    'openssl x509 -in c.pem',
  ])('of %s are its exact words: more would start other programs, or reach other stores', async (command) => {
    const { suggest } = await bench.judge(command);
    expect(suggest).toHaveLength(1);
    expect(suggest[0]).not.toMatch(/ \*$/);
  });

  it.each([
    ['java Main', 'java Main *'],
    ['wasmtime x.wasm', 'wasmtime x.wasm *'],
    ['meson test', 'meson test *'],
    ['coverage report', 'coverage report *'],
    ['bazel test //x', 'bazel test *'],
    ['hg status', 'hg status *'],
    ['bun run x.ts', 'bun run x.ts *'],
    ['bun test', 'bun test *'],
    ['deno test', 'deno test *'],
    ['ctest -V', 'ctest *'],
    ['eslint src', 'eslint *'],
    ['helm lint x', 'helm lint *'],
    ['systemctl show x', 'systemctl show *'],
    ['terraform plan', 'terraform plan *'],
    ['octave a.m', 'octave a.m *'],
    ['swipl a.pl', 'swipl a.pl *'],
    ['coffee a.coffee', 'coffee a.coffee *'],
    ['zx a.mjs', 'zx a.mjs *'],
    ['crystal build a.cr', 'crystal build *'],
    ['nim c a.nim', 'nim c *'],
    ['mix test', 'mix test *'],
    ['next build', 'next build *'],
  ])('of %s may be wider', async (command, wider) => {
    expect((await bench.judge(command)).suggest).toEqual([command, wider]);
  });

  it.each<{ command: string; offered: readonly string[]; sensitive?: string[] }>([
    // No rule holds for what is not there.
    { command: 'not-there x', offered: [] },
    { command: './not-there.sh', offered: [] },
    { command: 'frobnicate src && not-there', offered: [] },
    // A rule is one line that hides nothing, or no configuration holds it.
    { command: "frobnicate 'a\nb'", offered: ['frobnicate *'] },
    { command: "frobnicate 'a\tb'", offered: ['frobnicate *'] },
    // A wide one does not reach secrets.
    { command: 'frobnicate .env', offered: ['frobnicate .env'] },
    { command: 'frobnicate my.pass', offered: ['frobnicate my.pass'], sensitive: ['**/*.pass'] },
  ])('of $command are those that would let it run', async ({ command, offered, sensitive = [] }) => {
    const settings = { workspace: { sensitive } };
    expect((await bench.judge(command, { settings })).suggest).toEqual(offered);
  });

  const turns = [1, 2, 3, 4, 5, 6, 7, 8].join(' ');
  it.each([
    [`for i in ${turns}; do frobnicate src; done`, ['frobnicate src', 'frobnicate *']],
    [`for i in ${turns}; do frobnicate $i; done`, ['frobnicate *']],
    [
      `for i in ${turns}; do frobnicate src; helm lint x; done`,
      ['frobnicate src\nhelm lint x', 'frobnicate *\nhelm lint *'],
    ],
    [`for i in ${turns}; do gcloud $i; done`, []],
    ['for i in 1 2 3; do echo $i >> log; done', ['log']],
    [
      'frobnicate a; frobnicate b; eslint c; helm lint x; helm lint y; systemctl show z',
      ['frobnicate *\neslint *\nhelm lint *\nsystemctl show *'],
    ],
  ])('of %s are counted by what differs', async (command, offered) => {
    const { proposals } = await bench.judge(command);
    expect(proposals.map((rules) => rules.map(({ allow }) => allow).join('\n'))).toEqual(offered);
  });

  it.each([
    ['not-there x', 'not-there: there is no such program'],
    ['./not-there.sh', './not-there.sh: there is no such program'],
    // What a name holds cannot pass for a line of the reason.
    ["'not-there\n' x", 'not-there\\n: there is no such program'],
    ["find . -exec 'not-there\n' ';'", 'find starts not-there\\n: there is no such program'],
    ["ls -'\n'", 'ls: -\\n is not among the options known to be harmless'],
    ['frobnicate src', 'frobnicate: no rule or profile allows it'],
  ])('of %s the reason is: %s', async (command, reason) => {
    expect((await bench.judge(command, { rules: [{ allow: 'not-there *' }] })).reason).toBe(reason);
  });

  it.each([
    ['a.ts', ['a.ts']],
    ['src/a.ts', ['src/a.ts', 'src/**']],
    ['app/(auth)/@me.ts', ['app/\\(auth\\)/\\@me.ts', 'app/\\(auth\\)/**']],
    ['!a', ['\\!a']],
    ['+(a|b)', ['\\+\\(a\\|b\\)']],
    ['a*b?', ['a\\*b\\?']],
    ['[id]/{x}', ['\\[id\\]/\\{x\\}', '\\[id\\]/**']],
    ['a\\b', ['a\\\\b']],
    // One in a folder of that name would be about the home folder, and what is not seen is in no rule.
    ['~/a', []],
    ['a\nb', []],
    ['a\u{200d}b', []],
    ['src/a\u{200d}b', ['src/**']],
  ])('for writing %j are about that file or its folder', async (name, offered) => {
    const path = join(bench.workspace.cwd, name);
    const write = [{ kind: 'write', path, given: name, before: null, after: null }] as const;
    const { proposals } = await bench.judgeAll(write);
    expect(proposals).toEqual(offered.map((allow) => [{ tool: 'write', allow }]));
    for (const rules of proposals) expect((await bench.judgeAll(write, { rules })).decision).toBe('allow');
  });
});
