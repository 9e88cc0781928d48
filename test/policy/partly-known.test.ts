/** @module-tag forms */
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const rules = [
  { tool: 'read', deny: 'drafts/**' },
  { tool: ['write', 'edit'], deny: '**/*.sql' },
];

const bench = sharedBench(() => {
  for (const path of ['drafts/p', 'src/a.ts', 'db/1.sql']) bench.file(path, 'x');
});

const decide = (script: string, more: object = {}) =>
  bench.decide(script, { settings: { ...yolo, ...more }, rules });

describe('a path of which only the run knows a part', () => {
  it.each([
    'echo "{}" > ~/.config/agent-tools/$(cat n)',
    'echo "{}" > ~/.config/agent-tools/x$RANDOM',
    'echo "{}" > "$HOME/.config/agent-tools/$F"',
    'echo "{}" | tee ~/.config/agent-tools/$((1+1))',
    'cp n ~/.config/agent-tools/$(cat n)',
    'rm -rf ~/.local/state/agent-tools/$(cat n)',
    'truncate -s 0 ~/.config/agent-tools/$F.json',
    'cat ~/.config/agent-tools/"$(cat n)"',
    'D=~/.config/agent-tools; echo x > $D/$F',
    'cd ~/.config/agent-tools && echo x > ./$F/y',
    'cat drafts/$(cat n)',
    'cat drafts/$F.txt',
    'cat < drafts/$F',
    'echo x > db/$F.sql',
    'rm db/"$F".sql',
    'cat $DIR/.env',
    'cat conf/$DIR/.env',
  ])('%s is refused where that is closed', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'cat src/$F',
    'rm -rf build/$(date +%F)',
    'rm -rf "$HOME/x/$F"',
    'sed -i "s/a/$b/" src/a.ts',
    'sed "s/$a/$b/g" src/a.ts',
    'curl https://example.com/$F',
    'cp src/a.ts /tmp/$F',
    'cat db/$F.sql',
    'make --directory=build/$F',
    'cat /proc/$$/status',
    'git diff origin/$BRANCH',
    'docker run -v $PWD/$F:/x image',
    'npm run build:$F',
  ])('%s runs as before', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each(['cat /etc/$(cat n)', 'echo x > ../$F', 'cd ../$(cat n)', 'git -C ../$F status'])(
    '%s is refused where all outside is closed',
    async (script) => {
      expect(await decide(script, { workspace: { restrict: true } })).toBe('deny');
      expect(await decide(script.replace(/\/etc|\.\./, 'src'), { workspace: { restrict: true } })).not.toBe(
        'deny',
      );
    },
  );
});

describe('a text with characters that shells and people read differently', () => {
  const judge = (script: string) =>
    bench.judge(script, { settings: yolo, rules: [...rules, { deny: 'git push *' }] });

  it.each(['\u200b', '\u200d', '\u202e', '\ufeff', '\u0001', '\u001b', '\u007f', '\u{e0041}'])(
    'is looked through with %j too',
    async (char) => {
      for (const script of [
        `cat .env # ${char}`,
        `rm -rf / # ${char}`,
        `x="${char}"; echo x > ~/.config/agent-tools/config.json`,
        `git commit -m "a${char}b" && git push origin main`,
        `cat drafts/p; echo '${char}'`,
      ])
        expect((await judge(script)).decision).toBe('deny');
      expect((await judge(`echo '${char}'; ls src`)).decision).toBe('allow');
    },
  );

  it.each([
    [
      'ls\r\npwd\r\n',
      "the command's lines end in CR LF, of which a shell takes the CR as text: LF alone ends a line",
    ],
    ['ls\rpwd', 'the command holds the character U+000D, which shells and people read differently'],
  ])('is refused with what to change: %j', async (script, reason) => {
    expect(await bench.judge(script)).toMatchObject({ decision: 'deny', reason });
  });

  it('is looked through however long it is', async () => {
    expect((await judge(`: ${'x'.repeat(140_000)}\nrm -rf /`)).decision).toBe('deny');
    expect((await judge(`: ${'x'.repeat(140_000)}\ngit push`)).decision).toBe('deny');
    expect((await judge(`: ${'x'.repeat(140_000)}\nls`)).decision).toBe('allow');
  });
});
