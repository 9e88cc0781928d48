import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

/** A here-document as the code of an interpreter. */
const fed = (start: string, code: string, end = ''): string => `${start}\n${code}\nEOF${end}`;

describe('code that an interpreter gets as a here-document', () => {
  const bench = sharedBench(
    () => {
      bench.stub(...'python3 node head xargs touch timeout sudo bash-real find'.split(' '));
      for (const path of ['package.json', 'data/a.json', '.env', 'src/json.py', 'x.py'])
        bench.file(path, '{}');
    },
    { inherited: () => null },
  );

  const json = "import json\nfor k in json.load(open('package.json')):\n    print(k)";
  const show = "const p = require('./package.json');\nconsole.log(p.name)";

  it.each([
    fed("python3 - <<'EOF'", json),
    fed("python3 <<'EOF'", json),
    fed('python3 - <<"EOF"', 'print(1)'),
    fed('python3 - <<EOF', 'print(1)'),
    fed("<<'EOF' python3 -", 'print(1)'),
    fed("python3 - <<'EOF' 2>/dev/null | head -3", json),
    fed("python3 - 2>&1 <<'EOF'", json),
    fed("cat x.py | python3 - <<'EOF'", 'print(1)'),
    fed("timeout 5 nice python3 - <<'EOF'", 'print(1)'),
    fed("cd data && python3 - <<'EOF'", "print(open('a.json').read())"),
    fed("if python3 - <<'EOF'", 'print(1)', '\nthen ls; fi'),
    fed("x=$(python3 - <<'EOF'", 'print(1)', '\n); echo "$x"'),
    fed("node <<'EOF'", show),
    fed("node - <<'EOF'", show),
    fed("node <<'EOF'", 'console.log(1 + 1)'),
  ])('runs unasked if it only shows what it reads: %j', async (command) => {
    const { decision, reason } = await bench.judge(command);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    fed("python3 - <<'EOF'", 'import os; print(os.environ)'),
    fed("python3 - <<'EOF'", "open('x', 'w').write('1')"),
    fed("python3 - <<'EOF'", "print(open('.env').read())"),
    fed("python3 - <<'EOF'", '# -*- coding: utf-7 -*-\nprint(1)'),
    fed("node <<'EOF'", "require('child_process').execSync('id')"),
    // What it runs is not that text, or not only that.
    fed("python3 - x <<'EOF'", 'print(1)'),
    fed("python3 -i - <<'EOF'", 'print(1)'),
    fed("python3 -i <<'EOF'", 'print(1)'),
    fed("python3 x.py <<'EOF'", 'print(1)'),
    fed("node x.js <<'EOF'", 'console.log(1)'),
    fed("node -i <<'EOF'", 'console.log(1)'),
    fed('python3 - <<EOF', 'print("$HOME")'),
    fed('python3 - <<EOF', 'print("$(id)")'),
    fed("python3 - <<-'EOF'", '\tprint(1)'),
    fed("python3 - 3<<'EOF'", 'print(1)'),
    fed("python3 - <<'EOF' < x.py", 'print(1)'),
    fed("python3 - < x.py <<'EOF'", 'print(1)'),
    fed("python3 - <<'EOF' <<< 'import os'", 'print(1)'),
    fed("python3 - <<'A' <<'EOF'\nprint(1)\nA", 'import os'),
    fed("python3 - <<'EOF' 0>&1", 'print(1)'),
    fed("python3 - <<'EOF' <&2", 'print(1)'),
    fed("python3 - <<'EOF' 0> x", 'print(1)'),
    // What it is given to starts something else with it.
    fed("while read -r x; do python3 -; done <<'EOF'", 'print(1)'),
    fed("{ head -c 3; python3 -; } <<'EOF'", 'print(1)'),
    fed("xargs python3 - <<'EOF'", 'print(1)'),
    fed("find . -name x -exec python3 - {} + <<'EOF'", 'print(1)'),
    fed("sudo python3 - <<'EOF'", 'print(1)'),
    fed("bash <<'EOF'", 'touch x'),
    // A module or a setting in the place of what the code means.
    fed("cd src && python3 - <<'EOF'", 'import json; print(1)'),
    fed("PYTHONPATH=. python3 - <<'EOF'", 'print(1)'),
    fed("PYTHONINSPECT=1 python3 - <<'EOF'", 'print(1)'),
  ])('is asked about otherwise: %j', async (command) => {
    expect(await bench.decide(command)).toBe('ask');
  });

  it('is asked about where another command of the call may put a module in the way', async () => {
    const command = fed("touch json.py && python3 - <<'EOF'", 'import json; print(1)');
    const rules = [{ allow: 'touch *' }, { tool: 'write', allow: '*.py' }];
    expect(await bench.decide(command, { rules })).toBe('ask');
  });

  it('is subject to rules about the program as it is called', async () => {
    const command = fed("python3 - <<'EOF'", 'print(1)');
    expect(await bench.decide(command, { rules: [{ deny: 'python3 *' }] })).toBe('deny');
    expect(await bench.decide(command, { rules: [{ ask: 'python3 -' }] })).toBe('ask');
  });
});
