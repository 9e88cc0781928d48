import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Packages of npm by name, in the versions that are measured. */
export type Packages = Readonly<Record<string, string>>;

/**
 * The folder of modules of these packages, below the system's temp folder: installed once, then used again as long as the versions
 * stay. No script of theirs runs. Throws what npm says.
 */
export function installPackages(packages: Packages, overrides: Packages): string {
  const manifest = JSON.stringify({ private: true, overrides, dependencies: packages });
  const folder = join(tmpdir(), `agent-tools-bench-peers-${Bun.hash(manifest).toString(36)}`);
  const modules = join(folder, 'node_modules');
  if (existsSync(modules)) return modules;
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    writeFileSync(join(fresh, 'package.json'), manifest);
    console.error(`installing ${Object.keys(packages).join(', ')} into ${folder}`);
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
    execFileSync('npm', ['install', ...options], { cwd: fresh, stdio: ['ignore', 'ignore', 'inherit'] });
    if (!existsSync(modules)) renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return modules;
}

/** `node` and not this runtime: servers on npm are made for it. */
export function nodePath(): string {
  return execFileSync('node', ['-p', 'process.execPath'], { encoding: 'utf8' }).trim();
}
