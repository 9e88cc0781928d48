import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../src/core/failure.ts';
import { inQuotes } from '../../src/core/text/one-line.ts';
import { compileRules } from '../../src/policy/rules/compile.ts';
import { matchArguments, parsePattern, quoteWord, splitWords } from '../../src/policy/rules/pattern.ts';
import { sourced, yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('compileRules', () => {
  const failure = (rule: Record<string, unknown>): ToolFailure => {
    try {
      compileRules([{ tool: 'shell', source: '/etc/x.json', line: 7, ...rule }]);
    } catch (error) {
      if (error instanceof ToolFailure) return error;
      throw error;
    }
    throw new Error('it compiled');
  };

  it.each([
    [{ tool: 'shel', allow: 'ls' }, '"shel" is not a tool', 'perhaps "shell"'],
    [{ tool: 'constructor', allow: 'ls' }, '"constructor" is not a tool', 'one of shell'],
    [{ tool: [], allow: 'ls' }, 'it names no tool', 'at least one tool'],
    [{}, 'it says neither', 'exactly one of'],
    [{ allow: 'ls', deny: 'ls' }, 'it says allow and deny', 'exactly one of'],
    [{ allow: '' }, 'it is empty', 'the words of one command'],
    [{ allow: 'ls "x' }, 'a quote is not closed', 'the words of one command'],
    [{ allow: 'ls \\' }, 'it ends in a backslash', 'the words of one command'],
    [{ allow: 'a && b' }, '"&&" joins commands', 'the words of one command'],
    [{ tool: 'Bash', allow: 'ls' }, '"Bash" is not a tool', 'perhaps "shell"'],
    [{ deny: 'Bash(git push:*)' }, 'it puts its words in parentheses', 'the words of one command'],
    [{ allow: 'a | b' }, '"|" joins commands', 'the words of one command'],
    [{ allow: 'a > b' }, '">" joins commands', 'the words of one command'],
    [{ deny: 'git push;' }, '"push;" joins commands', 'the words of one command'],
    [{ allow: 'a&&b' }, '"a&&b" joins commands', 'the words of one command'],
    [{ allow: 'a|b' }, '"a|b" joins commands', 'the words of one command'],
    [{ allow: 'a >b' }, '">b" joins commands', 'the words of one command'],
    [{ allow: 'a&' }, '"a&" joins commands', 'the words of one command'],
    [{ allow: 'a 2>&1' }, '"2>&1" joins commands', 'the words of one command'],
    [{ allow: 'a\u001b b' }, 'it holds control characters', 'the words of one command'],
    [{ tool: 'write', allow: '../x' }, 'it climbs with ".."', 'a path pattern'],
    [{ tool: 'read', deny: 'logs/{a..z}.key' }, 'it holds a sequence in braces', 'a path pattern'],
    [{ tool: 'write', allow: '!x' }, 'it begins with "!"', 'a path pattern'],
    [{ tool: 'read', allow: '{a,b' }, 'a brace is not closed', 'a path pattern'],
    [{ tool: 'read', deny: '!(a)*' }, 'it begins with "!"', 'a path pattern'],
    [{ tool: 'read', deny: 'src/+(*a)b' }, 'it holds a group in parentheses', 'a path pattern'],
    [{ tool: 'read', deny: 'src/(a|b)' }, 'it holds a group in parentheses', 'a path pattern'],
    [{ tool: 'read', deny: '{a,b}'.repeat(10) }, 'its braces stand for too many patterns', 'fewer of them'],
    [{ allow: 'npm test *', match: ['npm run test'] }, 'it does not match "npm run test"', 'a match'],
    [{ allow: 'npm *', notMatch: ['npm publish'] }, 'it matches "npm publish"', 'none'],
    [{ deny: 'a/b *', notMatch: ['./a/b x'] }, 'it matches "./a/b x"', 'none'],
    [{ deny: 'git push *', notMatch: ['git -C x push'] }, 'it matches "git -C x push"', 'none'],
    [{ allow: './a/b *', match: ['b x'] }, 'it does not match "b x"', 'a match'],
    [{ allow: 'npm *', match: ['npm "x'] }, 'its example "npm "x" is malformed', 'one command'],
    [{ tool: 'write', allow: 'src/**', match: ['lib/a.ts'] }, 'it does not match "lib/a.ts"', 'a match'],
  ])('refuses %j naming file and line', (rule, state, wanted) => {
    const { message, code } = failure(rule);
    expect(code).toBe('invalid_config');
    const text = 'allow' in rule ? rule.allow : 'deny' in rule ? rule.deny : '';
    expect(message).toContain(
      `Cannot use rule ${inQuotes(text)}: ${state} (/etc/x.json:7), expected ${wanted}`,
    );
  });

  it.each([
    ['src/**', 'src/a/b', true, true],
    ['src/**', 'src', true, true],
    ['src/**', 'srcs', false, false],
    ['**/x/**', 'a/x', true, true],
    ['*/**', 'a', false, true],
    ['src/', 'src', false, true],
    ['src', 'src/a', false, true],
    ['SRC/[!a]*', 'src/b', false, true],
    ['src/[!a]*', 'src/a', false, false],
    ['src/[!a]*', 'src/A', true, true],
    ['a/*/b/**', 'a/x/b', true, true],
    ['src/{a,b}.ts', 'src/b.ts', true, true],
    ['app/(group)/page.ts', 'app/(group)/page.ts', true, true],
    ['app/(group)/page.ts', 'app/group/page.ts', false, false],
  ])('a path rule %s takes %s: allowing %s, denying %s', (pattern, path, allows, denies) => {
    const rules = sourced([
      { tool: 'write', allow: pattern },
      { tool: 'write', deny: pattern },
    ]);
    expect(compileRules(rules).paths.write.map((rule) => rule.matches(path))).toEqual([allows, denies]);
  });

  it('takes every tool, examples that hold, and compiles the same list once', () => {
    const rules = sourced([
      { tool: ['read', 'read-media', 'read_media', 'glob', 'grep', 'write', 'edit'], allow: 'src/**' },
      { tool: ['shell', 'process', 'skill'], deny: 'x *' },
    ]);
    expect(compileRules(rules)).toBe(compileRules(rules));
  });

  it.each([
    { allow: 'npm test *', match: ['npm test', 'npm test -- -u'], notMatch: ['npm publish', './npm test'] },
    { allow: './a/b *', match: ['a/b x', './a//b'], notMatch: ['b x', '/a/b x'] },
    { allow: 'x "a\\"b\\c" *', match: ["x 'a\"b\\c' d"], notMatch: ['x ab'] },
    { deny: 'a/b *', match: ['./a/b x', 'a//b'], notMatch: ['b x', 'c/a/b'] },
    { deny: 'b *', match: ['./a/b x', '/usr/bin/b'], notMatch: ['bb x'] },
    { deny: '~/bin/b *', match: ['~/bin/b x'], notMatch: ['bin/b x'] },
    { ask: 'git push *', match: ['git push', 'git -C x push'], notMatch: ['git log push'] },
  ])('takes the examples of %j, as it matches what runs', (rule) => {
    expect(compileRules(sourced([rule as never]))).toBeDefined();
  });
});

describe('patterns', () => {
  it.each([
    ['git status *', ['status'], true],
    ['git status *', ['status', '--short', 'x y'], true],
    ['git status *', ['statusx'], false],
    ['git status', ['status'], true],
    ['git status', ['status', '-s'], false],
    ['npm run test:*', ['run', 'test:unit'], true],
    ['npm run test:*', ['run', 'lint'], false],
    ['npm run test:*', ['run', 'test:unit', 'x'], false],
    ['cp * dest', ['a/b', 'dest'], true],
    ['cp * dest', ['a', 'b', 'dest'], false],
    ['x a*b*c', ['aXbYc'], true],
    ['x a*b*c', ['abc'], true],
    ['x a*a', ['a'], false],
    ["x '*'", ['*'], true],
    ["x '*'", ['y'], false],
    ['x \\*', ['*'], true],
    ['x \\*', ['*', 'y'], false],
    ['x "a b" *', ['a b', 'c'], true],
    ['x a?', ['ab'], false],
    ['*', ['a', 'b'], true],
    ['x .', ['y'], false],
  ])('%s against %j: %s', (text, args, matches) => {
    expect(matchArguments(parsePattern(text), args) !== null).toBe(matches);
  });

  it('tells which words a rule spells out', () => {
    expect(matchArguments(parsePattern('a b c* *'), ['b', 'cd', 'e'])).toEqual([true, false, false]);
  });

  it('takes an unknown word only by a lone star', () => {
    expect(matchArguments(parsePattern('a * b'), [null, 'b'])).not.toBeNull();
    expect(matchArguments(parsePattern('a x* b'), [null, 'b'])).toBeNull();
  });

  it('matches in linear time', () => {
    const pattern = parsePattern(`x ${'*a'.repeat(40)}b`);
    expect(matchArguments(pattern, ['a'.repeat(100_000)])).toBeNull();
  });

  it('quotes any words so that they are read back', () => {
    const word = fc.string().filter((text) => !/[\u0000-\u001f\u007f]/.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const text = words.map(quoteWord).join(' ');
        expect(splitWords(text)).toEqual(words);
        const pattern = parsePattern(['p', ...words.map(quoteWord)].join(' '));
        expect(matchArguments(pattern, words)).toEqual(words.map(() => true));
      }),
    );
  });
});

