import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../src/config/schema.ts';
import { systemFacts } from '../../src/platform/facts.ts';
import { type Judgement, judgeEffects } from '../../src/policy/judge.ts';
import { buildCage, type Cage, canarySeeds, type Ran, SnippetMaker } from '../helpers/canary.ts';
import { sourced } from '../helpers/policy-bench.ts';

/** Milliseconds of fuzzing, and the seed: CANARY_BUDGET_MS and CANARY_SEED make it longer and other. */
const budget = Number(process.env.CANARY_BUDGET_MS ?? 12_000);
const seed = Number(process.env.CANARY_SEED ?? 20_261_121);

const seeds = canarySeeds();
const none = sourced();
let cage: Cage;
let judge: (script: string, way?: Way) => Promise<Judgement>;

/** The shell that reads the snippet, and whether a rule allows one of the canaries, so that more of them run. */
interface Way {
  readonly shell: 'bash' | 'sh';
  readonly isRuled: boolean;
}

const plain: Way = { shell: 'bash', isRuled: false };
const ways: readonly Way[] = [plain, { shell: 'bash', isRuled: true }, { shell: 'sh', isRuled: true }];

beforeAll(() => {
  cage = buildCage();
  const workspace = { cwd: cage.cwd, roots: [cage.cwd], home: cage.home };
  // The real ones behind `bash` and `env` lie in system folders, the recorders in a trusted one.
  const facts = systemFacts({ home: cage.home, roots: workspace.roots, trustedDirs: [cage.bin] });
  const settings = defaultSettings();
  const ruled = sourced([{ allow: 'cn1 *' }]);
  judge = (script, { shell, isRuled } = plain) =>
    judgeEffects({
      effects: [
        {
          kind: 'exec',
          script,
          argv: null,
          shell,
          cwd: cage.cwd,
          env: {},
          searchPath: cage.bin,
          host: 'local',
          pty: false,
          elevated: false,
        },
      ],
      settings,
      rules: isRuled ? ruled : none,
      workspace,
      protectedPaths: [],
      facts,
    });
});
afterAll(() => cage.remove());

/** Whether a command of the verdict is what ran: the same program, and the same words where they are literal. */
function isShown(ran: Ran, shown: Judgement['commands']): boolean {
  const [name, ...words] = ran;
  return shown.some(({ argv }) => {
    if ((argv[0] ?? '').replace(/^.*\//, '') !== name) return false;
    const isPlain = argv.every((word) => !/[$`*?[{~]/.test(word));
    return !isPlain || (argv.length === ran.length && words.every((word, index) => argv[index + 1] === word));
  });
}

/** What ran unseen although the verdict allowed the snippet. */
async function escapes(snippet: string, verdict: Judgement, shell: Way['shell']): Promise<readonly Ran[]> {
  const ran = await cage.run(snippet, shell);
  return ran.filter((one) => !isShown(one, verdict.commands));
}

describe('canaries', () => {
  it('knows seeds that run canaries and seeds that are allowed', async () => {
    const verdicts = await Promise.all(seeds.map((text) => judge(text)));
    expect(verdicts.filter(({ decision }) => decision === 'allow').length).toBeGreaterThan(60);
    const risky = seeds.filter((text) => text.includes('cn1'));
    let sang = 0;
    for (const text of risky) {
      const ran = await cage.run(text, 'bash');
      if (ran.some(([name]) => name === 'cn1')) sang += 1;
    }
    expect(sang).toBeGreaterThan(risky.length / 2);
  });

  it.each(seeds)('%j runs nothing unseen', async (snippet) => {
    for (const way of ways) {
      const verdict = await judge(snippet, way);
      if (verdict.decision === 'allow') expect(await escapes(snippet, verdict, way.shell)).toEqual([]);
    }
  });

  it('finds no escape among mutants', { timeout: budget + 60_000 }, async () => {
    const maker = new SnippetMaker(seeds, seed);
    const end = performance.now() + budget;
    const found: unknown[] = [];
    let [made, allowed] = [0, 0];
    for (; performance.now() < end && found.length === 0; made += 1) {
      const snippet = maker.next();
      const way = ways[made % ways.length] ?? plain;
      const verdict = await judge(snippet, way);
      if (verdict.decision !== 'allow') continue;
      allowed += 1;
      const unseen = await escapes(snippet, verdict, way.shell);
      if (unseen.length > 0)
        found.push({ snippet, way, unseen, shown: verdict.commands.map(({ argv }) => argv) });
    }
    if (process.env.CANARY_REPORT)
      process.stderr.write(`canaries: ${made} made, ${allowed} allowed and run\n`);
    expect(found).toEqual([]);
    expect(allowed).toBeGreaterThan(20);
  });
});
