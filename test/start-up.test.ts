import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Modules of the runtime that cost milliseconds to load in the compiled binary. */
const slow =
  /^node:(assert|child_process|crypto|fs\/promises|http|net|os|stream|timers\/promises|tty|url|util|worker_threads|zlib)$/;

/** What a file loads with itself: imports of types alone are none. */
function loadedBy(file: string): readonly string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/^(?:import|export)\s([^;]*?)\sfrom\s+'([^']+)'/gm)]
    .filter(
      ([, names = '']) =>
        !/^type\s/.test(names) && !/^\{(?:\s*type\s+\w+(?:\s+as\s+\w+)?,?)+\s*\}$/.test(names),
    )
    .map(([, , target = '']) => (target.startsWith('.') ? normalize(join(dirname(file), target)) : target));
}

/** Every module outside `src` that is loaded with a file, and the file that asks for it. */
function loadedFrom(entry: string): ReadonlyMap<string, string> {
  const outside = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const target of loadedBy(file)) {
      if (target.endsWith('.ts')) visit(target);
      else if (!target.endsWith('.json')) outside.set(target, file);
    }
  };
  visit(entry);
  return outside;
}

describe('what a start loads', () => {
  it.each([
    'bin/agent-tools.ts',
    'src/frontends/cli/run.ts',
    'src/sessions/keeper/keeper.ts',
    'src/frontends/cli/servers/rpc-command.ts',
    'src/frontends/cli/servers/mcp-command.ts',
    'src/frontends/cli/tool/tool-command.ts',
    'src/frontends/cli/approvals/terminal-approver.ts',
    'src/frontends/rpc/extra-methods.ts',
    'src/tools/shell/tool.ts',
    'src/tools/read/tool.ts',
    'src/policy/judge.ts',
    'src/policy/evaluate.ts',
    'src/platform/facts/facts.ts',
    'src/platform/system/libc.ts',
    'src/platform/process/spawn-bun.ts',
  ])('%s loads no module of the runtime that costs milliseconds', (entry) => {
    const loaded = [...loadedFrom(entry)].filter(([name]) => slow.test(name));
    expect(loaded).toEqual([]);
  });

  it('builds no schema before a command is known', () => {
    expect([...loadedFrom('src/frontends/cli/run.ts').keys()]).not.toContain('valibot');
  });

  it('sees what a file loads', () => {
    expect([...loadedFrom('src/platform/files/change/snapshot.ts').keys()]).toContain('node:fs/promises');
  });
});
