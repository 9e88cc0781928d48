import { carrying, runners, starters } from './carrying.ts';
import { interpreterOf } from './interpreters.ts';
import { languageVetoes } from './language-vetoes.ts';
import { carries, gitVetoes, optionVetoes } from './option-vetoes.ts';
import { baseName } from './wrappers.ts';

/** Words of a command that an allow rule must spell out, because they carry or choose a program. */
export interface Vetoes {
  /** Indexes into the words after the program. */
  readonly words: ReadonlySet<number>;
  /** Why no rule may allow it at all, or null. */
  readonly never: string | null;
}

/** An interpreter's words up to its script; the script's own words are its own business. */
function interpreterVetoes(base: string, args: readonly string[], piped: boolean): Vetoes | null {
  const known = interpreterOf(base);
  if (known === null) return null;
  const words = new Set<number>();
  let script = -1;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '-' || word === '/dev/stdin' || /^\/(dev|proc\/self)\/fd\/0$/.test(word))
      return { words, never: 'it runs what is piped into it' };
    if (!word.startsWith('-') && !(word.startsWith('+') && interpreterOf('sh') === known)) {
      script = index;
      break;
    }
    if (!carries(word, known)) {
      if (known.valued?.includes(word.at(-1) ?? '') === true && word.length === 2) index += 1;
      continue;
    }
    for (let at = index; at < args.length; at += 1) words.add(at);
    return { words, never: null };
  }
  if (script !== -1 && known.subs?.includes(args[script] ?? '') === true) {
    for (let at = 0; at < args.length; at += 1) words.add(at);
  }
  const answersOnly = args.length > 0 && args.every((word) => /^(--version|-v|-V|--help|-h)$/.test(word));
  if (script === -1 && known.readsInput && !answersOnly) {
    return { words, never: piped ? 'it runs what is piped into it' : 'it runs whatever it reads' };
  }
  return { words, never: null };
}

/** The words of a command that a rule must spell out. `args` are the words after the program. */
export function vetoesOf(program: string, args: readonly string[], piped: boolean): Vetoes {
  const base = baseName(program);
  if (starters.has(base)) return { words: new Set(args.keys()), never: null };
  const interpreted = interpreterVetoes(base, args, piped);
  if (interpreted !== null) return interpreted;
  const before = Object.hasOwn(runners, base) ? (runners[base] ?? 0) : 0;
  const rules = Object.hasOwn(carrying, base) ? carrying[base] : undefined;
  const language = languageVetoes(base, args);
  if (language !== null) return { words: language, never: null };
  const words =
    base === 'git' ? gitVetoes(args) : rules === undefined ? new Set<number>() : optionVetoes(args, rules);
  let operands = 0;
  for (const [index, word] of args.entries()) {
    if (operands >= before) break;
    words.add(index);
    if (!word.startsWith('-')) operands += 1;
  }
  return { words, never: null };
}
