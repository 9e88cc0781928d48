import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quoteWord } from '../../src/policy/rules/pattern.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('Python that computes with what it reads', () => {
  const bench = sharedBench(
    () => {
      bench.stub('python3');
      for (const path of ['package.json', 'data/users.json', '.env', 'setup.py', 'plain/<string>'])
        bench.file(path, '{}');
      for (const name of ['string', 'unknown']) {
        bench.file(`shown-${name}/x`);
        symlinkSync('../.env', join(bench.workspace.cwd, `shown-${name}/<${name}>`));
      }
    },
    { inherited: () => null },
  );

  it.each([
    "import re; print(re.findall(r'a(b+)\\d', open('package.json').read(), flags=re.I | re.M))",
    "import re; [print(m.group(0), m.start()) for m in re.finditer('x', open('package.json').read())]",
    "import re; p = re.compile(\"^v(\\\\d+)'\"); print(p.sub(lambda m: m.group(1), 'v1'), bool(p.match('x')))",
    "from pathlib import Path; print(Path('package.json').read_text(encoding='utf-8').splitlines()[-1])",
    "from pathlib import Path\np = Path('package.json')\nfor i, line in enumerate(p.read_text().splitlines(), 1):\n    if 'x' in line:\n        print(i, line)",
    "import pathlib; p = pathlib.Path('package.json')  # the manifest\ns = p.read_text(encoding='utf-8')\nprint(s.count('x'), len(p.read_bytes()))",
    "from pathlib import Path\na = Path('package.json'); b = Path('data/users.json')\nif a.exists() and b.is_file(): print(a.read_text() == b.read_text())",
    "import ast; ast.parse(open('setup.py').read()); print('ok')",
    "import ast\nt = ast.parse(open('setup.py').read())\nprint([n.name for n in ast.walk(t) if isinstance(n, ast.FunctionDef)])",
    "from collections import Counter; print(Counter(open('package.json').read().split()).most_common(5))",
    "import json, collections\nc = collections.defaultdict(list)\nfor u in json.load(open('data/users.json')):\n    c[u['state']].append(u['name'])  # by state\nprint(dict(c))",
    "import json\nn = {}\nfor u in json.load(open('data/users.json')):\n    n[u['a']] = n.get(u['a'], 0) + 1\n    n['all'] += 1\nprint(n)",
    "import json\nfor f in ['package.json', 'data/users.json']:\n    d = json.load(open(f))\n    print(f, len(d))",
    "import json; print([len(json.load(open(f))) for f in ['package.json', './data/users.json']])",
    'print([x * 2 for x in range(10)], sum(range(1, len(x)))) if 0 else print(100 * 3 / 7)',
    'print(sum(range(1, 11)), 10 % 3, -7 % 3, 7 // 2, 2 ** 0.5, 1e9, 0xff)',
    "print('%s: %5.1f%%' % ('a', 1.5), '{!r} {:>8,d}'.format('a', 2))",
    "s = open('package.json', errors='replace').read(); i = s.find('x'); print(s[i - 10:i + 20], s[::-1])",
    "from datetime import datetime, timedelta; print((datetime.now() - timedelta(days=1)).strftime('%Y-%m-%d'))",
    'import datetime; print(datetime.datetime.fromtimestamp(1700000000).isoformat())',
    'import math, time, statistics; print(math.sqrt(2), math.pi, time.time(), statistics.mean([1, 2]))',
    "import base64, hashlib; print(base64.b64decode('aGk=').decode(), hashlib.sha256(b'x').hexdigest())",
    "import sys; print(*sys.argv, sep='\\n', file=sys.stderr)",
    '# what it says\nprint(1) # of itself',
    "assert 1 + 1 == 2, 'odd'",
    "print(sorted({'a': 1}.items(), key=lambda kv: -kv[1]), list(map(int, '1 2'.split())), {1, 2} | {3})",
    "print(hex(255), chr(65), ord('a'), 'é'.encode('utf-8'), b'abc'.hex(), 'a'.ljust(20) + '|')",
    "try:\n    print(open('package.json').read())\nexcept (ValueError, OSError) as e:\n    print(e)\nfinally:\n    pass",
  ])('runs unasked: %j', async (code) => {
    const { decision, reason } = await bench.judge(`python3 -c ${quoteWord(code)}`);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    "import re; print(re.sub('a', eval, 'b'))",
    'import re; x = re; print(1)',
    'import re as x; print(1)',
    'from re import *; print(1)',
    'from collections import *; print(1)',
    'from collections import Counter as open; print(1)',
    "from pathlib import Path; Path('out').write_text('x')",
    "from pathlib import Path; print(Path('out').unlink())",
    "from pathlib import Path; f = 'out'; print(Path(f).read_text())",
    "from pathlib import Path; p = Path('package.json'); p.replace('out')",
    "from pathlib import Path; p = Path('package.json'); q = p; q.replace('out')",
    "from pathlib import Path; p = Path('package.json'); [p][0].replace('out')",
    "from pathlib import Path; p = Path('package.json')\nfor q in [p]: q.replace('out')",
    "from pathlib import Path; p = Path('package.json'); print(*map(lambda q: q.replace('out'), [p]))",
    "from pathlib import Path; p = Path('package.json'); print(f'{p.replace(1)}')",
    "from pathlib import Path; p = Path('package.json'); d = {'a': p}; d['a'].replace('out')",
    "from pathlib import Path; p = Path('package.json'); print(p)",
    "from pathlib import Path; p = Path('.env'); print(p.read_text())",
    "from pathlib import Path; p = Path('data/../.env'); print(p.read_text())",
    "from pathlib import Path; p = Path('a.txt'); p = '.env'; print(p.read_text())",
    "from pathlib import Path; p = Path('a.txt'); p += 'b'; print(p.read_text())",
    "from pathlib import Path; p = Path('a.txt')\nfor p in ['.env']: print(p.read_text())",
    "from pathlib import Path; p = Path('a.txt')\nfor p in ['.env']: print(open(p).read())",
    "from pathlib import Path; p = Path('a.txt') / '.env'; print(p.read_text())",
    "from pathlib import Path; p = q = Path('a.txt'); q.replace('out')",
    "from pathlib import Path; p = Path('a.txt'); p.write_text('x')",
    "from pathlib import Path; p = Path('a.txt'); p.unlink()",
    "from pathlib import Path; p = Path('a.txt'); p.read_text('rot13')",
    "from pathlib import Path; Path = Path('a.txt'); Path.replace('out')",
    "from pathlib import Path; open = Path('a.txt'); open.replace('out')",
    'p.read_text()',
    "from pathlib import Path\nfor p in Path('.').rglob('*'): p.replace('out')",
    "from pathlib import Path; print(Path('.env').read_text())",
    "from pathlib import Path; print(Path('data/../.env').read_text())",
    "import ast; ast.parse('x = (', '.env')",
    "import ast; ast.parse(\"'\\\\d'\", filename='.env')",
    'import ast; print(ast.sys.modules)',
    "import ast; eval(compile(ast.parse('1'), 'x', 'exec'))",
    "import json\nfor f in ['package.json', '.env']: print(open(f).read())",
    "import json\nfor f in ['package.json']:\n  f = 'out'; print(open(f).read())",
    "f = '.env'\nfor f in ['package.json']: pass\nprint(open(f).read())",
    "for f in ['package.json'] + [x]: print(open(f).read())",
    "for f in ('ab'): print(open(f).read())",
    "for f in ['package.json' 'x']: print(open(f).read())",
    "for f in ['data/../.env']: print(open(f).read())",
    "for f in ['out']: print(open(f, 'w'))",
    "for f in ['package.json']: print(list(map(lambda f: open(f), ['.env'])))",
    "for f, g in ['ab']: print(open(f).read())",
    "print([open(f).read() for f in ['package.json']], [open(f).read() for f in open('package.json')])",
    "print('{0.__class__}'.format(1))",
    "print('\\x7b0.__class__}'.format(1))",
    "print('{:99999999}'.format(1))",
    "x = '{0.__class__}'; print(x.format(1))",
    "print('%99999999d' % 1)",
    "print('\\x2599999999d' % 1)",
    "print('x'.zfill(99999999), 'x'.ljust(10 ** 9))",
    "print(b'x'.decode('idna'), 'x'.encode(x))",
    'print(list(range(10 ** 9)))',
    'print(list(range(99999999)))',
    "print(**{'file': 1})",
    "import json; print(json.loads('1', **x))",
    'print(1, file=sys.path)',
    "import sys; sys.path[0] = 'x'; import json",
    "import sys; sys.path[0:0] = ['x']",
    'x.y = 1',
    "d['a'].b = 1",
    "d[eval('1')] = 1",
    'import math; print(math.factorial(10 ** 6))',
    'import time; time.sleep(99)',
    'import hashlib; hashlib.new(x)',
    'from datetime import datetime; print(sorted([1], key=datetime.now))',
    'import collections; print(collections.abc)',
    "Counter = eval; print(Counter('1'))",
    "re = x; print(re.sub('a', 'b', 'c'))",
    '# coding: utf-7\nprint(1)',
    "print(1) # x\neval('1')",
    "print('a' # '\n, eval('1'))",
    "assert eval('1')",
    "assert 1, eval('1')",
    "print(r'\\', eval('1'), r'\\')",
    "print(rf'{1}')",
    "except (eval('1'), ValueError): pass",
    'x = lambda: 1; x()',
    "(lambda: eval('1'))()",
    'print([lambda: 1][0]())',
    "print({1} | eval('{1}'))",
    "print(x[eval('1'):])",
    "print(x[1:2:eval('1')])",
    "print(3 * eval('1'), 3 % eval('1'))",
    `print(${'#'.repeat(60_000)}`,
    `for f in [${"'a'".repeat(8000)}`,
    `for f in [${"'a' ,".repeat(6000)}`,
    `for f in ['a'${' '.repeat(60_000)}x`,
    `${'x[0]'.repeat(15_000)} y`,
    `print('${'{x}'.repeat(20_000)}'.format(1)x`,
    `range(${'1,'.repeat(30_000)}`,
  ])('is asked about: %j', async (code) => {
    expect(await bench.decide(`python3 -c ${quoteWord(code)}`)).toBe('ask');
  });

  // Python before 3.11 shows a line of the first with every error, and each one of the second where it cannot parse a text.
  it.each(['string', 'unknown'])(
    'asks where an error would show a secret as its code: <%s>',
    async (name) => {
      const script = `cd shown-${name} && python3 -c "\n\nprint([][0])"`;
      const { decision, reason } = await bench.judge(script);
      expect(decision).toBe('ask');
      expect(reason).toContain(`"<${name}>" usually holds secrets`);
      expect(await bench.decide('cd plain && python3 -c "print([][0])"')).toBe('allow');
    },
  );
});
