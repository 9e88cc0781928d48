import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../src/core/path-glob.ts';
import { isSensitiveName } from '../../src/core/sensitive.ts';
import { isSensitiveCandidate, sensitiveCandidates } from '../../src/core/sensitive-candidates.ts';

describe('isSensitiveName', () => {
  it.each([
    ['/ws/.env'],
    ['/ws/.ENV'],
    ['.env'],
    ['/ws/.env.local'],
    ['/ws/.env.production.bak'],
    ['/ws/.envrc'],
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
