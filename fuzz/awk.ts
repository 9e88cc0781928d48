import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { lazy } from '../src/core/async/lazy.ts';
import { isHarmlessAwk } from '../src/policy/profiles/awk-program.ts';
import { folderSuite } from './property.ts';

/** Words and marks of awk, among them some that one awk knows and another takes for a name. */
const before = fc.constantFrom(
  ...'a 1 .5 1e "s" (a) a[1] x++ ++x $1 $ NF length length() length(a) - ! !~ ?1: a, in print printf return exit next nextfile delete'.split(
    ' ',
  ),
  ...'else do while(0) if(1) for(;;) break continue func substr("a",1) /r/ a= a< (a>1) ^ * && case case-1: switch(1){ { } ; a/ a/=1'.split(
    ' ',
  ),
  ...'f(1) BEGIN getline fflush() rand toupper sprintf typeof @ "\\"" "/" /[/]/ /\\// /"/ ** , length$1 length-'.split(
    ' ',
  ),
  '\n',
  '\\\n',
  '#c\n',
  '# "\n',
  '# /\n',
);
/** What runs, writes or reads something where a slash, a quote or a hash before it is no start of a longer word. */
const behind = fc.constantFrom(
  ' /"/; system(X) #"\n',
  '/"/; system(X) #"\n',
  ' /1;system(X);z=1/1\n',
  '/=1;system(X);z=1/1\n',
  '/="/; system(X) #"\n',
  ' /#/; system(X)\n',
  ' /"/; print "x" > Y #"\n',
  ' /"/; print "x" | X #"\n',
  '"/";system(X);"/"\n',
  ' print > Y\n',
  ' 1 > Y\n',
  ' print(1) > Y\n',
  ' getline < Z\n',
);
const around = fc.constantFrom(
  ...['{ % }', 'BEGIN { % }', '%', '% { print }', 'BEGIN { if (1) { % } }', '{ a = % }', 'BEGIN { a[%] }'],
  ...['function f(a){ % } BEGIN{f(1)}', 'BEGIN { print % }', 'BEGIN { print(%) }', 'END { % }'],
  'BEGIN { while (0) % }',
);
const program = fc
  .tuple(around, fc.array(fc.tuple(before, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 4 }), behind)
  .map(([shape, words, end]) => shape.replace('%', () => words.flat().join('') + end));

const awks = ['awk', 'gawk', 'mawk', 'original-awk', 'busybox'];
const mostMilliseconds = 1000;
const secret = 'a secret';

/** What comes of a program in one awk that is there, with variables that name a command to run and files to write and to read. */
function doneBy(awk: string, input: string, cwd: string): string | null {
  const variables = ['-v', 'X=touch ran', '-v', 'Y=written', '-v', 'Z=secret'];
  const words = [...(awk === 'busybox' ? ['awk'] : []), ...variables, '--', input, 'given'];
  const { stdout } = spawnSync(awk, words, {
    cwd,
    encoding: 'utf8',
    timeout: mostMilliseconds,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const made = readdirSync(cwd).filter((name) => name !== 'given' && name !== 'secret');
  for (const name of made) rmSync(join(cwd, name));
  if (made.length > 0) return `${awk} made ${made.join(', ')}`;
  return stdout?.includes(secret) === true ? `${awk} printed a file that it was not given` : null;
}

function isInstalled(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

const installed = lazy(() => awks.filter(isInstalled));

/** What each awk that is there does with the programs that the reader takes for harmless. */
export const awk = folderSuite<string>({
  title:
    'a program of awk that is taken for harmless runs nothing, writes nothing and reads what it is given',
  schema: v.string(),
  arbitrary: program,
  problemOf: (input, folder) => {
    if (!isHarmlessAwk(input)) return null;
    writeFileSync(join(folder, 'given'), 'l m\n');
    writeFileSync(join(folder, 'secret'), `${secret}\n`);
    return installed().reduce<string | null>((problem, name) => problem ?? doneBy(name, input, folder), null);
  },
});
