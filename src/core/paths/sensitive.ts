import { lazy } from '../async/lazy.ts';
import { longestPath } from './longest-path.ts';
import { compileNameGlob } from './name-glob.ts';

/**
 * Names of files that usually hold secrets, compared in lower case because many file systems ignore case. Only names are checked, not
 * contents: this prevents accidental leaks, and is no barrier to a program that wants to read.
 */
const examples = /(^|[._-])(example|sample|template|dist|defaults?(?!_credentials))([._-]|$)/;

/** The suffixes of copies, as editors and people make them. */
const copy = '(?:~|\\.(?:bak|backup|copy|disabled|old|orig|save|tmp))?$';

const namePatterns = (): readonly RegExp[] => [
  /^\.env([-_.].*|rc)?$/,
  /^[\w-][\w.-]*\.env$/,
  /^id_(rsa|dsa|ecdsa|ed25519|xmss)(_sk)?([-_.].*)?$/,
  /^\.?credentials(\.(tfrc\.json|json|ya?ml|toml|ini|csv|xml|db))?$/,
  /^oauth_creds\.json$/,
  /^application_default_credentials\.json$/,
  /(^|[._-])(client[-_]secret|service[-_]?account|firebase-adminsdk|gha-creds).{0,255}\.json$/,
  /^\.?secrets?(\.(json|ya?ml|toml|ini|txt|tfvars|properties))?$/,
  /^(kaggle|pub-tokens)\.json$/,
  /^key(store)?\.properties$/,
  /^\.?(ansible[-_])?vault[-_]pass(word)?(\.txt)?$/,
  /^(\.?passwords?\.txt|\.password|\.api[-_]?key|\.?api[-_]?key\.txt|\.?access[-_]token(\.txt)?)$/,
  /^[._](npmrc|netrc|pgpass|my\.cnf|git-credentials)$/,
  /^\.(pypirc|htpasswd|dockercfg|s3cfg|boto|vault-token|linode-cli|terraformrc|databrickscfg|sentryclirc|mylogin\.cnf|dev\.vars(\.(?!example$|sample$|template$).+)?)$/,
  /^\.(authinfo(\.gpg)?|smbcredentials|fetchmailrc|msmtprc|erlang\.cookie|google_authenticator|dbshell)$/,
  /^\.(ash|bash|duckdb|irb|mariadb|mysql|node_repl|psql|python|rediscli|sh|sqlite|zsh)_history$/,
  /^fish_history$/,
  /\.(pem|key|p8|p12|pfx|pkcs12|jks|keystore|keytab|keyring|kdbx|ppk|agekey|ovpn)$/,
  /\.tfstate(\.\d+)?$/,
  /(^|[._-])kubeconfig\.(ya?ml|json|conf)$|^\.kubeconfig$|[^.]\.kubeconfig$/,
  /^(secring\.gpg|wallet\.dat)$/,
  /^ssh_host_.*_key$/,
  /^master\.passwd$/,
];

/** Folders whose whole content is secret: in a home, and in its `.config`. */
const hiddenFolders =
  'aliyun|aws|cloudflared|gnupg|azure|kaggle|oci|password-store|putty|snowflake|mozilla|thunderbird';
const configFolders =
  'age|argocd|bitwarden cli|cachix|doctl|exoscale|filezilla|gcloud|gh|github-copilot|glab-cli|hcloud|hub|kaggle|linode-cli|netlify|' +
  'ngrok|op|rclone|remmina|scw|solana|sops|stripe|tea|google-chrome|chromium|bravesoftware';
/** Below those, or the root. */
const deepFolders = 'keyrings|kwalletd|wireguard|system-connections';

/** Below the root or a home. `.ssh` is separate, as some of its files are harmless. */
const wholeFolders = `\\.(${hiddenFolders})|\\.config/(${configFolders})|\\.local/share/(keyrings|kwalletd)|etc/ssl/private|etc/wireguard|etc/networkmanager/system-connections|run/secrets`;

