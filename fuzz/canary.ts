import { defaultSettings } from '../src/config/schema.ts';
import { systemFacts } from '../src/platform/facts/facts.ts';
import { type Judgement, judgeEffects } from '../src/policy/judge.ts';
import { buildCage, type Cage, canarySeeds, type Ran, SnippetMaker } from '../test/helpers/canary.ts';
import { execOf, sourced } from '../test/helpers/policy-bench.ts';
import type { FuzzSuite, OpenSuite } from './suite.ts';

/** A text, the shell that reads it, and whether a rule allows one of the canaries, so that more of them run. */
export interface Snippet {
  readonly text: string;
  readonly shell: 'bash' | 'sh';
  readonly isRuled: boolean;
}

type Way = Omit<Snippet, 'text'>;

export const ways: readonly [Way, ...Way[]] = [
  { shell: 'bash', isRuled: false },
  { shell: 'bash', isRuled: true },
  { shell: 'sh', isRuled: true },
];

function isSnippet(value: unknown): value is Snippet {
  if (typeof value !== 'object' || value === null) return false;
  const row: { text?: unknown; shell?: unknown; isRuled?: unknown } = value;
  return (
    typeof row.text === 'string' &&
    (row.shell === 'bash' || row.shell === 'sh') &&
    typeof row.isRuled === 'boolean'
  );
}

/** Whether a word is the one that was shown; a process substitution is shown as it is written. */
function isWord(ran: string, shown: string | undefined): boolean {
  return ran === shown || (shown?.startsWith('<(') === true && /^\/dev\/fd\/\d+$/.test(ran));
}

/** Whether a command of the verdict is what ran: the same program, and the same words where they are literal. */
function isShown(ran: Ran, shown: Judgement['commands']): boolean {
  const [name, ...words] = ran;
  return shown.some(({ argv }) => {
    if ((argv[0] ?? '').replace(/^.*\//, '') !== name) return false;
    const isPlain = argv.every((word) => !/[$`*?[{~]/.test(word));
    return (
      !isPlain || (argv.length === ran.length && words.every((word, index) => isWord(word, argv[index + 1])))
    );
  });
}

/** Snippets judged as the shell tool's would be, and run by a real shell in which every program only notes that it ran. */
export class CanaryBench implements OpenSuite {
  readonly #cage: Cage;
  readonly #judge: (snippet: Snippet) => Promise<Judgement>;
  /** Snippets that were allowed and so were run. */
  allowed = 0;

  constructor() {
    const cage = buildCage();
    const workspace = { cwd: cage.cwd, roots: [cage.cwd], home: cage.home, realHome: cage.home };
    // The real ones behind `bash` and `env` lie in system folders, the recorders in a trusted one.
    const facts = systemFacts({ home: cage.home, roots: workspace.roots, trustedDirs: [cage.bin] });
    const settings = defaultSettings();
    const [none, ruled] = [sourced(), sourced([{ allow: 'cn1 *' }])];
    const place = { cwd: cage.cwd, searchPath: cage.bin };
    this.#cage = cage;
    this.#judge = ({ text, shell, isRuled }) =>
      judgeEffects({
        effects: [{ ...execOf(text, place), shell }],
        settings,
        rules: isRuled ? ruled : none,
        workspace,
        protectedPaths: [],
        facts,
      });
  }

  *inputs(seed: number): Generator<Snippet, never> {
    const maker = new SnippetMaker(canarySeeds(), seed);
    for (let made = 0; ; made += 1) yield { text: maker.next(), ...(ways[made % ways.length] ?? ways[0]) };
  }

  judge(text: string): Promise<Judgement> {
    return this.#judge({ text, ...ways[0] });
  }

  run(text: string): Promise<readonly Ran[]> {
    return this.#cage.run(text, 'bash');
  }

  /** What ran unseen although the verdict allowed the snippet. */
  async check(input: unknown): Promise<string | null> {
    if (!isSnippet(input)) throw new Error(`${JSON.stringify(input)} is no snippet`);
    const verdict = await this.#judge(input);
    if (verdict.decision !== 'allow') return null;
    this.allowed += 1;
    const ran = await this.#cage.run(input.text, input.shell);
    const unseen = ran.filter((one) => !isShown(one, verdict.commands));
    if (unseen.length === 0) return null;
    const shown = verdict.commands.map(({ argv }) => argv);
    return `${JSON.stringify(unseen)} ran unseen; shown were ${JSON.stringify(shown)}`;
  }

  close(): void {
    this.#cage.remove();
  }
}

export const canary: FuzzSuite = {
  title: 'Commands that run although nothing shows them',
  open: async () => new CanaryBench(),
};
