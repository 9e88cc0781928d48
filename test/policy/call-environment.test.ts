import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [{ deny: 'git push *' }, { deny: 'reboot' }, { tool: 'read', deny: 'drafts/**' }];

/** What commands find in their environment. */
const inherited: Readonly<Record<string, string>> = {
  EMPTY: '',
  DISK: 'sda',
  SECRET: '.env',
  PUSH: 'git push',
  WORDS: 'a b',
  // What the shell sets itself holds something else there.
  PWD: '/',
  HOME: '/',
};

const bench = sharedBench(
  () => {
    for (const path of ['.env', 'drafts/p', 'src/a.ts']) bench.file(path, 'x');
  },
  { inherited: (name) => inherited[name] ?? null },
);

const judge = (script: string, exec: object = {}) => bench.judge(script, { settings: yolo, rules, exec });

describe('the variables of a call', () => {
  it.each([
    ['$C', { C: 'git push --dry-run' }],
    ['eval "$C"', { C: 'git push' }],
    ['bash -c "$C"', { C: 'git push' }],
    ['git $D', { D: 'push' }],
    ['"$D"', { D: 'reboot' }],
    ['rm -rf $D', { D: '/' }],
    ['rm -rf "$D"/*', { D: '' }],
    ["sh -c 'rm -rf $D'", { D: '/' }],
    ['dd if=/dev/zero of=/dev/$D', { D: 'sda' }],
    ['cat $D', { D: '.env' }],
    ['cat $D', { D: 'drafts/p' }],
    ['cat < "$D"', { D: '.env' }],
    ['git commit', { GIT_EDITOR: 'git push; true' }],
    ['git commit', { GIT_EDITOR: "sh -c 'git push'" }],
    ['$A$B', { A: 're', B: 'boot' }],
    ['$A', { A: "it's; no quote ends it", B: 'x' }, 'allow'],
    ['echo "$C"', { C: 'git push' }, 'allow'],
    ['ls "$D"', { D: 'src' }, 'allow'],
    ['rm -rf "$D"/*', { D: 'build' }, 'allow'],
    ['npm test', { CI: '1', 'odd-name': 'git push' }, 'allow'],
  ] as readonly [string, Record<string, string>, string?][])(
    'are read in %j with %j',
    async (script, env, own = 'deny') => {
      expect((await judge(script, { env })).decision).toBe(own);
    },
  );

  it.each([
    [['sh', '-c', 'rm -rf "$D"'], { D: '/' }],
    [['env', 'D=/', 'sh', '-c', 'rm -rf "$D"'], {}],
    [['env', 'C=git push', 'bash', '-c', '$C'], {}],
    [['git', 'push'], {}],
    [['sh', '-c', '"$0" "$@"', 'git', 'push'], {}],
    [['cat', '.env'], {}],
    [['printf', '%s', "$C 'git push'"], { C: 'git push' }, 'allow'],
    [['echo', 'reboot'], {}, 'allow'],
    [['if', 'reboot'], {}, 'allow'],
    [['rm', '-rf', '$D'], { D: '/' }, 'allow'],
  ] as readonly [string[], Record<string, string>, string?][])(
    'and the words of argv mode are read in %j with %j',
    async (argv, env, own = 'deny') => {
      expect((await judge('', { script: null, shell: null, argv, env })).decision).toBe(own);
    },
  );
});

describe('more words of argv mode than a text may have', () => {
  const many = Array.from({ length: 9 }, () => 'x'.repeat(120_000));

  it.each([
    [['printf', '%s', ...many], 'allow'],
    [['cat', '.env', ...many], 'deny'],
    [['git', 'push', ...many], 'deny'],
    [['sh', '-c', 'ls', ...many], 'deny'],
  ] as const)('are read as words where they start nothing: %#', async (argv, own) => {
    expect((await judge('', { script: null, shell: null, argv })).decision).toBe(own);
  });
});

describe('variables that wrappers and quoted names give', () => {
  it.each([
    `'env' D=/ sh -c 'rm -rf "$D"'`,
    `\\env D=/ sh -c 'rm -rf "$D"'`,
    `/usr/bin/env D=/ sh -c 'rm -rf "$D"'`,
    `sudo env D=/ sh -c 'rm -rf "$D"'`,
    `sudo D=/ sh -c 'rm -rf "$D"'`,
    `nice timeout 5 env D=/ sh -c 'rm -rf "$D"'`,
    `find . -exec env D=/ sh -c 'rm -rf "$D"' \\;`,
    `systemd-run --setenv=D=/ sh -c 'rm -rf "$D"'`,
    '\\read D <<< /; rm -rf $D',
    'builtin read D <<< /; rm -rf $D',
    'command printf -v D /; rm -rf $D',
    "'set' -- /; rm -rf $1",
    "'declare' D=/; rm -rf $D",
    'builtin declare D=/; rm -rf $D',
    'command export D=/; rm -rf $D',
    'e=env; $e D=/ sh -c \'rm -rf "$D"\'',
  ])('are read in %j', async (script) => {
    expect((await judge(script)).decision).toBe('deny');
  });

  it.each([
    `sudo env D=build sh -c 'rm -rf "$D"'`,
    'command read D <<< build; rm -rf $D',
    'echo read D=/; rm -rf build',
    'docker run -e D=/ image ls',
  ])('leave %j as it is', async (script) => {
    expect((await judge(script)).decision).toBe('allow');
  });
});

describe('variables that a command inherits', () => {
  it.each([
    'rm -rf "$EMPTY"/*',
    `sh -c 'rm -rf "$EMPTY"/*'`,
    'dd if=/dev/zero of=/dev/$DISK',
    'cat $SECRET',
    '$PUSH origin',
    'DISK=x; dd if=/dev/zero of=/dev/${DISK#x}sda',
  ])('are read in %j', async (script) => {
    expect((await judge(script)).decision).toBe('deny');
  });

  it.each([
    'rm -rf "$EMPTY"build/*',
    'EMPTY=build; rm -rf "$EMPTY"/*',
    'rm -rf "$PWD"/build',
    'cat "$HOME/notes"',
    'for f in $WORDS; do echo "$f"; done',
    'echo "$PUSH"',
    'DISK=$(date); echo "$DISK"',
    'SECRET=notes; cat "$SECRET"',
  ])('leave %j as it is', async (script) => {
    expect((await judge(script)).decision).toBe('allow');
  });

  it.each([
    ['cat $SECRET', { host: 'node' }],
    ['cat $SECRET', { elevated: true }],
  ])('are not those of %j with %j', async (script, exec) => {
    const elevated = { enabled: true, allowed: true, mode: 'full' } as const;
    const judged = await bench.judge(script, { settings: { ...yolo, elevated }, rules, exec });
    expect(judged.decision).toBe('allow');
  });
});
