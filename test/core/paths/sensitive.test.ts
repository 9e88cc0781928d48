import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/core/paths/path-glob.ts';
import {
  isSecretFolder,
  isSensitiveName,
  namesToLookAt,
  sensitiveNames,
  systemSecretsBelow,
} from '../../../src/core/paths/sensitive.ts';
import {
  isAllCandidates,
  isSensitiveCandidate,
  sensitiveCandidates,
} from '../../../src/core/paths/sensitive-candidates.ts';
import {
  secretFiles as hiddenFiles,
  secretFolders as hiddenFolders,
} from '../../../src/hosts/sandbox/sandbox-secrets.ts';

describe('isSensitiveName', () => {
  it('takes the configured globs as well', () => {
    const extra = ['*.secret', 'private/**'];
    expect(isSensitiveName('/ws/a.SECRET', extra)).toBe(true);
    expect(isSensitiveName('/ws/private/x/y', extra)).toBe(true);
    expect(isSensitiveName('/ws/public/x', extra)).toBe(false);
  });

  it('sees through the slashes of Windows', () => {
    expect(isSensitiveName('C:\\Users\\u\\.aws\\x', [])).toBe(true);
  });

  it('takes what is known to be harmless for none, unless a glob names it', () => {
    expect(isSensitiveName('/ws/.npmrc', [], true)).toBe(false);
    expect(isSensitiveName('/ws/.npmrc', [])).toBe(true);
    expect(isSensitiveName('/ws/.npmrc', ['.npmrc'], true)).toBe(true);
  });
});

