import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { ToolFailure } from '../src/core/failure.ts';
import { leadsUp } from '../src/core/paths/glob-base.ts';
import { compileGlob } from '../src/core/paths/path-glob.ts';
import { isSensitiveName } from '../src/core/paths/sensitive.ts';
import { compileRules } from '../src/policy/rules/compile.ts';
import { glob as globTool } from '../src/tools/glob/tool.ts';
import { callTool, makeWorkspace, textOf } from '../test/helpers/file-workspace.ts';
import { BashGlobs, makeFullTree, safePattern } from './bash-globs.ts';
import { benchSuite } from './property.ts';

const schema = v.variant('kind', [
  v.object({
    kind: v.literal('match'),
    pattern: v.pipe(v.string(), v.regex(safePattern)),
    tool: v.boolean(),
  }),
  v.object({ kind: v.literal('time'), pattern: v.string(), path: v.string() }),
]);
type Given = v.InferOutput<typeof schema>;

const names = ['a', 'b', '.a', 'aé', '[a]', '{b}', '.git'];

const plain = fc.constantFrom('a', 'b', '.', '-', 'é', '.a', '.git');
const special = fc.constantFrom('*', '?', '[ab]', '[!a]', '[^a.]', '[a-c]', '[]a]', '[b-]', '[[]', '[!]é]');
const braces = fc.constantFrom(
  '{a,b}',
  '{a,}',
  '{,.}',
  '{a*,?b}',
  '{b}',
  '{a,{b,é}}',
  '{a,b/a}',
  '{**/a,b}',
  '{a/,}b',
);
const marks = fc.constantFrom('\\*', '\\[', '\\{', '\\a', '\\}', '\\]', '**', '[', ']');
const piece = fc.oneof(
  { weight: 4, arbitrary: plain },
  { weight: 4, arbitrary: special },
  { weight: 1, arbitrary: braces },
  { weight: 1, arbitrary: marks },
);
const segment = fc.oneof(
  { weight: 2, arbitrary: fc.constant('**') },
  { weight: 1, arbitrary: fc.constantFrom(...names.map((name) => name.replace(/[[{\]}]/g, '\\$&'))) },
  { weight: 5, arbitrary: fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')) },
);
const pattern = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
  // What leads upwards is refused everywhere; empty names and those of the folder itself are the callers' to take out.
  .filter((text) => !leadsUp(text) && !/(^|[/{,])\.?([/},]|$)/.test(text.replace(/\\(.)/g, '$1')));
/** Patterns that make what tries one way after the other try very many, and paths that none of them takes. */
const hostile = fc.record({
  kind: fc.constant('time' as const),
  pattern: fc
    .tuple(
      fc.constantFrom('*a', '*', '**/a/', '**/', 'a**', '?*', '[ab]*', '*{a,b}', '**a'),
      fc.integer({ min: 1, max: 24 }),
    )
    .map(([part, times]) => `${part.repeat(times).replace(/\/$/, '')}z`),
  path: fc
    .tuple(fc.constantFrom('a', 'ab', 'a/', 'aaaaaaa/'), fc.integer({ min: 1, max: 40 }))
    .map(([part, times]) => `${part.repeat(times)}y`),
});

type Test = (path: string) => boolean;

/** What `compile` makes; null for a pattern that is refused, which loses nothing silently. */
function orNull(compile: () => Test | undefined): Test | null {
  try {
    return compile() ?? null;
  } catch (error) {
    if (error instanceof ToolFailure) return null;
    throw error;
  }
}

function ruled(decision: 'allow' | 'deny', text: string): Test | null {
  const rule = { tool: 'read', source: 'fuzz', line: 1, [decision]: text };
  return orNull(() => compileRules([rule]).paths.read[0]?.matches);
}

/** Compiled for good: names that a deployment configures stay few. */
const isSensitive = (path: string, text: string): boolean => isSensitiveName(path, [text]);

/** CPU milliseconds that any of the matchers may take for one path. */
const mostCpuMs = 2000;

function slowProblem({ pattern: text, path }: Extract<Given, { kind: 'time' }>): string | null {
  const ways: Readonly<Record<string, Test | null>> = {
    glob: orNull(() => compileGlob(text)),
    allow: ruled('allow', text),
    deny: ruled('deny', text),
    sensitive: (one) => isSensitive(one, text),
  };
  for (const [name, test] of Object.entries(ways)) {
    const before = process.cpuUsage();
    test?.(path);
    const { user, system } = process.cpuUsage(before);
    if (user + system > mostCpuMs * 1000) return `${name} takes ${Math.round(user / 1000)} ms`;
  }
  return null;
}

/** The path and every folder it lies in. */
function chain(path: string): readonly string[] {
  return path.split('/').map((_, index, parts) => parts.slice(0, index + 1).join('/'));
}

/** The path and what is left of it without its first folders. */
function tails(path: string): readonly string[] {
  return path.split('/').map((_, index, parts) => parts.slice(index).join('/'));
}

const endStars = /(?:\/\*\*)+$/;

/** What a pattern matches, and what stands before a final double star: rules are about that too. */
interface Listed {
  readonly matches: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

function matchProblem(text: string, all: readonly string[], { matches, folders }: Listed): string | null {
  const glob = compileGlob(text);
  const [allow, deny] = [ruled('allow', text), ruled('deny', text)];
  // A double star within a name passes slashes too where secrets are named.
  const isPlain = !/[^/]\*\*|\*\*[^/]/.test(text);
  for (const path of all) {
    const wanted = matches.has(path);
    if (glob(path) !== wanted) return `the glob tool says ${!wanted} of ${path}`;
    // What is allowed besides is a folder called by its name, as in `src/**`.
    const isFolder =
      folders.has(path) && text.replace(endStars, '').endsWith(path.slice(path.lastIndexOf('/') + 1));
    if (allow !== null && allow(path) !== wanted && !isFolder) return `a rule allows ${path}: ${!wanted}`;
    if (deny?.(path) === false && chain(path).some((one) => matches.has(one) || folders.has(one)))
      return `a rule would not deny ${path}`;
    const isSecret = tails(path).some((one) => matches.has(one));
    if (isPlain && isSensitive(path, text) !== isSecret) return `${path} is sensitive: ${!isSecret}`;
  }
  return null;
}

export const globs = benchSuite<Given>({
  title: 'Globs that match other paths than bash does, or take very long',
  schema,
  arbitrary: fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        kind: fc.constant('match' as const),
        pattern,
        tool: fc.integer({ min: 0, max: 19 }).map((turn) => turn === 0),
      }),
    },
    { weight: 1, arbitrary: hostile },
  ),
  open: async () => {
    const workspace = await makeWorkspace();
    mkdirSync(join(workspace.base, 'cache'));
    const all = makeFullTree(workspace.root, names, 3);
    const bash = new BashGlobs(workspace.root);
    const listed = async (text: string): Promise<readonly string[]> => {
      const outcome = await callTool(globTool, { pattern: text, includeIgnored: true }, workspace.context);
      return textOf(outcome)
        .split('\n')
        .filter((line) => line !== '');
    };
    const problemOf = async (given: Given): Promise<string | null> => {
      if (given.kind === 'time') return slowProblem(given);
      // Bash lists also what stands before a final double star, which here is everything below it alone.
      const matches = await bash.expand(given.pattern.replace(endStars, '/**/*'));
      const folders = endStars.test(given.pattern)
        ? await bash.expand(given.pattern.replace(endStars, ''))
        : new Set<string>();
      const problem = matchProblem(given.pattern, all, { matches, folders });
      if (problem !== null || !given.tool) return problem;
      const isShown = (path: string) => path.split('/').length === 3 && !path.split('/').includes('.git');
      const wanted = all.filter((path) => matches.has(path) && isShown(path)).sort();
      const got = await listed(given.pattern);
      const odd = [
        ...wanted.filter((path) => !got.includes(path)),
        ...got.filter((path) => !wanted.includes(path)),
      ];
      return odd.length === 0 ? null : `the list is wrong about ${odd.slice(0, 3).join(' ')}`;
    };
    const close = async () => {
      bash.close();
      await workspace.remove();
    };
    return { problemOf, close };
  },
});
