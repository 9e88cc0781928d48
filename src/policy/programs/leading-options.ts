import { ownValue } from '../../core/record.ts';
import type { Candidate, Words } from '../rules/pattern.ts';
import { gitGlobal } from './git-globals.ts';
import { optionValue } from './option-value.ts';
import { each, words } from './words.ts';

/** The known options of a program before its sub-command. */
interface LeadingOptions {
  /** Matches an option without a value. */
  readonly flags: RegExp;
  /** Options with a value, attached or the next word. */
  readonly valued: readonly string[];
}

const quiet = '[qvyfsSDhV]{1,4}|-(?:quiet|silent|verbose|debug|version|help|yes|force|no-[\\w-]+)';

function known(flags: string, valued: string): LeadingOptions {
  return { flags: new RegExp(`^-(?:${flags})$`), valued: words(valued) };
}

const container = known(
  `D|q|-(?:debug|tls|tlsverify|remote|dry-run|rm|detach|interactive|tty|init|quiet|all-resources)`,
  '-c --context -H --host -l --log-level --config --tlscacert --tlscert --tlskey --url --connection --root -f --file -p --project-name --profile --env-file --project-directory',
);
const cluster = known(
  '-(?:insecure-skip-tls-verify|warnings-as-errors|match-server-version|debug)',
  '-n --namespace -s --server --context --cluster --user --kubeconfig --kube-context --as --as-group --token --request-timeout -v --v --cache-dir ' +
    '--certificate-authority --client-certificate --client-key --registry-config --repository-config --repository-cache',
);
const node = known(
  `[sdqgfyrlSDEOP]|ws|d{2,3}|-(?:silent|quiet|verbose|global|force|yes|json|long|offline|prefer-offline|recursive|workspaces|include-workspace-root|dry-run|if-present|ignore-scripts|parallel|stream|no-[\\w-]+)`,
  '-C --prefix --dir --cwd -w --workspace --filter -F --loglevel --registry --userconfig --tag --otp --access --cache --script-shell',
);
const make = known(
  '[BikKnpqrRsStvw]{1,5}|j\\d*|-(?:always-make|dry-run|keep-going|silent|quiet|question|print-directory|no-[\\w-]+)',
  '-C --directory -f --file --makefile -o -W -I --include-dir',
);
const packages = known(
  `[qvy]{1,4}|-(?:quiet|verbose|yes|assume-yes|isolated|require-virtualenv|disable-pip-version-check|debug|no-[\\w-]+)`,
  '-o --option -c --config-file -t --target-release --proxy --timeout --retries --log --cache-dir --python --cert --client-cert --exists-action --trusted-host --installroot --repo --enablerepo --disablerepo --releasever',
);

const options: Readonly<Record<string, LeadingOptions>> = {
  ...each('docker podman nerdctl docker-compose', container),
  ...each('kubectl oc helm', cluster),
  ...each('npm yarn bun', node),
  // Its `-w` is for the workspace around, without a value.
  pnpm: {
    flags: new RegExp(`${node.flags.source}|^-w$`),
    valued: node.valued.filter((name) => name !== '-w'),
  },
  ...each('make gmake', make),
  ...each('terraform tofu', known('help|version', '-chdir')),
  cargo: known(
    '[qv]{1,3}|-(?:quiet|verbose|locked|offline|frozen|version|list)',
    '--color -Z --config -C --manifest-path --target-dir',
  ),
  gh: known('-(?:help|version)', '-R --repo --hostname'),
  aws: known(
    '-(?:debug|no-[\\w-]+)',
    '--profile --region --output --endpoint-url --query --color --cli-read-timeout --cli-connect-timeout --ca-bundle --cli-binary-format',
  ),
  gcloud: known(
    'q|-(?:quiet|no-[\\w-]+)',
    '--project --account --configuration --format --verbosity --region --zone --impersonate-service-account',
  ),
  ...each('pip pip3 apt apt-get dnf yum', packages),
  systemctl: known(
    `[qlaf]{1,4}|-(?:user|system|global|quiet|full|all|force|now|runtime|no-[\\w-]+)`,
    '-H --host -M --machine -t --type -p --property -o --output --state -n --lines --root -s --signal --job-mode',
  ),
};

const other = known(quiet, '');

/** Whether the word behind an option is its value; `perhaps` for unknown options. */
function takesNext(base: string, option: string): 'yes' | 'no' | 'perhaps' {
  if (option.includes('=') || option.startsWith('+')) return 'no';
  if (base === 'git') return gitGlobal.test(option) || /^(?:-o|--push-option)$/.test(option) ? 'yes' : 'no';
  const { flags, valued } = ownValue(options, base) ?? other;
  if (valued.includes(option)) return 'yes';
  const isAttached = valued.length > 0 && optionValue(option, null, valued) !== null;
  return isAttached || flags.test(option) ? 'no' : 'perhaps';
}

/** Whether a word may stand before the sub-command: an option, a toolchain of `cargo`, a variable of `make`. */
export function isPassed(base: string, word: Candidate | undefined): word is string {
  if (typeof word !== 'string') return false;
  if (/^-./.test(word)) return true;
  return base === 'cargo' ? word.startsWith('+') : /^g?make$/.test(base) && /^\w+[:?+]*=/.test(word);
}

/** The indexes at which the next word that is neither an option nor its value may stand, from any of these indexes on. */
export function placesFrom(base: string, words: Words, from: readonly number[]): readonly number[] {
  const open = new Set(from);
  const found: number[] = [];
  for (let at = Math.min(...from); at < words.length; at += 1) {
    if (!open.has(at)) continue;
    const word = words[at];
    if (!isPassed(base, word)) {
      found.push(at);
      continue;
    }
    const takes = takesNext(base, word);
    if (takes !== 'yes') open.add(at + 1);
    if (takes === 'yes' || (takes === 'perhaps' && !isPassed(base, words[at + 1]))) open.add(at + 2);
  }
  return found;
}
