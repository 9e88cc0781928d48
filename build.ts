import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Compile, withCompiler } from './packaging/compile.ts';
import { release } from './packaging/release.ts';
import { isTarget, type Target, targetNames } from './packaging/targets.ts';
import { generatedFiles } from './test/helpers/generated-files.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');

/** The targets that the words name, each once; none for none. */
function readTargets(words: readonly string[]): readonly Target[] {
  const wanted = new Set<Target>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const name = word === '--target' ? (words[++index] ?? '') : '';
    if (word === '--all') for (const target of targetNames) wanted.add(target);
    else if (word === '--target' && isTarget(name)) wanted.add(name);
    else
      throw new Error(
        `Cannot build "${name || word}": unknown, expected --all or --target with one of ${targetNames.join(', ')}`,
      );
  }
  return [...wanted];
}

async function buildOne(target: Target | null, compile: Compile): Promise<void> {
  const startedAt = performance.now();
  const suffix = target === null ? '' : `-${target}`;
  const outfile = join(dist, `agent-tools${suffix}${target?.startsWith('windows') ? '.exe' : ''}`);
  await compile(target, outfile);
  const size = (Bun.file(outfile).size / 1e6).toFixed(1);
  console.log(
    `${outfile.slice(root.length + 1)}  ${size} MB  ${Math.round(performance.now() - startedAt)} ms`,
  );
}

async function build(words: readonly string[]): Promise<void> {
  await mkdir(dist, { recursive: true });
  const wanted = readTargets(words);
  await withCompiler(dist, async (compile) => {
    for (const target of wanted.length === 0 ? [null] : wanted) await buildOne(target, compile);
  });
}

/** Writes what is projected from the definitions: the defaults, the table of docs/configuration.md. */
async function generate(): Promise<void> {
  for (const { path, text } of await generatedFiles(root)) {
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
else if (words[0] === 'release')
  await release(join(dist, 'release'), readTargets(words.slice(1)), console.log);
else if (words[0] === 'clean') await rm(dist, { recursive: true, force: true });
else await build(words);
