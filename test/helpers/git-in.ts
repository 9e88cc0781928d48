import { execFileSync } from 'node:child_process';

/** What git prints in a folder with this home, and no configuration of the machine; throws where it fails. */
export function gitIn(cwd: string, home: string, ...args: readonly string[]): string {
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', args, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
}
