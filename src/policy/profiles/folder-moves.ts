import { type Arg, textOf } from '../shell/arg.ts';
import { isOneAtATime } from '../shell/walked.ts';
import { literalWords, operandsOf, type Profile, plainReading, type Reading } from './profile.ts';

const unclear = 'where it leads cannot be told';

/** `cd DIR`: where it leads is judged by the virtual cwd. */
function readCd(args: readonly Arg[]): Reading | string {
  const operands = args.slice(1).filter((arg, index) => index > 0 || textOf(arg) !== '--');
  const target = operands[0];
  if (target === undefined || (operands.length === 1 && textOf(target) === '-')) return plainReading([]);
  if (operands.length > 1) return unclear;
  if (target.kind === 'glob' && isOneAtATime(target))
    return plainReading([{ kind: 'list', arg: target, exposed: true }]);
  // Which folder that is, is found out for what runs in it.
  if (target.kind === 'unknown' && target.top !== undefined) return plainReading([]);
  if (target.kind !== 'text' || target.text.startsWith('-')) return unclear;
  return plainReading(operandsOf('list', [target]));
}

/** `pushd DIR`, and without one, which goes back as `popd` does. */
function readPushd(args: readonly Arg[]): Reading | string {
  const words = literalWords(args);
  const isPlain = words !== null && words.length < 2 && words.every((word) => /^[^-+]/.test(word));
  return isPlain ? plainReading(operandsOf('list', args.slice(1))) : unclear;
}

/** Builtins of the shell that tell where it is or go elsewhere. */
export const folderMoves = (): readonly Profile[] => [
  {
    names: 'pwd',
    options: '-LP --logical --physical --help --version',
    allow: ['pwd', 'pwd -P'],
    notAllow: ['pwd -X'],
  },
  {
    names: 'cd',
    read: readCd,
    allow: ['cd /tmp && ls', 'cd .. && ls && pwd', 'cd -- sub', 'cd sub && ls; cd - && ls'],
    notAllow: ['cd - && cat x', 'cd "$X" && ls', 'cd /tmp && ls > f', 'cd -x', 'cd sub; cd - .. && ls'],
  },
  {
    names: 'pushd',
    read: readPushd,
    allow: ['pushd sub && ls && popd', 'pushd sub > /dev/null; ls; popd; ls', 'pushd sub; pushd; ls'],
    notAllow: [
      'pushd +1 && ls',
      'pushd -n sub',
      'pushd - && cat x',
      'pushd "$X" && ls',
      'pushd */',
      'pushd && cat x',
    ],
  },
  {
    names: 'popd',
    allow: ['pushd /tmp; popd; ls'],
    notAllow: ['popd && cat x', 'popd +1', 'popd -n', 'pushd sub; popd "$X"'],
  },
  {
    names: 'dirs',
    options: '-lpv',
    allow: ['dirs', 'dirs -v'],
    notAllow: ['dirs -c', 'dirs x'],
  },
];
