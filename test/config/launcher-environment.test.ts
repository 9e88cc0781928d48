import { describe, expect, it } from 'vitest';
import { launcherEnvironment } from '../../src/config/launcher-environment.ts';
import { byLookedUpName } from '../../src/core/environment.ts';

describe('launcherEnvironment', () => {
  it('finds the variables of Windows by whatever case they are written in', () => {
    const given = { Path: 'C:\\Windows', ProgramFiles: 'C:\\Program Files', SystemRoot: 'C:\\Windows' };
    expect(launcherEnvironment(given, 'win32')).toEqual({
      PATH: 'C:\\Windows',
      PROGRAMFILES: 'C:\\Program Files',
      SYSTEMROOT: 'C:\\Windows',
    });
  });

  it('keeps names that differ in case apart elsewhere, and sets a missing PATH', () => {
    expect(launcherEnvironment({ Path: 'a', path: 'b' }, 'linux')).toEqual({
      Path: 'a',
      path: 'b',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    });
  });

  it.each([['linux'], ['win32']] as const)('drops a relative HOME on %s', (platform) => {
    expect(launcherEnvironment({ HOME: 'here', PATH: '/bin' }, platform)).toEqual({ PATH: '/bin' });
  });
});

it('lets the later of two names count that differ in case only, on Windows', () => {
  expect(byLookedUpName({ Path: 'a', PATH: 'b', x: 'c' }, 'win32')).toEqual({ PATH: 'b', X: 'c' });
  expect(byLookedUpName({ Path: 'a', PATH: 'b' }, 'linux')).toEqual({ Path: 'a', PATH: 'b' });
});
