import { ownValue } from '../../core/record.ts';
import { type Arg, type Assigned, textArg, textOf } from '../shell/arg.ts';
import { baseName } from './base-name.ts';
import { scriptIndexOf } from './shell-start.ts';

/** What a command starts, for the few that only start another. */
export type Unwrapped =
  | { readonly kind: 'plain' }
  /** A command whose words are its own; `shell` when builtins may answer to them. */
  | {
      readonly kind: 'command';
      readonly args: readonly Arg[];
      readonly assignments: readonly Assigned[];
      readonly shell: boolean;
    }
  /** A script another shell reads; `strict` when its grammar is not bash's. */
  | { readonly kind: 'script'; readonly text: string; readonly strict: boolean };

interface WrapperForm {
  /** Options without a value, exact. */
  readonly flags: readonly string[];
  /** Options whose value is the next word or attached, with the shape of the value. */
  readonly valued: readonly { readonly name: string; readonly shape: RegExp }[];
  /** Words before the command, by shape. */
  readonly leading: readonly RegExp[];
}

const duration = /^\d+(\.\d+)?[smhd]?$/;
const signalName = /^([A-Z0-9]+|\d+)$/;
const buffering = /^(0|L|\d+[KMGT]?B?)$/;

const forms: Readonly<Record<string, WrapperForm>> = {
  nice: { flags: [], valued: [{ name: '-n', shape: /^-?\d+$/ }], leading: [] },
  nohup: { flags: [], valued: [], leading: [] },
  time: { flags: ['-p'], valued: [], leading: [] },
  timeout: {
    flags: ['--foreground', '--preserve-status', '-v', '--verbose'],
    valued: [
      { name: '-k', shape: duration },
      { name: '-s', shape: signalName },
      { name: '--kill-after', shape: duration },
      { name: '--signal', shape: signalName },
    ],
    leading: [duration],
  },
  stdbuf: {
    flags: [],
    valued: ['-i', '-o', '-e'].map((name) => ({ name, shape: buffering })),
    leading: [],
  },
};

/** How many words an option at `text` takes (1 or 2), or 0 when it is not one this form knows. */
function optionWidth(form: WrapperForm, text: string, next: string | null): 0 | 1 | 2 {
  if (form.flags.includes(text)) return 1;
  for (const { name, shape } of form.valued) {
    if (text === name) return next !== null && shape.test(next) ? 2 : 0;
    const attached = name.startsWith('--') ? `${name}=` : name;
    if (text.startsWith(attached) && shape.test(text.slice(attached.length))) return 1;
  }
  return 0;
}

function innerStart(form: WrapperForm, args: readonly Arg[]): number | null {
  let index = 1;
  for (;;) {
    const text = textOf(args[index]);
    if (text === null) return null;
    if (text === '--') {
      index += 1;
      break;
    }
    if (!text.startsWith('-')) break;
    const width = optionWidth(form, text, textOf(args[index + 1]));
    if (width === 0) return null;
    index += width;
  }
  for (const shape of form.leading) {
    const text = textOf(args[index]);
    if (text === null || !shape.test(text)) return null;
    index += 1;
  }
  const first = textOf(args[index]);
  return first === null || first.startsWith('-') ? null : index;
}

function unwrapEnv(args: readonly Arg[]): Unwrapped {
  const assignments: Assigned[] = [];
  for (let index = 1; index < args.length; index += 1) {
    const arg = args[index];
    const text = arg?.kind === 'unknown' ? arg.prefix : textOf(arg);
    const found = text === null ? null : /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    if (found === null) {
      if (text === null || text.startsWith('-') || arg?.kind !== 'text' || text.includes('='))
        return { kind: 'plain' };
      return { kind: 'command', args: args.slice(index), assignments, shell: false };
    }
    const value: Arg = arg?.kind === 'unknown' ? { ...arg, prefix: found[2] ?? '' } : textArg(found[2] ?? '');
    assignments.push({ name: found[1] ?? '', value });
  }
  return { kind: 'plain' };
}

function unwrapShell(base: string, args: readonly Arg[]): Unwrapped {
  const at = scriptIndexOf(base, args.map(textOf));
  const script = at === null ? null : textOf(args[at]);
  if (script === null || args.length - 1 !== at) return { kind: 'plain' };
  return script.startsWith('-')
    ? { kind: 'plain' }
    : { kind: 'script', text: script, strict: base !== 'bash' };
}

/**
 * Looks into a command that only starts another, in the forms that are fully understood; everything else is `plain`.
 * `shell` tells whether a shell reads the words, so that `command` and `time` are its own.
 */
export function unwrap(args: readonly Arg[], shell: boolean): Unwrapped {
  const program = textOf(args[0]);
  if (program === null) return { kind: 'plain' };
  const base = baseName(program);
  if (base === 'env') return unwrapEnv(args);
  if (base === 'bash' || base === 'sh' || base === 'dash') return unwrapShell(base, args);
  if (program === 'command' && shell) {
    const inner = textOf(args[1]);
    if (inner === null || inner.startsWith('-')) return { kind: 'plain' };
    return { kind: 'command', args: args.slice(1), assignments: [], shell };
  }
  const form = ownValue(forms, base);
  if (form === undefined) return { kind: 'plain' };
  const start = innerStart(form, args);
  return start === null
    ? { kind: 'plain' }
    : { kind: 'command', args: args.slice(start), assignments: [], shell: false };
}
