import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attackRows } from '../helpers/attack.ts';

attackRows(
  'a name spelled so that nobody finds it',
  [
    ['the variable of a loop in a quoted half', 'for foo in ls; do read -r fo"o" < g; $foo; done'],
    ['the variable of a loop in an escape', "for foo in ls; do read -r $'\\x66'oo < g; $foo; done"],
    [
      'the variable of a loop in another',
      'for v in foo; do for foo in ls; do read -r $v < g; $foo; done; done',
    ],
    ['the variable of a loop behind command', "for foo in ls; do command read -r fo'o' < g; $foo; done"],
    ['cd in a quoted half', "for i in 1; do c'd' sub; done; ./run"],
    ['cd in an escape', "for i in 1; do $'c\\x64' sub; done; ./run"],
    ['cd in another variable', 'for c in c""d; do for i in 1; do $c sub; done; done; ./run'],
    ['cd in braces', 'for i in 1; do {c"d",sub}; done; ./run'],
    ['cd in the head of a loop', "while c'd' sub; do break; done; ./run"],
    ['a brace list beside quotes in backticks', 'echo "`ls "{a,\'"\'}"\nCANARY #\'`"'],
    ['the same behind a name', 'ls x"`ls "{a,\'"\'}"\nCANARY #\'`"'],
    ['a folder on the stack', 'pushd sub && ./run'],
    ['cd by the standard path', 'command -p cd sub && ./run'],
  ],
  {
    config: {
      rules: ['./run', 'pushd sub', 'command -p cd sub'].map((allow) => ({ tool: 'shell', allow })),
    },
    setUp({ cwd, canary, mark }) {
      mkdirSync(join(cwd, 'sub'));
      writeFileSync(join(cwd, 'g'), `${canary}\n`);
      writeFileSync(join(cwd, 'run'), '#!/bin/sh\nexit 1\n');
      writeFileSync(join(cwd, 'sub/run'), `#!/bin/sh\n: >> '${mark}'\n`);
      for (const name of ['run', 'sub/run']) chmodSync(join(cwd, name), 0o755);
    },
  },
);
