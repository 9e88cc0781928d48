import { describe, expect, it } from 'vitest';
import { shellArgv, versionArgv } from '../../../src/platform/machine/shells.ts';
import { guardianArgv } from '../../../src/platform/process/guardian.ts';
import { parsePs } from '../../../src/platform/process/ps.ts';
import { taskkillArgv } from '../../../src/platform/process/terminate.ts';
import { isCompiledEntry } from '../../../src/platform/sessions/keeper-process.ts';

describe('shellArgv', () => {
  it.each([
    ['bash', '/bin/bash', ['/bin/bash', '--noprofile', '--norc', '-p', '-c', '--', '-x']],
    [
      'git-bash',
      'C:/Git/bin/bash.exe',
      ['C:/Git/bin/bash.exe', '--noprofile', '--norc', '-p', '-c', '--', '-x'],
    ],
    ['sh', '/bin/sh', ['/bin/sh', '-c', '--', '-x']],
  ] as const)('%s takes a script that begins with a dash as a script', (flavour, path, expected) => {
    expect(shellArgv(flavour, path, '-x')).toEqual(expected);
  });

  it.each(['pwsh', 'powershell'] as const)(
    '%s reads no profile, asks nothing and prints UTF-8',
    (flavour) => {
      const argv = shellArgv(flavour, flavour, 'Get-Item .');
      expect(argv.slice(1, 4)).toEqual(['-NoProfile', '-NonInteractive', '-Command']);
      expect(argv[4]).toMatch(/UTF8Encoding.*;Get-Item \.$/);
    },
  );

  it('does not ask sh for a version it has no option for', () => {
    expect(versionArgv('sh', '/bin/sh')).toBeNull();
    expect(versionArgv('bash', '/bin/bash')).toEqual(['/bin/bash', '--version']);
  });
});

describe('other systems (experimental)', () => {
  it('ends a Windows process with everything below it', () => {
    expect(taskkillArgv(42)).toEqual(['taskkill', '/T', '/F', '/PID', '42']);
  });

  it.each([
    ['/$bunfs/root/agent-tools', true],
    ['B:/~BUN/root/agent-tools.exe', true],
    ['B:\\~BUN\\root\\agent-tools.exe', true],
    ['C:\\src\\bin\\agent-tools.ts', false],
    ['/src/bin/agent-tools.ts', false],
  ])('tells whether %s lies inside a compiled program', (entry, isInside) => {
    expect(isCompiledEntry(entry)).toBe(isInside);
  });

  it('reads the process list of macOS', () => {
    const text =
      '    1     0     1 Ss   Thu Nov  5 09:00:00 2026 /sbin/launchd\n  612   611   612 Z+   Thu Nov  5 09:01:02 2026 (a b)\nnoise\n';
    expect(parsePs(text)).toEqual([
      {
        pid: 1,
        parent: 0,
        group: 1,
        session: 1,
        state: 'S',
        threads: 1,
        startTicks: Date.UTC(2026, 10, 5, 9) / 1000,
        name: '/sbin/launchd',
      },
      {
        pid: 612,
        parent: 611,
        group: 612,
        session: 612,
        state: 'Z',
        threads: 1,
        startTicks: Date.UTC(2026, 10, 5, 9, 1, 2) / 1000,
        name: '(a b)',
      },
    ]);
  });
});

describe('guardianArgv', () => {
  it('gives groups the grace in seconds', () => {
    expect(guardianArgv(250).at(-1)).toBe('0.250');
  });
});
