/** @module-tag forms */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { filteredBy } from '../../src/policy/shell/filtered.ts';

/** Texts with fields, marks, repeated lines, an empty line and blanks at the ends. */
const texts = [
  'a b c\nd e f\ng h i\n',
  'one\n',
  'x:y:z\nno mark\nx:y:z\n',
  'b\na\nB\na\n',
  ' .env \n\n  src\n',
];

/** What the program of this machine prints for a text, by bytes. */
function printed([program = '', ...words]: readonly string[], text: string): string {
  const { stdout } = spawnSync(program, words, {
    input: text,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return stdout;
}

const judged = (words: readonly string[]) => texts.map((text) => filteredBy(words, text));

/** A text as `$(…)` takes it. */
const taken = (text: string | null) => text?.replace(/\n+$/, '');

describe('what the policy expects a filter to print', () => {
  it.each([
    [['head', '-n', '2']],
    [['head', '-n', '-1']],
    [['head', '-2']],
    [['head', '-c', '3']],
    [['head', '--lines=1']],
    [['tail', '-n', '2']],
    [['tail', '-n', '+2']],
    [['tail', '-n', '-1']],
    [['tail', '-1']],
    [['cut', '-c', '1-2']],
    [['cut', '-c1,3-']],
    [['cut', '-b', '-2']],
    [['cut', '-d:', '-f2']],
    [['cut', '-d', ':', '-f', '1,3']],
    [['cut', '-d:', '-f3-', '-s']],
    [['cut', '--delimiter=:', '--fields=2-']],
    [['cut', '-f1']],
    [['sed', '']],
    [['sed', 's/b/X/']],
    [['sed', 's|a|X|g']],
    [['sed', 's/^/> /']],
    [['sed', 's/$/ </']],
    [['sed', 's/^x/X/']],
    [['sed', 's/z$/Z/']],
    [['sed', 's/^one$/two/']],
    [['sed', 's/.*/[&]/']],
    [['sed', '-e', 's/b/X/']],
    [['sed', '-n', '2p']],
    [['sed', '-n', '1,2p']],
    [['sed', '-n', '$p']],
    [['sed', '2d']],
    [['sed', '2,$d']],
    [['sed', '1q']],
    [['sed', '--quiet', '2p']],
    [['awk', '{print}']],
    [['awk', '{print $2}']],
    [['awk', '{print $NF}']],
    [['awk', '{print $1, $2}']],
    [['awk', '{print "x" $0 "y"}']],
    [['awk', 'NR==2{print $1}']],
    [['awk', '-F:', '{print $2}']],
    [['awk', '{$1="git"}1']],
    [['awk', '{ $2 = "x y"; print $0 }']],
    [['awk', '-F:', '{$3="z"} {print}']],
    [['awk', '{$0="x"};1']],
    [['awk', '{$5="x"; print; }']],
    [['awk', '-F', ':', '{ print $1 "-" $3; }']],
    [['grep', 'a']],
    [['grep', '-v', 'a']],
    [['grep', '-i', 'B']],
    [['grep', '-x', 'one']],
    [['grep', '-o', 'x:y']],
    [['grep', '-e', 'no mark']],
    [['grep', '-F', 'e']],
    [['sort']],
    [['sort', '-r']],
    [['sort', '-u']],
    [['sort', '-ru']],
    [['uniq']],
    [['tac']],
    [['tee']],
    [['nl']],
    [['fold']],
    [['paste']],
    [['paste', '-s']],
    [['paste', '-s', '-d', ' ']],
    [['paste', '-sd,', '-']],
    [['xargs']],
    [['xargs', 'echo', '-n']],
    [['xargs', '-n', '1']],
    [['xargs', '-n2', 'echo', 'x']],
    [['xargs', '-n', '1', 'printf', '%s\n']],
    [['xargs', '-I', '{}', 'echo', '<{}>']],
    [['xargs', '-I{}', 'printf', '%s;', '{}']],
  ])('%j', (words) => {
    expect(judged(words).map(taken)).toEqual(texts.map((text) => taken(printed(words, text))));
  });

  it.each([
    [['head', '-n', '2', 'file']],
    [['head', '-n', 'x']],
    [['tail', '-f']],
    [['tail', '-n', '2k']],
    [['cut', '-c1', '-f1']],
    [['cut', '-c', 'x']],
    [['cut', '-c', '']],
    [['cut', '-d:', '-f2', 'file']],
    [['sed', 's/a*/X/']],
    [['sed', 's/a/\\n/']],
    [['sed', 's/a/&&/']],
    [['sed', 's/a/b/;s/b/c/']],
    [['sed', '-n', '1d']],
    [['sed', '2p']],
    [['sed', 'p', 'file']],
    [['awk', '{print $(1+1)}']],
    [['awk', '/a/{print}']],
    [['awk', '{$1=$2}1']],
    [['awk', '{$1="x"} 1 {print "y"}']],
    [['awk', '-F', '|', '{print $1}']],
    [['grep', 'a.*b']],
    [['grep', '-io', 'b']],
    [['grep', 'a', 'file']],
    [['grep', '']],
    [['sort', 'file']],
    [['sort', '-k2']],
    [['paste', '-d', 'ab']],
    [['paste', 'file']],
    [['xargs', 'cat']],
    [['xargs', '-n', '0']],
    [['xargs', '-I', '', 'echo']],
    [['tac', 'file']],
    [['unknown']],
  ])('%j is not known', (words) => {
    expect(judged(words)).toEqual(texts.map(() => null));
  });
});
