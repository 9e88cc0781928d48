/** @module-tag forms */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const shadowing = [
  'json.py',
  'argparse.pyc',
  're.cpython-312-x86_64-linux-gnu.so',
  'JSON/__init__.py',
  '_colorize.py',
  'cmd/__init__.cpython-312-x86_64-linux-gnu.so',
  'json/__init__.pyc/x',
  // Python 3.12 takes this one in with all that needs `os`, and 3.6 the next by `copy`.
  'nt/_path_normpath.py',
  'org/python/core.py',
  '_json/scanstring.py',
  'tomllib/loads.py',
];

/** Folders that are not modules, unless Python has none of their names. */
const besides = [
  'cmd/main.go',
  'json/decoder.py',
  'json/tool.py',
  'site/index.html',
  'Code/init/__init__.py',
];

describe('modules of Python that show what they read', () => {
  const variables = new Map<string, string>();

  const bench = sharedBench(
    () => {
      bench.stub('python3', 'make', 'curl');
      for (const file of [
        'a.json',
        'b.json',
        '.env',
        'src/json.py',
        'setup.py',
        'types.ts',
        'test/__init__.py',
        'test/__pycache__/x.pyc',
      ])
        bench.file(file, '{}');
      for (const [index, name] of shadowing.entries()) bench.file(`taken/${index}/${name}`);
      for (const name of besides) bench.file(`besides/${name}`);
      // What cannot be listed seems to be empty as well.
      mkdirSync(join(bench.workspace.cwd, 'bare/json'), { recursive: true });
      mkdirSync(join(bench.workspace.cwd, 'led'));
      symlinkSync('../taken/3/JSON', join(bench.workspace.cwd, 'led/json'));
    },
    { inherited: (name) => variables.get(name) ?? null },
  );

  const edits = [
    { tool: ['write', 'edit'], allow: '**' },
    { tool: 'shell', allow: 'make *' },
  ];

  it.each([
    'python3 -m json.tool a.json',
    'cat a.json | python3 -m json.tool | head -30',
    'for f in *.json; do python3 -m json.tool "$f" > /dev/null && echo "$f: valid"; done',
    'cd test && python3 -m json.tool ../a.json',
    'cd besides && python3 -m json.tool ../a.json',
    'cd besides && cat ../a.json | python3 -c "import json, sys; print(json.load(sys.stdin))"',
  ])('run unasked where nothing stands in for what they import: %s', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each(shadowing)('ask in a folder with %s', async (name) => {
    const index = shadowing.indexOf(name);
    const script = `cd taken/${index} && python3 -m json.tool ../../a.json`;
    const { decision, reason } = await bench.judge(script);
    expect(decision).toBe('ask');
    expect(reason).toContain(`"${name.split('/')[0]}" in `);
  });

  it.each(['bare', 'led'])('ask in a folder with one that may be a module: %s', async (folder) => {
    expect(await bench.decide(`cd ${folder} && python3 -m json.tool ../a.json`)).toBe('ask');
  });

  it.each([
    'cd src; cd ..; cd "src" && cat ../a.json | python3 -m json.tool',
    'python3 -m json.tool .env',
    'python3 -m json.tool a.json b.json',
    'python3 -m json.tool *.json',
    'ls *.json | xargs python3 -m json.tool',
    'find . -name "*.json" -execdir python3 -m json.tool {} \\;',
    'python3 -m json.tool "$(cat a.json)"',
  ])('ask: %s', async (script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    'echo "import os" > json.py; python3 -m json.tool a.json',
    '{ echo "import os"; python3 -m json.tool a.json; } > json.py',
    'mkdir json && cp setup.py json/__init__.py && python3 -m json.tool a.json',
    'cp src/json.py . && python3 -m json.tool a.json',
    'mv src/* . && python3 -m json.tool a.json',
    'cd besides && cp ../setup.py json/__init__.py && python3 -m json.tool ../a.json',
    'make x && python3 -m json.tool a.json',
    'make x | python3 -m json.tool',
    'python3 -m json.tool a.json > re.py',
  ])('ask where rules let something come there meanwhile: %s', async (script) => {
    expect(await bench.decide(script, { rules: edits })).toBe('ask');
  });

  it('say what may come there', async () => {
    const { reason } = await bench.judge('python3 -m json.tool a.json; make x', { rules: edits });
    expect(reason).toBe(
      'python3: what "make" makes here can choose what it runs (run them in calls of their own)',
    );
    const { proposals } = await bench.judge('curl x | python3 -m json.tool');
    expect(proposals[0]).toHaveLength(2);
    const allowed = [{ allow: 'curl x' }, { allow: 'python3 -m json.tool' }];
    expect(await bench.decide('curl x | python3 -m json.tool', { rules: allowed })).toBe('allow');
  });

  it.each(['PYTHONPATH', 'PYTHONINSPECT'])('ask where %s is set', async (name) => {
    variables.set(name, 'x');
    const { decision, reason } = await bench.judge('python3 -m json.tool a.json');
    variables.clear();
    expect(`${decision} ${reason}`).toBe(`ask python3: ${name} may be set, and can choose what it runs`);
  });
});
