import { ownValue } from '../../core/record.ts';
import { subCommandAt } from './git-globals.ts';
import { isLongOption, optionValue } from './option-value.ts';
import { words } from './words.ts';

/** Words of a command that carry code or choose a program that is run. */
export interface CarryingWords {
  /** Letters of short options, also within clusters. */
  readonly short?: string;
  /** Long options, dashes included; one with two dashes may be abbreviated. */
  readonly long?: readonly string[];
  /** Matches any other such word. */
  readonly whole?: RegExp;
}

/** The same for a program that does something else without them. */
export interface Carrying extends CarryingWords {
  readonly sub?: SubCommands;
  /** Options that do so unless their value is plain: the default of the program, or something built in. */
  readonly unlessPlain?: readonly ValuedOption[];
  /** The same for the words behind `--`, if those are not just operands. */
  readonly behind?: Carrying;
}

/** Sub-commands that carry or choose a program. */
interface SubCommands {
  readonly names: RegExp;
  /** Words behind which the sub-command may stand. */
  readonly leading?: RegExp;
}

interface ValuedOption {
  readonly options: readonly string[];
  readonly plain: RegExp;
}

/** Whether a word is one of the options, also in a cluster or abbreviated. */
export function carries(word: string, rules: CarryingWords): boolean {
  if (rules.whole?.test(word) === true) return true;
  if (word.startsWith('--')) {
    const [name = ''] = word.split('=', 1);
    return rules.long?.some((option) => option === name || isLongOption(name, option, 4)) === true;
  }
  if (!word.startsWith('-') || word.length < 2) return false;
  if (rules.long?.some((option) => !option.startsWith('--') && word === option) === true) return true;
  return [...word.slice(1)].some((letter) => rules.short?.includes(letter) === true);
}

/** Whether a word is an option whose value carries or chooses a program. */
function choosesByValue(word: string, next: string | undefined, { unlessPlain = [] }: Carrying): boolean {
  return unlessPlain.some(({ options, plain }) => {
    const value = optionValue(word, next, options);
    return value !== null && !value.startsWith('-') && !plain.test(value);
  });
}

/** How many of the leading words may be the sub-command: one, or all if the first is an option or a word of `leading`. */
function mostForSub([first = '-', ...others]: readonly string[], { leading }: SubCommands): number {
  return first.startsWith('-') || leading?.test(first) === true ? others.length + 1 : 1;
}

/** The indexes of the options found and of their values. */
export function optionVetoes(args: readonly string[], rules: Carrying): Set<number> {
  const found = new Set<number>();
  const { sub } = rules;
  const subs = sub === undefined ? 0 : mostForSub(args, sub);
  for (const [index, word] of args.entries()) {
    if (word === '--') {
      // What follows is the operands of most programs, and words passed on by those that start another.
      const { behind } = rules;
      if (behind !== undefined)
        for (const inner of optionVetoes(args.slice(index + 1), behind)) found.add(index + 1 + inner);
      break;
    }
    const isSub = index < subs && sub?.names.test(word) === true;
    if (!isSub && !carries(word, rules) && !choosesByValue(word, args[index + 1], rules)) continue;
    found.add(index);
    if (!word.includes('=')) found.add(index + 1);
  }
  return found;
}

const gitGlobal: Carrying = {
  short: 'cC',
  long: ['--config-env', '--exec-path', '--git-dir', '--work-tree', '--namespace', '--super-prefix'],
};
const gitAlways: readonly string[] = words(
  '--upload-pack --receive-pack --exec --ext-diff --textconv --open-files-in-pager --template --extcmd --smtp-server --config',
);
const gitShort: Readonly<Record<string, string>> = {
  rebase: 'x',
  clone: 'uc',
  grep: 'O',
  difftool: 'xt',
  mergetool: 't',
  archive: '',
  'ls-remote': 'u',
};
/** Sub-commands that start what their words or settings name; one with a slash is a file: `git x/y` runs `./git-x/y`. */
const gitRuns =
  /^(bisect|filter-branch|difftool|mergetool|daemon|send-email|instaweb|config|submodule|hook|maintenance|credential.*|remote-.*|shell|merge-index|cvsserver|web--browse|imap-send|svn|p4|for-each-repo|gui|citool|.*\/.*)$/s;

/** A strategy is a program too, `git-merge-NAME`, and with a slash a file of the folder: `git cherry-pick --strategy=./x`. */
const gitStrategy: readonly ValuedOption[] = [{ options: ['--strategy'], plain: /^[\w-]+$/ }];

/** The indexes of words of git that carry code or choose a program. */
export function gitVetoes(args: readonly string[]): Set<number> {
  const sub = subCommandAt(args);
  const until = sub === -1 ? args.length : sub;
  const found = optionVetoes(args.slice(0, until), gitGlobal);
  const name = args[sub] ?? '';
  if (gitRuns.test(name)) {
    for (let at = until; at < args.length; at += 1) found.add(at);
  }
  const own = optionVetoes(args.slice(until), {
    short: ownValue(gitShort, name) ?? '',
    long: gitAlways,
    unlessPlain: gitStrategy,
  });
  for (const index of own) found.add(until + index);
  for (const [index, word] of args.entries()) if (/^(?:--[\w-]+=)?(ext|fd)::/.test(word)) found.add(index);
  return found;
}

/** An option that chooses a file, unless it is one in the workspace which the program reads by default, by its name. */
export function unlessUsual(names: string, options: readonly string[] = ['-c', '--config']): ValuedOption {
  return { options, plain: new RegExp(`^(\\./)?(${names})$`) };
}
