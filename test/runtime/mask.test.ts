import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Masker } from '../../src/runtime/audit/mask.ts';

const masker = new Masker({ MY_TOKEN: 'tok-abcdefgh', SHORT_KEY: 'abc', PLAIN: 'plain-value' });

describe('texts', () => {
  it.each([
    ['API_KEY=abc123 curl x', 'API_KEY=(hidden) curl x'],
    ["export DB_PASSWORD='a b c'; ls", 'export DB_PASSWORD=(hidden); ls'],
    ['env SECRET="x y" make', 'env SECRET=(hidden) make'],
    ['TOKENIZERS_PARALLELISM=false python a.py', 'TOKENIZERS_PARALLELISM=false python a.py'],
    ['mysql --password=hunter2 -u root', 'mysql --password=(hidden) -u root'],
    ['gh auth --with-token abcdef', 'gh auth --with-token (hidden)'],
    ['tool --api-key "k e y" x', 'tool --api-key (hidden) x'],
    ['tool one-two --token abc', 'tool one-two --token (hidden)'],
    ['tool x--db-token-file=abc', 'tool x--db-token-file=(hidden)'],
    ['tool token=abc', 'tool token=(hidden)'],
    ['tool a-b=c', 'tool a-b=c'],
    ['curl git+ssh://me:pass@host', 'curl git+ssh://me:(hidden)@host'],
    ['curl -H \'authorization: "digest abc"\'', 'curl -H \'authorization: "digest (hidden)"\''],
    ['curl -H authorization:bearer', 'curl -H authorization:(hidden)'],
    ['echo x.eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'echo x.(hidden)'],
    ['echo --jwt-eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'echo --jwt-(hidden)'],
    ['git clone https://me:pass@host/x.git', 'git clone https://me:(hidden)@host/x.git'],
    ['curl -H "Authorization: Bearer abcdefgh12345" x', 'curl -H "Authorization: Bearer (hidden)" x'],
    ['curl -H "Authorization: abc" x', 'curl -H "Authorization: (hidden)" x'],
    ['echo ghp_abcdefghijklmnop1234', 'echo ghp_(hidden)'],
    ['echo AKIAIOSFODNN7EXAMPLE', 'echo AKIA(hidden)'],
    ['echo eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0.SflKxwRJ', 'echo (hidden)'],
    ['echo "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----" > k', 'echo "(hidden)" > k'],
    ['printf tok-abcdefgh | cat', 'printf (hidden) | cat'],
    ['echo abc plain-value', 'echo abc plain-value'],
    ['ls -la && git status', 'ls -la && git status'],
    ['git commit -m "fix token parsing"', 'git commit -m "fix token parsing"'],
    ['curl -u me:sesame https://x', 'curl -u me:(hidden) https://x'],
    ["curl --user='me:se same' x", "curl --user='me:(hidden)' x"],
    ["curl -H 'X-Api-Key: sesame' x", "curl -H 'X-Api-Key: (hidden)' x"],
    ['curl -H "PRIVATE-TOKEN: sesame" x', 'curl -H "PRIVATE-TOKEN: (hidden)" x'],
    ["curl -H 'Cookie: id=sesame' x", "curl -H 'Cookie: (hidden)' x"],
    [`curl -d '{"password":"se same","a":1}' x`, `curl -d '{"password":(hidden),"a":1}' x`],
    ['git clone https://0123456789abcdef0123@host/x', 'git clone https://(hidden)@host/x'],
    ['sshpass -p sesame ssh x', 'sshpass -p (hidden) ssh x'],
    ['mysql -u root -psesame db', 'mysql -u root -p(hidden) db'],
    ['docker login -u me -p sesame', 'docker login -u me -p (hidden)'],
    ['redis-cli -h x -a sesame ping', 'redis-cli -h x -a (hidden) ping'],
    ['openssl enc -pass pass:sesame', 'openssl enc -pass pass:(hidden)'],
    [
      'DB_PASS=sesame PGPASSWORD=poppy MYSQL_PWD=x psql',
      'DB_PASS=(hidden) PGPASSWORD=(hidden) MYSQL_PWD=(hidden) psql',
    ],
    ['git clone https://git@host/x', 'git clone https://git@host/x'],
    [
      'sort -u src/a.ts:3 && git push -u origin main:main',
      'sort -u src/a.ts:3 && git push -u origin main:main',
    ],
    ['docker run -u 1000:1000 x', 'docker run -u 1000:1000 x'],
    ['rg "password" src -p', 'rg "password" src -p'],
    ['docker run --env=API_KEY=sesame --name=x y', 'docker run --env=API_KEY=(hidden) --name=x y'],
    ['kubectl create --from-literal=password=sesame', 'kubectl create --from-literal=password=(hidden)'],
    ["mysql --defaults='password=sesame' -v", "mysql --defaults='password=(hidden)' -v"],
    ['npm config set //r/:_authToken=sesame', 'npm config set //r/:_authToken=(hidden)'],
    ["TOKEN=$'se\\nsame' A=b", 'TOKEN=(hidden) A=b'],
    ['TOKEN=se\\ same A=b', 'TOKEN=(hidden) A=b'],
    ['TOKEN="se\\"same" A=b', 'TOKEN=(hidden) A=b'],
    ['gh auth login --with-token <<< sesame', 'gh auth login --with-token <<< (hidden)'],
    ['keytool -storepass sesame -v', 'keytool -storepass (hidden) -v'],
    ['redis-cli --pass sesame ping', 'redis-cli --pass (hidden) ping'],
    ['tool --pass-through x --bypass y', 'tool --pass-through x --bypass y'],
    ['curl -H "Authorization: ApiKey sesame" x', 'curl -H "Authorization: ApiKey (hidden)" x'],
    [
      `curl -H 'Authorization: Digest username="a", response="sesame"' x`,
      "curl -H 'Authorization: Digest (hidden)' x",
    ],
  ])('%s', (text, masked) => expect(masker.text(text)).toBe(masked));

  it('are bounded, and told apart by their hash', () => {
    const text = 'x'.repeat(100_000);
    const masked = masker.text(text);
    expect(masked.length).toBeLessThan(2200);
    expect(masked).toMatch(/… \(100000 characters, SHA-256 [0-9a-f]{64}\)$/);
  });

  it('take linear time', () => {
    for (const piece of [
      '-',
      'a=',
      '"',
      '--token ',
      'https://',
      '-----BEGIN ',
      'eyJ.',
      'authorization: ',
      "x='",
      'login -',
      'mysql ',
      'redis-cli -',
      '-u',
      'token',
      'token: ',
      'cookie-',
      '://a',
      'TOKEN=',
      'TOKEN="\\',
      '"authorization: ',
      '--token <<< ',
    ]) {
      const startedAt = performance.now();
      masker.text(piece.repeat(20_000));
      expect(performance.now() - startedAt, piece).toBeLessThan(20_000);
    }
  });
});

describe('inputs', () => {
  it('of very many hostile texts take linear time', { tags: ['slow'] }, () => {
    const pieces = ['-', 'a.', 'eyJ-', 'authorization:', '--passwd', 'authorization: '];
    const texts = pieces.map((piece) => `${piece.padEnd(8000, piece)}=@`.slice(-8000));
    const blanks = `authorization:${' '.repeat(7900)}`;
    const argv = Array.from({ length: 200 }, () => [...texts, blanks]).flat();
    expect(masker.input({ argv })).toMatch(/^\(\d+ characters, SHA-256/);
    expect(masker.input({ argv: [`--${'passwd'.repeat(200_000)}!`, 'x'] })).toMatchObject({
      argv: [expect.stringContaining('characters'), 'x'],
    });
  });

  it.each<readonly [unknown, unknown]>([
    [
      { command: 'A_KEY=1 ls', timeout: 3, pty: false },
      { command: 'A_KEY=(hidden) ls', timeout: 3, pty: false },
    ],
    [
      { env: { API_KEY: 'x', apiToken: 'y', MODE: 'z' } },
      { env: { API_KEY: '(hidden)', apiToken: '(hidden)', MODE: 'z' } },
    ],
    [{ argv: ['login', '--password', 'hunter2', '-v'] }, { argv: ['login', '--password', '(hidden)', '-v'] }],
    [{ argv: ['curl', '-u', 'me:sesame', 'x'] }, { argv: ['curl', '-u', 'me:(hidden)', 'x'] }],
    [null, null],
    [
      [1, 'a'],
      [1, 'a'],
    ],
    ['text', 'text'],
  ])('%j', (input, masked) => expect(masker.input(input)).toEqual(masked));

  it.each(['content', 'stdin', 'data', 'literal', 'text'])('describe the payload in %s', (field) => {
    expect(masker.input({ path: 'a', [field]: 'sesame' })).toEqual({
      path: 'a',
      [field]: expect.stringMatching(/^\(6 characters, SHA-256 [0-9a-f]{64}\)$/),
    });
  });

  it('describe edits and keys', () => {
    const json = JSON.stringify(
      masker.input({ edits: [{ old: 'sesame', new: 'poppy' }], keys: ['s', 'e', 'Enter'] }),
    );
    expect(json).not.toMatch(/sesame|poppy|Enter/);
  });

  it('never grow past their bound, whatever they are', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (input) => {
        expect((JSON.stringify(masker.input(input)) ?? '').length).toBeLessThanOrEqual(16_500);
      }),
      { numRuns: 200 },
    );
    expect(
      JSON.stringify(masker.input({ argv: Array.from({ length: 10_000 }, () => 'word') })).length,
    ).toBeLessThan(200);
  });
});

describe('an entry', () => {
  it('hides what looks like a secret in the rule that decided, too', () => {
    const command = 'curl --user bob:hunter2 http://127.0.0.1:9/';
    const { input, reason, rule } = masker.entry({
      time: '2026-01-02T03:04:05.678Z',
      frontend: 'cli',
      client: 'tester',
      tool: 'shell',
      input: { command },
      cwd: '/work',
      node: null,
      decision: 'deny',
      reason: `a rule denies "${command}"`,
      rule: { text: command, source: 'learned', line: 3 },
      approver: null,
      approvalId: null,
      status: 'denied',
      exitCode: null,
      bytes: 0,
      durationMs: 1,
    });
    const shown = 'curl --user bob:(hidden) http://127.0.0.1:9/';
    expect({ input, rule }).toEqual({
      input: { command: shown },
      rule: { text: shown, source: 'learned', line: 3 },
    });
    expect(reason).not.toContain('hunter2');
  });
});
