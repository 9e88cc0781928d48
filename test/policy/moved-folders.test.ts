import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a folder on the way to what belongs to the policy', () => {
  const bench = sharedBench(() => {
    bench.file('dist/a');
    bench.file('x/agent-tools/config.json', '{}');
    bench.file('sub/y');
    bench.file('%', '');
    bench.file('x/%', '');
    bench.file('{}', '');
    symlinkSync(join(bench.workspace.home, '.config'), join(bench.workspace.home, '.linked'));
  });

  const closed = async (script: string) => {
    const { decision, rule } = await bench.judge(script, { settings: yolo });
    return decision === 'deny' && rule?.text === 'protected paths';
  };

  const usual = [
    'mv dist/a .',
    'mv dist/* ./',
    'mv dist/*.md ..',
    'mv dist/*.md ~',
    'mv -t ~ new/a* dist/*.ts',
    'mv x/b* ~/.config',
    'git -C x checkout -- agent-tools/config.json',
    'tar -C x -xf a.tar agent-tools/config.json',
    'mv -t . dist/a',
    'mv --target-directory=. dist/a',
    'for f in dist/*; do mv "$f" .; done',
    'mv dist/a ~/.config/',
    'mv dist/a ..',
    'mv dist/new ~',
    'mv new/a* ~',
    'mkdir -p new && touch new/b && mv new/b ~/',
    'mv new/b ~/.config',
    'ls dist/* | xargs -I{} mv {} .',
    'mv "$X" .',
    'ln -s dist/a .',
    'rsync -a --delete dist/ sub/',
    'rsync -a x/a ~/.config/',
    'mount --bind ~/.config /mnt',
    'ln -s dist/a ~/.config',
    'chmod -R u+rwX .',
    'chmod 755 "$PWD"',
    'chown -R "$(id -u)" .',
    'ln -s "$PWD" /tmp/work',
  ];

  it.each(usual)('may be what %j names', async (script) => {
    expect(await closed(script)).toBe(false);
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    'mv ~/.config ~/x',
    'mv ~/.config/ .',
    'mv -t . ~/.config',
    'mv dist/a ~/.config .',
    'rm -rf ~/.config',
    'rmdir ~/.config',
    'chmod 777 ~/.config',
    'chmod -R 000 ~/.config',
    'chown -R nobody ~/.config',
    'ln -s ~/.config c',
    'ln -s ~/.config',
    'ln -sT x ~/.config',
    'mv -T x ~/.config',
    'ln -sfn x ~/.linked',
    'ln -snf x ~/.linked',
    'ln -s --no-dereference -f x ~/.linked',
    'mv x/agent-tools ~/.config/',
    'mv "$X" ~/.config',
    'mv x/a* ~/.config',
    'mv dist/a "$X" ~/.config',
    'find x -maxdepth 1 -exec mv {} ~/.config \\;',
    'ls -d x/* | xargs -I% mv % ~/.config',
    'ls -d x/* | xargs mv -t ~/.config',
    'ls x | xargs -I% mv x/% ~/.config',
    'ls -d x/* | parallel mv {} ~/.config',
    'mv new/agent-tools ~/.config',
    'mv new/.config ~',
    'mv new/* ~',
    'mv new/.c* ~',
    'mv new/.l*l ~',
    'mv "new/$X/"*.md ~',
    'mkdir new; mv "new/$X" ~',
    'mv $(ls -d x/*) ~/.config',
    'mv x/* ~/.config',
    'mv -t ~/.config x/agent-tools',
    'ln -s x/agent-tools ~/.config/',
    'mv x/.agent-tools.json .',
    'rsync -a --delete x/ ~/.config/',
    'rsync -a --delete x/ ~/.config/ --exclude a',
    'git -C ~/.config clone u agent-tools',
    'git -C ~ -C .config checkout -- agent-tools/config.json',
    'git -C ~ archive -o .config/agent-tools/x HEAD',
    'tar -C ~/.config -xf a.tar agent-tools/config.json',
    'tar xfC a.tar ~/.config agent-tools/config.json',
    'unzip -o a.zip agent-tools/config.json -d ~/.config',
    'sudo mount --bind x ~/.config',
    'mount -t tmpfs t ~/.config',
    'ln -s x/.agent-tools.json .',
  ])('is closed to %j', async (script) => {
    expect(await closed(script)).toBe(true);
  });

  it('is one where a project file lies in it', async () => {
    const file = bench.file('.agent-tools.json', '{}');
    try {
      for (const script of ['chmod -R 000 .', 'mv "$PWD" ../y', 'ln -s . c'])
        expect([script, await closed(script)]).toEqual([script, true]);
      for (const script of ['mv dist/a .', 'ln -s dist/a .', 'chmod -R 755 sub'])
        expect([script, await closed(script)]).toEqual([script, false]);
    } finally {
      rmSync(file);
    }
  });
});
