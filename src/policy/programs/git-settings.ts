/** Settings of git whose value is a command. */
const running =
  'core\\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\\.editor|diff\\.external|pager\\.[^=]+|credential\\.(?:[^=]*\\.)?helper|(?:difftool|mergetool|browser|man|guitool)\\.[^=]+\\.(?:cmd|path)|filter\\.[^=]+|diff\\.[^=]+\\.(?:command|textconv)|merge\\.[^=]+\\.driver|trailer\\.[^=]+\\.(?:cmd|command)|tar\\.[^=]+\\.command|gpg\\.(?:[^=]*\\.)?(?:program|defaultkeycommand)|uploadpack\\.packobjectshook|remote\\.[^=]+\\.(?:uploadpack|receivepack)|interactive\\.difffilter|sendemail\\.(?:tocmd|cccmd|sendmailcmd|smtpserver)|submodule\\.[^=]+\\.update|instaweb\\.httpd|imap\\.tunnel|gc\\.recentobjectshook|hook\\.[^=]+\\.command|lfs\\.(?:customtransfer|extension)\\.[^=]+';
/** Such a setting by its whole name. */
export const settingThatRuns = new RegExp(`^(?:${running})$`, 'i');
/** Such a setting or an alias for a shell with its value, which is the first group. */
export const valueOfSettingThatRuns = new RegExp(`^(?:alias\\.[^=]+=!|(?:${running})=!?)(.*)$`, 'is');

/** Settings of one text that are read. */
const mostSettings = 256;

/** The head of a section, a setting, or both in one line. */
const line =
  /^[^\S\n]*(?:\[[^\S\n]*([\w.-]{1,64})(?:[^\S\n]+"([^"\n]{0,256})")?[^\S\n]*\][^\S\n]*)?(?:([A-Za-z][\w-]{0,64})[^\S\n]*=[^\S\n]*([^\n]*))?$/gm;

/** A value without the quotes around parts of it, and with what is escaped. */
function unquoted(text: string): string {
  return text.trim().replace(/\\(.)|"/g, (_, escaped: string | undefined) => escaped ?? '');
}

/** What a text says as a file of settings of git, by the whole name of each (git-config(1), Syntax); little of what is none reads as one. */
export function settingsIn(text: string): readonly (readonly [key: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  let section = '';
  for (const [, head, part, name, value = ''] of text.matchAll(line)) {
    if (head !== undefined) section = part === undefined ? head : `${head}.${part}`;
    if (name !== undefined && section !== '' && found.length < mostSettings)
      found.push([`${section}.${name}`, unquoted(value)]);
  }
  return found;
}