const secretNames = (
  '.env .env.local .env-production .env. .envrc prod.env api.prod.env my-app.env -x.env a.env counterexample.env contemplate.env id_rsa id_dsa id_ecdsa ' +
  'id_ecdsa_sk id_ed25519 id_xmss id_rsa.old id_rsa.work id_rsa-work id_rsa_ credentials credentials.tfrc.json credentials.json credentials.yaml ' +
  'credentials.yml credentials.toml credentials.ini credentials.csv credentials.xml credentials.db .credentials.json oauth_creds.json ' +
  'application_default_credentials.json client_secret_1.json client-secret.json web.client_secret.json service-account.json ' +
  'service_account_x.json serviceaccount.json my-service-account.json gcp_service_account.key.json secret secrets .secret .secrets ' +
  'secrets.json secrets.yaml secrets.yml secret.toml secret.ini secrets.env secret.txt secret.key .npmrc .netrc .pgpass .my.cnf ' +
  '.git-credentials .pypirc .htpasswd .dockercfg .s3cfg .boto .vault-token .terraformrc _netrc _npmrc .bash_history .zsh_history .sh_history ' +
  '.python_history .node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history a.pem a.key a.p12 a.pfx a.jks ' +
  'a.keystore a.keytab a.keyring a.kdbx a.ppk distance.pem re-sampler.key ssh_host_rsa_key ssh_host__key master.passwd ' +
  'terraform.tfstate prod.tfstate.backup terraform.tfstate.1700000000 secrets.tfvars .dev.vars .dev.vars.staging .databrickscfg .sentryclirc ' +
  '.mylogin.cnf .authinfo .authinfo.gpg .smbcredentials .erlang.cookie .google_authenticator .fetchmailrc .msmtprc .dbshell kaggle.json ' +
  'pub-tokens.json key.properties keystore.properties .vault_pass .vault_pass.txt vault-password ansible_vault_pass .password passwords.txt ' +
  'apikey.txt .api_key access-token access_token.txt AuthKey_1.p8 a.pkcs12 a.agekey client.ovpn kubeconfig.yaml dev-kubeconfig.yml ' +
  'prod.kubeconfig .kubeconfig secring.gpg wallet.dat app-firebase-adminsdk-x.json gha-creds-1.json fish_history .irb_history .mariadb_history'
).split(' ');
const copies = ['~', ...'bak backup copy disabled old orig save tmp'.split(' ').map((end) => `.${end}`)];
const copied = [
  ...'prod.env credentials.json secrets.yaml service-account.json .npmrc .bash_history a.jks _netrc'
    .split(' ')
    .map((name) => `${name}.bak`),
  ...copies.flatMap((end) => [`credentials${end}`, `a.pem${end}`, `ssh_host_rsa_key${end}`, `.pgpass${end}`]),
];
const secretFiles = (
  '/h/.ssh/work /h/.ssh/keys/work /h/.ssh/config.d/x /h/.ssh/authorized_keys2 /h/.aws/x /h/.gnupg/x /h/.azure/x /h/.password-store/a/b /h/.config/gcloud/x ' +
  '/h/.config/gh/hosts.yml /h/.config/op/x /h/.config/rclone/x /h/.config/sops/x /h/.kube/config /h/.kube/config-prod ' +
  '/h/.kube/configs/prod.yaml /h/.docker/config.json /h/.docker/config /h/.docker/config.json.bak /h/.gem/credentials ' +
  '/h/.codex/auth.json /h/.composer/auth.json /h/.config/composer/auth.json /h/.config/containers/auth.json /run/user/0/containers/auth.json ' +
  '/h/.local/share/opencode/auth.json /h/.m2/settings.xml /h/.m2/settings-security.xml /h/.config/hub /h/.config/doctl/config.yaml ' +
  '/h/.config/netlify/config.json /h/.local/share/keyrings/login /h/.oci/config /h/.mozilla/firefox/a/logins.json /h/.config/google-chrome/Default/Cookies /etc/wireguard/wg0.conf /etc/NetworkManager/system-connections/a ' +
  '/h/.cargo/credentials.toml /etc/shadow /etc/shadow- /etc/shadow.bak /etc/gshadow /etc/ssl/private/a /run/secrets/db ' +
  '/var/run/secrets/a/token /ws/run/secrets/db /proc/kcore /proc/1/environ /proc/1/mem /proc/self/maps /proc/1/task/22/auxv ' +
  '/h/.fly/config.yml /h/.ngrok2/ngrok.yml /h/.dbt/profiles.yml /h/.cf/config.json /h/.railway/config.json /h/.twilio-cli/config.json ' +
  '/h/.netlify/config.json /h/.config/turborepo/config.json /h/.circleci/cli.yml /h/.render/cli.yaml /h/.travis/config.yml /h/.expo/state.json ' +
  '/h/.linode-cli /h/.config/io.datasette.llm/keys.json ' +
  '/h/.snowsql/config /h/.talos/config /h/.cache/huggingface/token /h/.huggingface/token /h/.cache/huggingface/stored_tokens ' +
  '/h/.local/share/com.vercel.cli/auth.json /h/.config/pypoetry/auth.toml /h/.config/.wrangler/config/default.toml ' +
  '/h/.config/configstore/firebase-tools.json /h/.local/share/atuin/key /etc/kubernetes/admin.conf /etc/kubernetes/kubelet.conf ' +
  '/etc/rancher/k3s/k3s.yaml /etc/ppp/chap-secrets /etc/ipsec.secrets /etc/mysql/debian.cnf'
).split(' ');
const secretFolders =
  '/h/.ssh /h/.aws /h/.gnupg /h/.azure /h/.password-store /h/.config/gcloud /h/.config/gh /h/.config/op /h/.config/rclone ' +
  '/h/.config/sops /h/.config/hub /h/.config/doctl /h/.config/netlify /h/.local/share/keyrings /h/.local/share/kwalletd /h/.oci /h/.mozilla /h/.thunderbird ' +
  '/h/.config/google-chrome /h/.config/chromium /h/.config/BraveSoftware /etc/wireguard ' +
  '/etc/NetworkManager/system-connections /etc/ssl/private /run/secrets ' +
  '/h/.aliyun /h/.cloudflared /h/.kaggle /h/.putty /h/.snowflake /h/.config/age /h/.config/glab-cli /h/.config/stripe /h/.config/github-copilot';

