import { ownValue } from '../../core/record.ts';
import { placesFrom } from '../programs/leading-options.ts';
import { optionValues } from '../programs/option-value.ts';
import { setOf } from '../programs/words.ts';
import type { Words } from '../rules/pattern.ts';
import { calledBy, harmlessOptions } from './targets.ts';

const stoppers = setOf('shutdown reboot halt poweroff telinit');
const stopTargets = /^(poweroff|reboot|halt|kexec|shutdown|rescue|emergency|soft-reboot)\.target$/;

/** Programs that stop the machine if a word matches the first pattern and, if there is a second, a word matches that. */
const stoppedBy: Readonly<Record<string, readonly [RegExp, RegExp?]>> = {
  init: [/^[06]$/],
  systemctl: [/^(poweroff|reboot|halt|kexec|soft-reboot)$/],
  loginctl: [/^(poweroff|reboot|halt)$/],
  kexec: [/^(-e|--exec)$/],
  rtcwake: [/^(off|--mode=off|-moff)$/],
  ipmitool: [/^power$/, /^(off|cycle|reset|soft)$/],
  busctl: [/^org\.freedesktop\.login1/, /^(PowerOff|Reboot|Halt)/],
  'dbus-send': [/\.(PowerOff|Reboot|Halt)\w*$/],
};

/** Whether writing to a path stops the machine. */
export function isMachineSwitch(path: string): boolean {
  return /^\/+proc\/+sysrq-trigger$/.test(path);
}

function stopProblem(base: string, args: readonly string[]): string | null {
  if (stoppers.has(base) && !args.some((arg) => harmlessOptions.has(arg))) return `it runs ${base}`;
  if (base === 'tee' && args.some(isMachineSwitch)) return 'it stops the machine';
  if (base === 'dd' && args.some((arg) => isMachineSwitch(arg.replace(/^of=/, ''))))
    return 'it stops the machine';
  const [by, and = by] = ownValue(stoppedBy, base) ?? [];
  // The value of an option of systemctl may be a host, and that cannot be told from this machine.
  const places = base === 'systemctl' ? placesFrom(base, args, [0]) : null;
  const verbs = places === null ? args : places.map((at) => args[at] ?? '');
  if (by !== undefined && verbs.some((arg) => by.test(arg)) && verbs.some((arg) => and?.test(arg) === true))
    return base === 'systemctl'
      ? `it runs systemctl ${verbs.find((arg) => by.test(arg))}`
      : 'it stops the machine';
  const isStarted = base === 'systemctl' && verbs.some((arg) => /^(start|isolate)$/.test(arg));
  return isStarted && args.some((arg) => stopTargets.test(arg)) ? 'it stops the machine' : null;
}

/** The processes given to `kill`, without the signal. */
function killedBy(args: readonly string[]): readonly string[] {
  const [first = '', second = ''] = args;
  if (/^(-l|-L|--list|--table)/.test(first)) return [];
  const isSpelled = /^(-s|-n|--signal)$/.test(first);
  const signal = isSpelled ? second : first.replace(/^(-s|-n|--signal=|-)/, '');
  if (signal === '0') return [];
  const isSignal = first.startsWith('-') && first !== '--';
  return args.slice(isSpelled ? 2 : isSignal ? 1 : 0).filter((arg) => arg !== '--');
}

const valuedByPkill =
  /^(-[UuGgPst]|--(euid|uid|group|pgroup|parent|session|terminal|signal|ns|nslist|pidfile))$/;

/** The names given to `pkill` and `killall`, without those that match all processes. */
function namesSought(args: readonly string[]): readonly string[] {
  const operands = args.filter(
    (arg, index) => !arg.startsWith('-') && !valuedByPkill.test(args[index - 1] ?? ''),
  );
  return operands.filter((name) => !/^(\^?\.?[*+]?\$?)$/.test(name));
}

/** Why a command would end all processes that it can; null if it would not. */
function killProblem(base: string, words: Words): string | null {
  const args = words.slice(1).map((word) => word ?? '…');
  const all = 'it ends every process';
  if (base === 'killall5') return all;
  if (base === 'kill') return killedBy(args).includes('-1') ? all : null;
  if (base !== 'pkill' && base !== 'killall') return null;
  if (args.some((arg) => /^(-0|--help|--version|-V|-l|--list)$/.test(arg))) return null;
  const isUser = optionValues(args, ['-u', '-U', '--user', '--euid', '--uid']).length > 0;
  const isBroad =
    base === 'pkill' ? isUser || args.some((arg) => !arg.startsWith('-')) : isUser || args.includes('-r');
  const isOther = args.some((arg) =>
    /^(-[GgPst]|--(group|pgroup|parent|session|terminal|ns|pidfile))/.test(arg),
  );
  return isBroad && !isOther && namesSought(args).length === 0 ? all : null;
}

/** Why a command would stop the machine or end all processes; null if it would not. */
export function powerProblem(words: Words): string | null {
  const called = calledBy(words);
  if (called === null) return null;
  const { base, args } = called;
  return stopProblem(base, args) ?? killProblem(base, words);
}
