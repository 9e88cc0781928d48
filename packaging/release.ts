import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { type Compile, withCompiler } from './compile.ts';
import { ownTarget, programName, type Target, type TargetFacts, targetNames, targets } from './targets.ts';

const root = join(import.meta.dirname, '..');
const documents = ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs'];
const { version, description, license, engines } = manifest;

function run(argv: readonly string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...argv], { cwd });
  if (exitCode !== 0) throw new Error(`Cannot run "${argv.join(' ')}": ${stderr.toString().trim()}`);
  return stdout.toString().trim();
}

async function copyDocuments(folder: string): Promise<void> {
  for (const name of documents) await cp(join(root, name), join(folder, name), { recursive: true });
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Packs a folder as npm does, into `out`; returns the archive's name. */
function pack(folder: string, out: string): string {
  return run(['npm', 'pack', '--silent', '--pack-destination', out], folder);
}

/** The archive and the npm package of one platform. */
async function releasePlatform(
  target: Target,
  { out, temporary, compile }: { out: string; temporary: string; compile: Compile },
): Promise<readonly string[]> {
  const facts: TargetFacts = targets[target];
  const folder = join(temporary, `agent-tools-${version}-${target}`);
  await mkdir(folder);
  const program = join(folder, programName(target));
  await compile(target === ownTarget() ? null : target, program);
  await chmod(program, 0o755);
  await copyDocuments(folder);
  const archive = `agent-tools-${version}-${target}.tar.gz`;
  run(['tar', '-czf', join(out, archive), '-C', temporary, `agent-tools-${version}-${target}`], temporary);
  await writeManifest(folder, {
    name: `@agent-tools/${target}`,
    version,
    description: `The program of agent-tools for ${target}`,
    license,
    os: [facts.os],
    cpu: [facts.cpu],
    ...(facts.libc === undefined ? {} : { libc: [facts.libc] }),
    preferUnplugged: true,
    files: [programName(target)],
  });
  return [archive, pack(folder, out)];
}

/** The npm package that brings the right platform's along, and becomes its program. */
async function releaseLauncher({ out, temporary }: { out: string; temporary: string }): Promise<string> {
  const folder = join(temporary, 'launcher');
  await mkdir(join(folder, 'bin'), { recursive: true });
  await copyFile(join(root, 'packaging/launcher.sh'), join(folder, 'bin/agent-tools'));
  await chmod(join(folder, 'bin/agent-tools'), 0o755);
  await copyDocuments(folder);
  const usual = targetNames.filter((target) => targets[target].isUsual);
  await writeManifest(folder, {
    name: 'agent-tools',
    version,
    description,
    license,
    engines,
    bin: { 'agent-tools': 'bin/agent-tools' },
    files: ['bin', 'docs'],
    optionalDependencies: Object.fromEntries(usual.map((target) => [`@agent-tools/${target}`, version])),
  });
  return pack(folder, out);
}

/** Writes into `out` the archive and npm package of each target (all of them when none is named), the launcher's package, and SHA256SUMS. */
export async function release(
  out: string,
  wanted: readonly Target[],
  say: (line: string) => void,
): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const temporary = await mkdtemp(join(tmpdir(), 'agent-tools-release-'));
  try {
    await withCompiler(temporary, async (compile) => {
      for (const target of wanted.length === 0 ? targetNames : wanted) {
        for (const name of await releasePlatform(target, { out, temporary, compile })) {
          say(`${name}  ${(Bun.file(join(out, name)).size / 1e6).toFixed(1)} MB`);
        }
      }
    });
    say(await releaseLauncher({ out, temporary }));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  let sums = '';
  for (const name of (await readdir(out)).sort()) {
    const sum = new Bun.CryptoHasher('sha256').update(await Bun.file(join(out, name)).bytes()).digest('hex');
    sums += `${sum}  ${name}\n`;
  }
  await Bun.write(join(out, 'SHA256SUMS'), sums);
}