const pathPatterns = (): readonly RegExp[] => [
  /\/\.ssh\/(?!known_hosts|authorized_keys$|config$)./,
  new RegExp(`/(${wholeFolders})/.`),
  /\/\.kube\/config/,
  /\/\.docker\/config(\.json)?$/,
  /\/(\.codex|\.openai|\.?composer|containers|opencode|com\.vercel\.cli|\.vercel|pypoetry|pnpm)\/auth\.(json|toml|ini)$/,
  // Clients that keep a token beside their settings.
  /\/(\.(bluemix|cf|netlify|railway|twilio-cli)|turborepo)\/config\.json$/,
  /\/\.(argocd|snowsql|talos)\/config$/,
  /\/\.(fly\/config|ngrok2\/ngrok|dbt\/profiles|circleci\/cli|render\/cli|travis\/config)\.ya?ml$/,
  /\/\.wrangler\/config\/default\.toml$/,
  /\/\.?huggingface\/(stored_tokens|token)$/,
  /\/(configstore\/firebase-tools|\.expo\/state|io\.datasette\.llm\/keys)\.json$/,
  /\/\.subversion\/auth\/./,
  /\/atuin\/key$/,
  /\/etc\/(kubernetes\/(super-)?(admin|kubelet|scheduler|controller-manager)\.conf|rancher\/k3s\/k3s\.yaml|ppp\/(chap|pap)-secrets|ipsec\.secrets|mysql\/debian\.cnf)$/,
  /\/\.m2\/settings(-security)?\.xml$/,
  /\/etc\/g?shadow-?$/,
  /\/proc\/kcore$/,
  /\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem|maps|auxv)$/,
];

/** Folders whose whole content is secret; a recursive read of one reads secrets. */
const secretFolders = lazy(() => new RegExp(`/(\\.ssh|${wholeFolders})$`));

/** Secrets of the system at known places, one path for each. */
const systemSecrets = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/ssl/private/x.key',
  '/run/secrets/x',
  '/proc/1/environ',
];

/** Secrets of the system below an absolute, real folder that is read recursively. */
export function systemSecretsBelow(folder: string): readonly string[] {
  if (/^\/proc\/\d+(\/task(\/\d+)?)?$/.test(folder))
    return [`${folder.replace(/\/task$/, '/task/1')}/environ`];
  return systemSecrets.filter((path) => path.startsWith(`${folder}/`));
}

/** Names that no wildcard may reach: one for each family of names without a distinctive extension. */
export const sensitiveSamples: readonly string[] = [
  '.env',
  '.env.local',
  'id_rsa',
  'id_ed25519',
  'id_ecdsa',
  'credentials',
  'secrets',
  '.npmrc',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.bash_history',
];

/** Folders in a home that hold secrets and little else. */
export const secretFolderNames: readonly string[] =
  '.ssh .aliyun .aws .cloudflared .gnupg .azure .kaggle .oci .password-store .putty .snowflake .kube .docker .mozilla .thunderbird'.split(
    ' ',
  );

/** Lower-case substrings, of which every sensitive path has at least one within a name: a quick check rules out most paths. */
export const tellingParts: readonly string[] = [
  '.env',
  'id_',
  'credential',
  'oauth_creds',
  'auth.json',
  '.m2',
  ...['keyring', 'kwalletd', 'keytab', 'wireguard', 'system-connections'],
  'secret',
  'service',
  'npmrc',
  'netrc',
  'pgpass',
  'my.cnf',
  'pypirc',
  'passwd',
  's3cfg',
  'boto',
  'vault-token',
  'terraformrc',
  '_history',
  ...[
    '.pem',
    '.key',
    '.p8',
    '.p12',
    '.pfx',
    '.pkcs12',
    '.jks',
    '.kdbx',
    '.ppk',
    '.agekey',
    '.ovpn',
    '.tfstate',
  ],
  ...[
    'kubeconfig',
    'kubernetes',
    'k3s.yaml',
    'secring.gpg',
    'wallet.dat',
    'firebase',
    'gha-creds',
    'kaggle.json',
  ],
  ...[
    'pub-tokens.json',
    '.properties',
    'vault-pass',
    'vault_pass',
    'password',
    'api-key',
    'api_key',
    'apikey',
  ],
  ...[
    'access-token',
    'access_token',
    'databrickscfg',
    'sentryclirc',
    'mylogin.cnf',
    '.dev.vars',
    '.authinfo',
  ],
  ...['fetchmailrc', 'msmtprc', 'erlang.cookie', 'google_authenticator', '.dbshell', 'auth.toml', 'auth.ini'],
  ...[
    '.bluemix',
    '.cf',
    '.railway',
    '.twilio-cli',
    '.argocd',
    '.snowsql',
    '.talos',
    '.fly',
    '.ngrok2',
    '.dbt',
    ...['.netlify', 'turborepo', '.circleci', '.render', '.travis', '.expo', 'datasette', '.linode-cli'],
  ],
  ...['.wrangler', 'huggingface', '.subversion', 'atuin', 'debian.cnf'],
  'ssh_host_',
  ...secretFolderNames,
  '.config',
  ...['shadow', 'private', 'kcore', 'environ', 'mem', 'maps', 'auxv'],
];

