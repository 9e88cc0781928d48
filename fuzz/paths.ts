import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, posix } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { ToolFailure } from '../src/core/failure.ts';
import { isInside } from '../src/core/paths/containment.ts';
import { systemFacts } from '../src/platform/facts/facts.ts';
import { type ResolvedPath, resolvePath } from '../src/platform/files/resolve-path.ts';
import { isWithin } from '../src/policy/paths/within.ts';
import { write } from '../src/tools/write/tool.ts';
import { contextFor } from '../test/helpers/file-context.ts';
import { callTool } from '../test/helpers/file-workspace.ts';
import { liesIn, openedPath, prefixPath } from './kernel-path.ts';
import { folderSuite } from './property.ts';
import { secretNames, secretProblem } from './secret-names.ts';

const entry = v.variant('kind', [
  v.object({ kind: v.literal('folder'), at: v.string() }),
  v.object({ kind: v.literal('file'), at: v.string() }),
  v.object({ kind: v.literal('link'), at: v.string(), to: v.string() }),
]);
/** In `given` and in what links say, `@` stands for the folder that holds it all. */
const schema = v.variant('kind', [
  v.object({ kind: v.literal('tree'), tree: v.array(entry), given: v.string(), writes: v.boolean() }),
  v.object({ kind: v.literal('inside'), path: v.string(), root: v.string() }),
  v.object({ kind: v.literal('sensitive'), path: v.string(), isSecret: v.nullable(v.boolean()) }),
]);
type Given = v.InferOutput<typeof schema>;
type Tree = Extract<Given, { kind: 'tree' }>;

const name = fc.constantFrom('a', 'b', 'c', '..a');
const place = fc.constantFrom('ws', 'ws', 'ws', 'ws-evil', 'out', 'home');
const at = fc
  .tuple(place, fc.oneof(fc.tuple(name), fc.array(name, { minLength: 1, maxLength: 3 })))
  .map(([root, names]) => [root, ...names].join('/'));
const step = fc.oneof(
  { weight: 5, arbitrary: name },
  { weight: 2, arbitrary: fc.constantFrom('..', '.', '') },
);
const steps = fc.array(step, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
const away = fc
  .tuple(fc.constantFrom('@', '@/', '..', '../..', '@/ws/..'), place, steps)
  .map(([up, root, rest]) => `${up}/${root}/${rest}`);
const target = fc.oneof(
  steps,
  fc.tuple(name, name).map(([over, last]) => `${over}/../${last}`),
  away,
  fc.constantFrom(
    '@/out',
    '@/ws',
    '@/ws-evil',
    '.',
    '..',
    '../out',
    '../ws-evil/a',
    '@',
    'nowhere',
    '/dev/null',
  ),
);
const given = fc.oneof(
  { weight: 2, arbitrary: name },
  { weight: 2, arbitrary: fc.tuple(name, name).map(([over, last]) => `${over}/../${last}`) },
  { weight: 4, arbitrary: steps },
  { weight: 2, arbitrary: away },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '~',
      '~/a',
      '~/../ws/a',
      './~',
      '../ws',
      '../ws-evil',
      '@/ws',
      '@/ws-evil',
      'a/',
      '',
    ),
  },
);
const entries = fc.oneof(
  fc.record({ kind: fc.constant('folder' as const), at }),
  fc.record({ kind: fc.constant('file' as const), at }),
  fc.record({ kind: fc.constant('link' as const), at, to: target }),
);

/** Makes a folder and those above it, never through a link: that could lead out of the tree. Answers whether it is there. */
function makeFolder(path: string, base: string): boolean {
  if (path === base) return true;
  if (!makeFolder(dirname(path), base)) return false;
  try {
    mkdirSync(path);
    return true;
  } catch {
    return lstatSync(path).isDirectory();
  }
}

/** Makes what can be made; what stands in the way of another entry stays. */
function makeTree(base: string, tree: Tree['tree']): void {
  for (const root of ['ws', 'ws-evil', 'out', 'home']) {
    rmSync(join(base, root), { recursive: true, force: true });
    mkdirSync(join(base, root));
  }
  for (const one of tree) {
    const path = join(base, one.at);
    if (!makeFolder(dirname(path), base)) continue;
    try {
      if (one.kind === 'folder') mkdirSync(path);
      else if (one.kind === 'file') writeFileSync(path, 'old', { flag: 'wx' });
      else symlinkSync(one.to.replaceAll('@', base), path);
    } catch {
      // Something of that name is there already.
    }
  }
}

