import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { root } from '../helpers/document-blocks.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Claim {
  readonly document: string;
  /** What the document says, blanks and line ends as one blank. */
  readonly says: string;
  readonly rules?: readonly object[];
  readonly isFull?: boolean;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}

const cookbook = 'docs/policy-cookbook.md';
const model = 'docs/security-model.md';
const migrations = [{ tool: ['write', 'edit'], deny: 'migrations/**' }];
const drafts = [{ tool: ['read', 'grep', 'glob'], deny: 'drafts/**' }];

const claims: readonly Claim[] = [
  {
    document: cookbook,
    says: '`git *` also allows `git reset --hard` and `git clean -fdx`',
    rules: [{ tool: 'shell', allow: 'git *' }],
    allow: ['git reset --hard', 'git clean -fdx'],
    ask: ['git -c core.pager=x log', 'git --exec-path=/x log', 'git config user.name x'],
  },
  {
    document: cookbook,
    says: "`timeout`, `env NAME=…`, `nice`, `nohup`, `time`, `stdbuf` and `sh -c '…'`, also as `bash -euo pipefail -c '…'`, are looked through",
    allow: [
      ...['timeout 5 ls', 'env A=1 ls', 'nice ls', 'nohup ls', 'time ls', 'stdbuf -o0 ls'],
      "sh -c 'ls'",
      "bash -euo pipefail -c 'ls'",
    ],
  },
  {
    document: cookbook,
    says: '`xargs`, `find -exec`, `watch`, `ssh`, `sudo`, `docker run` and their like',
    rules: [{ tool: 'shell', allow: 'make *' }],
    ask: [
      'xargs make',
      'find . -exec make {} +',
      'watch make x',
      'ssh h make x',
      'sudo make x',
      'docker run x make y',
    ],
  },
  {
    document: cookbook,
    says: "`find src -name '*.ts' -exec wc -l {} +`, `git ls-files | xargs wc -l` and `wc -l $(git ls-files)` do",
    allow: ["find src -name '*.ts' -exec wc -l {} +", 'git ls-files | xargs wc -l', 'wc -l $(git ls-files)'],
  },
  {
    document: cookbook,
    says: '`bash scripts/deploy.sh`, `source scripts/deploy.sh`, `cat scripts/deploy.sh | bash`, `cp scripts/deploy.sh d && ./d`',
    rules: [{ tool: 'shell', deny: './scripts/deploy.sh *' }],
    isFull: true,
    deny: [
      'cd scripts && ./deploy.sh',
      'bash scripts/deploy.sh',
      'source scripts/deploy.sh',
      'cat scripts/deploy.sh | bash',
      'cp scripts/deploy.sh d && ./d',
      'tail -n +2 < scripts/deploy.sh | sh',
      'cat < scripts/deploy.sh | sh',
    ],
    allow: ['sh d', 'cat scripts/deploy.sh'],
  },
  {
    document: cookbook,
    says: '`truncate`, `dd`, `ln`, `install`, `rsync`, `curl -o`, `git rm`, `git mv`, `git restore` and `find -delete`',
    rules: migrations,
    isFull: true,
    deny: [
      'cp src/a.ts migrations/',
      'mv src/a.ts migrations/x',
      'touch migrations/x',
      'mkdir migrations/x',
      'rmdir migrations/x',
      'ls | tee migrations/x',
      'sed -i s/a/b/ migrations/1.sql',
      'rm migrations/1.sql',
      'unlink migrations/1.sql',
      'shred migrations/1.sql',
      'truncate -s0 migrations/1.sql',
      'dd if=/dev/zero of=migrations/1.sql',
      'ln -s a migrations/x',
      'install src/a.ts migrations/x',
      'rsync -a src/ migrations/',
      'curl -o migrations/x http://localhost/',
      'git rm migrations/1.sql',
      'git mv migrations/1.sql x',
      'git restore migrations',
      'find . -name "*.sql" -delete',
      'rm -rf migrations',
    ],
  },
  {
    document: cookbook,
    says: '(`tar c`, `zip`, `ar r`), what it is split or written to (`split`, `xxd -r`, `openssl enc -out`), what is made (`mktemp`, `mkfifo`, `git clone`)',
    rules: migrations,
    isFull: true,
    deny: [
      'tar cf migrations/a.tar src',
      'zip migrations/a.zip src',
      'ar r migrations/a.a x.o',
      'split src/a.ts migrations/x',
      'xxd -r a migrations/x',
      'openssl enc -aes256 -in a -out migrations/x',
      'mktemp migrations/XXXXXX',
      'mkfifo migrations/p',
      'git clone x migrations/y',
    ],
  },
  {
    document: cookbook,
    says: '(`ed`, `vim`, `sqlite3`), and what is laid out or mended in its place (`prettier --write`, `black`, `gofmt -w`, `patch`)',
    rules: migrations,
    isFull: true,
    deny: [
      'ed migrations/1.sql',
      'vim migrations/1.sql',
      'sqlite3 migrations/1.sql',
      'prettier --write migrations/1.sql',
      'black migrations/x.py',
      'gofmt -w migrations/x.go',
      'patch migrations/1.sql < p',
    ],
    allow: ['patch -p1 < p', 'black .'],
  },
  {
    document: cookbook,
    says: '`rm -rf web` takes `web/package-lock.json` along',
    rules: [{ tool: ['write', 'edit'], deny: '**/package-lock.json' }],
    isFull: true,
    deny: ['rm web/package-lock.json'],
    allow: ['rm -rf web'],
  },
  {
    document: model,
    says: '`diff <(sort a) <(sort b)`, `while read -r x; do echo "$x"; done < <(ls)` run unasked',
    allow: ['diff <(sort a) <(sort b)', 'while read -r x; do echo "$x"; done < <(ls)'],
    ask: ['bash <(echo ls)', 'sed -f <(echo p)', 'ls > >(cat)'],
  },
  {
    document: model,
    says: '`rm -rf /`, `mkfs`, `reboot`, `kill -9 -1`, `mv ~ x`, `rsync --delete` into the home',
    isFull: true,
    deny: ['rm -rf /', 'mkfs /dev/sda', 'reboot', 'kill -9 -1', 'mv ~ x', 'rsync -a --delete src/ ~'],
  },
  {
    document: model,
    says: '`ssh server reboot` stops another machine and passes',
    isFull: true,
    allow: ['ssh server reboot'],
    deny: ['ssh localhost reboot'],
  },
  {
    document: model,
    says: 'under `full` making or filling them too',
    isFull: true,
    deny: ['cat .env', 'cp a .env', 'echo x > .env'],
  },
  {
    document: model,
    says: 'A search or a recursive listing (`ls -R`, `find`, `tree`, `du`, `git ls-files`) of the folder above is asked about',
    rules: [...drafts, { tool: 'shell', allow: 'grep *' }],
    ask: ['ls -R', 'find .', 'du', 'git ls-files', 'grep -rn plan .'],
    allow: ['ls', 'git status', 'grep -n plan src/a.ts'],
  },
  {
    document: model,
    says: 'such a search runs; a word that names such a file is refused to any program that may read it, known or not, an interpreter that runs it too',
    rules: drafts,
    isFull: true,
    allow: ['grep -rn plan .'],
    deny: ['cat drafts/plan.txt', 'no-such-program drafts/plan.txt', 'python3 drafts/plan.txt'],
  },
  {
    document: model,
    says: '(`git show`, `git diff`, `git log -p`, `git grep`) are asked about unless their paths keep clear of `drafts`',
    rules: drafts,
    deny: ['git show HEAD:drafts/plan.txt'],
    ask: ['git show', 'git diff', 'git log -p', 'git grep plan'],
    allow: ['git diff -- src', 'git grep plan -- src'],
  },
  {
    document: model,
    says: '(`source .env`, `set -a; . ./.env`) shows nothing of it and runs under `security: full`',
    isFull: true,
    allow: ['source .env', 'set -a; . ./.env'],
  },
];

