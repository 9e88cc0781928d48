import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cleanEnv } from '../helpers/binary.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const root = join(import.meta.dirname, '../..');
const bun = join(root, 'node_modules/.bin/bun');
const target = `${process.platform}-${process.arch}`;
const minutes = 60_000;

describe.runIf(target === 'linux-x64')('a release', () => {
  const released = join(root, 'dist/release');
  const home = tempFolder();
  const app = join(home, 'app');
  const run = ([program = '', ...args]: readonly string[], cwd = app) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = execFile(program, args, { cwd, env: cleanEnv(home) }, (_, stdout, stderr) =>
        resolve({ status: child.exitCode, stdout, stderr }),
      );
    });

  beforeAll(async () => {
    mkdirSync(app);
    const made = await run([bun, 'build.ts', 'release', '--target', target], root);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const packages = readdirSync(released).filter((name) => name.endsWith('.tgz'));
    const install = ['npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    const installed = await run([...install, ...packages.map((name) => join(released, name))]);
    expect(installed.status, installed.stderr).toBe(0);
  }, 10 * minutes);

  it('tells the sum of every file', () => {
    const lines = readFileSync(join(released, 'SHA256SUMS'), 'utf8').trim().split('\n');
    const names = readdirSync(released).filter((name) => name !== 'SHA256SUMS');
    expect(lines).toEqual(
      names.sort().map((name) => {
        const sum = createHash('sha256')
          .update(readFileSync(join(released, name)))
          .digest('hex');
        return `${sum}  ${name}`;
      }),
    );
  });

  it('installs into an empty folder and runs', async () => {
    expect(await run(['node_modules/.bin/agent-tools', 'shell', '--yolo', 'echo "it runs"'])).toEqual({
      status: 0,
      stdout: 'it runs\n',
      stderr: '',
    });
    expect((await run(['npx', 'agent-tools', '--version'])).stdout).toMatch(/^agent-tools \d+\.\d+\.\d+\n$/);
  });

  it('leaves no process but the program itself', async () => {
    const script =
      "node_modules/.bin/agent-tools shell --yolo 'readlink /proc/$PPID/exe; ps -o ppid= -p $PPID'; echo $$";
    const { stdout } = await run(['sh', '-c', script]);
    const [program, parent, shell] = stdout.split('\n').map((line) => line.trim());
    const own = join(app, 'node_modules/@agent-tools', target, 'agent-tools');
    expect([program, parent]).toEqual([realpathSync(own), shell]);
  });

  it('says what is missing when the program was left out', async () => {
    const alone = join(app, 'alone/node_modules/agent-tools');
    cpSync(join(app, 'node_modules/agent-tools'), alone, { recursive: true });
    const moved = join(tempFolder(), 'agent-tools');
    cpSync(alone, moved, { recursive: true });
    const { status, stderr } = await run([join(moved, 'bin/agent-tools'), '--version']);
    expect(status).toBe(127);
    expect(stderr).toContain(`expected @agent-tools/${target} beside agent-tools`);
  });

  it('unpacks to a program of at most 125 MB', async () => {
    const archive = readdirSync(released).find((name) => name.endsWith('.tar.gz')) ?? '';
    const folder = tempFolder();
    expect((await run(['tar', '-xzf', join(released, archive), '-C', folder])).status).toBe(0);
    const program = join(folder, archive.replace('.tar.gz', ''), 'agent-tools');
    expect(statSync(program).size).toBeLessThanOrEqual(125_000_000);
    expect((await run([program, '--version'])).status).toBe(0);
  });
});
