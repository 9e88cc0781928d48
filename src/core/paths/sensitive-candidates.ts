import { isSensitiveName, secretFolderNames, tellingParts } from './sensitive.ts';

/** Names of folders in a home that contain secrets. */
const holders = [...secretFolderNames, '.config'];

/**
 * Case-insensitive globs for ripgrep (a name without a slash matches at any depth) that match every file `isSensitiveName` knows by its
 * built-in names, and more: a search lists only these candidates and judges them. They are relative to the start of the search: apart
 * from folders whose whole content is secret, they name no folder.
 */
export const sensitiveCandidates: readonly string[] = [
  '*.env*',
  'id_*',
  '*credentials*',
  'oauth_creds.json*',
  'auth.{json,toml,ini}*',
  'settings{,-security}.xml*',
  '*{client_secret,client-secret,service,firebase-adminsdk,gha-creds}*.json*',
  '{kaggle,pub-tokens,firebase-tools,keys}.json*',
  'key{,store}.properties*',
  '*{vault-pass,vault_pass,password}*',
  '{,.}{api-key,api_key,apikey,access-token,access_token}*',
  'secret*',
  '.secret*',
  '.{npmrc,netrc,pgpass,my.cnf,git-credentials,pypirc,htpasswd,dockercfg,s3cfg,boto,vault-token,linode-cli,terraformrc}*',
  '.{databrickscfg,sentryclirc,mylogin.cnf,dev.vars,authinfo,smbcredentials,fetchmailrc,msmtprc,erlang.cookie,google_authenticator,dbshell}*',
  '_{npmrc,netrc,pgpass,my.cnf,git-credentials}*',
  '.*_history*',
  'fish_history*',
  '*.{pem,key,p8,p12,pfx,pkcs12,jks,keytab,keyring,kdbx,ppk,agekey,ovpn,tfstate}*',
  '*kubeconfig*',
  '{secring.gpg,wallet.dat}*',
  '**/.{bluemix,cf,netlify,railway,twilio-cli,argocd,snowsql,talos,fly,ngrok2,dbt,circleci,render,travis,expo,wrangler,subversion}/**',
  '**/turborepo/config.json*',
  '{stored_tokens,token,key,k3s.yaml,chap-secrets,pap-secrets,ipsec.secrets,debian.cnf}{,~,.*}',
  '{admin,super-admin,kubelet,scheduler,controller-manager}.conf*',
  'ssh_host_*_key*',
  'master.passwd*',
  `**/{${holders.join()}}/**`,
  '**/{private,secrets,keyrings,kwalletd,wireguard,system-connections}/**',
  '{shadow,gshadow}*',
  // Settings that are secret by their content alone.
  '{gradle.properties,{.,}mcp.json,.claude.json,.aider.conf.yml,sftp.json,sftp-config.json,.ftpconfig,*.tfvars,profiles.y*ml}',
  '{pip.conf,pip.ini,.yarnrc,.yarnrc.yml,nuget.config,.condarc,bunfig.toml,.curlrc,.wgetrc,.gemrc}',
  '{wp-config.php,.gitconfig,local.settings.json}',
  '**/.git/**/config',
  '**/git/config',
  '{environ,mem,maps,auxv,kcore}*',
];

const held = [
  ...holders.map((name) => `\\${name}`),
  'private',
  'secrets',
  'keyrings',
  'wireguard',
  'system-connections',
];
const secretFolder = new RegExp(`[\\\\/](${held.join('|')})([\\\\/]|$)`, 'i');

/** Whether every file below an absolute folder is a candidate: the relative globs cannot see the folders above. */
export function isAllCandidates(folder: string): boolean {
  return secretFolder.test(folder);
}

const telling = new RegExp(tellingParts.map((part) => part.replaceAll('.', '\\.')).join('|'), 'i');

/**
 * A cheap pre-check for `isSensitiveName` with its built-in names; false rules a path out at a tenth of the cost. A folder and the
 * names below it may be checked separately: the whole path can only be sensitive if one of them passes.
 */
export function isSensitiveCandidate(path: string): boolean {
  return telling.test(path);
}

/** `isSensitiveName` with the cheap check first, for the thousands of paths of a search. `isHarmless` reads the file. */
export function isSensitiveFile(
  path: string,
  globs: readonly string[],
  isHarmless: (path: string) => boolean,
): boolean {
  if (globs.length === 0 && !isSensitiveCandidate(path)) return false;
  return isSensitiveName(path, globs) && isSensitiveName(path, globs, isHarmless(path));
}