function isTaken(path: string): boolean {
  const below = path.replace(/^\//, '').toLowerCase();
  return sensitiveCandidates.some((glob) => compileGlob(`**/${glob.replace(/^\*\*\//, '')}`)(below));
}

describe('what usually holds secrets', () => {
  const files = [...[...secretNames, ...copied].map((name) => `/ws/${name}`), ...secretFiles];

  it.each([...files, ...secretFolders.split(' ')])('%s is seen, and by the quick look', (path) => {
    for (const written of [path, path.toUpperCase(), path.slice(1)])
      expect([written, isSensitiveName(written, []), isSensitiveCandidate(written)]).toEqual([
        written,
        true,
        true,
      ]);
  });

  it.each(files)('%s is a candidate of a search', (path) => {
    expect(isTaken(path)).toBe(true);
    expect(isTaken(path.toUpperCase())).toBe(true);
  });

  it.each([...secretNames, ...copied])(
    '%s is seen by its name, and in a folder that is looked through',
    (name) => {
      expect(sensitiveNames().test(name.toUpperCase())).toBe(true);
      expect(namesToLookAt().test(name.toUpperCase())).toBe(true);
    },
  );

  it.each(secretFolders.split(' '))('all in %s is, wherever one looks from', (path) => {
    for (const written of [path, path.toUpperCase()]) {
      expect([written, isSecretFolder(written)]).toEqual([written, true]);
      expect(isSensitiveName(`${written}/x`, [])).toBe(true);
    }
    expect(isSecretFolder(`${path}x`)).toBe(false);
    expect(namesToLookAt().test(path.slice(path.lastIndexOf('/') + 1).toUpperCase())).toBe(true);
  });

  it.each('config config.json CONFIG-prod shadow shadow- gshadow private'.split(' '))(
    '%s is looked at in a folder, as it depends on where it lies',
    (name) => {
      expect(namesToLookAt().test(name)).toBe(true);
      expect(sensitiveNames().test(name)).toBe(false);
    },
  );

  it.each('myconfig xshadow shadows my.aws aws .awsx xgh ghx privates'.split(' '))('%s is not', (name) => {
    expect(namesToLookAt().test(name)).toBe(false);
  });
});

describe('what a sandbox hides', () => {
  // Of these some hold settings alone.
  const others = new Set(['.kube', '.yarnrc.yml', '.config/pip/pip.conf']);
  const named = (paths: readonly string[]) => paths.filter((path) => !others.has(path));

  it.each(named(hiddenFolders))('%s is secret, with what is in it', (folder) => {
    expect(isSecretFolder(`/h/${folder}`)).toBe(true);
    expect(isSensitiveName(`/h/${folder}/x`, [])).toBe(true);
  });

  it.each(named(hiddenFiles))('%s is secret', (file) => {
    expect(isSensitiveName(`/h/${file}`, [])).toBe(true);
  });
});

describe('what only looks like it', () => {
  it.each(
    (
      '.dev.vars.example .env.example .env.sample .env.template .env.dist .env.default .env.defaults .env.local.EXAMPLE example.env server_example.pem ' +
      'server-example.pem example_server.pem example-server.pem sample.key id_rsa.pub x.envs .payload.env .environment .envrcs env grid_rsa ' +
      'id_rsas my_credentials credentials.ts credentials.jsonc xapplication_default_credentials.json ' +
      'application_default_credentials.json5 myclient_secret.json service-account.json5 service-account.ts topsecret secrets.go ' +
      'secrets.json5 a.npmrc .npmrcs x_netrc _netrcs a.bash_history .bash_history_x a.pemx a.keys monkey keyboard.ts ' +
      'my_ssh_host_rsa_key ssh_host_rsa_keys xmaster.passwd master.passwds credentials.bakx a.pem.backups a.pem.bak.ts ' +
      'tfstate.go a.tfstates terraform.tfvars gradle.properties local.properties kubeconfig kubeconfig.go kubeconfig_test.yaml passwords.csv password.ts ' +
      'token.txt tokens.json api_key.py access_token.rb vault_pass.py vault.txt wallet.ts a.p8x firebase.json fishy_history dev.vars'
    ).split(' '),
  )('%s is no secret', (name) => {
    expect(isSensitiveName(`/ws/${name}`, [])).toBe(false);
  });

  it.each(
    (
      '/h/.ssh/known_hosts /h/.ssh/known_hosts.old /h/.ssh/authorized_keys /h/.ssh/config /h/kube/config /h/.kube/cache /h/.kube ' +
      '/h/.docker/config.json5 /h/.docker /h/.config /h/.config/x/gh /etc/shadowsocks/a /etc/shadows /etc/ssl/a /etc/ssl/privates ' +
      '/ws/run/a /proc/kcores /proc/1/mems /proc/1/x/mem /proc/1/task/2/x/mem /ws/.env.d/../src/a.ts /ws/id_rsa_test/a.ts ' +
      '/ws/locales/en/auth.json /ws/.vscode/settings.json /ws/settings.xml /h/.m2/repository/a.xml /etc/wireguards/a /ws/hub /ws/keyrings/a ' +
      '/ws/kubernetes/app.conf /ws/src/token /ws/key /ws/profiles.yml /ws/huggingface/tokenizer.json /h/.fly/bin/flyctl /ws/tea/a /etc/mysql/my.cnf'
    ).split(' '),
  )('%s is none', (path) => {
    expect(isSensitiveName(path, [])).toBe(false);
  });

  it('passes over what most paths are', () => {
    for (const path of ['/ws/src/main.ts', '/etc/hostname', '/usr/bin/ls', '/ws/package.json'])
      expect(isSensitiveCandidate(path)).toBe(false);
  });
});

it.each('.ssh .aws .gnupg .azure .password-store .config .kube .docker private secrets'.split(' '))(
  'a search that begins in or below %s lists all of it',
  (name) => {
    for (const folder of [`/h/${name}`, `/h/${name}/a`, `/h/${name.toUpperCase()}`, `C:\\h\\${name}\\a`])
      expect([folder, isAllCandidates(folder)]).toEqual([folder, true]);
    for (const folder of [`/h/x${name}`, `/h/${name}x`])
      expect([folder, isAllCandidates(folder)]).toEqual([folder, false]);
  },
);

it.each<[string, readonly string[]]>([
  ['/etc', ['/etc/shadow', '/etc/gshadow', '/etc/ssl/private/x.key']],
  ['/etc/ssl', ['/etc/ssl/private/x.key']],
  ['/run', ['/run/secrets/x']],
  ['/proc', ['/proc/1/environ']],
  ['/proc/12', ['/proc/12/environ']],
  ['/proc/12/task', ['/proc/12/task/1/environ']],
  ['/proc/12/task/34', ['/proc/12/task/34/environ']],
  ['/proc/12/net', []],
  ['/proc/sys', []],
  ['/ws/proc/12', []],
  ['/et', []],
  ['/ws', []],
])('below %s the system keeps %j', (folder, secrets) => {
  expect(systemSecretsBelow(folder)).toEqual(secrets);
  for (const path of secrets) expect(isSensitiveName(path, [])).toBe(true);
});

describe('a hostile path', () => {
  it('of very many slashes is looked at once', () => {
    expect(isSensitiveName(`${'/'.repeat(300_000)}x`, [])).toBe(false);
    expect(isSensitiveName(`/ws/.env${'/'.repeat(300_000)}`, [])).toBe(true);
    expect(isSensitiveName('//etc///shadow', [])).toBe(true);
    expect(isSensitiveName('/', ['/'])).toBe(true);
  });

  it('hides nothing of a secret folder behind a newline', () => {
    expect(isSensitiveName('/home/u/.aws/a\nb', [])).toBe(true);
    expect(isSensitiveName('/home/u/.ssh/\n', [])).toBe(true);
    expect(isSensitiveName('/ws/.env.a\nb', [])).toBe(true);
    expect(isSensitiveName(`${'/.aws'.repeat(100_000)}\n`, [])).toBe(true);
  });
});
