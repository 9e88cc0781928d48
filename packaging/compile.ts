import { existsSync } from 'node:fs';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { BunPlugin } from 'bun';
import manifest from '../node_modules/@vscode/ripgrep/package.json' with { type: 'json' };
import { leanProfiles } from './examples.ts';
import { recordStarts } from './recording.ts';
import type { Target } from './targets.ts';

const root = join(import.meta.dirname, '..');

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

/** Puts a module that embeds `rg`, packed, in the place of the one that looks for the installed package. */
async function embedRipgrep(path: string, temporary: string): Promise<BunPlugin> {
  const program = await Bun.file(path).bytes();
  const sha256 = new Bun.CryptoHasher('sha256').update(program).digest('hex');
  const packed = join(temporary, `rg-${sha256.slice(0, 16)}.gz`);
  await Bun.write(packed, Bun.gzipSync(program, { level: 9 }));
  const contents = `
    import path from ${JSON.stringify(packed)} with { type: 'file' };
    export function embeddedRipgrep() {
      return { path, version: ${JSON.stringify(manifest.version)}, sha256: ${JSON.stringify(sha256)} };
    }`;
  return {
    name: 'embed-ripgrep',
    setup: (build) => {
      build.onLoad({ filter: /[\\/]platform[\\/]search[\\/]ripgrep-embedded\.ts$/ }, () => ({
        contents,
        loader: 'ts',
      }));
    },
  };
}

/** Leaves the formatter of jsonc-parser out: nothing here formats, and its tables take a millisecond to make at every start with a file. */
const leanJsonc: BunPlugin = {
  name: 'lean-jsonc',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]jsonc-parser[\\/]lib[\\/]esm[\\/]main\.js$/ }, () => ({
      contents: "export { visit, parseTree, findNodeAtLocation, stripComments } from './impl/parser';",
      loader: 'js',
    }));
  },
};

interface Build {
  readonly target: Target | null;
  readonly outfile: string;
  readonly temporary: string;
  /** What the starts of an earlier build took. */
  readonly bytecodeOrder: string[];
}

async function build({ target, outfile, temporary, bytecodeOrder }: Build): Promise<void> {
  const result = await Bun.build({
    plugins: [await embedRipgrep(await ripgrepFor(target, temporary), temporary), leanJsonc, leanProfiles],
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
      // What runs once is not worth compiling: a short command ends 2 ms sooner. Servers say when they are through with that.
      jitPolicy: 5,
      bytecodeOrder,
      ...(target === null ? {} : { target: `bun-${target}` as Bun.Build.CompileTarget }),
    },
  });
  if (!result.success) throw new AggregateError(result.logs, `Cannot build ${outfile}`);
}

/**
 * Writes a program from its beginning to its end, with no size set before: Linux then keeps it in pages of more than 4 KiB, and a
 * start that finds it in memory takes a tenth less.
 */
async function writeThrough(outfile: string, program: string): Promise<void> {
  const next = `${outfile}.new`;
  const bytes = await Bun.file(program).bytes();
  const file = await open(next, 'w', 0o755);
  for (let done = 0; done < bytes.length; ) done += (await file.write(bytes, done)).bytesWritten;
  await file.close();
  // A program that runs is not to be written to.
  await rename(next, outfile);
}

/** Compiles the binary of a platform into `outfile`; null is this machine's. */
export type Compile = (target: Target | null, outfile: string) => Promise<void>;

/**
 * Calls `use` with a compiler that knows what a start takes, from a plain build that was started here, and puts that together.
 * What it builds on the way lies in `folder` until it is through. Cross-built binaries are experimental: built here, not run here.
 */
export async function withCompiler<T>(folder: string, use: (compile: Compile) => Promise<T>): Promise<T> {
  // Beside what is built: programs may not run from the system's folder for temporary files.
  const temporary = await mkdtemp(join(folder, '.build-'));
  try {
    const plain = join(temporary, 'plain');
    await build({ target: null, outfile: plain, temporary, bytecodeOrder: [] });
    const bytecodeOrder = await recordStarts(plain, temporary);
    return await use(async (target, outfile) => {
      const built = join(temporary, basename(outfile));
      await build({ target, outfile: built, temporary, bytecodeOrder });
      await writeThrough(outfile, built);
      await rm(built);
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
