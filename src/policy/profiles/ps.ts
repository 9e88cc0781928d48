import { type Arg, textOf } from '../shell/arg.ts';
import { plainReading, type Reading } from './profile.ts';

/** How words of `ps` begin by the reading that it makes of them: `flags` alone, those before `o` and its columns, before a value. */
interface PsWords {
  readonly flags: RegExp;
  readonly columns: RegExp;
  readonly value: RegExp;
}

const usualPs: PsWords = {
  flags: /^([aAuxfwrl]+|-[AdefFlHTLjwN]+)$/,
  columns: /^(o|-[AdefFlHTLjwN]*o)$/,
  value: /^(-[AdefFlHTLjwN]*[puUgGCt]|--(pid|ppid|user|sort|cols))$/,
};

/** Where one word has an `x` behind a dash (`ps -aux`), it takes all of them for those of BSD, in which `-e` shows environments. */
const bsdPs: PsWords = { flags: /^-?[acfjlruwx]+$/, columns: /^-?[acfjlruwx]*o$/, value: /^--(sort|cols)$/ };

/** `ps` in the forms that show no environment: BSD `e` and unknown columns are refused. */
export function readPs(args: readonly Arg[]): Reading | string {
  const columns =
    /^(pid|ppid|pgid|sid|user|uid|ruser|group|gid|comm|cmd|args|command|ucmd|stat|state|s|tty|tt|time|etime|etimes|start|lstart|stime|pcpu|%cpu|pmem|%mem|rss|rsz|vsz|nice|ni|pri|nlwp|thcount|psr|wchan)(:\d+)?(=[\w%-]*)?$/;
  const words = args.some((arg) => /^-[A-Za-z]*x/.test(textOf(arg) ?? '')) ? bsdPs : usualPs;
  for (let index = 1; index < args.length; index += 1) {
    const text = textOf(args[index]);
    if (text === null) return 'an option is computed';
    if (
      words.flags.test(text) ||
      /^(--forest|--no-headers?|--headers|--width=\d+|--sort=[-+%\w,]+)$/.test(text)
    )
      continue;
    const next = args[index + 1];
    // A number, whichever: `$$`.
    const value = next?.kind === 'unknown' && next.isNumber === true ? '1' : (textOf(next) ?? '');
    if (words.columns.test(text)) {
      if (!value.split(',').every((column) => columns.test(column)))
        return 'it shows a column that is not known';
    } else if (!words.value.test(text) || !/^[\w,.+%-]+$/.test(value)) {
      return `${text} is not among the options known to be harmless`;
    }
    index += 1;
  }
  return plainReading([]);
}