function anyOf(patterns: readonly RegExp[], flags = 's'): RegExp {
  const sources = patterns.map(({ source }) => `(?:${source.replace(/\$$/, () => copy)})`);
  return new RegExp(sources.join('|'), flags);
}

// Compiled on first use: most paths are ruled out before.
const anyName = lazy(() => anyOf(namePatterns()));

/** Names of files and folders that are sensitive only in certain places. */
const placedNames = (): readonly RegExp[] => [
  /^config/,
  /^(auth\.(json|toml|ini)|settings(-security)?\.xml)$/,
  /^(default\.toml|(firebase-tools|state|keys)\.json|k3s\.yaml|debian\.cnf|key|(stored_)?tokens?|(chap|pap)-secrets|ipsec\.secrets)$/,
  /^(cli|ngrok|profiles)\.ya?ml$/,
  /^((super-)?admin|kubelet|scheduler|controller-manager)\.conf$/,
  /^g?shadow-?$/,
  new RegExp(`^\\.(ssh|${hiddenFolders})$`),
  new RegExp(`^(${configFolders}|${deepFolders}|private|secrets)$`),
];

/** Names that are sensitive anywhere, for what a wildcard reaches. */
export const sensitiveNames = lazy(() => anyOf(namePatterns(), 'is'));

/** Names that may be sensitive, for listing a folder; `isSensitiveName` and `isSecretFolder` decide. */
export const namesToLookAt = lazy(() => anyOf([...namePatterns(), ...placedNames()], 'is'));

/** Whether everything in a folder, given by its absolute path, usually is secret. */
export function isSecretFolder(path: string): boolean {
  return secretFolders().test(path.toLowerCase());
}

const anyPath = lazy(() => anyOf([secretFolders(), ...pathPatterns()]));

const compiled = new Map<string, (path: string) => boolean>();

function matchesGlob(path: string, glob: string): boolean {
  const known = compiled.get(glob) ?? compileNameGlob(glob);
  compiled.set(glob, known);
  return known(path);
}

const remembered = new Map<string, boolean>();
const mostRemembered = 4096;

function isSensitiveByName(plain: string): boolean {
  const lower = plain.toLowerCase();
  if (!tellingParts.some((part) => lower.includes(part))) return false;
  const folded = `/${lower}`.replace(/\/+/g, '/');
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  if (name.endsWith('.pub')) return false;
  if (anyPath().test(folded)) return true;
  return anyName().test(name) && !examples.test(name);
}

function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Whether an absolute or relative path names a file or folder that usually holds secrets, by the built-in names or by `globs`
 * (`workspace.sensitive`). Public keys, examples and what is `isHarmless` do not count, unless a glob matches.
 */
export function isSensitiveName(path: string, globs: readonly string[], isHarmless = false): boolean {
  const plain = withoutEndSlashes(path.replaceAll('\\', '/'));
  if (globs.some((glob) => matchesGlob(plain, glob))) return true;
  if (isHarmless) return false;
  const known = remembered.get(plain);
  if (known !== undefined) return known;
  const found = isSensitiveByName(plain);
  if (plain.length > longestPath) return found;
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(plain, found);
  return found;
}