describe('rules against commands', () => {
  const bench = sharedBench(() => {
    bench.stub(
      ...'npm git python3 node perl bash-real xargs tar make rsync awk sed find sudo env npx tool curl cc cmake nm less vim sqlite3 mysql'.split(
        ' ',
      ),
    );
    bench.script('gradlew');
    bench.script('sub/gradlew');
    bench.script('venv/bin/pytest');
    bench.file('.env', 'x');
    bench.file('-x.txt', 'x');
    bench.file('a.txt', 'x');
  });

  it.each([
    ['npm test *', 'npm test -- -u', true],
    ['npm test *', 'npm publish', false],
    ['npm test *', 'npm test && npm publish', false],
    ['npm test *', "npm 'test' -u", true],
    ['npm test *', 'npm test $X', false],
    ['npm test *', 'npm test "$(id)"', false],
    ['npm test *', 'npm test $(npm publish)', false],
    ['npm test *', 'npm test > out', false],
    ['npm test *', 'npm test 2>&1 | tail -5', true],
    ['npm test *', 'cd sub && npm test', true],
    ['npm test *', 'timeout 60 npm test', true],
    ['npm test *', 'env CI=1 npm test', true],
    ['npm test *', 'CI=1 npm test', true],
    ['npm test *', 'NODE_OPTIONS=-r=x npm test', false],
    ['npm test *', "bash -c 'npm test'", true],
    ['npm test *', './npm test', false],
    ['npm test *', 'npm test a*.txt', true],
    ['npm test *', 'npm test *.txt', false],
    ['npm test *', 'npm test cat .env', false],
    ['npm test .env', 'npm test .env', true],
    ['./gradlew *', './gradlew build', true],
    ['./gradlew *', 'cd sub && ./gradlew build', false],
    ['./gradlew *', 'sub/gradlew build', false],
    ['./sub/gradlew *', 'cd sub && ./gradlew build', true],
    ['gradlew *', './gradlew build', false],
    ['**/gradlew *', './gradlew build', false],
    ['./venv/bin/pytest *', 'venv/bin/pytest -q', true],
    ['*', 'npm publish', true],
    ['git *', 'git add x', true],
    ['git *', 'git -c alias.x=!id x', false],
    ['git *', 'git push -u origin x', true],
    ['git *', 'git rebase -x id main', false],
    ['git *', 'git rebase main', true],
    ['git *', 'git clone ext::sh x', false],
    ['git *', 'git submodule foreach id', false],
    ['git *', 'git bisect run id', false],
    ['git *', 'git --attr-source HEAD bisect run id', false],
    ['git *', 'git --attr-source HEAD log', true],
    ['git *', 'git config core.pager id', false],
    ['git rebase -x id *', 'git rebase -x id main', true],
    ['git *', 'git fetch --upload-pack=id x', false],
    ['git *', 'git fetch --upload-p=id x', false],
    ['python3 *', 'python3 -c 1', false],
    ['python3 *', 'python3 -Sc 1', false],
    ['python3 *', 'python3 -m http.server', false],
    ['python3 -m pytest *', 'python3 -m pytest -q', false],
    ['python3 -m pytest -q', 'python3 -m pytest -q', true],
    ['python3 *', 'python3 x.py -c 1', true],
    ['python3 *', 'python3', false],
    ['python3', 'echo 1 | python3', false],
    ['python3 *', 'python3 - < a.txt', false],
    ['python3 *', 'python3 < a.txt', false],
    ['python3 *', "python3 <<< 'x'", false],
    ['python3 *', '{ python3; } < a.txt', false],
    ['python3 *', 'python3 /dev/stdin < a.txt', false],
    ['python3 *', 'cat a.txt | python3 x.py', true],
    ['node *', 'node -e 1', false],
    ['node *', 'node --eval=1', false],
    ['node *', 'node --ev 1', false],
    ['node *', 'node --require ./x y.js', false],
    ['node *', 'node y.js --require x', true],
    ['perl *', "perl -ne 'print' a.txt", false],
    ['xargs *', 'ls | xargs rm', false],
    ['xargs rm', 'ls | xargs rm', true],
    ['sudo *', 'sudo id', false],
    ['sudo id', 'sudo id', true],
    ['timeout *', 'timeout 5 npm publish', false],
    ['tar *', 'tar -cf x.tar --checkpoint-action=exec=id .', false],
    ['tar *', 'tar -cf x.tar .', true],
    ['tar *', 'tar -I id -cf x.tar .', false],
    ['tar *', 'tar --to-comm=id -xf x.tar', false],
    ['nm *', 'nm --plugin x a.txt', false],
    ['nm *', 'nm @a.txt', false],
    ['nm *', 'nm -D a.txt', true],
    ['less *', "less '+!id' a.txt", false],
    ['less *', 'less a.txt', true],
    ['vim *', "vim '+!id' a.txt", false],
    ['sqlite3 *', "sqlite3 a.db '.shell id'", false],
    ['sqlite3 *', "sqlite3 -cmd '.shell id' a.db", false],
    ['sqlite3 *', "sqlite3 a.db 'select * from t'", true],
    ['mysql *', "mysql -e 'system id'", false],
    ['make *', 'make test', true],
    ['make *', 'make -f x', false],
    ['make *', 'make SHELL=/tmp/x', false],
    ['make *', "make 'SHELL =/tmp/x'", false],
    ['make *', "make 'X:=$(shell id)'", false],
    ['make *', "make 'X:=${shell id}' test", false],
    ['make test *', "make test 'X:=$(file >x,y)'", false],
    ['make *', "make 'X!=id'", false],
    ['make *', "make 'X != id'", false],
    ['make *', "make 'X$(shell id)=y'", false],
    ['make *', "make S=SHELL '$(S)=./x'", false],
    ['make *', "make -- 'X:=$(shell id)'", false],
    ['make *', "make test ARGS='; id'", false],
    ['make *', 'make test ARGS="-k x --maxfail=1" V=1 -- all', true],
    ["make test 'X:=$(shell id)' *", "make test 'X:=$(shell id)' -j2", true],
    ['cmake *', 'cmake --build build -- -j8 VERBOSE=1', true],
    ['cmake *', "cmake --build build -- 'X:=$(shell id)'", false],
    ['cmake *', 'cmake --build build -- SHELL=./x', false],
    ['cmake *', 'cmake --build build -- -f x.mk', false],
    ['cmake *', "cmake --build build -- -- 'X!=id'", false],
    ['rsync *', 'rsync -e id a b', false],
    ['rsync *', 'rsync -ave id a b', false],
    ['awk *', 'awk -f x.awk a.txt', false],
    ['awk * x.awk *', 'awk -f x.awk a.txt', false],
    ['awk -f x.awk *', 'awk -f x.awk a.txt', true],
    ['awk * x', 'awk -l x', false],
    ['awk *', "awk -v n=1 -F: '{print n}' a.txt", true],
    ['awk *', "awk '{system($0)}' a.txt", false],
    ['awk *', "awk '{print}' a.txt", true],
    ['sed *', "sed -i 's/a/b/' a.txt", true],
    ['sed *', "sed -i 's/a/id/e' a.txt", false],
    ['sed *', "sed -ne '1e id' a.txt", false],
    ['sed *', 'sed -f x a.txt', false],
    ['sed * x a.txt', 'sed -n -f x a.txt', false],
    ['sed * x a.txt', 'sed -n --file x a.txt', false],
    ['sed * x a.txt', 'sed --file=x a.txt', false],
    ['sed -f x *', 'sed -f x a.txt', true],
    ['sed *', 'sed -n --expression=p --expression 1d -l 5 a.txt', true],
    ['sed *', "sed --expression '1e id' a.txt", false],
    ['sed *', 'sed --quiet -i.bak p a.txt b.txt', true],
    ['cc *', 'cc -DBUILD=1 -o x x.c', true],
    ['cc *', 'cc -B/tmp x.c', false],
    ['cc *', 'cc -fplugin=x x.c', false],
    ['cmake *', 'cmake -DCMAKE_BUILD_TYPE=Release .', true],
    ['cmake *', 'cmake -P x', false],
    ['npm test *', 'npm test -- -c jest.json', true],
    ['npm *', 'npm exec x', false],
    ['find *', 'find . -delete', false],
    ['find *', "find . -exec id ';'", false],
    ['find . -delete', 'find . -name x -delete', false],
    ['npx *', 'npx tsc', false],
    ['npx tsc *', 'npx tsc --noEmit', true],
    ['npx tsc *', 'npx -p evil tsc', false],
    ['printf *', "printf -v 'a[$(id)]' x", false],
    ['export *', 'export PATH=x', false],
    ['eval *', 'eval ls', false],
    ['source *', 'source x', false],
  ])('%s allows %s: %s', async (allow, command, allowed) => {
    const verdict = await bench.judge(command, { rules: [{ allow }] });
    expect(`${verdict.decision === 'allow'} ${verdict.decision === 'allow' ? '' : verdict.reason}`).toMatch(
      new RegExp(`^${allowed} `),
    );
  });

  it.each([
    ['rm *', 'rm x'],
    ['rm *', '/bin/rm x'],
    ['rm *', "r''m x"],
    ['rm *', '\\rm x'],
    ['rm *', 'ls; rm x'],
    ['rm *', 'echo $(rm x)'],
    ['rm *', 'echo "`rm x`"'],
    ['rm *', "bash -c 'rm x'"],
    ['rm *', "bash -xec 'rm x'"],
    ['rm *', 'env A=1 rm x'],
    ['rm *', 'env -u A rm x'],
    ['rm *', 'sudo -u root rm x'],
    ['rm *', 'timeout -k 1 5 rm x'],
    ['rm *', 'ls | xargs rm'],
    ['rm *', 'ls | xargs -n 1 -I {} rm {}'],
    ['rm *', 'find . -exec rm {} +'],
    ['rm *', "eval 'rm x'"],
    ['rm *', "trap 'rm x' EXIT"],
    ['rm *', 'f() { rm x; }; f'],
    ['rm *', 'cmd=rm; $cmd x'],
    ['rm *', "echo 'rm x' | sh"],
    ['rm *', 'sh <<E\nrm x\nE'],
    ['rm *', "sh <<< 'rm x'"],
    ['rm *', 'busybox rm x'],
    ['rm *', 'command rm x'],
    ['rm *', 'nice -n 5 nohup rm x'],
    ['rm *', 'if true; then rm x; fi'],
    ['rm *', 'cat <(rm x)'],
    ['rm *', `echo "${'$'}{x:-$(rm x)}"`],
    ['rm *', 'flock /tmp/l -c "rm x"'],
    ['rm *', 'ssh host rm x'],
    ['rm *', `rm${'$'}{IFS}x`],
    ['rm *', '{rm,x}'],
    ['git push *', 'git push origin'],
    ['git push *', 'git -C . push'],
    ['git push *', 'git -c a=b --no-pager push'],
    ['git push *', '/usr/bin/git push'],
    ['git push *', 'git --attr-source HEAD push'],
    ['./gradlew *', './gradlew build'],
    ['/usr/bin/cat *', 'cat a.txt'],
    ['*', 'ls'],
  ])('a rule that denies %s refuses %s, also under full', async (text, command) => {
    const rules = [{ deny: text, allow: undefined as never }].map(({ deny }) => ({ deny }));
    expect(await bench.decide(command, { rules })).toBe('deny');
    expect(await bench.decide(command, { rules, settings: yolo })).toBe('deny');
  });

  it.each(['echo rm x', 'grep rm a.txt', "git commit -m 'rm x'", 'npm run rm'])(
    'but lets %s pass',
    async (command) => {
      expect(await bench.decide(command, { rules: [{ deny: 'rm *' }], settings: yolo })).toBe('allow');
    },
  );

  it('takes the strictest of several, in any order, and says where the rule is', async () => {
    const rules = [{ allow: 'npm *' }, { ask: 'npm publish *' }, { deny: 'npm publish --force *' }];
    const decide = async (command: string) => bench.judge(command, { rules: [...rules].reverse() });
    expect((await decide('npm test')).decision).toBe('allow');
    expect(await decide('npm publish')).toMatchObject({ decision: 'ask', rule: { text: 'npm publish *' } });
    const denied = await decide('npm test; npm publish --force now');
    expect(denied).toMatchObject({ decision: 'deny', rule: { source: 'test', line: 1 } });
  });

  it('gives the reason a person wrote', async () => {
    const rules = [{ deny: 'git push *', reason: 'ask me first' }];
    expect((await bench.judge('git push', { rules })).reason).toBe('ask me first');
  });
});
