import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/policy/rules/pattern.ts';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('Python that shows what it reads', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench({ inherited: () => null });
    bench.stub('python3');
    for (const path of ['package.json', 'data/users.json', '.env', 'src/json.py', 'setup.py'])
      bench.file(path, '{}');
    bench.file(join(bench.workspace.home, '.ssh/id_rsa'), 'x');
    symlinkSync(join(bench.workspace.home, '.ssh/id_rsa'), join(bench.workspace.cwd, 'link.json'));
  });
  afterAll(() => bench.remove());

  it.each([
    "import json; print(json.load(open('package.json'))['version'])",
    "import json,sys; d=json.load(sys.stdin); print(len(d['users']))",
    "import sys, json; print(json.load(sys.stdin)['a']['b'][0].get('x', 'none'))",
    "import json\nd = json.load(open('data/users.json'))\nfor u in d['users']:\n    print(u['name'], u.get('age'))\n",
    "import json; d=json.load(open('package.json')); print(json.dumps(d, indent=2, sort_keys=True)[:500])",
    "import json; d=json.load(open('package.json')); print('\\n'.join(f'{k}: {v}' for k, v in d['scripts'].items()))",
    "import json,sys; [print(k) for k in json.load(sys.stdin)['scripts']]",
    "import json,sys; d=json.load(sys.stdin); print([x['name'] for x in d if x['state'] == 'open' and not x.get('draft')])",
    "import sys, json\nfor line in sys.stdin:\n    d = json.loads(line)\n    if d.get('level') == 'error':\n        print(d['msg'])\n    else:\n        pass",
    "import json\nwith open('package.json', 'r', encoding='utf-8') as f:\n    d = json.load(f)\nprint(type(d).__name__, len(d))",
    "import json,sys; d=json.load(sys.stdin); print(sorted(d, key=lambda x: x['n'], reverse=True)[:5])",
    'import sys; print(sys.version_info >= (3, 9), sys.executable)',
    "import sys; print('\\n'.join(sys.path))",
    'import sys; print(sys.path); print(len(sys.path), sys.path[0])',
    'import sys\nfor p in sys.path: print(p)',
    'import sys; print(sys.version)',
    "import tomllib; print(tomllib.load(open('pyproject.toml', 'rb'))['project']['version'])",
    "import csv, sys\nfor row in csv.DictReader(sys.stdin, delimiter=';'):\n    print(row['name'])",
    'print(2**32, 1024 * 1024)',
    'print(2 + 2); print("=" * 60)',
    "import json; d = json.load(open('package.json')); print(f\"{d['name']:<20} {len(d):>5} {d!r}\")",
    "import json; d=json.load(open('package.json')); print({k: len(v) for k, v in d.items() if isinstance(v, (list, dict))})",
    "import json,sys\ntry:\n    d=json.load(sys.stdin)\n    print('ok' if d else 'empty')\nexcept Exception as e:\n    print('bad', e)\n    sys.exit(1)",
    "print(open('package.json').read().count('x'), len(open('package.json').readlines()))",
    "import json; n = 0\nfor x in json.load(open('package.json')).values():\n  n += len(x)\nprint(n)",
  ])('runs unasked: %j', async (code) => {
    const { decision, reason } = await bench.judge(`cat package.json | python3 -c ${quoteWord(code)}`);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    'import os; print(os.environ)',
    'import json, os; print(1)',
    'import json as j; print(1)',
    'from json import *; print(1)',
    "__import__('os').system('id')",
    "print(__import__('os'))",
    "eval('1')",
    "x = eval; x('1')",
    "x = len; x ('1')",
    "(eval)('1')",
    "[eval][0]('1')",
    "{'a': eval}['a']('1')",
    "print('x').y()",
    "print(''.__class__)",
    "print('{0.__class__}'.format(1))",
    "print(f'{().__class__}')",
    "print(f'{eval(1)}')",
    "print(f'{1:{2}}')",
    "print(f'{1:999999999}')",
    'print(1, file=open(2))',
    "print(1, file=open('out', 'w'))",
    "open('out', 'w')",
    "open('out', mode='w')",
    "open('out', 'w').write('x')",
    "print(open('package.json', 'r+'))",
    "open('package.json').write('x')",
    'print(open(0).read())',
    "f = 'out'; print(open(f, 'w'))",
    "import sys; sys.stdout.write('x')",
    "import sys; sys.path.append('x')",
    "import sys; p = sys.path; p += ['x']; import tomllib",
    "import sys; p = (sys.path); p += ['x']",
    "import sys\nfor p in [sys.path]: p += ['x']",
    "import sys; p = sys.path if 1 else 0; p += ['x']",
    'import sys; sys.path = []',
    'import sys; print(sys.modules)',
    "import json; json.dump(1, open('package.json'))",
    'import json; json.load = 1',
    'import json; print(json.codecs)',
    "import json; print(json.loads('1', cls=x))",
    "import json; print(json.loads('1', object_hook=x))",
    'print(sorted([1], key=eval))',
    'print(sorted([1], eval))',
    "print(sorted(['package.json'], key=open))",
    "if 0: eval = 1\nprint(sorted(['1'], key=eval))",
    "print(sorted(['1'], key=eval)); eval = len",
    "for exec in []: pass\nprint(max(['1', '2'], key=exec))",
    "print(sorted(['os'], key=__import__))",
    "with open('package.json') as eval:\n  print(min(['1'], key=eval))",
    "print([eval for eval in []], max(['1'], key=eval))",
    "print(sorted(['1'], key=lambda eval: 1), max(['1'], key=eval))",
    "x = eval; print(max(['1'], key=x))",
    "x = [eval]; print(max(['1'], key=x[0]))",
    "import json; print(json.dumps(open('package.json'), default=help))",
    'print(sorted([1], key=lambda x: eval(x)))',
    '@eval\ndef f(): pass',
    'def f(): pass',
    'class A: pass',
    'exec("1")',
    'print(1) or eval(1)',
    'print(1)if eval(1)else 2',
    'print(1)\nimport os',
    'print(1)\r\nimport os',
    'print(1)\\\nimport os',
    "print('''\n'''); import os",
    "print('a' 'b' eval('1'))",
    "print('\\'); eval('1')#')",
    '# x\neval(1)',
    'print(1) # x',
    'print(9**9**9)',
    'print(9 * 9 ** 9 ** 9)',
    'print(10**99999)',
    "import csv; csv.writer(open('out'))",
    'import csv; csv.field_size_limit(1)',
    'import csv, os',
    "import tomllib; print(tomllib.load(open('package.json', 'rb'), parse_float=eval))",
    "import tomllib; print(tomllib.loads('x', eval))",
    "print('%s' % 1)",
    "print('x' * 99999999)",
    'while True: pass',
    'print(1 if 1 else eval(1))',
    'assert eval(1)',
    'x: eval(1) = 2',
    'print(x := eval(1))',
    'with eval(1) as f: pass',
    "with open('package.json') as f, eval(1): pass",
    'except eval(1): pass',
    "import json; print(json.load(open('.env')))",
    "import json; print(json.load(open('link.json')))",
    "print(open('src/../.env').read())",
    "print(open('-').read())",
    "print(open('/proc/self/environ').read())",
    'd'.repeat(3) + '['.repeat(60_000),
    'print('.repeat(10_000),
    `print(${'1+'.repeat(30_000)}eval(1))`,
    `${'a,'.repeat(30_000)}b`,
    `${'x'.repeat(60_000)}(`,
    `print(${' '.repeat(60_000)}x y)`,
    `print('${'{'.repeat(60_000)}`,
  ])('is asked about: %j', async (code) => {
    expect((await bench.judge(`python3 -c ${quoteWord(code)}`)).decision).not.toBe('allow');
  });

  it.each([
    'cd src && python3 -c "print(1)"',
    'cd "$X" && python3 -c "print(1)"',
    'python3 -c "print(1)" x',
    'python3 -ic "print(1)"',
    'python3 -c "print($X)"',
    'PYTHONPATH=src python3 -c "print(1)"',
    './python3 -c "print(1)"',
    'cat .env | python3 -c "import sys; print(sys.stdin.read())"',
    'python3 -c "import sys; print(sys.stdin.read())" < .env',
    'echo x | xargs python3 -c "print(1)"',
  ])('is asked about: %s', async (script) => {
    expect((await bench.judge(script)).decision).toBe('ask');
  });
});
