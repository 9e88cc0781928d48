import { describe, expect, it } from 'vitest';
import { Masker } from '../../src/runtime/audit/mask.ts';

const masker = new Masker({});

/** The words of a row as a program gets them; rows with substitutions or pipes are not for this. */
function argvOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replaceAll(/['"]/g, ''));
}

const commands: readonly (readonly [command: string, masked: string])[] = [
  ['zip -P sesame a.zip b', 'zip -P (hidden) a.zip b'],
  ['zip -rP sesame a.zip b', 'zip -rP (hidden) a.zip b'],
  ['zip -Psesame a.zip b', 'zip -P(hidden) a.zip b'],
  ['zip --password sesame a.zip b', 'zip --password (hidden) a.zip b'],
  ['unzip -P sesame a.zip', 'unzip -P (hidden) a.zip'],
  ['/usr/bin/7z a -psesame a.7z b', '/usr/bin/7z a -p(hidden) a.7z b'],
  ['7zz x a.7z -psesame', '7zz x a.7z -p(hidden)'],
  ['unrar x -psesame a.rar', 'unrar x -p(hidden) a.rar'],
  ['rar a -hpsesame a.rar b', 'rar a -hp(hidden) a.rar b'],
  ['ldapsearch -x -D cn=admin -w sesame -b dc=x', 'ldapsearch -x -D cn=admin -w (hidden) -b dc=x'],
  ['ldapmodify -xwsesame -y file', 'ldapmodify -xw(hidden) -y file'],
  ['curl -b sid=sesame https://x', 'curl -b (hidden) https://x'],
  ['curl -sb sid=sesame https://x', 'curl -sb (hidden) https://x'],
  ['curl --cookie=sid=sesame https://x', 'curl --cookie=(hidden) https://x'],
  ['curl -U me:sesame x', 'curl -U me:(hidden) x'],
  ['curl -E cert.pem:sesame x', 'curl -E cert.pem:(hidden) x'],
  ['curl --oauth2-bearer sesame x', 'curl --oauth2-bearer (hidden) x'],
  ['mysql -psesame', 'mysql -p(hidden)'],
  ['mariadb-dump -u root -psesame db', 'mariadb-dump -u root -p(hidden) db'],
  ['sshpass -v -p sesame ssh x', 'sshpass -v -p (hidden) ssh x'],
  ['sudo redis-cli -h x -a sesame ping', 'sudo redis-cli -h x -a (hidden) ping'],
  ['redis-cli AUTH sesame', 'redis-cli AUTH (hidden)'],
  ['mongosh -u me -p sesame', 'mongosh -u me -p (hidden)'],
  ['docker login -u me -psesame r.io', 'docker login -u me -p(hidden) r.io'],
  ['docker exec -it db mysql -psesame', 'docker exec -it db mysql -p(hidden)'],
  ['htpasswd -b users me sesame', 'htpasswd -b users me (hidden)'],
  ['htpasswd -nbB me sesame', 'htpasswd -nbB me (hidden)'],
  ['openssl enc -aes-256-cbc -k sesame -in x', 'openssl enc -aes-256-cbc -k (hidden) -in x'],
  ['openssl rsa -passin pass:sesame -in x', 'openssl rsa -passin pass:(hidden) -in x'],
  ['openssl rsa -passout pass:sesame -in x', 'openssl rsa -passout pass:(hidden) -in x'],
  ['openssl passwd -6 sesame', 'openssl passwd -6 (hidden)'],
  ['gpg --batch --passphrase sesame -d x', 'gpg --batch --passphrase (hidden) -d x'],
  ['aws configure set aws_secret_access_key sesame', 'aws configure set aws_secret_access_key (hidden)'],
  ['npm config set //r.io/:_authToken sesame', 'npm config set //r.io/:_authToken (hidden)'],
  ['smbclient //h/x -U me%sesame', 'smbclient //h/x -U me%(hidden)'],
  ['lftp -u me,sesame h', 'lftp -u me,(hidden) h'],
  ['ssh-keygen -p -P sesame -N sesame2 -f k', 'ssh-keygen -p -P (hidden) -N (hidden) -f k'],
  ['qpdf --encrypt sesame sesame2 256 -- a b', 'qpdf --encrypt (hidden) (hidden) 256 -- a b'],
  ['ldappasswd -x -D cn=me -a sesame -s sesame2', 'ldappasswd -x -D cn=me -a (hidden) -s (hidden)'],
  ['http -a me:sesame GET x', 'http -a me:(hidden) GET x'],
  ['xh --auth=me:sesame x', 'xh --auth=(hidden) x'],
  ['twine upload -u me -p sesame x.whl', 'twine upload -u me -p (hidden) x.whl'],
  ['sqlcmd -S h -U sa -P sesame -Q q', 'sqlcmd -S h -U sa -P (hidden) -Q q'],
  ['sqlplus scott/sesame@db @x.sql', 'sqlplus scott/(hidden) @x.sql'],
  ['snmpget -v3 -u me -A sesame -X sesame2 h', 'snmpget -v3 -u me -A (hidden) -X (hidden) h'],
  ['xfreerdp /u:me /p:sesame /v:h', 'xfreerdp /u:me /p:(hidden) /v:h'],
  [
    'security add-generic-password -a me -s x -w sesame',
    'security add-generic-password -a me -s x -w (hidden)',
  ],
  ['pdftk a.pdf input_pw sesame output b.pdf', 'pdftk a.pdf input_pw (hidden) output b.pdf'],
  ['pdftotext -upw sesame a.pdf', 'pdftotext -upw (hidden) a.pdf'],
  ['nmcli device wifi connect home password sesame', 'nmcli device wifi connect home password (hidden)'],
  ['wpa_passphrase home sesame', 'wpa_passphrase home (hidden)'],
  ['vault login sesame', 'vault login (hidden)'],
  ['fly secrets set A=sesame', 'fly secrets set A=(hidden)'],
  ['rabbitmqctl add_user me sesame', 'rabbitmqctl add_user me (hidden)'],
  ['vault kv put secret/x value=sesame', 'vault kv put secret/x value=(hidden)'],
  ['gh secret set NAME -b sesame', 'gh secret set NAME -b (hidden)'],
  [
    'kubectl create secret generic x --from-literal=a=sesame',
    'kubectl create secret generic x --from-literal=a=(hidden)',
  ],
];

describe('passwords in arguments', () => {
  it.each(commands)('%s', (command, masked) => {
    expect(masker.text(command)).toBe(masked);
    expect(masker.input({ argv: argvOf(command) })).toEqual({ argv: masked.split(' ') });
  });

  it.each([
    ["zip -P 'se same' a.zip b", 'zip -P (hidden) a.zip b'],
    ['mysql "-pse same" db', 'mysql "-p(hidden)" db'],
    ["mysql -p'se same' db", "mysql -p'(hidden)' db"],
    ["mysql '-'p'se same' db", "mysql '-'p'(hidden)' db"],
    ['mysql -\\psesame db', 'mysql (hidden) db'],
    ['zip -P \\\n sesame a.zip', 'zip -P \\\n (hidden) a.zip'],
    ['cd x && zip -P sesame a b; ls -P c', 'cd x && zip -P (hidden) a b; ls -P c'],
    ['bash -c "cd x; mysql -psesame db"', 'bash -c "cd x; mysql -p(hidden) db"'],
    [`ssh h "sh -c 'zip -P sesame a b'"`, `ssh h "sh -c 'zip -P (hidden) a b'"`],
    ['x="$(mysql -psesame -e q)"', 'x="$(mysql -p(hidden) -e q)"'],
    ['if ! mysql -psesame; then ls; fi', 'if ! mysql -p(hidden); then ls; fi'],
    ["echo 'se same' | sudo -S ls", 'echo (hidden) | sudo -S ls'],
    [
      "printf '%s\\n' sesame | docker login --password-stdin",
      "printf '%s\\n' (hidden) | docker login --password-stdin",
    ],
    ['sudo -kS ls <<< sesame', 'sudo -kS ls <<< (hidden)'],
    ['chpasswd <<<me:sesame', 'chpasswd <<<(hidden)'],
    ['echo me:sesame | chpasswd', 'echo (hidden) | chpasswd'],
    ['echo sesame | passwd --stdin me', 'echo (hidden) | passwd --stdin me'],
    ['a rule denies "mysql -psesame db"', 'a rule denies "mysql -p(hidden) db"'],
    ["curl -H 'Cookie: a=1; sid=sesame' x", "curl -H 'Cookie: (hidden)' x"],
    ['wget --header="Cookie: a=1; sid=sesame" x', 'wget --header="Cookie: (hidden)" x'],
    [`psql -c "alter user me with password 'sesame'"`, 'psql -c "alter user me with password (hidden)"'],
    ['echo machine host login me password sesame >> x', 'echo machine host login me password (hidden) >> x'],
  ])('in a text: %s', (text, masked) => expect(masker.text(text)).toBe(masked));

  it.each([
    [
      ['curl', '-H', 'Cookie: a=1; sid=sesame', 'x'],
      ['curl', '-H', 'Cookie: (hidden)', 'x'],
    ],
    [
      ['wget', '--header=Cookie: a=1; sid=sesame'],
      ['wget', '--header=Cookie: (hidden)'],
    ],
    [
      ['curl', '-H', 'Authorization: Digest username="a", response="sesame"'],
      ['curl', '-H', 'Authorization: Digest (hidden)'],
    ],
    [
      ['bash', '-c', 'mysql -psesame'],
      ['bash', '-c', 'mysql -p(hidden)'],
    ],
    [
      ['sshpass', '-p', 'se same', 'ssh'],
      ['sshpass', '-p', '(hidden)', 'ssh'],
    ],
  ])('in an argv: %j', (argv, masked) => expect(masker.input({ argv })).toEqual({ argv: masked }));
});

describe('tokens known by their form', () => {
  it.each([
    ['xoxb-123456789012-sesame', 'xoxb-(hidden)'],
    ['sk-proj-sesamesesame', 'sk-(hidden)'],
    ['sk_test_sesamesesamesesame', 'sk_test_(hidden)'],
    ['dop_v1_sesamesesamesesame', 'dop_v1_(hidden)'],
    ['npm_sesamesesamesesamesesame', 'npm_(hidden)'],
    ['SG.sesamesesamesesame.sesamesesamesesame', 'SG.(hidden)'],
    ['https://hooks.slack.com/services/T0/B0/sesame', 'https://hooks.slack.com/services/(hidden)'],
  ])('%s', (text, masked) => expect(masker.text(`echo ${text}`)).toBe(`echo ${masked}`));
});

it.each([
  'sort -k 2 x && sort -t: -k1,1 -k2n x',
  'cp -p a b && mkdir -p a/b && tar -k -xf x && tar czpf x.tgz a',
  'ssh -p 22 host && ssh -p 2222 me@host ls',
  'docker run -p 80:80 -P nginx && docker compose -p name up',
  'docker login r.io && docker exec -it db mysql -u root -p',
  'zip -r a.zip src -x "*.P" && unzip -l a.zip && 7z x a.7z -oout -y',
  'ps -p 1 && make -p && netstat -p && git log -p',
  'git config user.name "A B" && git config credential.helper store',
  'kubectl config set-credentials me && kubectl get secret my-secret -n x',
  'npm config set registry https://x && npm run gen-tokens src',
  'rm -r api-token build && git checkout feat-password-reset src',
  'curl -b cookies.txt -sS -o out.json https://x/a?b=c && curl -E cert.pem --key k.pem x',
  'openssl x509 -in a.pem -noout -text && openssl req -new -key key.pem -out x.csr',
  'redis-cli -h x get key && redis-cli set key 1 && mysql -P 3306 -h x -e "select 1"',
  'grep -rn mysql -p src && rg "ldapsearch" -w src && man zip -P less',
  'set -e; set -o pipefail; set -- a b c',
  'echo hello | sudo tee x && echo password | wc -c && sudo -S ls',
  'ssh-keygen -lf k && htpasswd -c users me && vault kv get secret/x',
  'echo $npm_package_version $npm_config_registry && ls npm_something_long_dir',
  'pytest tests/test_token.py -k "auth and not slow" -p no:cacheprovider',
])('an ordinary command stays readable: %s', (command) => {
  expect(masker.text(command)).toBe(command);
  for (const part of command.split(' && ')) {
    const argv = argvOf(part);
    expect(masker.input({ argv })).toEqual({ argv });
  }
});

it('takes linear time, whatever the words', { tags: ['slow'] }, () => {
  for (const piece of [
    'zip ',
    'zip -P ',
    '"zip ',
    `'zip`,
    '\\"zip ',
    'set token ',
    'echo x|sudo -S|',
    '$(zip ',
    `"'zip `,
  ]) {
    // The processor's time, which other processes do not lengthen.
    const before = process.cpuUsage();
    masker.text(piece.repeat(20_000));
    masker.input({ argv: piece.repeat(20_000).split(' ') });
    expect(process.cpuUsage(before).user / 1000, piece).toBeLessThan(20_000);
  }
  const before = process.cpuUsage();
  masker.input({ argv: ['git', 'config', 'set', `${'a'.repeat(100_000)}.`] });
  expect(process.cpuUsage(before).user / 1000, 'one long word').toBeLessThan(20_000);
});
