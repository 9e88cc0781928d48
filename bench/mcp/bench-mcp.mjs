#!/usr/bin/env node
// bench_mcp.mjs - side-by-side benchmark of MCP / NDJSON JSON-RPC stdio tool servers. No dependencies. Linux only (/proc).
//
//   node bench_mcp.mjs --servers bench_servers.json [--only a,b] [--calls 200] [--startups 10] [--out results.json]
//   node bench_mcp.mjs --name mine --echo-tool echo --echo-args '{"text":"hi"}' --read-tool read_file --read-key path -- ./agent-tools mcp
//
// A server entry: { name, cmd:[...], cwd?, env?, era?:"legacy"|"modern", protocolVersion?,
//   echo?:  {tool, args}            trivial call: the tool that prints one word (through a shell where the server has one)
//   ready?: [{tool,args}...]        calls made once before measuring (e.g. set config)
//   read?:  {tool, key, extra?}     file read; key is the argument name that takes the path
//   pure?:  {tool, args}            optional no-process call, isolates protocol overhead
//   argsFor?: "template"            args may contain {{FILE}} / {{DIR}}
// }
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const argv = process.argv.slice(2);
const dd = argv.indexOf('--');
const opt = {};
const flags = dd >= 0 ? argv.slice(0, dd) : argv;
for (let i = 0; i < flags.length; i += 2) opt[flags[i].replace(/^--/, '')] = flags[i + 1];
const CALLS = +(opt.calls ?? 200),
  STARTS = +(opt.startups ?? 10),
  TIMEOUT = +(opt.timeout ?? 60000);

const now = () => performance.now();
const pct = (a, p) => {
  const s = [...a].sort((x, y) => x - y);
  return s[Math.min(s.length - 1, Math.ceil((p / 100) * s.length) - 1)];
};
const r2 = (x) => (x === undefined ? null : Math.round(x * 100) / 100);
const stat = (a) => ({
  n: a.length,
  p50: r2(pct(a, 50)),
  p95: r2(pct(a, 95)),
  min: r2(Math.min(...a)),
  max: r2(Math.max(...a)),
});
const dir = mkdtempSync(join(process.env.BENCH_TMP ?? tmpdir(), 'bench-mcp-'));
const F1 = join(dir, 'small.txt'),
  F100 = join(dir, 'big.txt');
writeFileSync(F1, 'hello world line\n'.repeat(60)); // ~1 KiB
writeFileSync(F100, Array.from({ length: 2000 }, (_, i) => `line ${i} ${'x'.repeat(40)}`).join('\n')); // ~100 KiB
const subst = (o) =>
  JSON.parse(
    JSON.stringify(o).replaceAll('{{FILE}}', F1).replaceAll('{{BIG}}', F100).replaceAll('{{DIR}}', dir),
  );

function tree(pid) {
  // pid + descendants through /proc
  const kids = new Map();
  for (const d of readdirSync('/proc')) {
    if (!/^\d+$/.test(d)) continue;
    try {
      const s = readFileSync(`/proc/${d}/stat`, 'utf8');
      const pp = +s.slice(s.lastIndexOf(')') + 2).split(' ')[1];
      (kids.get(pp) ?? kids.set(pp, []).get(pp)).push(+d);
    } catch {}
  }
  const out = [],
    st = [pid];
  while (st.length) {
    const p = st.pop();
    out.push(p);
    st.push(...(kids.get(p) ?? []));
  }
  return out;
}
const mem = (pid, k) => {
  try {
    return +(
      readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`^${k}:\\s+(\\d+)`, 'm'))?.[1] ?? 0
    );
  } catch {
    return 0;
  }
};

