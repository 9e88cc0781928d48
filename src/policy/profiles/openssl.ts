import { textOf } from '../shell/arg.ts';
import type { Profile, Reading } from './profile.ts';

/** Variables by which it loads code or other settings. */
const unlessSet = 'OPENSSL_CONF OPENSSL_CONF_INCLUDE OPENSSL_MODULES OPENSSL_ENGINES RANDFILE';

/** A certificate may be given by its address. */
function fetched({ options }: Reading): string | null {
  const isPath = (options.get('-in') ?? []).every((arg) => !(textOf(arg) ?? ':').includes(':'));
  return isPath ? null : 'it may fetch what it reads';
}

/** What openssl tells of itself, of files and of certificates; its other commands decode keys or write what they make. */
export const openssl = (): readonly Profile[] => [
  {
    names: 'openssl',
    forms: 'version|version -a|--version',
    unlessSet,
    allow: ['openssl version', 'openssl version -a'],
    notAllow: ['openssl enc -d -in x', 'openssl', 'openssl s_client -connect x:443', 'openssl genrsa'],
  },
  {
    names: 'openssl: ciphers',
    style: 'exact',
    options: '-v, -V, -s, -stdname, -tls1_2, -tls1_3,',
    operands: 'text?',
    unlessSet,
    allow: [
      'openssl ciphers',
      'openssl ciphers -v',
      "openssl ciphers -s -v 'HIGH:!aNULL'",
      'openssl ciphers ALL',
    ],
    notAllow: [
      'openssl ciphers -provider-path . -provider x',
      'openssl ciphers -provider x ALL',
      'openssl ciphers ALL x',
      'OPENSSL_CONF=./f openssl ciphers -v',
    ],
  },
  {
    names: 'openssl: dgst|sha1|sha224|sha256|sha384|sha512|md5',
    style: 'exact',
    options:
      '-hex, -c -r -binary, -md5, -sha1, -sha224, -sha256, -sha384, -sha512, -sha3-256, -sha3-512, -blake2b512,',
    operands: 'read*',
    unlessSet,
    allow: [
      'openssl dgst -sha256 f',
      'openssl sha256 f a',
      'openssl md5 < f',
      'echo a | openssl dgst -sha512 -r',
      'cat f | openssl dgst -sha256 -binary | base64',
    ],
    notAllow: [
      'openssl dgst -sha256 .env',
      'openssl dgst -sha256 -out x f',
      'openssl dgst -sha256 -sign f f',
      'openssl dgst -engine x f',
      'openssl dgst -provider-path . -provider x f',
      'openssl dgst -hmac k f',
      'openssl dgst -hsa f',
      'OPENSSL_CONF=./f openssl dgst f',
    ],
  },
  {
    // Of a file it shows the certificate alone, whatever else is in it.
    names: 'openssl: x509',
    style: 'exact',
    options:
      '-in:list -noout, -text, -subject, -issuer, -dates, -startdate, -enddate, -serial, -hash, -fingerprint, -sha1, -sha256, -md5, -purpose, -pubkey, -modulus, -email, -ext:text -nameopt:text -inform:text -checkend:number',
    unlessSet,
    veto: fetched,
    allow: [
      'openssl x509 -in f -noout -text',
      'openssl x509 -in cert.pem -noout -enddate',
      'openssl x509 -noout -subject -issuer -dates -in f',
      'openssl x509 -in f -noout -fingerprint -sha256',
      'openssl x509 -in f -noout -checkend 86400',
      'cat f | openssl x509 -noout -enddate',
      'openssl x509 -in f -noout -ext subjectAltName',
    ],
    notAllow: [
      'openssl x509 -in http://a/x -noout',
      'openssl x509 -in "$X" -noout',
      'openssl x509 -in f -out x',
      'openssl x509 -in f -signkey k',
      'openssl x509 -req -in f',
      'openssl x509 -in f -engine x',
    ],
  },
  {
    names: 'openssl: rand',
    style: 'exact',
    options: '-hex, -base64,',
    operands: 'number',
    unlessSet,
    allow: ['openssl rand -hex 16', 'openssl rand -base64 32'],
    notAllow: ['openssl rand -out f 16', 'openssl rand -writerand f 16', 'openssl rand -engine x 16'],
  },
];
