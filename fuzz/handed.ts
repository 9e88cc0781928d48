import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { policyBench } from '../test/helpers/policy-bench.ts';
import { type Bench, benchSuite } from './property.ts';

const schema = v.object({
  files: v.array(v.string()),
  /** Links to a secret outside. */
  links: v.array(v.string()),
  /** Links that come in the place of files that git keeps. */
  later: v.array(v.string()),
  command: v.string(),
});

type Input = v.InferOutput<typeof schema>;

const secret = 'KEY_OF_SOMEBODY';
const searchPath = '/usr/bin:/bin';

const part = fc.constantFrom(
  ...[
    'a',
    'b.ts',
    'c.md',
    'src',
    'deep',
    '.env',
    'id_rsa',
    'k.pem',
    '.hid',
    '-n',
    '-exec',
    '--',
    '-',
    '+1',
    '5',
    '~',
  ],
  ...[
    'a b',
    "it's",
    '"q"',
    '\\',
    '*',
    '*.ts',
    '?',
    '[id]',
    '[.]env',
    '.e*',
    '[.]*',
    '{a,b}',
    '!x',
    '@(a)',
    '$HOME',
    '`id`',
  ],
  ...[';x', '#a', '=x', 'é', 'x\ny.ts', ' /x', 'p', 'w', 's,a,b,', 'x=1', 'src;touch made', '(x)', '%', '{}'],
);
const usual = fc.constantFrom('a', 'b.ts', 'c.md', 'd.ts', '.env', 'k.pem');
/** Names that lead to a secret where something takes them apart. */
const leading = fc.constantFrom(
  'a .env',
  '.env b.ts',
  'k.pem b.ts',
  'x\n.env',
  '"',
  '\\.env',
  'a  k.pem',
  ' .env',
);
const folder = fc.constantFrom('src', 'docs', 'src/deep');
const below = (name: fc.Arbitrary<string>) => fc.tuple(folder, name).map((parts) => parts.join('/'));
const path = fc.oneof(
  below(usual),
  below(leading),
  below(part),
  fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
);

const start = fc.constantFrom(
  'src',
  'src',
  'src',
  'docs',
  'docs',
  '.',
  'src/deep',
  'src docs',
  '',
  'src/',
  './src',
  'a',
);
const oneOf = (...texts: readonly string[]) => fc.constantFrom(...texts);
const joined = (...texts: readonly fc.Arbitrary<string>[]) =>
  fc.tuple(...texts).map((parts) => parts.filter((text) => text !== '').join(' '));
const test = oneOf(
  ...[
    '',
    '',
    '-type f',
    "-name '*.ts'",
    "-iname '*.MD'",
    "! -name '*.pem'",
    '-type d',
    "-name '*a*'",
    '-maxdepth 1',
  ],
  ...[
    "\\( -name '*.ts' -o -name '*.md' \\)",
    "-name '*.ts' -o -name '?.md'",
    "-path '*/b.ts'",
    '-newer docs',
    "-name '[ab]*'",
  ],
);
const find = joined(oneOf('find'), start, test, test);
const lister = fc.oneof(
  find,
  joined(find, oneOf('-print0', '-print')),
  joined(
    oneOf('git ls-files'),
    oneOf('', '-z', '-m', '-c', '-d'),
    oneOf('', "'*.ts'", 'src', "'s*'", "'src/*.md'"),
  ),
  joined(
    oneOf('git diff --name-only', 'git diff --name-only -z'),
    oneOf('', 'HEAD', '--cached'),
    oneOf('', '--diff-filter=AM', '--diff-filter=d', '--diff-filter=D'),
    oneOf('', '-- src', "-- '*.ts'", '--relative'),
  ),
  joined(
    oneOf('grep -rl', 'grep -rlZ', 'grep -lr --include=*.ts', 'grep -L'),
    oneOf('KEY', 'x', "''"),
    start,
  ),
  joined(oneOf('ls', 'ls -A', 'ls -1', 'ls -t'), start),
);
const filter = oneOf(
  ...['', '', '', '| sort', '| head -2', '| tail -1', '| grep -v b', '| uniq', "| grep '\\.ts$'"],
  ...['| xargs grep -l KEY', '| xargs -0 grep -l x', '2>/dev/null', '| sort -u | head -n 3'],
);
const reader = oneOf(
  ...[
    ...Array.from({ length: 12 }, () => 'cat'),
    'head -1',
    'tail -n +1',
    'sed -n 1,5p',
    'sed',
    "grep -h ''",
    'grep',
    'wc -l',
    'nl',
    'tac',
    'ls -l',
  ],
  ...['cut -c1-99', 'stat -c %n', 'basename', 'echo', 'du', 'ls', 'file', 'od -c', 'fold'],
);
const taker = joined(
  oneOf(
    'xargs',
    'xargs',
    'xargs',
    'xargs -0',
    'xargs -n 1',
    'xargs -r -0',
    'xargs -I{}',
    'xargs -I % -P 2',
    'xargs -L 1',
  ),
  reader,
  oneOf('', '{}', '%'),
);
const clause = oneOf(
  'read -r f',
  'read -r f',
  'read f',
  'IFS= read -r f',
  "IFS= read -r -d '' f",
  "read -d '' f",
);
/** What may take a part of the lines before a loop reads the rest. */
const thief = oneOf(
  '',
  '',
  '',
  '',
  'head -c 2; ',
  'grep -m1 -e "$f"; ',
  'echo "$(head -c 2)"; ',
  'sed -n 1p "$f" -; ',
  'head -c 3 < "$f"; ',
);
const use = fc.oneof(
  fc.tuple(lister, filter, taker).map(([from, kept, to]) => `${from} ${kept} | ${to}`),
  fc.tuple(lister, filter, reader).map(([from, kept, by]) => `${by} $(${from} ${kept})`),
  fc
    .tuple(lister, filter, reader, oneOf('"$f"', '$f', '< "$f"'))
    .map(([from, kept, by, name]) => `for f in $(${from} ${kept}); do ${by} ${name}; done`),
  fc
    .tuple(
      lister,
      filter,
      clause,
      fc.tuple(thief, reader, oneOf('"$f"', '$f', '< "$f"', '< $f')),
      oneOf('|', '<'),
    )
    .map(([from, kept, read, [first, by, name], way]) =>
      way === '|'
        ? `${from} ${kept} | while ${read}; do ${first}${by} ${name}; done`
        : `while ${read}; do ${first}${by} ${name}; done < <(${from} ${kept})`,
    ),
  fc
    .tuple(find, reader, oneOf('{} +', '{} \\;', '+', '{}{} \\;'))
    .map(([from, by, end]) => `${from} -exec ${by} ${end}`),
  fc
    .tuple(find, reader, find, reader)
    .map(([from, by, , next]) => `${from} -exec ${by} {} + -exec ${next} {} \\;`),
);
const command = fc
  .tuple(oneOf('', '', 'cd src && ', 'cd docs; ', '(cd src); '), use, oneOf('', '', ' | head -5', '; ls'))
  .map((parts) => parts.join(''));
