import type { Arg } from '../shell/arg.ts';
import { textArg } from '../shell/arg.ts';
import type { Profile, Reading } from './profile.ts';
import { readArguments } from './read-arguments.ts';
import { isHarmlessSed } from './sed-script.ts';
import type { ProfileMatch } from './table.ts';

/** The suffix of a copy that `sed -i` keeps: part of a name and nothing else. */
const suffix = /^[\w.~-]*$/;

function editsInPlace({ options, positionals, late }: Reading): string | null {
  const kept = options.get('-i');
  if (kept === undefined) return 'it edits nothing in place';
  if (!kept.every((arg) => arg === null || (arg.kind === 'text' && suffix.test(arg.text))))
    return 'where it keeps a copy cannot be told';
  const given = options.get('-e') ?? [positionals[0]?.arg ?? null];
  const harmless = given.every((arg) => arg?.kind === 'text' && isHarmlessSed(arg.text));
  return harmless && late?.has('-e') !== true ? null : 'its script is not certain to only edit';
}

/** What `sed -i` writes: its files, and the copies it keeps of them. */
function editedFiles({ operands, options }: Reading): Reading['operands'] {
  const kept = (options.get('-i') ?? []).flatMap((arg) =>
    arg === null || arg.text === '' ? [] : [arg.text],
  );
  const copies = operands.flatMap((operand) =>
    operand.kind === 'write' && operand.arg.kind === 'text'
      ? kept.map((text) => ({ ...operand, arg: textArg(operand.arg.text + text) }))
      : [],
  );
  return [...operands, ...copies];
}

/** Commands that only change files named in their words: they run unasked where rules allow writing those. */
const profiles: readonly Profile[] = [
  {
    names: 'mkdir',
    options: '-pv --parents --verbose -m,--mode:text',
    operands: 'write write*',
    allow: ['mkdir a', 'mkdir -p a/b c', 'mkdir -m 755 a'],
    notAllow: [
      'mkdir',
      'mkdir .git',
      'mkdir /opt/x',
      'mkdir ../x',
      'mkdir -Z a',
      'mkdir "$x"',
      'mkdir -p .agents/skills',
    ],
  },
  {
    names: 'rmdir',
    options: '-v --verbose --ignore-fail-on-non-empty',
    operands: 'write write*',
    allow: ['rmdir a', 'rmdir a/b c'],
    notAllow: ['rmdir -p a/b', 'rmdir /opt/x', 'rmdir .git/hooks', 'rmdir ~/x'],
  },
  {
    names: 'touch',
    options: '-acm --no-create -h --no-dereference -d,--date:text -t:text -r,--reference:list --time:text',
    operands: 'write write*',
    allow: ['touch a b', 'touch -d yesterday a', 'touch -c src/a.ts'],
    notAllow: [
      'touch',
      'touch .git/hooks/pre-commit',
      'touch .env',
      'touch ../a',
      'touch ~/.bashrc',
      'touch *.ts',
    ],
  },
  {
    names: 'sed gsed',
    options:
      '-nErsuz --quiet --silent --regexp-extended --separate --unbuffered --null-data -e,--expression:text -i,--in-place?text',
    operands: 'text write*',
    firstUnless: '-e --expression',
    veto: editsInPlace,
    also: editedFiles,
    allow: [
      "sed -i 's/a/b/' a.txt",
      "sed -i.bak -e 's/a/b/g' -e '/x/d' a.txt src/a.ts",
      "sed -Ei 's/(a)/\\1/' a.txt",
    ],
    notAllow: [
      "sed -i 's/a/b/w out' a.txt",
      "sed -i 's/a/b/e' a.txt",
      "sed -i '1e ls' a.txt",
      "sed -i '1e ls' a.txt -e p",
      "sed -i 'r .env' a.txt",
      'sed -i -f x.sed a.txt',
      "sed -i 's/a/b/' .git/config",
      "sed -i 's/a/b/' ~/.bashrc",
      "sed -i 's/a/b/' .env",
      "sed -i.. 's/a/b/' ../a.txt",
      "sed -i'/tmp/*' 's/a/b/' a.txt",
      "sed -i 's/a/b/' *.txt",
    ],
  },
];

/** What such a command would change; null for another, and for a form that nothing is known of. */
export function findEditing(base: string, args: readonly Arg[]): ProfileMatch | null {
  const profile = profiles.find(({ names }) => names.split(' ').includes(base));
  if (profile === undefined) return null;
  const reading = readArguments(profile, args);
  return typeof reading === 'string' ? null : { profile, reading, folders: [] };
}

/** Profiles with their examples, for the test that runs them. */
export const editingProfiles = profiles;
