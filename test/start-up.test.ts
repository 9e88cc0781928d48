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

/** What only the search for dangers needs: half of the engine. */
const searching = /^src\/policy\/code\/|\/(?:searched|danger|scan|carriers|guard)\.ts$/;

/** All files of `src` that are loaded with one, itself included. */
function filesFrom(entry: string): readonly string[] {
  const seen = new Set([entry]);
  // The loop takes what is added while it runs.
  for (const file of seen) for (const target of loadedBy(file)) if (target.endsWith('.ts')) seen.add(target);
  return [...seen];
}

/** Every module outside `src` that is loaded with a file, and the file that asks for it. */
function loadedFrom(entry: string): ReadonlyMap<string, string> {
  const asked = filesFrom(entry).flatMap((file) => loadedBy(file).map((target) => [target, file] as const));
  return new Map(asked.filter(([target]) => !/\.(?:ts|json)$/.test(target)));
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

  it('has nothing that searches for dangers where a command is judged that only reads', () => {
    const files = filesFrom('src/policy/commands/command-judge.ts');
    expect(files).toContain('src/policy/profiles/table.ts');
    expect(files.filter((file) => searching.test(file))).toEqual([]);
  });

  it('has nothing that draws lines of a terminal where a command runs without one', () => {
    const files = filesFrom('src/tools/shell/execute.ts');
    expect(files).toContain('src/output/collector.ts');
    expect(files.filter((file) => /terminal-text|held-lines|screen-rows/.test(file))).toEqual([]);
  });

  it('builds no schema before a command is known', () => {
    expect([...loadedFrom('src/frontends/cli/run.ts').keys()]).not.toContain('valibot');
  });

  it('sees what a file loads', () => {
    expect([...loadedFrom('src/platform/files/change/snapshot.ts').keys()]).toContain('node:fs/promises');
  });
});
