import { ownValue } from '../../core/record.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { baseOf } from './base-name.ts';
import { filesShown, mountSources } from './mounts.ts';
import { isOneOf } from './option-value.ts';
import { ofContainers, ofSsh, type ValuedOptions, valuesBehind } from './valued-options.ts';
import { each, words as list } from './words.ts';

/** The options of a program that runs a command elsewhere: on another machine or in a container. */
interface ElsewhereForm {
  readonly sub: RegExp | null;
  readonly options: ValuedOptions;
  /** Letters of options without a value, and long ones. */
  readonly flags: string;
  readonly longFlags: readonly string[];
  /** Options whose value is a path or a name over there. */
  readonly there: readonly string[];
}

const container: ElsewhereForm = {
  sub: /^(?:run|exec|create)$/,
  options: ofContainers,
  flags: 'itdPTq',
  longFlags: list(
    '--rm --init --detach --interactive --tty --read-only --publish-all --quiet --no-deps --build --service-ports --use-aliases',
  ),
  there: list('-w --workdir --tmpfs --entrypoint -e --env -l --label --hostname -u --user --name'),
};

const forms: Readonly<Record<string, ElsewhereForm>> = {
  ...each('docker podman nerdctl docker-compose', container),
  ssh: { sub: null, options: ofSsh, flags: '46AaCfGgKkMNnqsTtVvXxYy', longFlags: [], there: [] },
};

/** Options with a value before the sub-command of a container program. */
const composing = list('-f --file -p --project-name --profile --env-file --context --project-directory');

/** The index of the sub-command; -1 if another word may be it. */
function subOf(words: Words, sub: RegExp): number {
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (sub.test(word)) return index;
    if (composing.includes(word)) index += 1;
    else if (word !== 'compose' && word !== 'container' && !/^--[\w-]+=/.test(word)) return -1;
  }
  return -1;
}

/** Whether a word is nothing but options that are known. */
function isKnown(option: string, { flags, longFlags, options }: ElsewhereForm): boolean {
  const { valued = '', long = [] } = options;
  const [name = ''] = option.split('=', 1);
  if (name.startsWith('--')) return longFlags.includes(name) || isOneOf(name, long);
  const first = [...option.slice(1)].find((letter) => !flags.includes(letter));
  return first === undefined || valued.includes(first);
}

/** The index of the command in `kubectl exec POD -- …`; null if `--` may be the value of an option. */
function startBehindEnd(words: Words): number | null {
  const exec = words.indexOf('exec');
  const end = exec === -1 ? -1 : words.indexOf('--', exec);
  const before = words[end - 1] ?? '';
  const isEnd = end > 0 && (!before.startsWith('-') || /^-(?:[it]{1,2}|-stdin|-tty)$/.test(before));
  return isEnd ? end + 1 : null;
}

/** The index of the first word that is read elsewhere, behind the host or container; null if an option is not known. */
function startElsewhere(words: Words): number | null {
  const base = baseOf(words);
  if (base === 'kubectl' || base === 'oc') return startBehindEnd(words);
  const form = ownValue(forms, base);
  const sub = form === undefined || form.sub === null ? 0 : subOf(words, form.sub);
  if (form === undefined || sub === -1) return null;
  for (let index = sub + 1; index < words.length; index += 1) {
    const word = words[index];
    if (typeof word !== 'string') return null;
    if (!word.startsWith('-') || word === '-') return index + 1;
    if (!isKnown(word, form)) return null;
    index += valuesBehind(word, form.options);
  }
  return null;
}

/**
 * Whether a command starts another one in a container of its own, which sees of this machine only what its words show it: of
 * containers that are there already, and of other hosts, nobody can tell.
 */
export function startsApart(words: Words): boolean {
  const base = baseOf(words);
  const isContainer = /^(?:docker|podman|nerdctl)$/.test(base) && !words.includes('compose');
  const sub = isContainer ? subOf(words, container.sub ?? /^$/) : -1;
  return sub !== -1 && /^(?:run|create)$/.test(words[sub] ?? '') && startElsewhere(words) !== null;
}

/** Names of hosts that mean this machine. */
export const thisMachine =
  /^(?:ssh:\/\/)?(?:[^@]*@)?\[?(?:localhost|127\.[\d.]+|::1|0\.0\.0\.0|0|ip6-localhost|ip6-loopback)\]?(?::\d+)?$/;
/** Programs that reach nothing but devices, guests and machines of a provider. */
const reachesOthers = /^(?:adb|vagrant|multipass|limactl|colima|fly|gcloud)$/;
/** Matches an option by which a program that connects starts a command here. */
const startsHere = /(?:Proxy|Local|KnownHosts)Command|^(?:-o)?\s*Include\b/i;

/**
 * Whether a command starts another one on a machine that is surely not this one, and none here. A container may share this
 * machine's kernel, so it does not count.
 */
export function startsOnOtherMachine(words: Words): boolean {
  const base = baseOf(words);
  if (hasWord(words, startsHere) || hasWord(words, thisMachine)) return false;
  if (reachesOthers.test(base)) return true;
  const start = base === 'ssh' ? startElsewhere(words) : null;
  const own = start === null ? [] : words.slice(1, start);
  // Settings of a file may start a command here.
  return start !== null && !own.some((word) => /^-[A-Za-z46]*F/.test(word ?? ''));
}

/** Which words of a command are about this machine. */
export interface WordsHere {
  /** Whether the word at an index is only read elsewhere. */
  isElsewhere(index: number): boolean;
  /** Folders of this machine that are mounted there. */
  readonly shown: readonly string[];
  /** Files of this machine that are opened there through a mount. */
  readonly opened: readonly string[];
}

/** Splits a command into words about this machine and words that are read elsewhere. */
export function wordsHere(words: Words): WordsHere {
  const start = startElsewhere(words);
  const { there = [] } = ownValue(forms, baseOf(words)) ?? {};
  const isValue = (index: number) => {
    const before = words[index - 1] ?? '';
    return there.includes(before) || there.some((option) => words[index]?.startsWith(`${option}=`) === true);
  };
  const own = start === null ? words : words.slice(0, start);
  return {
    isElsewhere: (index) => start !== null && (index >= start || isValue(index)),
    shown: mountSources(own),
    opened: start === null ? [] : filesShown(words.slice(start), own),
  };
}
