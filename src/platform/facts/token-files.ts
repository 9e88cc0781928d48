import { shortText } from '../files/short-text.ts';

/** Settings of tools that are ordinary files, but where some people keep a token or password. */
const settings =
  /(?:^|[\\/])(?:gradle\.properties|pip\.(?:conf|ini)|\.yarnrc(?:\.yml)?|nuget\.config|\.condarc|bunfig\.toml|\.(?:curl|wget|gem)rc|[^\\/]*\.tfvars|profiles\.ya?ml|\.?mcp\.json|\.claude\.json|\.aider\.conf\.yml|sftp(?:-config)?\.json|\.ftpconfig)$/i;

/** A name of a secret with a value that is no variable, null or empty. */
const named =
  /(?:password|passwd|passphrase|token|secret|api[-_]?key|private[-_]?key|_auth|oauth|http-basic|bearer)[\w. -]{0,64}["']?[^\S\n]{0,9}(?:[:=]|\bvalue=)[^\S\n]{0,9}(?:["'](?![$%<{"'])|(?![$%<"'\s]|null\b|true\b|false\b|\d{1,6}\s)|\{\s{0,99}")\S/i;
/** A password within an address, or behind the option for one. */
const within =
  /:\/\/[^\s/$]{1,200}@|^\s{0,9}-{0,2}(?:proxy-)?user\s{0,9}[=: ]\s{0,9}["']?[^\s:$]{1,200}:[^\s$]/im;

/** What composer and clients of registries keep beside their settings; of other files of that name many hold texts for people. */
const composer = /(?:^|[\\/])auth\.json$/i;
const logins =
  /"(?:http-basic|bearer|auths|(?:github|gitlab|bitbucket)-(?:oauth|token))"\s{0,99}:\s{0,99}\{\s{0,99}"/;

/** Settings of git, and a password or token in the address of a remote, or sent along. */
const git = /(?:^|[\\/])(?:\.git[\\/](?:modules[\\/](?:[^\\/]+[\\/])+)?config|\.gitconfig|git[\\/]config)$/i;
const remote =
  /\bhttps?:\/\/(?:[^\s/:@]{0,200}:[^\s/@]{1,500}|[^\s/:@]{20,500})@|^\s{0,99}extraheader\s{0,9}=.{0,99}authorization/im;

/** Settings of WordPress with the password of its database, which every site needs. */
const site = /(?:^|[\\/])wp-config\.php$/i;
const defined = /_(?:PASSWORD|KEY|SALT)["']\s{0,99},\s{0,99}["'](?!["'])/;

/** What functions of Azure are told on one's own machine: the keys of accounts stand within the addresses of what they use. */
const functions = /(?:^|[\\/])local\.settings\.json$/i;
const account = /\b(?:Account|SharedAccess)Key=[^\s;"$<%{]/;

/** What shows a token or password in files of certain names, the first that match. */
const kinds: readonly (readonly [names: RegExp, ...shown: RegExp[]])[] = [
  [composer, logins],
  [git, remote],
  [site, defined],
  [functions, named, within, account],
  [settings, named, within],
];

/** Whether a file is one of those settings, by its given or real name, and its content shows a token or password. */
export function holdsToken(given: string, realPath = given): boolean {
  const kind = kinds.find(([names]) => names.test(given) || names.test(realPath));
  if (kind === undefined) return false;
  const [, ...shown] = kind;
  const text = shortText(realPath);
  return text !== null && shown.some((form) => form.test(text));
}
