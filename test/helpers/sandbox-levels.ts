import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { binary, cleanEnv } from './binary.ts';
import { asNobody, nobody } from './other-user.ts';
import { canForbidNamespaces, partialPrefix } from './partial-sandbox.ts';

export type Level = 'full' | 'partial';

const isRoot = process.getuid?.() === 0;

/** Whether bubblewrap can make a sandbox here. */
export const hasBubblewrap =
  existsSync('/usr/bin/bwrap') &&
  spawnSync('/usr/bin/bwrap', ['--ro-bind', '/', '/', '--proc', '/proc', '--unshare-all', 'true']).status ===
    0;

const canForbid = canForbidNamespaces();

/** Each level, as this user and as an unprivileged one, and whether it can be had here. */
export const levels: readonly (readonly [name: string, level: Level, isOther: boolean, can: boolean])[] = [
  ['full', 'full', false, hasBubblewrap],
  ['full, as an unprivileged user', 'full', true, hasBubblewrap && isRoot],
  ['partial', 'partial', false, canForbid],
  ['partial, as an unprivileged user', 'partial', true, canForbid && isRoot],
];

/** What stands before an argv so that it runs at a level. */
export function prefixOf(level: Level, isOther: boolean): readonly string[] {
  return [...(isOther ? asNobody : []), ...(level === 'partial' ? partialPrefix : [])];
}

/** Not below /tmp, which every sandbox has apart anyway; undefined where this user can write nowhere else. */
export const outside = isRoot
  ? '/var/lib'
  : [homedir(), process.cwd()].find((folder) => !/^\/(?:var\/)?tmp(?:\/|$)/.test(realpathSync(folder)));

/** A folder there with the binary, which every user can run; both are removed after the file's tests. */
export function outsideFolder(): { readonly base: string; readonly own: string } {
  const base = mkdtempSync(join(outside ?? tmpdir(), 'agent-tools-test-'));
  afterAll(() => rmSync(base, { recursive: true, force: true }));
  chmodSync(base, 0o755);
  const own = join(base, 'agent-tools');
  copyFileSync(binary, own);
  chmodSync(own, 0o755);
  return { base, own };
}

/** Gives a folder and all in it to the unprivileged user. */
export function giveAway(folder: string): void {
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, folder]);
}

/** A home with a workspace at a level, and what runs commands in its sandbox. */
export class SandboxHome {
  readonly home: string;
  readonly ws: string;
  readonly #argv: readonly string[];
  readonly #outside: readonly string[];

  constructor({ base, own }: ReturnType<typeof outsideFolder>, level: Level, isOther: boolean) {
    this.home = mkdtempSync(join(base, 'home-'));
    this.ws = join(this.home, 'ws');
    for (const name of ['ws', 'out/deep']) mkdirSync(join(this.home, name), { recursive: true });
    if (isOther) giveAway(this.home);
    this.#outside = [...(isOther ? asNobody : []), 'sh', '-c'];
    this.#argv = [...prefixOf(level, isOther), own, '--yolo', '--host', 'sandbox', 'shell'];
  }

  /** Runs a command in the sandbox. */
  run(command: string, extra: Readonly<Record<string, string>> = {}, cwd = this.ws) {
    return this.#start([...this.#argv, command], extra, cwd);
  }

  /** Runs a command as the same user without a sandbox, in the workspace. */
  runOutside(command: string) {
    return this.#start([...this.#outside, command], {}, this.ws);
  }

  #start([program = '', ...words]: readonly string[], extra: Readonly<Record<string, string>>, cwd: string) {
    return spawnSync(program, words, {
      cwd,
      env: cleanEnv(this.home, extra),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