function lexical(path: string, base: string): string {
  const named = path === '~' || path.startsWith('~/') ? `${base}/home${path.slice(1)}` : path;
  const whole = posix.normalize(isAbsolute(named) ? named : `${base}/ws/${named}`);
  return whole.length > 1 ? whole.replace(/\/$/, '') : whole;
}

/** Why the path a tool would use is not where the kernel goes, or not rightly inside. */
async function resolveProblem(path: string, base: string): Promise<string | null> {
  const context = contextFor(base);
  const wanted = prefixPath(lexical(path, base));
  let resolved: ResolvedPath | null = null;
  try {
    resolved = await resolvePath(path, context.workspace, 'read');
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
  const isFar = !isAbsolute(path) && !path.startsWith('~');
  if (resolved === null) {
    const isLoop = wanted === null || path === '';
    const isAway =
      isFar &&
      (!isInside(lexical(path, base), `${base}/ws`) || (wanted !== null && !liesIn(wanted, `${base}/ws`)));
    return isLoop || isAway ? null : `it is refused, though it leads to ${wanted}`;
  }
  if (resolved.path !== wanted) return `it is resolved to ${resolved.path}, expected ${wanted}`;
  const inside = liesIn(wanted, `${base}/ws`);
  if (isFar && !inside) return 'it leaves the workspace and is not refused';
  return resolved.inside === inside ? null : `it is inside: ${resolved.inside}, expected ${inside}`;
}

/** Why policy would judge another path than the kernel opens or makes. */
function factProblem(path: string, base: string): string | null {
  if (path === '') return null;
  const cwd = join(base, 'ws');
  const facts = systemFacts({ home: join(base, 'home'), roots: [cwd], trustedDirs: [] }).look();
  const fact = facts.path(path, cwd);
  const wanted = openedPath(isAbsolute(path) ? path : `${cwd}/${path}`);
  // What can be neither opened nor made may be judged as anything.
  if (wanted === null) return null;
  return fact.realPath === wanted ? null : `policy would judge ${fact.realPath}, the kernel opens ${wanted}`;
}

const marker = 'written by a relative path';

function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((found) => {
    const path = join(folder, found.name);
    if (found.isDirectory()) return filesWith(text, path);
    return found.isFile() && readFileSync(path, 'utf8') === text ? [path] : [];
  });
}

/** What the write tool changes outside by a relative path. */
async function writeProblem(path: string, base: string): Promise<string | null> {
  if (isAbsolute(path) || path.startsWith('~')) return null;
  try {
    await callTool(write, { path, content: marker }, contextFor(base));
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
  const outside = ['ws-evil', 'out', 'home'].flatMap((folder) => filesWith(marker, join(base, folder)));
  return outside.length === 0 ? null : `it was written to ${outside.join(', ')}`;
}

function insideProblem(path: string, root: string): string | null {
  const [names, folder] = [path, root].map((one) => one.split('/').filter((part) => part !== ''));
  const wanted = (folder ?? []).every((part, index) => names?.[index] === part);
  if (isInside(path, root) !== wanted) return `isInside says ${!wanted}`;
  return isWithin(path, root) === wanted ? null : `isWithin says ${!wanted}`;
}

const insides = fc
  .tuple(
    fc.array(fc.constantFrom('ws', 'ws-evil', 'w', '..a', '...', '.ws', 'a'), { maxLength: 4 }),
    fc.array(fc.constantFrom('ws', 'ws-evil', '..a', 'a', '.ws'), { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([below, root, isBelow]) => ({
    kind: 'inside' as const,
    path: `/${[...(isBelow ? root : []), ...below].join('/')}`,
    root: `/${root.join('/')}`,
  }));

export const paths = folderSuite<Given>({
  title: 'Paths that lead elsewhere than the kernel goes, or out of the workspace',
  schema,
  arbitrary: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('tree' as const),
        tree: fc.array(entries, { maxLength: 9 }),
        writes: fc.integer({ min: 0, max: 4 }).map((turn) => turn === 0),
        given,
      }),
    },
    { weight: 1, arbitrary: insides },
    { weight: 1, arbitrary: secretNames.map((one) => ({ kind: 'sensitive' as const, ...one })) },
  ),
  problemOf: async (input, folder) => {
    if (input.kind === 'inside') return insideProblem(input.path, input.root);
    if (input.kind === 'sensitive') return secretProblem(input);
    const base = realpathSync(folder);
    makeTree(base, input.tree);
    const path = input.given.replaceAll('@', base);
    return (
      (await resolveProblem(path, base)) ??
      factProblem(path, base) ??
      (input.writes ? await writeProblem(path, base) : null)
    );
  },
});