const arbitrary: fc.Arbitrary<Input> = fc.record({
  files: fc
    .tuple(fc.subarray(['.env', 'k.pem', 'docs/.env']), fc.array(path, { maxLength: 6 }))
    .map((lists) => lists.flat()),
  links: fc.array(path, { maxLength: 1 }),
  later: fc.array(path, { maxLength: 1 }),
  command,
});

/** Makes something at a path; what another already stands in the way of is left out. */
function make(at: string, write: (at: string) => void): void {
  try {
    mkdirSync(dirname(at), { recursive: true });
    write(at);
  } catch {
    // Something else has that name, or a part of it.
  }
}

class HandedBench implements Bench<Input> {
  readonly #policy = policyBench({ inherited: () => null });
  readonly #cwd = this.#policy.workspace.cwd;
  readonly #env = {
    PATH: searchPath,
    HOME: this.#policy.workspace.home,
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  readonly #key = join(this.#env.HOME, '.ssh/id_rsa');

  constructor() {
    make(this.#key, (at) => writeFileSync(at, `${secret}\n`));
  }

  #git(...words: readonly string[]): void {
    spawnSync('git', words, { cwd: this.#cwd, env: this.#env, stdio: 'ignore' });
  }

  #lay({ files, links, later, command }: Input): void {
    rmSync(this.#cwd, { recursive: true, force: true });
    for (const name of ['src/deep', 'docs']) mkdirSync(join(this.#cwd, name), { recursive: true });
    for (const file of files) {
      const isSecret = /(^|\/)(\.env|id_rsa|k\.pem)$/.test(file);
      make(join(this.#cwd, file), (at) => writeFileSync(at, isSecret ? `${secret}\n` : 'x\ny\n'));
    }
    for (const link of links) make(join(this.#cwd, link), (at) => symlinkSync(this.#key, at));
    if (!command.includes('git')) return;
    this.#git('init', '-q');
    this.#git('add', '-f', '.');
    this.#git('-c', 'user.name=a', '-c', 'user.email=a', 'commit', '-qm', 'a');
    for (const file of files.slice(0, 2)) make(join(this.#cwd, file), (at) => appendFileSync(at, 'z\n'));
    for (const link of later)
      make(join(this.#cwd, link), (at) => {
        rmSync(at, { recursive: true, force: true });
        symlinkSync(this.#key, at);
      });
  }

  #names(): string {
    return readdirSync(this.#cwd, { recursive: true }).sort().join('\n');
  }

  /** What a command that was allowed shows of a secret, or makes. */
  async problemOf(input: Input): Promise<string | null> {
    this.#lay(input);
    const { decision } = await this.#policy.judge(input.command, { exec: { searchPath } });
    if (decision !== 'allow') return null;
    const before = this.#names();
    const { stdout } = spawnSync('bash', ['-c', input.command], {
      cwd: this.#cwd,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 20_000,
      encoding: 'latin1',
    });
    if (stdout.includes(secret))
      return `it was allowed and shows a secret: ${JSON.stringify(stdout.slice(0, 200))}`;
    const after = this.#names();
    return after === before ? null : `it was allowed and changed what is there: ${after}`;
  }

  close(): void {
    this.#policy.remove();
  }
}

/** Commands that hand on names of files, which are as odd as names may be. */
export const handed = benchSuite<Input>({
  title: 'Secrets that a command shows by names that another one found',
  schema,
  arbitrary,
  open: async () => new HandedBench(),
});
