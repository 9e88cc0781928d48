/**
 * Case-insensitive globs in ripgrep's grammar (a name without a slash at any depth) that take every file `isSensitiveName`
 * takes by its built-in names, and more: a search asks the file system for these candidates and judges only them.
 */
export const sensitiveCandidates: readonly string[] = [
  '.env*',
  '*.env',
  'id_*',
  '*credentials*',
  '{client_secret,service}*.json',
  'secret*',
  '.secret*',
  '.{npmrc,netrc,pgpass,my.cnf,git-credentials,pypirc,htpasswd,dockercfg,s3cfg,boto,vault-token,terraformrc}',
  '_netrc',
  '.*_history',
  '*.{pem,key,p12,pfx,jks,keystore,kdbx,ppk}',
  '*.{pem,key,p12,pfx}.*',
  'ssh_host_*_key',
  'master.passwd',
  '**/.{ssh,aws,gnupg,azure,password-store,config}/**',
  '**/.{kube,docker}/config*',
  '**/etc/*shadow*',
  '**/etc/ssl/private/**',
];
