import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

/** Programs whose words or input may hold, choose or start another program: an allow rule reaches as far as it spells that out. */
describe('how far a rule for a program reaches', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    const programs =
      'vim ed gdb sqlite3 psql mysql node java javac ctest ninja prlimit faketime hyperfine ipython jshell hg pandoc tox yes ' +
      'apt apt-get apt-cache apt-mark mvn objdump less more zless';
    bench.stub(...programs.split(' '));
    bench.file('a.txt', 'x');
  });
  afterAll(() => bench.remove());

  it.each([
    ['vim a.txt *', "vim a.txt '+!id'", false],
    ['vim a.txt *', "vim a.txt -c '!id'", false],
    ['vim a.txt *', "echo ':!id' | vim a.txt -es", false],
    ['vim a.txt *', 'vim a.txt -R', true],
    ['ed a.txt', "echo '!id' | ed a.txt", false],
    ['gdb ./a *', "gdb ./a -ex 'shell id'", false],
    ['gdb ./a *', 'gdb ./a -x a.txt', false],
    ['gdb -ex run ./a', "echo 'shell id' | gdb -ex run ./a", false],
    ['gdb -batch -ex run ./a', 'yes | gdb -batch -ex run ./a', true],
    ['gdb ./a *', 'gdb ./a core', true],
    ['sqlite3 a.db *', "echo '.shell id' | sqlite3 a.db", false],
    ['sqlite3 a.db', 'sqlite3 a.db < a.txt', false],
    ['sqlite3 *', "echo '.shell id' | sqlite3 -separator , a.db", false],
    ['sqlite3 a.db *', 'sqlite3 a.db', true],
    ['sqlite3 a.db *', "cat a.txt | while read -r l; do sqlite3 a.db 'select 1'; done", true],
    ['psql db *', "psql db -c '\\! id'", false],
    ['psql db', "echo '\\! id' | psql db", false],
    ['psql *', "echo '\\! id' | psql -dfoo", false],
    ['psql -c *', "cat a.txt | psql -c 'copy t from stdin'", false],
    ["psql -c 'copy t from stdin'", "cat a.txt | psql -c 'copy t from stdin'", true],
    ['psql -f -', 'cat a.txt | psql -f -', false],
    ['node *', 'node inspect a.js', false],
    ['java *', 'java -cp /tmp Evil', false],
    ['java *', 'java -jar a.jar', false],
    ['java -jar a.jar *', 'java -jar a.jar b c', true],
    ['java *', 'java @a.txt', false],
    ['java *', 'java Main b', true],
    ['javac *', 'javac -processor Evil Main.java', false],
    ['javac *', 'javac -d out Main.java', true],
    ['ctest *', 'ctest -S a.txt', false],
    ['ctest *', 'ctest --build-and-test a b --test-command id', false],
    ['ctest *', 'ctest --test-dir build -R x', true],
    ['ninja *', 'ninja -f a.txt', false],
    ['ninja *', 'ninja -C build', true],
    ['prlimit *', 'prlimit --nproc=9 id', false],
    ['faketime *', 'faketime x id', false],
    ['hyperfine *', "hyperfine 'id'", false],
    ['ipython *', 'ipython -c 1', false],
    ['jshell *', 'jshell', false],
    ['hg *', 'hg --config alias.x=!id x', false],
    ['pandoc *', 'pandoc --filter ./x a.txt', false],
    ['pandoc *', 'pandoc a.txt -o b.html', true],
    ['tox *', 'tox -e py311', true],
    ['tox *', 'tox exec -- id', false],
    ['mvn test *', 'mvn test -Djvm=./x', false],
    ['mvn test *', 'mvn test -D jvm=./x', false],
    ['mvn test *', 'mvn test --define jvm=./x', false],
    ['mvn test *', 'mvn test -DargLine=-javaagent:x.jar', false],
    ['mvn test *', 'mvn test -Dmaven.surefire.debug=-javaagent:x.jar', false],
    ['mvn *', 'mvn compile -Dmaven.compiler.fork -Dmaven.compiler.executable=./x', false],
    ['mvn *', 'mvn -Dexec.executable=./x exec:exec', false],
    ['mvn *', 'mvn -t a.txt test', false],
    ['mvn test *', 'mvn test -Dtest=A#b -DskipITs -Dmaven.surefire.debug -pl core', true],
    ['objdump *', 'objdump --plugin ./x a.txt', false],
    ['objdump *', 'objdump -S a.txt', true],
    ['zless *', "zless '+!id' a.txt", false],
    ['more *', "more '+!id' a.txt", false],
    ['more *', 'more -5 a.txt', true],
    ['apt list *', 'apt list -o Dir::Bin::dpkg=./x', false],
    ['apt list *', 'apt list -o=Dir::Bin::dpkg=./x', false],
    ['apt show *', 'apt show bash -oDir::Bin::dpkg=./x', false],
    ['apt-cache policy *', 'apt-cache policy bash --option Dir::Bin::dpkg=./x', false],
    ['apt-get *', 'apt-get check --OPTION=Dir::Bin::dpkg=./x', false],
    ['apt-get *', 'apt-get -qo DPkg::Pre-Invoke::=./x install jq', false],
    ['apt-mark *', 'apt-mark showhold -c a.txt', false],
    ['apt-get *', 'apt-get check --Config-File=a.txt', false],
    ['apt-get *', 'apt-get install -y jq', true],
    ['apt-get install -o Debug::x=1 *', 'apt-get install -o Debug::x=1 jq', true],
  ])('%s allows %s: %s', async (allow, command, allowed) => {
    const { decision } = await bench.judge(command, { rules: [{ allow }] });
    expect(decision).toBe(allowed ? 'allow' : 'ask');
  });
});
