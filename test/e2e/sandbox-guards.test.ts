import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { levels, outside, outsideFolder, SandboxHome } from '../helpers/sandbox-levels.ts';

const place = outsideFolder();

describe.each(levels)('sandbox.write, %s', (name, level, isOther, can) => {
  const isRun = can && outside !== undefined;
  if (!isRun) process.stderr.write(`Skipped: sandbox.write, ${name}\n`);

  it.runIf(isRun).each([
    ['relative', 'build'],
    ['absolute', '~/ws/build'],
    ['of a folder below', 'build/deep'],
  ])('opens nothing outside by a link that a command made, %s', (_, entry) => {
    const sandbox = new SandboxHome(place, level, isOther);
    const extra = { AGENT_TOOLS_SANDBOX_WRITE: JSON.stringify([entry]) };
    expect(sandbox.run('ln -s ../out build', extra).status).toBe(0);
    const { status, stderr } = sandbox.run('echo evil > ../out/deep/new', extra);
    expect(status).not.toBe(0);
    expect(existsSync(join(sandbox.home, 'out/deep/new'))).toBe(false);
    expect(stderr).toContain(`"${entry}" of sandbox.write is passed over`);
  });

  it.runIf(isRun)('opens what a path outside names, and a folder that comes to be in a root', () => {
    const sandbox = new SandboxHome(place, level, isOther);
    const extra = { AGENT_TOOLS_SANDBOX_WRITE: JSON.stringify(['~/out', 'build']) };
    const { status, stderr } = sandbox.run('mkdir build && echo good > ../out/new', extra);
    expect([status, stderr]).toEqual([0, '']);
    expect(sandbox.run('echo good > build/new', extra).status).toBe(0);
    expect(existsSync(join(sandbox.home, 'out/new'))).toBe(true);
  });
});

/** What a shell, a session or this program takes up by itself. */
const started = [
  ...[
    '.profile',
    '.bashrc',
    '.zshrc',
    '.kshrc',
    '.mkshrc',
    '.cshrc',
    '.tcshrc',
    '.login',
    '.logout',
    '.xprofile',
  ],
  ...[
    '.xsession',
    '.xsessionrc',
    '.pam_environment',
    '.config/fish/config.fish',
    '.config/nushell/env.nu',
    '.agents/skills/x',
  ],
];

describe.each(levels.filter(([, level]) => level === 'full'))(
  'a home as a root, %s',
  (name, level, isOther, can) => {
    const isRun = can && outside !== undefined;
    if (!isRun) process.stderr.write(`Skipped: a home as a root, ${name}\n`);

    it.runIf(isRun)('has no start-up files but those it had', () => {
      const sandbox = new SandboxHome(place, level, isOther);
      const make = '{ mkdir -p "$(dirname "$f")"; : > "$f"; } 2> /dev/null && echo "$f"';
      const { stdout } = sandbox.run(
        `for f in ${started.join(' ')}; do ${make}; done; : > ok; echo end`,
        {},
        sandbox.home,
      );
      expect(stdout).toBe('end\n');
      const left = readdirSync(sandbox.home).sort();
      expect(left.filter((entry) => started.some((file) => file.startsWith(entry)))).toEqual([]);
      expect(left).toContain('ok');
    });
  },
);

describe.each(levels.filter(([, level]) => level === 'full'))('devices, %s', (name, level, isOther, can) => {
  const isRun = can && outside !== undefined;
  if (!isRun) process.stderr.write(`Skipped: devices, ${name}\n`);
  const names = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((device) => `/dev/${device}`);
  const changes = () => names.map((device) => statSync(device).ctimeMs);

  it.runIf(isRun)('can be used, and those outside not be changed', () => {
    const sandbox = new SandboxHome(place, level, isOther);
    const before = changes();
    for (const path of [...names, '/proc/self/fd/0', '/proc/1/fd/0'])
      sandbox.run(`chmod 666 ${path}; touch -m ${path}`);
    expect(changes()).toEqual(before);
    const use = 'echo x > /dev/null && head -c 2 /dev/zero /dev/urandom | wc -l && cat; ! echo x > /dev/full';
    expect(sandbox.run(`{ ${use}; } 2> /dev/null && echo end`).stdout).toMatch(/^\d+\nend\n$/);
  });

  it.runIf(isRun && !isOther)('are whole again for the next command', () => {
    const sandbox = new SandboxHome(place, level, isOther);
    try {
      sandbox.run('chmod 600 /dev/null; chmod 000 /dev/zero');
    } finally {
      // Else a failure of this test would be one of the machine.
      for (const device of names) if ((statSync(device).mode & 0o777) !== 0o666) chmodSync(device, 0o666);
    }
    expect(sandbox.run('head -c 3 /dev/zero > /dev/null && echo end').stdout).toBe('end\n');
  });
});

/** A command in the sandbox that plants a program, and what somebody does outside afterwards. */
const planted: readonly (readonly [what: string, before: string, inside: string, after: string])[] = [
  [
    'hooks in the folder that the configuration names',
    'mkdir .githooks; git config core.hooksPath .githooks',
    'cp prog .githooks/pre-commit',
    'git commit -q --allow-empty -m x',
  ],
  [
    'hooks in a folder that it names and that is missing',
    'git config core.hooksPath .husky/_',
    'mkdir -p .husky/_; cp prog .husky/_/pre-commit',
    'git commit -q --allow-empty -m x',
  ],
  [
    'settings in a file that the configuration includes',
    'git config include.path ../.gitconf; touch .gitconf',
    'printf "[core]\\n\\tfsmonitor = ./prog\\n" > .gitconf',
    'git status',
  ],
  ...['remotes', 'branches'].map(
    (folder) =>
      [
        `a remote in .git/${folder}`,
        'true',
        `git init -q --bare evil; cp prog evil/hooks/post-update; mkdir -p .git/${folder}; echo "$(test ${folder} = branches || printf "URL: ")evil" > .git/${folder}/origin`,
        'git push -q origin HEAD:refs/heads/y; git push -q origin',
      ] as const,
  ),
];

describe.each(levels.filter(([, level]) => level === 'full'))(
  'git outside, %s',
  (name, level, isOther, can) => {
    const isRun = can && outside !== undefined;
    if (!isRun) process.stderr.write(`Skipped: git outside, ${name}\n`);

    it.runIf(isRun).each(planted)(
      'runs nothing that a command has planted: %s',
      (_, before, inside, after) => {
        const sandbox = new SandboxHome(place, level, isOther);
        const user = 'git config user.name a; git config user.email a@b';
        sandbox.runOutside(`git init -q; ${user}; git commit -q --allow-empty -m one; ${before}`);
        const { status } = sandbox.run(
          `printf '#!/bin/sh\ntouch "${sandbox.ws}/ran"\n' > prog; chmod +x prog; ${inside}; git commit -q --allow-empty -m ok`,
        );
        expect(status).toBe(0);
        sandbox.runOutside(after);
        expect(existsSync(join(sandbox.ws, 'prog'))).toBe(true);
        expect(existsSync(join(sandbox.ws, 'ran'))).toBe(false);
      },
    );
  },
);