const home = tempFolder();
const cwd = join(home, 'project');
for (const [folder, file] of [
  ['src', 'a.ts'],
  ['scripts', 'deploy.sh'],
  ['migrations', '1.sql'],
  ['web', 'package-lock.json'],
  ['drafts', 'plan.txt'],
  ['.', '.env'],
] as const) {
  mkdirSync(join(cwd, folder), { recursive: true });
  writeFileSync(join(cwd, folder, file), '');
}

beforeAll(() => runCli(['shell', '--yolo', 'git init -q && git add src'], { home, cwd }));

describe('what the documents say of commands', () => {
  it.each(claims)('$document: $says', async ({ document, says, rules = [], isFull = false, ...wanted }) => {
    const text = readFileSync(join(root, document), 'utf8').replace(/\s+/g, ' ');
    expect(text).toContain(says);
    const { allow = [], ask = [], deny = [] } = wanted;
    const rows = [...allow, ...ask, ...deny].map((command) => JSON.stringify({ command, rules }));
    const args = ['policy', 'check', '--batch', ...(isFull ? ['--yolo'] : [])];
    const { stdout } = await runCli(args, { home, cwd, input: rows.join('\n') });
    const verdicts = stdout.toString().trim().split('\n');
    const judged = rows.map((row, index) => [
      JSON.parse(row).command,
      JSON.parse(verdicts[index] ?? '').decision,
    ]);
    expect(judged).toEqual([
      ...allow.map((command) => [command, 'allow']),
      ...ask.map((command) => [command, 'ask']),
      ...deny.map((command) => [command, 'deny']),
    ]);
  });
});
