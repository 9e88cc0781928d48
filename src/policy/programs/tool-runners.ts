import { ownValue } from '../../core/record.ts';
import { type ValuedOptions, valuesBehind } from './valued-options.ts';
import { each, words } from './words.ts';

/** How a runner of packages and environments is told which tool it starts. */
interface ToolRunner {
  /** Sub-commands with the tool behind them; without any, the tool is the first operand. */
  readonly subs?: RegExp;
  /** How many operands stand between such a sub-command and the tool. */
  readonly skip?: number;
  /** Other first operands that are the tool, or a script of the project by that name: a rule need not spell them out. */
  readonly direct?: RegExp;
  /** Words that may stand before all of those. */
  readonly leading?: RegExp;
  /** The same, with a name behind them. */
  readonly naming?: RegExp;
  readonly options?: ValuedOptions;
}

const anySub = /./;
const ofNode = {
  valued: 'pwCFc',
  long: words('--package --workspace --prefix --dir --cwd --filter --call --loglevel --registry --cache'),
};
const ofUv: ValuedOptions = {
  valued: 'pPifw',
  long: words(
    '--with --with-editable --with-requirements --python --extra --no-extra --group --no-group --only-group --package --directory --project ' +
      '--env-file --from --index --default-index --index-url --extra-index-url --find-links --cache-dir --config-file --refresh-package ' +
      '--upgrade-package --reinstall-package --no-build-package --no-binary-package --prerelease --resolution --link-mode --exclude-newer --color --constraints --overrides',
  ),
};
const ofConda: ValuedOptions = { valued: 'npr', long: words('--name --prefix --cwd --root-prefix --env') };

/** Runners of packages and environments. */
export const runners: Readonly<Record<string, ToolRunner>> = {
  ...each('npx bunx pnpx', { options: ofNode }),
  uvx: { options: ofUv },
  'nix-shell': {},
  ...each('pipenv pdm rye direnv mise asdf devbox nix bundle rbenv pyenv', { subs: anySub }),
  pipx: { subs: anySub, options: { long: words('--spec --python --pip-args --index-url --suffix') } },
  poetry: { subs: anySub, options: { valued: 'CP', long: ['--directory', '--project'] } },
  hatch: {
    subs: anySub,
    options: { valued: 'ep', long: words('--env --project --data-dir --cache-dir --config') },
  },
  uv: { subs: /^(?!pip$)/, direct: /^pip$/, leading: /^tool$/, options: ofUv },
  conda: { subs: anySub, options: ofConda },
  ...each('mamba micromamba', { subs: /^run$/, options: ofConda }),
  // What gives a program secrets in its environment, or looks at it as it runs.
  ...each('op doppler dotenvx infisical teller', { subs: /^run$/, options: { long: words('--env-file') } }),
  ...each('aws-vault chamber', { subs: /^exec$/, skip: 1, options: { valued: 'dn' } }),
  sops: { subs: /^exec-(env|file)$/, skip: 1 },
  ...each('py-spy samply rr', { subs: /^(record|top)$/, options: { valued: 'orfd' } }),
  pixi: {
    subs: /^(run|exec|x)$/,
    options: { valued: 'emsc', long: words('--environment --manifest-path --spec --channel --platform') },
  },
  rustup: { subs: /^run$/, skip: 1 },
  volta: { subs: /^run$/, options: { long: words('--node --npm --pnpm --yarn --env') } },
  npm: { subs: /^(exec|x)$/, options: ofNode },
  pnpm: {
    subs: /^(exec|dlx)$/,
    direct: /^(?!watch$)/,
    leading: /^(recursive|multi|m|run|run-script)$/,
    options: ofNode,
  },
  yarn: {
    subs: /^(exec|dlx)$/,
    direct: /^(?!watch$|npm$)/,
    leading: /^(run|workspaces|foreach)$/,
    naming: /^workspace$/,
    options: { ...ofNode, valued: '' },
  },
};

/** Most operands of a runner before its tool. */
const mostOperands = 8;

/** The indexes of the first operands, which are neither options nor their values. */
function operandsOf(args: readonly string[], options: ValuedOptions): readonly number[] {
  const found: number[] = [];
  for (let index = 0; index < args.length && found.length < mostOperands; index += 1) {
    const word = args[index] ?? '';
    if (word.startsWith('-')) index += valuesBehind(word, options);
    else found.push(index);
  }
  return found;
}

/** What a runner starts. */
interface StartedTool {
  /** The index of the tool; as many as there are words if none is named. */
  readonly at: number;
  /** Whether a rule must spell out the tool and all before it. */
  readonly isChosen: boolean;
}

/** The tool that a runner starts, by the words behind its name; null for other programs, and where it starts none. */
export function toolStarted(base: string, args: readonly string[]): StartedTool | null {
  const runner = ownValue(runners, base);
  if (runner === undefined) return null;
  const { subs, skip = 0, direct, leading, naming, options = {} } = runner;
  const operands = operandsOf(args, options);
  const toolAt = (index: number, isChosen: boolean) => ({ at: operands[index] ?? args.length, isChosen });
  let index = 0;
  const word = () => args[operands[index] ?? args.length] ?? '';
  while (leading?.test(word()) === true || naming?.test(word()) === true)
    index += naming?.test(word()) === true ? 2 : 1;
  if (subs === undefined) return toolAt(index, true);
  if (word() === '') return null;
  if (subs.test(word())) return toolAt(index + 1 + skip, true);
  return direct?.test(word()) === true ? toolAt(index, false) : null;
}
