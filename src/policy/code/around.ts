import { quoteWord } from '../../core/text/quote-word.ts';
import { carriesText } from '../programs/carrying-variables.ts';
import type { Arguments } from './arguments.ts';
import { knownText, type Value } from './value.ts';

/** Where a call stands: what the code gave the environment before, and the folder it entered. */
export interface Surroundings {
  readonly environment: Value;
  readonly folder: Value;
}

/** What a call is told by name, also in a table that it is given. */
export function settingsOf({ placed, named }: Arguments): ReadonlyMap<string, Value> {
  const tables = placed.flatMap((value) => (value.kind === 'table' ? [...value.entries] : []));
  return new Map([...tables, ...named]);
}

/** What a command is started with besides its words, as lines before it and what follows it. */
export interface Around {
  readonly folder: string | null;
  readonly variables: ReadonlyMap<string, Value>;
  readonly input: string | null;
}

export function aroundOf({ placed, named }: Arguments, { environment, folder }: Surroundings): Around {
  const settings = settingsOf({ placed, named });
  // Before the words stands what they are given: `system({"D" => "/"}, "ls")`.
  const env = placed[0]?.kind === 'table' ? placed[0] : settings.get('env');
  const own = env?.kind === 'table' ? [...env.entries] : [];
  const before = environment.kind === 'table' ? [...environment.entries] : [];
  return {
    folder: knownText(settings.get('cwd') ?? settings.get('chdir') ?? folder),
    variables: new Map([...before, ...own]),
    input: knownText(settings.get('input')),
  };
}

/** Whether a variable holds what a program runs that finds it in its environment: `GIT_EDITOR`. */
export function namesProgram({ variables }: Around): boolean {
  return [...variables.keys()].some(carriesText);
}

/** A script as a shell would read it that is told all of what is around it, as far as it or a program asks for that. */
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
