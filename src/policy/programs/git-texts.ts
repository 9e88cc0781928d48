import type { TextForm } from './form-texts.ts';
import { words } from './words.ts';

/** Settings of git whose value is a command. */
const running =
  'core\\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\\.editor|diff\\.external|pager\\.[^=]+|credential\\.(?:[^=]*\\.)?helper|(?:difftool|mergetool|browser|man|guitool)\\.[^=]+\\.(?:cmd|path)|filter\\.[^=]+|diff\\.[^=]+\\.(?:command|textconv)|merge\\.[^=]+\\.driver|trailer\\.[^=]+\\.(?:cmd|command)|tar\\.[^=]+\\.command|gpg\\.(?:[^=]*\\.)?(?:program|defaultkeycommand)|uploadpack\\.packobjectshook|remote\\.[^=]+\\.(?:uploadpack|receivepack)|interactive\\.difffilter|sendemail\\.(?:tocmd|cccmd|sendmailcmd|smtpserver)|submodule\\.[^=]+\\.update|instaweb\\.httpd|imap\\.tunnel|gc\\.recentobjectshook|hook\\.[^=]+\\.command|lfs\\.(?:customtransfer|extension)\\.[^=]+';
/** Such a setting by its whole name. */
export const settingThatRuns = new RegExp(`^(?:${running})$`, 'i');
const filters = words('tree index msg env commit parent tag-name').map((name) => `--${name}-filter`);

/** Words of git that hold texts which a shell reads. */
export const git: readonly TextForm[] = [
  {
    options: ['-c', '--config'],
    value: new RegExp(`^(?:alias\\.[^=]+=!|(?:${running})=!?)(.*)$`, 'is'),
  },
  { options: ['-c', '--config'], value: /^alias\.[^=]+=(?!!)(.*)$/is, before: 'git ' },
  { behind: /^alias\./i, value: /^!(.*)$/s },
  { behind: /^alias\./i, under: /^config$/, value: /^(?!!)(.*)$/s, before: 'git ' },
  { behind: settingThatRuns, under: /^config$/, value: /^!?(.*)$/s },
  {
    options: [
      ...['--exec', '--extcmd', '--upload-pack', '--receive-pack', '--open-files-in-pager', '--setup'],
      ...['--access-hook', '--httpd', '--smtp-server', ...filters],
    ],
  },
  { anywhere: true, under: /^grep$/, value: /^-[A-Za-z]*O(.+)$/s },
  { options: ['-u'], under: /^clone$/ },
  { options: ['-x'], under: /^(rebase|difftool)$/ },
  { anywhere: true, value: /(?:^|=)ext::(.*)$/s },
  // An address that stands for another: `url.ext::sh.insteadOf=x`.
  { anywhere: true, value: /^(?:.*=)?url\.ext::(.*)\.(?:push)?insteadof(?:=.*)?$/is },
];
