import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BunPlugin } from 'bun';
import manifest from './node_modules/@vscode/ripgrep/package.json' with { type: 'json' };
import { generatedFiles } from './test/helpers/generated-files.ts';

/** The platforms a release is built for; the first column is what `--target` takes. */
const targets = [
  'linux-x64',
  'linux-x64-baseline',
  'linux-arm64',
  'linux-x64-musl',
  'darwin-x64',
  'darwin-arm64',
  'windows-x64',
] as const;
type Target = (typeof targets)[number];

const root = import.meta.dirname;
const dist = join(root, 'dist');

function isTarget(word: string): word is Target {
  return targets.some((target) => target === word);
}

/** The `rg` of a target, from its platform package: the installed one, or fetched from the registry for a cross build. */
async function ripgrepFor(target: Target | null, temporary: string): Promise<string> {
  const [system = '', arch = ''] = (target ?? `${process.platform}-${process.arch}`).split('-');
  const platform = `${system === 'windows' ? 'win32' : system}-${arch}`;
  const program = platform.startsWith('win32') ? 'rg.exe' : 'rg';
  const installed = join(root, `node_modules/@vscode/ripgrep-${platform}/bin/${program}`);
  if (existsSync(installed)) return installed;
  const fetched = Bun.spawnSync(
    ['npm', 'pack', '--silent', `@vscode/ripgrep-${platform}@${manifest.version}`],
    { cwd: temporary },
  );
  const archive = fetched.stdout.toString().trim();
  if (fetched.exitCode !== 0 || archive === '')
    throw new Error(`Cannot fetch ripgrep for ${platform}: ${fetched.stderr.toString().trim()}`);
  Bun.spawnSync(['tar', '-xzf', archive], { cwd: temporary });
  return join(temporary, 'package/bin', program);
}

/** Puts a module that embeds `rg` in the place of the one that looks for the installed package. */
async function embedRipgrep(path: string): Promise<BunPlugin> {
  const sha256 = new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex');
  const contents = `
    import path from ${JSON.stringify(path)} with { type: 'file' };
    export function embeddedRipgrep() {
      return { path, version: ${JSON.stringify(manifest.version)}, sha256: ${JSON.stringify(sha256)} };
    }`;
  return {
    name: 'embed-ripgrep',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]platform[\\/]ripgrep-embedded\.ts$/ }, () => ({ contents, loader: 'ts' }));
    },
  };
}

/** Compiles one platform's binary; null is this machine's. Cross-built binaries are experimental: built here, not run here. */
async function compile(target: Target | null): Promise<string> {
  const suffix = target === null ? '' : `-${target}`;
  const outfile = join(dist, `agent-tools${suffix}${target?.startsWith('windows') ? '.exe' : ''}`);
  const temporary = await mkdtemp(join(tmpdir(), 'agent-tools-build-'));
  const result = await Bun.build({
    plugins: [await embedRipgrep(await ripgrepFor(target, temporary))],
    entrypoints: [join(root, 'bin/agent-tools.ts')],
    minify: true,
    bytecode: true,
    // One file would hoist every `node:` import of lazily loaded modules to the start; node:crypto and node:tty alone cost 5 ms.
    splitting: true,
    format: 'esm',
    target: 'bun',
    compile: {
      outfile,
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...(target === null ? {} : { target: `bun-${target}` as Bun.Build.CompileTarget }),
    },
  });
  await rm(temporary, { recursive: true, force: true });
  if (!result.success) throw new AggregateError(result.logs, `Cannot build ${outfile}`);
  return outfile;
}

async function build(words: readonly string[]): Promise<void> {
  await mkdir(dist, { recursive: true });
  const wanted: (Target | null)[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const name = word === '--target' ? (words[++index] ?? '') : '';
    if (word === '--all') wanted.push(...targets);
    else if (word === '--target' && isTarget(name)) wanted.push(name);
    else
      throw new Error(
        `Cannot build "${name || word}": unknown, expected --all or --target with one of ${targets.join(', ')}`,
      );
  }
  for (const target of wanted.length === 0 ? [null] : wanted) {
    const startedAt = performance.now();
    const outfile = await compile(target);
    const size = (Bun.file(outfile).size / 1e6).toFixed(1);
    console.log(
      `${outfile.slice(root.length + 1)}  ${size} MB  ${Math.round(performance.now() - startedAt)} ms`,
    );
  }
}

/** Writes what is projected from the definitions: the defaults, the tables of the README. */
async function generate(): Promise<void> {
  for (const { path, text } of generatedFiles(root)) {
    if (
      (await Bun.file(path)
        .text()
        .catch(() => '')) === text
    )
      continue;
    await Bun.write(path, text);
    console.log(`${path.slice(root.length + 1)}  written`);
  }
}

const words = process.argv.slice(2);
if (words[0] === 'generate') await generate();
else if (words[0] === 'clean') await rm(dist, { recursive: true, force: true });
else await build(words);
