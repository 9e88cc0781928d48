import { mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentSink } from '../src/core/sink.ts';
import type { Tool } from '../src/core/tool.ts';
import { ripgrepPath } from '../src/platform/search/ripgrep.ts';
import { edit } from '../src/tools/edit/tool.ts';
import { glob } from '../src/tools/glob/tool.ts';
import { grep } from '../src/tools/grep/tool.ts';
import { read } from '../src/tools/read/tool.ts';
import type { ToolContext } from '../src/tools/tool-context.ts';
import { write } from '../src/tools/write/tool.ts';
import { contextFor } from '../test/helpers/file-context.ts';
import { benchEnv, interleave, ms, printRows, type Row, withFolder } from './harness.ts';
import { LineServer } from './line-server.ts';
import { Sidecar } from './sidecar.ts';

const mebibyte = 1_048_576;
const codeLine = 'const value = compute(alpha, beta, gamma); // about sixty bytes\n';
const treeFiles = 22_000;
const bareName = 'a program that reads, hashes, numbers and answers, and nothing else';

type Call = (tool: Tool<ToolContext>, input: object) => Promise<unknown>;

function fillTree(root: string): void {
  const body = codeLine.repeat(60);
  for (let i = 0; i < treeFiles; i += 1) {
    const folder = join(root, 'tree', `d${i % 20}`, `e${i % 200}`);
    if (i < 200) mkdirSync(folder, { recursive: true });
    const needle = i % 100 === 0 ? 'NEEDLE in the haystack\n' : '';
    writeFileSync(join(folder, `f${i}.${i % 3 === 0 ? 'md' : 'ts'}`), body + needle);
  }
}

function fillLarge(path: string, mebibytes: number, last: string): void {
  const fd = openSync(path, 'w');
  const block = codeLine.repeat(Math.ceil(mebibyte / codeLine.length)).slice(0, mebibyte);
  for (let i = 0; i < mebibytes; i += 1) writeSync(fd, block);
  writeSync(fd, last);
}

async function readRows(root: string, call: Call): Promise<readonly Row[]> {
  writeFileSync(join(root, 'thousand.ts'), codeLine.repeat(1000));
  fillLarge(join(root, 'large.log'), 1024, `\n${codeLine.repeat(100)}`);
  const before = process.memoryUsage.rss();
  const [tail = 0] = await interleave(10, [() => call(read, { path: 'large.log', offset: -100 })]);
  const growth = (process.memoryUsage.rss() - before) / mebibyte;
  const sidecar = new Sidecar(root);
  await sidecar.request('initialize', { capabilities: { maxLineBytes: 1_000_000 } });
  const bareReader = [process.execPath, join(import.meta.dirname, 'bare-reader.ts')];
  const bare = new LineServer({ argv: bareReader, cwd: root, env: benchEnv(root) });
  const request = { path: 'thousand.ts' };
  const overRpc = () => sidecar.request('read', request);
  const overPipe = () => bare.request('read', request);
  const [page = 0, first = 0, firstBare = 0, plain = 0] = await interleave(300, [
    () => call(read, request),
    overRpc,
    overPipe,
    () => readFile(join(root, 'thousand.ts'), 'utf8'),
  ]);
  for (const server of [sidecar, bare]) await server.warmUp('read', request);
  const [warm = 0, warmBare = 0] = await interleave(300, [overRpc, overPipe]);
  for (const server of [sidecar, bare]) await server.close();
  return [
    ms('read of 1,000 lines over RPC, p50 of the first 300', first, {
      floor: [bareName, firstBare],
      target: 'at most 0.5 ms',
    }),
    ms('the same after 1,000 more, one after another', warm, {
      floor: [bareName, warmBare],
      target: 'at most 0.5 ms',
    }),
    ms('read of 1,000 lines, called directly', page, {
      floor: ['readFile', plain],
      target: 'at most 0.5 ms',
    }),
    ms('last 100 lines of 1 GiB', tail, { target: 'at most 20 ms' }),
    { name: 'memory grown by that', value: growth, unit: 'MiB', target: 'at most 60 MiB' },
  ];
}

async function writeRows(root: string, call: Call): Promise<readonly Row[]> {
  const half = codeLine.repeat(400_000);
  writeFileSync(join(root, 'edited.ts'), `${half}ONE place\n${half}`);
  const bytes = Buffer.from(`${half}ONE place\n${half}`);
  let [from, to] = ['ONE place', 'TWO place'];
  const [edited = 0, copied = 0, small = 0] = await interleave(7, [
    async () => {
      await call(edit, { path: 'edited.ts', old: from, new: to });
      [from, to] = [to, from];
    },
    () => Bun.write(join(root, 'copied.ts'), bytes),
    () => call(write, { path: 'small.ts', content: codeLine }),
  ]);
  return [
    ms(`edit of one place in ${Math.round(bytes.length / 1e6)} MB`, edited, {
      floor: ['writing it', copied],
      target: 'at most 1,000 ms',
    }),
    ms('write of one line', small),
  ];
}

async function searchRows(root: string, call: Call, cache: string): Promise<readonly Row[]> {
  fillTree(root);
  const program = await ripgrepPath(cache);
  const raw =
    (...args: string[]) =>
    async () => {
      const child = Bun.spawn([program, '--no-config', '--hidden', ...args, './tree'], {
        cwd: root,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Response(child.stdout).arrayBuffer();
    };
  const grepRow = async (pattern: string): Promise<Row> => {
    const actions = [() => call(grep, { pattern, path: 'tree' }), raw('-n', '-e', pattern, '--')];
    const [value = 0, floor = 0] = await interleave(15, actions);
    const target = `at most ${(floor * 1.25 + 5).toFixed(1)} ms (1.25 x + 5)`;
    return ms(`grep ${pattern} in 22,000 files`, value, { floor: ['rg', floor], target });
  };
  const [globbed = 0, listed = 0] = await interleave(15, [
    () => call(glob, { pattern: 'tree/**/*.ts' }),
    raw('--files'),
  ]);
  const rows = [await grepRow('NEEDLE'), await grepRow('nowhere'), await grepRow('compute')];
  return [...rows, ms('glob **/*.ts', globbed, { floor: ['rg --files', listed], target: 'at most 1.5 x' })];
}

/** The file tools called as functions, against what the system or ripgrep alone takes. */
export function fileRows(): Promise<readonly Row[]> {
  return withFolder(async (base) => {
    const root = join(base, 'ws');
    mkdirSync(root);
    const context = contextFor(base);
    const call: Call = async (tool, input) => {
      const plan = await tool.prepare(input, context);
      return plan.execute(new AbortController().signal, silentSink, {});
    };
    return [
      ...(await readRows(root, call)),
      ...(await writeRows(root, call)),
      ...(await searchRows(root, call, context.folders.cache)),
    ];
  });
}

if (import.meta.main) printRows('File tools', await fileRows());
