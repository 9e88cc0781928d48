import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchEnv } from '../harness.ts';
import { installPackages, nodePath } from '../peers/install.ts';
import { benchServers, peerOverrides, peerPackages } from './peers.ts';

interface Times {
  readonly p50: number;
  readonly p95: number;
}

interface Measured {
  readonly name: string;
  readonly error?: string;
  readonly toolsListBytes: number;
  readonly startToolsListMs: Times;
  readonly echoMs?: Times;
  readonly echo50ConcurrentMs?: number;
  readonly sleep8x300ms?: number;
  readonly read1KiBMs?: Times;
  readonly read100KiBMs?: Times;
  readonly rssIdleMiB: number;
  readonly vmHwmMainMiB: number;
  readonly eof: { readonly eofExitMs: number; readonly killed: boolean };
  readonly badStdoutLines: number;
}

const folder = mkdtempSync(join(tmpdir(), 'agent-tools-bench-mcp-'));

function measure(words: readonly string[], modules: string): readonly Measured[] {
  const node = nodePath();
  writeFileSync(join(folder, 'servers.json'), JSON.stringify(benchServers(node, modules)));
  const out = join(folder, 'out.json');
  const script = join(import.meta.dirname, 'bench-mcp.mjs');
  const args = ['--servers', join(folder, 'servers.json'), '--out', out, ...words];
  spawnSync(node, [script, ...args], {
    env: benchEnv(folder),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return JSON.parse(readFileSync(out, 'utf8'));
}

const times = (value: Times | undefined): string =>
  value === undefined ? '–' : `${value.p50} / ${value.p95}`;

function row(found: Measured): string {
  if (found.error !== undefined) return `| ${found.name} | ${found.error} |`;
  const cells = [
    found.name,
    times(found.startToolsListMs),
    found.toolsListBytes,
    times(found.echoMs),
    found.echo50ConcurrentMs ?? '–',
    found.sleep8x300ms ?? '–',
    times(found.read1KiBMs),
    times(found.read100KiBMs),
    `${found.rssIdleMiB} / ${found.vmHwmMainMiB}`,
    found.eof.killed ? 'never' : found.eof.eofExitMs,
    found.badStdoutLines,
  ];
  return `| ${cells.join(' | ')} |`;
}

try {
  const words = process.argv.slice(2);
  const only = words[words.indexOf('--only') + 1]?.split(',') ?? [];
  const needsPeers = !words.includes('--only') || only.some((name) => !name.startsWith('agent-tools'));
  const modules = needsPeers ? installPackages(peerPackages, peerOverrides) : '';
  console.log(
    '| server | start to tools/list p50 / p95 ms | tools/list bytes | echo p50 / p95 ms | 50 echoes at once ms | 8 × sleep 0.3 at once ms | read 1 KiB ms | read 100 KiB ms | RSS idle / peak MiB | exit after EOF ms | lines that are no JSON |',
  );
  console.log(`|${'---|'.repeat(11)}`);
  for (const found of measure(words, modules)) console.log(row(found));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
