/** How a program takes a password in its arguments, where neither an option's name nor the value shows it. */
export interface SecretForm {
  /** A word that must also be there, such as a sub-command. */
  readonly given?: RegExp;
  /** A word, or its start, before the secret; without it the last operand is the secret. */
  readonly option?: RegExp;
  /** Whether the secret is the rest of that word, never the next. */
  readonly isAttached?: true;
  /** Which words after the option; 1 is the next. */
  readonly at?: readonly number[];
  /** The start of a value that contains a secret; this much is shown. */
  readonly open?: RegExp;
}

/** Base names of programs, separated by blanks, and their form, made when a command names one. */
export const secretForms: readonly (readonly [programs: string, form: () => SecretForm])[] = [
  ['zip unzip zipcloak zipnote', () => ({ option: /^-\w*?P/ })],
  ['7z 7za 7zr 7zz 7zzs', () => ({ option: /^-p/, isAttached: true })],
  ['rar unrar', () => ({ option: /^-h?p(?!-$)/, isAttached: true })],
  [
    'ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldapcompare ldapwhoami ldapexop ldappasswd',
    () => ({ option: /^-[xvnLZMcCAtuQIN]*w/ }),
  ],
  ['ldappasswd', () => ({ option: /^-[as]/ })],
  ['curl', () => ({ option: /^(?:-[afgGiIjkLnNOpRsSvZ#0-9]*b|--cookie(?:=|$))/, open: /^(?=[^=]*=)/ })],
  ['curl', () => ({ option: /^(?:-[fgikLNOsSv]*[uU]|--user(?:=|$)|--proxy-user(?:=|$))/, open: /^[^:]*:/ })],
  ['curl', () => ({ option: /^(?:-E|--cert(?:=|$)|--proxy-cert(?:=|$))/, open: /^[^:]*:/ })],
  ['curl', () => ({ option: /^--oauth2-bearer(?:=|$)/ })],
  ['http https xh', () => ({ option: /^(?:-a|--auth(?:=|$))/, open: /^(?:[^:]*:)?/ })],
  [
    'mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlslap mysqlsh mycli ' +
      'mariadb mariadb-dump mariadb-admin mariadb-import mariadb-show mariadb-check',
    () => ({ option: /^-p/, isAttached: true }),
  ],
  ['sshpass', () => ({ option: /^-v*p/ })],
  ['redis-cli valkey-cli keydb-cli', () => ({ option: /^-a/ })],
  ['redis-cli valkey-cli keydb-cli', () => ({ option: /^auth$/i, at: [1, 2] })],
  [
    'mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop',
    () => ({ option: /^-p/ }),
  ],
  [
    'docker podman buildah nerdctl helm oras skopeo crane oc az cf',
    () => ({ given: /^login$/, option: /^-p=?/ }),
  ],
  ['cqlsh cassandra-cli twine rdesktop ncftp ncftpget ncftpput useradd usermod', () => ({ option: /^-p/ })],
  ['sqlcmd bcp isql osql tsql ipmitool mosquitto_pub mosquitto_sub', () => ({ option: /^-P/ })],
  ['sqlplus sqlldr expdp impdp rman', () => ({ option: /^[\w$#]+\/(?=[^@/.\s]+(?:@|$))/, isAttached: true })],
  ['snmpget snmpset snmpwalk snmpbulkwalk snmpgetnext', () => ({ option: /^-[AX]/ })],
  ['smbclient smbget rpcclient', () => ({ option: /^(?:-U|--user(?:=|$))/, open: /^[^%]*%/ })],
  ['lftp', () => ({ option: /^-u/, open: /^[^,]*,/ })],
  ['xfreerdp wlfreerdp', () => ({ option: /^\/(?:p|gp|pass):/, isAttached: true })],
  ['ssh-keygen', () => ({ option: /^-[NP]/ })],
  ['security', () => ({ option: /^-[pw]/ })],
  ['openssl', () => ({ option: /^-(?:k|K|hmac)$/ })],
  ['openssl', () => ({ option: /^-pass(?:in|out)?$/, open: /^pass:/ })],
  ['openssl', () => ({ option: /^-macopt$/, open: /^(?:hex)?key:/ })],
  ['openssl', () => ({ given: /^passwd$/ })],
  ['htpasswd', () => ({ given: /^-[A-Za-z0-9]*b/ })],
  ['mkpasswd wpa_passphrase', () => ({})],
  ['pdftk', () => ({ option: /^(?:input_pw|owner_pw|user_pw)$/ })],
  ['pdftotext pdftoppm pdfimages pdfinfo', () => ({ option: /^-[uo]pw$/ })],
  ['qpdf', () => ({ option: /^--encrypt$/, at: [1, 2] })],
  ['rabbitmqctl', () => ({ option: /^(?:add_user|change_password|authenticate_user)$/, at: [2] })],
  ['nmcli', () => ({ option: /^(?:password|[\w-]+\.psk)$/ })],
  ['vault cargo wandb', () => ({ option: /^login$/, open: /^(?!-)/ })],
  ['vault', () => ({ given: /^(?:put|patch|write)$/, option: /^[\w.-]+=/, isAttached: true })],
  ['fly flyctl doppler supabase', () => ({ given: /^secrets?$/, option: /^\w+=/, isAttached: true })],
  ['gh', () => ({ given: /^secret$/, option: /^(?:-b|--body(?:=|$))/ })],
  ['kubectl oc', () => ({ given: /^secret$/, option: /^--from-literal(?:=|$)/, open: /^[^=]*=/ })],
];

/** Programs that search or explain words: their arguments are not calls of the programs they name. */
export const namesOnly: ReadonlySet<string> = new Set(
  'grep egrep fgrep zgrep rg ag ack man info which whereis type apropos tldr'.split(' '),
);

/** Whether a command reads a password from standard input. */
export function readsSecret(words: readonly string[]): boolean {
  const [has, hasLike] = [
    (word: string) => words.includes(word),
    (option: RegExp) => words.some((word) => option.test(word)),
  ];
  if (hasLike(/^--(?:(?:password|passphrase|token|secret)-stdin|with-token)$/)) return true;
  return (
    has('chpasswd') || (has('sudo') && hasLike(/^-[A-Za-z]*S|^--stdin$/)) || (has('passwd') && has('--stdin'))
  );
}
