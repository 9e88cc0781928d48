import fc from 'fast-check';
import { isSensitiveName } from '../src/core/paths/sensitive.ts';
import { isSensitiveCandidate } from '../src/core/paths/sensitive-candidates.ts';

/** A path, and whether it holds secrets where that is known. */
interface SecretName {
  readonly path: string;
  readonly isSecret: boolean | null;
}

/** Names of secrets, and names that are like them and hold none. */
const secrets = [
  '.env',
  '.env.local',
  'prod.env',
  'id_rsa',
  'id_ed25519',
  'credentials',
  'credentials.json',
  '.npmrc',
]
  .concat([
    '.netrc',
    '.pgpass',
    'server.pem',
    'tls.key',
    'a.p12',
    '.bash_history',
    '.git-credentials',
    '.htpasswd',
  ])
  .concat([
    '.ssh/id_x',
    '.aws/config',
    '.gnupg/a/b',
    '.kube/config',
    '.docker/config.json',
    'secrets.yaml',
    'x.kdbx',
  ]);
const harmless = [
  '.env.example',
  '.env.sample',
  'id_rsa.pub',
  'environment.ts',
  'key.ts',
  'secret-santa.md',
  'env',
  'credential',
].concat([
  '.ssh/known_hosts',
  '.ssh/config',
  'monkey.txt',
  'pem',
  'keystore.md',
  'docker/config',
  '.envoy.yaml.md',
]);

function inAnyCase(text: string) {
  return fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((char, index) => (upper[index] ? char.toUpperCase() : char)).join(''));
}

const folders = fc
  .array(fc.constantFrom('src', 'A', '..x', 'é'), { maxLength: 2 })
  .map((parts) => parts.map((part) => `${part}/`).join(''));
const known: fc.Arbitrary<SecretName> = fc
  .oneof(
    fc.constantFrom(...secrets).map((text) => ({ text, isSecret: true })),
    fc.constantFrom(...harmless).map((text) => ({ text, isSecret: false })),
  )
  .chain(({ text, isSecret }) =>
    fc.tuple(folders, inAnyCase(text)).map(([folder, cased]) => ({ path: folder + cased, isSecret })),
  );
const parts = fc.constantFrom(
  '.env',
  'id_',
  'rsa',
  '.ssh',
  '/',
  '.',
  '-',
  'key',
  'pem',
  'secret',
  'S',
  '_history',
  '.bak',
  'example',
  'etc',
  'shadow',
  'x',
);
const odd: fc.Arbitrary<SecretName> = fc
  .array(parts, { minLength: 1, maxLength: 6 })
  .map((found) => ({ path: found.join(''), isSecret: null }));

/** Names in any case, some of them known. */
export const secretNames = fc.oneof(known, odd);

/** Why a name is not taken for what it is, in any case and with any slashes. */
export function secretProblem({ path, isSecret }: SecretName): string | null {
  const found = isSensitiveName(path, []);
  if (isSecret !== null && found !== isSecret) return `it is sensitive: ${found}`;
  if (found !== isSensitiveName(path.toLowerCase(), [])) return 'its case decides';
  if (found && !isSensitiveCandidate(path)) return 'it is no candidate';
  return found === isSensitiveName(path.replaceAll('/', '\\'), []) ? null : 'its slashes decide';
}
