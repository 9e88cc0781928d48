import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/schema.ts';
import type { Facts, Look, PathFact } from '../../src/core/ports.ts';
import { judgeEffects, type PolicyInput } from '../../src/policy/judge.ts';
import {
  type PolicyBench,
  policyBench,
  programNames,
  settingsWith,
  sourced,
} from '../helpers/policy-bench.ts';
import { corpusCommands } from '../helpers/policy-corpus.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A call of which everything but the facts stays the very same. */
function callOf(bench: PolicyBench, script: string, allow: readonly string[] = []): PolicyInput {
  return {
    effects: [bench.exec(script)],
    settings: defaultSettings(),
    rules: sourced(allow.map((text) => ({ allow: text }))),
    workspace: bench.workspace,
    protectedPaths: bench.protectedPaths,
    facts: bench.facts,
    isShown: true,
  };
}

/** Judges as if it were for the first time. */
function judgeAnew(input: PolicyInput) {
  return judgeEffects({ ...input, rules: [...input.rules] });
}

describe('a call that is judged again', () => {
  let bench: PolicyBench;
  beforeEach(() => {
    bench = policyBench();
    bench.stub('npm', 'git', 'tool');
    bench.file('.git/HEAD', 'ref: refs/heads/main\n');
    bench.file('.git/config', '[core]\n\tbare = false\n');
    bench.file('.git/objects/x');
    bench.file('.git/refs/x');
    bench.file('notes', 'x');
    bench.file('src/a.ts', 'x');
    bench.file('c.ts', 'x');
    bench.file('.env', 'x');
  });
  afterEach(() => bench.remove());

  const inWork = (path: string) => join(bench.workspace.cwd, path);

  it('gets the same judgement while all it rests on is as it was', async () => {
    const input = callOf(bench, 'cat notes && git status --short | head -n 5');
    const first = await judgeEffects(input);
    expect(first.decision).toBe('allow');
    expect(
      await judgeEffects({ ...input, effects: [bench.exec('cat notes && git status --short | head -n 5')] }),
    ).toBe(first);
    expect(await judgeAnew(input)).toEqual(first);
    expect(await judgeAnew(input)).not.toBe(first);
  });

  const changes: readonly (readonly [string, string, () => void])[] = [
    [
      'a file became a link to a secret',
      'cat notes',
      () => {
        rmSync(inWork('notes'));
        symlinkSync('.env', inWork('notes'));
      },
    ],
    [
      'a folder became a link out of the workspace',
      'grep -r x src',
      () => {
        renameSync(inWork('src'), inWork('old'));
        symlinkSync(bench.workspace.home, inWork('src'));
      },
    ],
    ['the program is gone', 'tool --all', () => rmSync(join(bench.folder, 'bin/tool'))],
    [
      'the repository names a program',
      'git status',
      () =>
        writeFileSync(
          inWork('.git/config'),
          '[core]\n\tfsmonitor = ./watch\n[diff "x"]\n\ttextconv = ./show\n',
        ),
    ],
    ['a wildcard reaches a secret', 'cat src/*.ts', () => symlinkSync('../.env', inWork('src/b.ts'))],
    ['a wildcard reaches what is read as an option', 'sort *.ts', () => writeFileSync(inWork('-ob.ts'), 'x')],
  ];
  it.each(changes)('is judged anew when %s', async (_, script, change) => {
    const input = callOf(bench, script, ['tool *']);
    const first = await judgeEffects(input);
    expect(first.decision).toBe('allow');
    change();
    const second = await judgeEffects(input);
    expect(second).not.toBe(first);
    expect(second).toEqual(await judgeAnew(input));
    expect(second.decision).not.toBe('allow');
  });

  const others: readonly (readonly [string, (input: PolicyInput) => PolicyInput])[] = [
    ['rules', (input) => ({ ...input, rules: sourced([{ deny: 'cat *' }]) })],
    ['settings', (input) => ({ ...input, settings: settingsWith({ approval: { ask: 'always' } }) })],
    [
      'a variable',
      (input) => ({ ...input, effects: [bench.exec('cat notes', { env: { LD_PRELOAD: './x.so' } })] }),
    ],
    [
      'a folder',
      (input) => ({ ...input, effects: [bench.exec('cat notes', { cwd: bench.workspace.home })] }),
    ],
    ['PATH', (input) => ({ ...input, effects: [bench.exec('cat notes', { searchPath: inWork('src') })] })],
    ['elevated', (input) => ({ ...input, effects: [bench.exec('cat notes', { elevated: true })] })],
    ['input', (input) => ({ ...input, effects: [bench.exec('cat notes', { fed: { text: null } })] })],
    ['protected paths', (input) => ({ ...input, protectedPaths: [inWork('notes')] })],
    ['a workspace', (input) => ({ ...input, workspace: { ...bench.workspace, roots: [] } })],
  ];
  it.each(others)('is another one with other %s', async (_, change) => {
    const input = callOf(bench, 'cat notes');
    const first = await judgeEffects(input);
    const other = change(input);
    const second = await judgeEffects(other);
    expect(second).not.toBe(first);
    expect(second).toEqual(await judgeAnew(other));
    expect(await judgeEffects(input)).toEqual(first);
  });
});