class Conn {
  constructor(s) {
    this.s = s;
    this.id = 0;
    this.wait = new Map();
    this.buf = [];
    this.bytes = 0;
    this.notes = 0;
    this.bad = 0;
    this.stderr = '';
    this.t0 = now();
    this.p = spawn(s.cmd[0], s.cmd.slice(1), {
      cwd: s.cwd ?? dir,
      env: { ...process.env, ...(s.env ?? {}) },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.p.stderr.on('data', (d) => {
      if (this.stderr.length < 4000) this.stderr += d;
    });
    this.p.stdin.on('error', () => {});
    this.exited = new Promise((r) =>
      this.p.on('exit', (c, sig) => {
        this.exit = { c, sig, t: now() };
        for (const w of this.wait.values())
          w.rej(new Error(`server exited ${c}/${sig}: ${this.stderr.slice(-300)}`));
        r();
      }),
    );
    this.p.on('error', (e) => {
      for (const w of this.wait.values()) w.rej(e);
    });
    this.p.stdout.on('data', (c) => this.data(c));
  }
  data(c) {
    this.bytes += c.length;
    let st = 0,
      i;
    for (i = c.indexOf(10, st); i >= 0; i = c.indexOf(10, st)) {
      this.buf.push(c.subarray(st, i));
      const l = this.buf.length === 1 ? this.buf[0] : Buffer.concat(this.buf);
      this.buf = [];
      st = i + 1;
      this.line(l.toString('utf8'));
    }
    if (st < c.length) this.buf.push(c.subarray(st));
  }
  line(l) {
    if (!l.trim()) return;
    let m;
    try {
      m = JSON.parse(l);
    } catch {
      this.bad++;
      return;
    }
    if (m.method !== undefined && m.id !== undefined) {
      // server->client request: answer minimally
      const result =
        m.method === 'roots/list'
          ? { roots: [{ uri: `file://${dir}` }] }
          : m.method === 'ping'
            ? {}
            : m.method === 'elicitation/create'
              ? { action: 'accept', content: {} }
              : null;
      this.send(
        result
          ? { jsonrpc: '2.0', id: m.id, result }
          : { jsonrpc: '2.0', id: m.id, error: { code: -32601, message: 'no' } },
      );
      return;
    }
    if (m.id === undefined) {
      this.notes++;
      return;
    }
    const w = this.wait.get(m.id);
    if (w) {
      this.wait.delete(m.id);
      clearTimeout(w.to);
      w.res({ m, t: now(), len: l.length });
    }
  }
  send(o) {
    this.p.stdin.write(`${JSON.stringify(o)}\n`);
  }
  req(method, params = {}) {
    const id = ++this.id;
    if (this.s.era === 'modern')
      params = {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
          'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
        },
      };
    return new Promise((res, rej) => {
      const to = setTimeout(() => {
        this.wait.delete(id);
        rej(new Error(`timeout ${method}`));
      }, TIMEOUT);
      this.wait.set(id, { res, rej, to });
      this.send({ jsonrpc: '2.0', id, method, params });
    });
  }
  async open() {
    const o = {};
    if (this.s.era === 'modern') {
      const r = await this.req('server/discover');
      o.initMs = r.t - this.t0;
      o.version = r.m.result?.supportedVersions?.join(',');
    } else {
      const r = await this.req('initialize', {
        protocolVersion: this.s.protocolVersion ?? '2025-11-25',
        capabilities: { roots: {}, elicitation: {} },
        clientInfo: { name: 'bench', version: '0' },
      });
      if (r.m.error) throw new Error(`initialize: ${JSON.stringify(r.m.error)}`);
      o.initMs = r.t - this.t0;
      o.version = r.m.result.protocolVersion;
      this.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    }
    const l = await this.req('tools/list');
    if (l.m.error) throw new Error(`tools/list: ${JSON.stringify(l.m.error)}`);
    o.listMs = l.t - this.t0;
    o.tools = l.m.result.tools.map((t) => t.name);
    o.listBytes = l.len;
    o.raw = l.m.result.tools;
    return o;
  }
  call(t, args) {
    return this.req('tools/call', { name: t, arguments: args });
  }
  async close() {
    const t = now();
    const pids = tree(this.p.pid);
    this.p.stdin.end();
    const to = setTimeout(() => {
      this.killed = true;
      for (const p of pids)
        try {
          process.kill(p, 'SIGKILL');
        } catch {}
    }, 5000);
    await this.exited;
    clearTimeout(to);
    await new Promise((r) => setTimeout(r, 50));
    return {
      eofExitMs: r2(now() - t - 50),
      killed: !!this.killed,
      left: pids.filter((p) => {
        try {
          return !/^State:\s+Z/m.test(readFileSync(`/proc/${p}/status`, 'utf8'));
        } catch {
          return false;
        }
      }),
    };
  }
}

async function bench(s) {
  const R = { name: s.name, cmd: s.cmd.join(' ') };
  try {
    const init = [],
      list = [],
      rssIdle = [];
    let o;
    for (let i = 0; i < STARTS; i++) {
      const c = new Conn(s);
      o = await c.open();
      init.push(o.initMs);
      list.push(o.listMs);
      await new Promise((r) => setTimeout(r, 150));
      rssIdle.push(tree(c.p.pid).reduce((a, p) => a + mem(p, 'VmRSS'), 0) / 1024);
      const e = await c.close();
      R.eof = e;
      for (const p of e.left)
        try {
          process.kill(p, 'SIGKILL');
        } catch {}
    }
    R.version = o.version;
    R.tools = o.tools;
    R.toolsListBytes = o.listBytes;
    R.annotated = o.raw.filter((t) => t.annotations).length;
    R.withOutputSchema = o.raw.filter((t) => t.outputSchema).length;
    R.startInitMs = stat(init);
    R.startToolsListMs = stat(list);
    R.rssIdleMiB = r2(pct(rssIdle, 50));
    const c = new Conn(s);
    await c.open();
    let peak = 0,
      hwm = 0;
    const root = c.p.pid;
    const smp = setInterval(() => {
      const t = tree(root);
      peak = Math.max(
        peak,
        t.reduce((a, p) => a + mem(p, 'VmRSS'), 0),
      );
      hwm = Math.max(hwm, mem(root, 'VmHWM'));
    }, 25);
    for (const x of s.ready ?? []) {
      const r = await c.call(x.tool, subst(x.args ?? {}));
      if (r.m.error || r.m.result?.isError) R.readyNote = JSON.stringify(r.m).slice(0, 200);
    }
    const seq = async (tool, args) => {
      const ts = [];
      let last;
      for (let i = 0; i < CALLS + 10; i++) {
        const t = now();
        last = await c.call(tool, args);
        if (i >= 10) ts.push(last.t - t);
      }
      const txt =
        last.m.result?.content?.map((x) => x.text ?? x.type).join('') ?? JSON.stringify(last.m.error);
      return {
        ...stat(ts),
        bytes: last.len,
        isError: !!last.m.result?.isError || !!last.m.error,
        sample: String(txt).slice(0, 90),
      };
    };
    if (s.pure) R.pureMs = await seq(s.pure.tool, subst(s.pure.args));
    if (s.echo) {
      R.echoMs = await seq(s.echo.tool, subst(s.echo.args));
      const t = now();
      await Promise.all(Array.from({ length: 50 }, () => c.call(s.echo.tool, subst(s.echo.args))));
      R.echo50ConcurrentMs = r2(now() - t);
    }
    if (s.sleep) {
      const t = now();
      await Promise.all(Array.from({ length: 8 }, () => c.call(s.sleep.tool, subst(s.sleep.args))));
      R.sleep8x300ms = r2(now() - t);
    }
    if (s.read) {
      for (const [k, f] of [
        ['read1KiBMs', F1],
        ['read100KiBMs', F100],
      ])
        R[k] = await seq(s.read.tool, { ...(s.read.extra ?? {}), [s.read.key]: s.read.array ? [f] : f });
    }
    clearInterval(smp);
    R.rssPeakTreeMiB = r2(peak / 1024);
    R.vmHwmMainMiB = r2(hwm / 1024);
    R.badStdoutLines = c.bad;
    R.notifications = c.notes;
    await c.close();
  } catch (e) {
    R.error = String(e.message ?? e).slice(0, 500);
  }
  return R;
}

const servers = opt.servers
  ? JSON.parse(readFileSync(opt.servers, 'utf8'))
  : [
      {
        name: opt.name ?? 'server',
        cmd: argv.slice(dd + 1),
        era: opt.era,
        echo: opt['echo-tool'] && { tool: opt['echo-tool'], args: JSON.parse(opt['echo-args'] ?? '{}') },
        pure: opt['pure-tool'] && { tool: opt['pure-tool'], args: JSON.parse(opt['pure-args'] ?? '{}') },
        read: opt['read-tool'] && {
          tool: opt['read-tool'],
          key: opt['read-key'] ?? 'path',
          array: opt['read-array'] === '1',
        },
      },
    ];
const only = opt.only?.split(',');
const all = [];
for (const s of servers) {
  if (only && !only.includes(s.name)) continue;
  s.cmd = s.cmd.map((x) => x.replaceAll('{{DIR}}', dir));
  const r = await bench(s);
  all.push(r);
  const g = (x) => (x ? `${x.p50}/${x.p95}` : '-');
  console.log(
    `${r.name.padEnd(26)} ${r.error ? `ERROR ${r.error}` : `v=${r.version} tools=${r.tools.length} list=${r.toolsListBytes}B start(list) p50/p95=${g(r.startToolsListMs)}ms pure=${g(r.pureMs)} echo=${g(r.echoMs)} x50=${r.echo50ConcurrentMs ?? '-'} sleep8x0.3s=${r.sleep8x300ms ?? '-'} read1K=${g(r.read1KiBMs)} read100K=${g(r.read100KiBMs)} (${r.read100KiBMs?.bytes ?? '-'}B) rssIdle=${r.rssIdleMiB} rssPeak=${r.rssPeakTreeMiB} eofExit=${r.eof?.eofExitMs}ms${r.eof?.killed ? ' (KILLED)' : ''} badStdout=${r.badStdoutLines}${r.echoMs?.isError ? ` ECHO-ERR:${r.echoMs.sample}` : ''}${r.read1KiBMs?.isError ? ` READ-ERR:${r.read1KiBMs.sample}` : ''}`}`,
  );
}
if (opt.out) writeFileSync(opt.out, JSON.stringify(all, null, 1));
rmSync(dir, { recursive: true, force: true });
