import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('what node shows of itself and of files of JSON', () => {
  const bench = sharedBench(() => {
    bench.stub('node', 'mv', 'ln');
    for (const path of [
      'package.json',
      'sub/tsconfig.json',
      'evil.js',
      'data',
      'missing.json.js',
      '.env.json',
    ])
      bench.file(path, '{}');
    const { cwd } = bench.workspace;
    symlinkSync('evil.js', join(cwd, 'link.json'));
    symlinkSync('package.json', join(cwd, 'same.json'));
    mkdirSync(join(cwd, 'folder.json'));
    bench.file('folder.json/index.js', '');
  });

  it.each([
    'node -p process.version',
    'node -p "process.versions.node; "',
    'node -pe process.platform',
    `node -p "require('./package.json').version"`,
    `node -p 'require("./package.json").scripts["test:unit"]'`,
    `node --print "require('./sub/tsconfig.json').compilerOptions?.paths"`,
    `node -e "console.log(require('./package.json').version)"`,
    `node -e "console.log(process.version, require('./package.json').name);"`,
    `node -p "Object.keys(require('./package.json').dependencies || {}).join(', ')"`,
    `node -p "JSON.stringify(require('./package.json').scripts, null, 2)"`,
    `node -e "console.log(process.version); console.log(process.arch)"`,
    `node -p "require('./same.json')"`,
    `node -e "const p=require('./package.json'); console.log(p.scripts)"`,
    `node -e "const a = require('./package.json'); let b = a.version || ''; console.log(a.name, b)"`,
    `node -e "console.log(JSON.parse(require('fs').readFileSync('package.json', 'utf8')).version)"`,
    `node -e "const fs = require('node:fs');\nconst d = JSON.parse(fs.readFileSync('data'));\nconsole.log(d.length, d[0].id)"`,
    `node -p "JSON.parse(require('fs').readFileSync('./package.json')).items.map(x => x.name).join(', ')"`,
    `node -p "require('./package.json').files.slice(0, 3)"`,
    'node -p "1+1"',
    "node -p '(2**10 - 1) / 3.5e2'",
    'node -e "console.log(0xff, Math.max(1, 2) * Math.PI)"',
    `node -e "console.log('a' + 1);"`,
    `node -p "require('./package.json').name + '@' + require('./package.json').version"`,
    `node -p "const p = require('./package.json'); p.name + ' ' + (p.version || 'none')"`,
    'node -e \'const p = require("./package.json"); console.log(`${p.name}@${p.version ?? "0"}`)\'',
    `node -p "require('./package.json').scripts ? 'yes' : 'no'"`,
    `node -p "Object.keys(require('./package.json').scripts).filter(k => k.startsWith('test')).length > 0"`,
    `node -e "for (const [k, v] of Object.entries(require('./package.json').scripts)) console.log(k, v)"`,
    `node -e "const p = require('./package.json'); for (const k of Object.keys(p)) { console.log(k, p[k]); }"`,
    `node -e "const fs = require('fs'); console.log(fs.readFileSync('data', 'utf8').split('\\n').length)"`,
    `node -p "process.versions.node.split('.')[0] >= 20 && 'a'.toUpperCase()"`,
    "node -p '7 / 2 - -1 | ~0x0f'",
    'node -p "new Date(0).toISOString() + typeof fetch"',
    `VERSION=$(node -p "require('./package.json').version"); echo "$VERSION"`,
  ])('runs unasked: %s', async (script) => {
    const { decision, reason } = await bench.judge(script);
    expect(`${decision} ${decision === 'allow' ? '' : reason}`).toBe('allow ');
  });

  it.each([
    ['computes with a name', 'node -p "1+x"'],
    ['computes with more than numbers', 'node -p "Math.constructor(1)"'],
    ['calls what it reaches in a value', `node -p "'a'['constructor']('x')"`],
    ['reaches into a number', 'node -p "1..constructor"'],
    // What stands in quotes to a reader that takes a stroke for a division, or a backslash for itself, is code.
    ['divides by what is a pattern', 'node -p "/\'/+x()+/\'/"'],
    ['begins a remark', `node -p "/*'*/x()/*'*/"`],
    ['begins a remark behind a value', `node -p "1/*'*/+x()/*'*/"`],
    ['ends in a remark', `node -p "1//'\n+x()//'"`],
    ['begins a remark of HTML', `node -p "1<!--'\n+x()+'"`],
    [
      'escapes a quote',
      `node -e "const p=require('./package.json'); console.log(p.a.join('\\'), p['+x()))//'])"`,
    ],
    ['escapes a double quote', `node -p 'require("./package.json").a.join("\\"), b["+x()+"]'`],
    ['calls in a template', "node -p '`${x()}`'"],
    ['closes a template', "node -p '`a`+x()+`b`'"],
    ['calls with a template', 'node -p \'require("./package.json").a`b`\''],
    ['calls in a loop', `node -e "for (const k of Object.keys(require('./package.json'))) k()"`],
    ['loops without end', 'node -e "for (const k of process.version) for (;;) console.log(k)"'],
    ['goes on behind a loop', 'node -e "for (const k of process.version) console.log(k); x()"'],
    [
      'shows what a name of a loop stands for behind it',
      `node -p "require('./package.json').a.map(os => 1) + os"`,
    ],
    [
      'takes a name of its own for the process',
      `node -p "require('./package.json').a.map(process => 1) + process.env"`,
    ],
    ['does more for each', `node -p "require('./package.json').a.map(x => { return y() })"`],
    ['calls for each', `node -p "require('./package.json').a.filter(x => y(x))"`],
    ['hands on a function', `node -p "require('./package.json').a.map(eval)"`],
    ['replaces by a function', `node -p "'a'.replace('a', eval)"`],
    ['chooses what it does not know', 'node -p "1 ? x : 2"'],
    ['adds to a name', `node -e "let a = process.version; console.log(a += x)"`],
    ['counts a name up', `node -e "let a = process.version; console.log(++a)"`],
    ['reads a secret as it is', `node -p "require('fs').readFileSync('.env.json', 'utf8')"`],
    ['reads what standard input is', `node -p "require('fs').readFileSync(0)"`],
    ['writes by the same name', `node -p "require('fs').writeFileSync('data', 'x')"`],
    ['is brackets alone', 'node -p "[][(![]+[])[+[]]]"'],
    ['gives a name to what it calls', `node -e "const f=process.exit; f(1)"`],
    ['calls what it named', `node -e "const p=require('./package.json'); console.log(p.x())"`],
    ['names what is no value', `node -e "const console=require('./package.json'); console.log(1)"`],
    ['shows a name that it was not given', `node -e "console.log(p.x)"`],
    ['gives a name a module', `node -e "const p=require('./evil.js'); console.log(p)"`],
    [
      'takes another module for files',
      `node -e "const fs=require('./fs'); console.log(JSON.parse(fs.readFileSync('data')))"`,
    ],
    ['shows files', `node -e "const fs=require('fs'); console.log(fs)"`],
    ['writes files', `node -e "const fs=require('fs'); console.log(fs.writeFileSync('data', 'x'))"`],
    ['reads a secret', `node -p "JSON.parse(require('fs').readFileSync('.env.json'))"`],
    ['reads by a way back', `node -p "JSON.parse(require('fs').readFileSync('sub/../data'))"`],
    ['calls by a name', `node -p "require('./package.json').map(x => x.y())"`],
    ['maps to a name', `node -p "require('./package.json').map(x => process.y)"`],
    ['names more in one go', `node -e "const a=require('./package.json'), b=x(); console.log(a)"`],
    ['computes before it shows', `node -e "x(); console.log(process.version)"`],
    ['gives many names', `node -e "${'const a=process.version;'.repeat(2500)} x()"`],
    ['reads many files', `node -p "${"JSON.parse(require('fs').readFileSync('a'))||".repeat(1200)}x"`],
    ['maps very often', `node -p "require('./package.json').map(${'x'.repeat(50_000)} => y)"`],
    ['is a template', 'node -p "`x`"'],
    ['repeats', 'node -e "for(;;);"'],
    ['shows and does more', 'node -e "console.log(1);x(2)"'],
    ['is very long', `node -p ${'1+'.repeat(30_000)}x`],
    ['loads something first', 'node -r ./evil.js -p 1+1'],
    ['is another program', './node -p process.version'],
    ['shows the environment', 'node -p process.env'],
    ['shows the environment, too', `node -p "require('./package.json'), process.env"`],
    ['calls', 'node -p "process.exit()"'],
    ['calls what it finds', `node -p "require('./package.json').toString.constructor('x')()"`],
    ['calls a field', `node -p "require('./package.json')['x']()"`],
    ['calls by a template', 'node -p "process.version.at\\`x\\`"'],
    ['computes a field', `node -p "require('./package.json')[x()]"`],
    ['reads code', `node -p "require('./evil.js')"`],
    ['reads a module', `node -p "require('package.json')"`],
    ['reads without an ending', `node -p "require('./data')"`],
    ['reads by a link to code', `node -p "require('./link.json')"`],
    ['reads a folder', `node -p "require('./folder.json')"`],
    ['reads what is missing, where code may be', `node -p "require('./missing.json')"`],
    ['reads elsewhere', `node -p "require('../package.json')"`],
    ['reads elsewhere, by a way back', `node -p "require('./sub/../package.json')"`],
    ['reads secrets', `node -p "require('./.env.json')"`],
    ['reads another escape', `node -p "require('./pack\\\\u0061ge.json')"`],
    ['assigns', `node -p "require('./package.json').x = 1"`],
    ['goes on', `node -p "process.version; require('./evil.js')"`],
    ['goes on in a line', 'node -p "process.version\nrequire(\'./evil.js\')"'],
    ['calls the value of a line before', `node -p "const a = 'b'.constructor.constructor\n  ('return 1')"`],
    ['marks a text with the value of a line before', 'node -p \'const a = "b".constructor\n`c`\''],
    ['goes on behind a comma', `node -e "console.log(process.version), require('./evil.js')"`],
    ['goes on behind a call', `node -e "console.log(process.version); console.log(require('./evil.js'))"`],
    ['has more words', `node -p "process.version" evil.js`],
    ['has an option before', `node -r ./evil.js -p process.version`],
    ['has an option behind', `node -p process.version -r ./evil.js`],
    ['is computed', 'node -p "$X"'],
    ['is a module', `node --input-type=module -e "console.log(process.version)"`],
    ['has settings', `NODE_OPTIONS=--require=./evil.js node -p process.version`],
    ['shows a name that others give', 'node -p x'],
    ['is an older call', 'node -i -p process.version'],
  ])('is asked about where it %s: %s', async (_, script) => {
    expect(await bench.decide(script)).toBe('ask');
  });

  it.each([
    `mv link.json package.json && node -p "require('./package.json').version"`,
    `ln -sf evil.js package.json; node -p "require('./package.json').version"`,
  ])('is asked about where what it reads is put there: %s', async (script) => {
    const rules = [{ tool: ['write', 'edit'], allow: '**' }];
    expect(await bench.decide(script, { rules })).toBe('ask');
  });
});
