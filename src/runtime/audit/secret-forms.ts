/** How programs take a password in their arguments, where neither the option's name nor the value tells. */
export interface SecretForm {
  /** Base names, a blank between two. */
  readonly programs: string;
  /** A word that must be there too, such as a sub-command. */
  readonly given?: RegExp;
  /** A word, or the beginning of one, after which the secret comes; without it the last operand is the secret. */
  readonly option?: RegExp;
  /** The secret is the rest of that word and never the next. */
  readonly isAttached?: true;
  /** Which of the words after the option; 1 is the next. */
  readonly at?: readonly number[];
  /** What the value begins with when there is a secret in it; this much is shown. */
  readonly open?: RegExp;
}

export const secretForms: readonly SecretForm[] = [
  { programs: 'zip unzip zipcloak zipnote', option: /^-\w*?P/ },
  { programs: '7z 7za 7zr 7zz 7zzs', option: /^-p/, isAttached: true },
  { programs: 'rar unrar', option: /^-h?p(?!-$)/, isAttached: true },
  {
    programs:
      'ldapsearch ldapadd ldapmodify ldapdelete ldapmodrdn ldapcompare ldapwhoami ldapexop ldappasswd',
    option: /^-[xvnLZMcCAtuQIN]*w/,
  },
  { programs: 'ldappasswd', option: /^-[as]/ },
  { programs: 'curl', option: /^(?:-[afgGiIjkLnNOpRsSvZ#0-9]*b|--cookie(?:=|$))/, open: /^(?=[^=]*=)/ },
  { programs: 'curl', option: /^(?:-[fgikLNOsSv]*[uU]|--user(?:=|$)|--proxy-user(?:=|$))/, open: /^[^:]*:/ },
  { programs: 'curl', option: /^(?:-E|--cert(?:=|$)|--proxy-cert(?:=|$))/, open: /^[^:]*:/ },
  { programs: 'curl', option: /^--oauth2-bearer(?:=|$)/ },
  { programs: 'http https xh', option: /^(?:-a|--auth(?:=|$))/, open: /^(?:[^:]*:)?/ },
  {
    programs:
      'mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlcheck mysqlpump mysqlslap mysqlsh mycli ' +
      'mariadb mariadb-dump mariadb-admin mariadb-import mariadb-show mariadb-check',
    option: /^-p/,
    isAttached: true,
  },
  { programs: 'sshpass', option: /^-v*p/ },
  { programs: 'redis-cli valkey-cli keydb-cli', option: /^-a/ },
  { programs: 'redis-cli valkey-cli keydb-cli', option: /^auth$/i, at: [1, 2] },
  {
    programs: 'mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop',
    option: /^-p/,
  },
  {
    programs: 'docker podman buildah nerdctl helm oras skopeo crane oc az cf',
    given: /^login$/,
    option: /^-p=?/,
  },
  { programs: 'cqlsh cassandra-cli twine rdesktop ncftp ncftpget ncftpput useradd usermod', option: /^-p/ },
  { programs: 'sqlcmd bcp isql osql tsql ipmitool mosquitto_pub mosquitto_sub', option: /^-P/ },
  { programs: 'sqlplus sqlldr expdp impdp rman', option: /^[\w$#]+\/(?=[^@/.\s]+(?:@|$))/, isAttached: true },
  { programs: 'snmpget snmpset snmpwalk snmpbulkwalk snmpgetnext', option: /^-[AX]/ },
  { programs: 'smbclient smbget rpcclient', option: /^(?:-U|--user(?:=|$))/, open: /^[^%]*%/ },
  { programs: 'lftp', option: /^-u/, open: /^[^,]*,/ },
  { programs: 'xfreerdp wlfreerdp', option: /^\/(?:p|gp|pass):/, isAttached: true },
  { programs: 'ssh-keygen', option: /^-[NP]/ },
  { programs: 'security', option: /^-[pw]/ },
  { programs: 'openssl', option: /^-(?:k|K|hmac)$/ },
  { programs: 'openssl', option: /^-pass(?:in|out)?$/, open: /^pass:/ },
  { programs: 'openssl', option: /^-macopt$/, open: /^(?:hex)?key:/ },
  { programs: 'openssl', given: /^passwd$/ },
  { programs: 'htpasswd', given: /^-[A-Za-z0-9]*b/ },
  { programs: 'mkpasswd wpa_passphrase' },
  { programs: 'pdftk', option: /^(?:input_pw|owner_pw|user_pw)$/ },
  { programs: 'pdftotext pdftoppm pdfimages pdfinfo', option: /^-[uo]pw$/ },
  { programs: 'qpdf', option: /^--encrypt$/, at: [1, 2] },
  { programs: 'rabbitmqctl', option: /^(?:add_user|change_password|authenticate_user)$/, at: [2] },
  { programs: 'nmcli', option: /^(?:password|[\w-]+\.psk)$/ },
  { programs: 'vault cargo wandb', option: /^login$/, open: /^(?!-)/ },
  { programs: 'vault', given: /^(?:put|patch|write)$/, option: /^[\w.-]+=/, isAttached: true },
  { programs: 'fly flyctl doppler supabase', given: /^secrets?$/, option: /^\w+=/, isAttached: true },
  { programs: 'gh', given: /^secret$/, option: /^(?:-b|--body(?:=|$))/ },
  { programs: 'kubectl oc', given: /^secret$/, option: /^--from-literal(?:=|$)/, open: /^[^=]*=/ },
];

/** Programs that search for words or explain them: what follows is not a call of the program they name. */
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
