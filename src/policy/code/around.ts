import { quoteWord } from '../../core/text/quote-word.ts';
import { carriesText } from '../programs/carrying-variables.ts';
import type { Arguments } from './arguments.ts';
import { knownText, type Value } from './value.ts';

/** The state around a call: the environment set by the code before it, and the folder it entered. */
export interface Surroundings {
  readonly environment: Value;
  readonly folder: Value;
}

/** The named arguments of a call, including the entries of tables that it is given. */
export function settingsOf({ placed, named }: Arguments): ReadonlyMap<string, Value> {
  const tables = placed.flatMap((value) => (value.kind === 'table' ? [...value.entries] : []));
  return new Map([...tables, ...named]);
}

/** What a command is started with besides its arguments; null for what is unchanged or unknown. */
export interface Around {
  readonly folder: string | null;
  readonly variables: ReadonlyMap<string, Value>;
  readonly input: string | null;
}

export function aroundOf({ placed, named }: Arguments, { environment, folder }: Surroundings): Around {
  const settings = settingsOf({ placed, named });
  // A table before the words is the environment: `system({"D" => "/"}, "ls")`.
  const env = placed[0]?.kind === 'table' ? placed[0] : settings.get('env');
  const own = env?.kind === 'table' ? [...env.entries] : [];
  const before = environment.kind === 'table' ? [...environment.entries] : [];
  return {
    folder: knownText(settings.get('cwd') ?? settings.get('chdir') ?? folder),
    variables: new Map([...before, ...own]),
    input: knownText(settings.get('input')),
  };
}

/** Whether a variable contains a command that programs run: `GIT_EDITOR`. */
export function namesProgram({ variables }: Around): boolean {
  return [...variables.keys()].some(carriesText);
}

/** Writes a script with its folder, input and variables around it; only variables that it or programs use are included. */
export function within(script: string, { folder, variables, input }: Around): string {
  const asked = [...script.matchAll(/\$\{?(\w{1,100})/g)].map(([, name]) => name ?? '');
  const names = new Set([...asked, ...[...variables.keys()].filter(carriesText)]);
  const lines = [...names].flatMap((name) => {
    const value = knownText(variables.get(name));
    return value === null ? [] : [`export ${name}=${quoteWord(value)}\n`];
  });
  const entered = folder === null ? '' : `cd ${quoteWord(folder)}\n`;
  return `${lines.join('')}${entered}${script}${input === null ? '' : ` <<< ${quoteWord(input)}`}`;
}
