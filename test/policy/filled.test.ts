import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('a file of secrets that is made or filled', () => {
  const bench = sharedBench(() => {
    for (const path of ['.env', '.env.example', 'a.txt', 'sub/b.txt']) bench.file(path, 'x');
    mkdirSync(join(bench.workspace.cwd, 'secrets'));
    symlinkSync('.env', join(bench.workspace.cwd, 'link'));
  });

  it.each([
    'echo PORT=1 >> .env',
    "printf 'A=1' | tee -a .env",
    'echo A=1 > .env.local',
    'cp .env.example .env',
    'cp a.txt sub/.env',
    'cp -T a.txt .env.local',
    'cp -t . sub/.env.example && cp a.txt ./.env',
    'mv a.txt .env',
    'ln -s a.txt .env.local',
    'install -m600 .env.example .env',
    'install -m600 -T .env.example .env.new',
    'rsync a.txt .env',
    'dd if=.env.example of=.env',
    "sed -i '$a PORT=1' .env",
    'sed -i.bak s/a/b/ a.txt .env',
    "sed -n -i 'w /dev/stdout' .env",
    "sed -n 'w .env' a.txt",
    `awk '{ print > ".env" }' a.txt`,
    'perl -pi -e s/a/b/ .env',
    'touch .env.local',
    'touch link',
    'truncate -s 0 .env',
    'sort -o .env a.txt',
    'iconv -o .env a.txt',
    'curl -so .env http://x',
    'wget -O .env http://x',
    'cd sub && cp b.txt .env',
    'sudo cp a.txt .env',
    "bash -c 'cp a.txt .env'",
    'touch ~/.ssh/id_rsa',
    'find . -name a.txt -exec cp {} .env \\;',
  ])('is refused under full, however it is written: %s', async (script) => {
    expect(await bench.judge(script, { settings: yolo })).toMatchObject({
      decision: 'deny',
      rule: { text: 'sensitive files' },
    });
  });

  it.each([
    'cp .env.example .env.sample',
    'cp a.txt secrets/b.txt',
    'cp a.txt secrets',
    'mkdir -p secrets/deep',
    'mkdir credentials',
    'install -d credentials',
    'rm .env',
    'chmod 600 .env',
    'git rm --cached .env',
    'git add .env',
    'git checkout secrets',
    'sed -i s/a/b/ a.txt',
    'sed s/a/b/ a.txt',
    'touch a.txt',
    'grep -o secret a.txt',
    'scp -o IdentityFile=~/.ssh/id_rsa a.txt h:',
    'go build -o credentials',
    'dd if=a.txt of=b.txt',
    'curl -so x http://x/.env',
    'touch ~/.ssh/id_rsa.pub',
    'tar xf x.tgz .env',
  ])('is none in %s', async (script) => {
    expect(await bench.decide(script, { settings: yolo })).toBe('allow');
  });

  it('is filled where a rule names it', async () => {
    const rules = [{ tool: ['read', 'write'], allow: '.env' }];
    for (const script of ['cp .env.example .env', 'touch .env', "sed -i '$a A=1' .env", 'echo A=1 >> .env'])
      expect([script, await bench.decide(script, { settings: yolo, rules })]).toEqual([script, 'allow']);
  });
});
