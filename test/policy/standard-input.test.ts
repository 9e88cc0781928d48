import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

/** What the standard input of a call is judged to do: text that it brings, and what only the run knows. */
describe('the standard input of a call', () => {
  const bench = sharedBench(() => {
    bench.stub(...'bash-real python3 psql sqlite3 make xargs sort'.split(' '));
    bench.file('x.py', '');
  });

  const decide = async (command: string | readonly string[], text: string, rules = [{ deny: 'bad *' }]) => {
    const fed = { text };
    const exec = typeof command === 'string' ? { fed } : { fed, script: null, argv: command, shell: null };
    const given = typeof command === 'string' ? command : '';
    return await bench.decide(given, { settings: yolo, rules, exec, protectedPaths: [] });
  };

  it.each<[string | readonly string[], string]>([
    ['bash', 'bad x\n'],
    ['sh -s', 'ls && bad x'],
    ['cd sub; bash', 'bad x'],
    ['{ bash; }', 'bad x'],
    ['cat | bash', 'bad x'],
    ['timeout 5 bash', 'bad x'],
    ['bash < /dev/stdin', 'bad x'],
    ['eval "$(cat)"', 'bad x'],
    ['sh -c "$(cat)"', 'bad x'],
    ['$(cat)', 'bad x'],
    ['read x; $x', 'bad x'],
    ['read -r a b; $a $b', 'bad x'],
    ['while read -r l; do $l; done', 'ls\nbad x\n'],
    ['cat > y.sh; bash y.sh', 'bad x'],
    ['tee y.sh > z; sh ./y.sh', 'bad x'],
    ['mapfile -t l; ${l[0]}', 'bad x'],
    ["sh -c 'bash'", 'bad x'],
    ['base64 -d | sh', 'YmFkIHgK'],
    ['xargs bad', 'x'],
    ['xargs sh -c', 'bad'],
    ['python3', "import os; os.system('bad x')"],
    ['python3 -', "import os; os.system('bad x')"],
    ['psql db', '\\! bad x'],
    ['make -f -', 'all:\n\tbad x\n'],
    [['bash'], 'bad x'],
    [['bash', '-s'], 'bad x'],
    [['env', 'bash'], 'bad x'],
    [['python3'], "import os; os.system('bad x')"],
    [['psql', 'db'], '\\! bad x'],
  ])('is seen by deny rules behind %j', async (command, text) => {
    expect(await decide(command, text)).toBe('deny');
  });

  it.each<[string | readonly string[], string]>([
    ['cat', 'bad x'],
    ['bash x.sh', 'bad x'],
    ['python3 x.py', "import os; os.system('bad x')"],
    ['sort', 'bad x'],
    ['bash', 'echo bad'],
    ['printf "ls\\n" | bash; cat', 'good x'],
    [['cat'], 'bad x'],
  ])('is data for %j', async (command, text) => {
    expect(await decide(command, text)).toBe('allow');
  });

  it.each<[string | readonly string[], string]>([
    ['bash', 'rm -rf ~'],
    ['sh', 'rm -rf /'],
    ['xargs rm -rf', '/'],
    [['bash'], 'rm -rf ~'],
    [['xargs', 'rm', '-rf'], '/ /usr'],
  ])('is seen by the guard behind %j', async (command, text) => {
    expect(await decide(command, text, [])).toBe('deny');
  });

  it.each([
    ['bash', '# \n', 'deny'],
    ['python3', '# \n', 'deny'],
    ['cat', '# \n', 'allow'],
    ['psql db', 'select 1;\n', 'allow'],
  ])('of more than is looked through is denied to what runs it: %s', async (command, line, decision) => {
    expect(await decide(command, line.repeat(400_000))).toBe(decision);
  });

  it.each([
    ['bash -s', 'echo x | bash -s'],
    ['bash -s *', 'bash -s -- a < run.sh'],
    ['bash -i', 'echo x | bash -i'],
    ['bash --rcfile x', 'bash --rcfile x < run.sh'],
  ])('is allowed to no shell that runs it by the rule %j: %s', async (allow, script) => {
    const judged = await bench.judge(script, { rules: [{ allow }, { allow: 'echo *' }] });
    expect(judged).toMatchObject({ decision: 'ask', reason: 'bash: it runs what is piped into it' });
    expect(judged.suggest).toEqual([]);
  });

  it('is none of a shell that is given a script', async () => {
    const rules = [{ allow: 'bash -i run.sh' }];
    expect(await bench.decide('bash -i run.sh', { rules })).toBe('allow');
  });

  it.each([{ text: 'select 1' }, { text: null }])(
    'of %j keeps a rule from allowing what runs it',
    async (fed) => {
      const rules = [{ allow: 'python3 *' }, { allow: 'sort *' }];
      const judged = await bench.judge('python3', { rules, exec: { fed } });
      expect(judged).toMatchObject({ decision: 'ask', reason: 'python3: it runs what is piped into it' });
      expect(await bench.decide('python3 x.py', { rules, exec: { fed } })).toBe('allow');
      expect(await bench.decide('sort', { rules, exec: { fed } })).toBe('allow');
    },
  );
});