/** Facts of which one answer of a look, counted from 0, is turned into another; with the number of answers that the last look gave. */
class TurnedFacts implements Facts {
  turned = -1;
  answers = 0;
  readonly hash: Facts['hash'];
  readonly #facts: Facts;

  constructor(facts: Facts) {
    this.#facts = facts;
    this.hash = facts.hash;
  }

  look(): Look {
    const look = this.#facts.look();
    this.answers = 0;
    const turn = <T>(answer: T, other: (answer: T) => T): T => {
      this.answers += 1;
      return this.answers - 1 === this.turned ? other(answer) : answer;
    };
    const otherPath = (fact: PathFact): PathFact =>
      fact.exists
        ? { ...fact, isProcess: true }
        : { realPath: '/proc/1/environ', exists: true, kind: 'file' };
    return {
      path: (path, cwd) => turn(look.path(path, cwd), otherPath),
      program: (name, cwd, searchPath) =>
        turn(look.program(name, cwd, searchPath), (fact) =>
          fact === null ? null : { ...fact, trusted: !fact.trusted },
        ),
      search: (cwd, searchPath) =>
        turn(look.search(cwd, searchPath), ({ trusted }) => ({ trusted: !trusted })),
      below: (folder, sensitive) =>
        turn(look.below(folder, sensitive), (found) =>
          found === null ? { unplain: [], unliteral: [], foreign: null, unwhole: null, notable: [] } : null,
        ),
      tracked: (folder, sensitive) =>
        turn(look.tracked(folder, sensitive), (found) =>
          found === null ? { unplain: [], unliteral: [], foreign: null, unwhole: null, notable: [] } : null,
        ),
      secretsKept: (folder, sensitive) =>
        turn(look.secretsKept(folder, sensitive), (found) => (found.length === 0 ? [`${folder}/.env`] : [])),
      linkedManifests: (folder) =>
        turn(look.linkedManifests(folder), (found) => (found === null ? [] : null)),
      expand: (segments, cwd) => turn(look.expand(segments, cwd), (found) => (found === null ? [] : null)),
      repository: (folder) =>
        turn(look.repository(folder), () => ({
          aliases: ['x'],
          drivers: ['diff.x.command'],
          hasIndexHook: true,
          hasLinks: true,
          top: null,
          isOnly: false,
          reads: [],
          settings: [],
        })),
    };
  }
}

describe('any of the facts that a judgement rests on', () => {
  const bench = sharedBench(() => {
    bench.stub(...programNames(corpusCommands));
    bench.file('.git/HEAD', 'ref: refs/heads/main\n');
    bench.file('.git/objects/x');
    bench.file('.git/refs/x');
    bench.file('src/a.ts');
    bench.file('package.json', '{}');
  });

  it('may change between two judgements of the corpus, and the second is of what is then', {
    tags: ['slow'],
  }, async () => {
    const facts = new TurnedFacts(bench.facts);
    let recalled = 0;
    for (const command of corpusCommands) {
      const input = { ...callOf(bench, command, ['npm test *']), facts };
      facts.turned = -1;
      const first = await judgeEffects(input);
      const { answers } = facts;
      if ((await judgeEffects(input)) === first) recalled += 1;
      for (let turned = 0; turned < answers; turned += 1) {
        facts.turned = -1;
        await judgeEffects(input);
        facts.turned = turned;
        expect(await judgeEffects(input), `${command}: answer ${turned}`).toEqual(await judgeAnew(input));
      }
    }
    expect(recalled).toBeGreaterThan(corpusCommands.length / 2);
  });
});
