import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../src/core/paths/path-glob.ts';
import { isSensitiveName } from '../../../src/core/paths/sensitive.ts';
import { isSensitiveCandidate, sensitiveCandidates } from '../../../src/core/paths/sensitive-candidates.ts';

describe('isSensitiveName', () => {
  it.each([
    ['/ws/.env'],
    ['/ws/.ENV'],
    ['.env'],
    ['/ws/.env.local'],
    ['/ws/.env.production.bak'],
    ['/ws/.envrc'],
    ['/ws/.env~'],
    ['/ws/.env-production'],
    ['/ws/prod.env~'],
    ['/ws/.npmrc.bak'],
    ['/ws/_netrc'],
    ['/ws/server.pem~'],
    ['/home/u/.docker/config.json~'],
    ['/etc/shadow~'],
    ['/home/u/.ssh/id_rsa'],
    ['/ws/id_rsa.bak'],
    ['/ws/id_rsa_work'],
    ['/ws/id_ed25519'],
    ['/ws/ID_ECDSA'],
    ['/home/u/.ssh/work_key'],
    ['/home/u/.aws/credentials'],
    ['/home/u/.netrc'],
    ['/home/u/.npmrc'],
    ['/home/u/.git-credentials'],
    ['/home/u/.kube/config'],
    ['/home/u/.docker/config.json'],
    ['/ws/server.pem'],
    ['/ws/store.jks'],
    ['/ws/vault.kdbx'],
    ['/etc/shadow'],
    ['C:\\Users\\u\\.env'],
  ])('%s is sensitive', (path) => {
    expect(isSensitiveName(path, [])).toBe(true);
    expect(isSensitiveCandidate(path.replaceAll('\\', '/'))).toBe(true);
    const below = path
      .replace(/^(C:)?[\\/]/, '')
      .replaceAll('\\', '/')
      .toLowerCase();
    expect(sensitiveCandidates.some((glob) => compileGlob(`**/${glob.replace(/^\*\*\//, '')}`)(below))).toBe(
      true,
    );
  });

  it.each([
    ['/ws/.env.example'],
    ['/ws/.env.sample'],
    ['/ws/.env-example'],
    ['/ws/a.ts~'],
    ['/ws/.env.template'],
    ['/ws/.env.local.EXAMPLE'],
    ['/home/u/.ssh/id_rsa.pub'],
    ['/home/u/.ssh/config'],
    ['/home/u/.ssh/known_hosts'],
    ['/ws/env.ts'],
    ['/ws/.env.d/../src/a.ts'],
    ['/ws/src/environment.ts'],
    ['/ws/src/credentials.ts'],
    ['/ws/src/id_rsa_test/a.ts'],
    ['/ws/config.json'],
    ['/ws/kube/config'],
    ['/ws/keyboard.ts'],
    ['/ws/monkey'],
  ])('%s is not', (path) => {
    expect(isSensitiveName(path, [])).toBe(false);
  });

  it('takes the configured globs as well', () => {
    const extra = ['*.secret', 'private/**'];
    expect(isSensitiveName('/ws/a.SECRET', extra)).toBe(true);
    expect(isSensitiveName('/ws/private/x/y', extra)).toBe(true);
    expect(isSensitiveName('/ws/public/x', extra)).toBe(false);
  });
});

describe('the quick look', () => {
  const names =
    '.env .env.local .envrc prod.env id_rsa id_dsa id_ecdsa id_ecdsa_sk id_ed25519 id_xmss id_rsa.old credentials credentials.json ' +
    'credentials.bak application_default_credentials.json client_secret_1.json service-account.json service_account_x.json ' +
    'serviceaccount.json secret secrets .secrets secrets.yaml secret.key .npmrc .netrc .pgpass .my.cnf .git-credentials .pypirc ' +
    '.htpasswd .dockercfg .s3cfg .boto .vault-token .terraformrc _netrc .bash_history .zsh_history .sh_history .python_history ' +
    '.node_repl_history .psql_history .mysql_history .sqlite_history .rediscli_history a.pem a.key a.p12 a.pfx a.jks a.keystore ' +
    'a.kdbx a.ppk a.pem.bak a.key.old ssh_host_rsa_key master.passwd';
  const paths =
    '/h/.ssh/work /h/.ssh /h/.aws/x /h/.aws /h/.gnupg/x /h/.gnupg /h/.azure/x /h/.password-store/a/b /h/.config/gcloud/x /h/.config/gh ' +
    '/h/.config/gh/hosts.yml /h/.config/op/x /h/.config/rclone/x /h/.config/sops/x /h/.kube/config /h/.docker/config.json ' +
    '/h/.docker/config /h/.gem/credentials /h/.cargo/credentials.toml /etc/shadow /etc/shadow- /etc/gshadow /etc/ssl/private ' +
    '/etc/ssl/private/a /proc/kcore /proc/1/environ /proc/1/mem /proc/self/maps /proc/1/task/2/auxv';

  it.each([...names.split(' ').map((name) => `/ws/${name}`), ...paths.split(' ')])('sees %s', (path) => {
    for (const written of [path, path.toUpperCase(), path.slice(1)])
      expect([written, isSensitiveName(written, []), isSensitiveCandidate(written)]).toEqual([
        written,
        true,
        true,
      ]);
  });

  it('passes over what most paths are', () => {
    for (const path of ['/ws/src/main.ts', '/etc/hostname', '/usr/bin/ls', '/ws/package.json'])
      expect(isSensitiveCandidate(path)).toBe(false);
  });
});

describe('a hostile path', () => {
  it('of very many slashes is looked at once', () => {
    expect(isSensitiveName(`${'/'.repeat(300_000)}x`, [])).toBe(false);
    expect(isSensitiveName(`/ws/.env${'/'.repeat(300_000)}`, [])).toBe(true);
  });

  it('hides nothing of a secret folder behind a newline', () => {
    expect(isSensitiveName('/home/u/.aws/a\nb', [])).toBe(true);
    expect(isSensitiveName(`${'/.aws'.repeat(100_000)}\n`, [])).toBe(true);
  });
});
