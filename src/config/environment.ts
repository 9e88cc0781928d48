import { cannot } from '../core/failure.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { findMeant } from './hint.ts';
import { type Assignment, type Layer, makeLayer } from './layer.ts';
import { listOptions, type Option } from './options.ts';
import { parseText } from './parse.ts';
import { configVariable, type Environment, settingVariables, variablePrefix } from './variables.ts';

/** The layer of the environment variables; null without any. Throws `invalid_config`, also for unknown names. */
export async function readEnvironmentLayer(env: Environment): Promise<Layer | null> {
  const names = settingVariables(env);
  if (names.length === 0) return null;
  const assignments: Assignment[] = [];
  for (const name of names) {
    const option = listOptions().find(({ variable }) => variable === name);
    if (option === undefined) throw unknownVariable(name);
    assignments.push({ option, value: await parseVariable(option, env[name] ?? ''), source: name });
  }
  return makeLayer('environment', assignments);
}

function unknownVariable(name: string) {
  const bare = (variable: string) => variable.slice(variablePrefix.length);
  const variables = [...listOptions().map(({ variable }) => bare(variable)), bare(configVariable)];
  const meant = findMeant(bare(name), variables, '_');
  const wanted = meant === null ? 'a variable of "agent-tools config init"' : `"${variablePrefix}${meant}"`;
  return cannot('use variable', escapeUnseen(name), 'it names no option', wanted, 'invalid_config');
}

const switches: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** The value of a variable's text; if it does not fit the option it stays text, which the option's check rejects. */
async function parseVariable(option: Option, text: string): Promise<unknown> {
  if (option.nullable && text === 'null') return null;
  switch (option.kind) {
    case 'text':
    case 'choice':
      return text;
    case 'switch':
      return switches.get(text) ?? text;
    case 'number':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : text;
    case 'list':
    case 'object':
      if (!mayBeJson.test(text)) throw notJson(option);
      return (await parseText(text, option.variable)).value;
  }
}

/** Nothing, a list, an object or a text of JSON, or a comment before it. */
const mayBeJson = /^\ufeff?\s*(?:$|[[{"]|\/[/*])/;

/** Does not show what the variable holds, which may be a secret of `shell.env.set`. */
function notJson({ kind, nullable, variable }: Option) {
  const [first, wanted] = kind === 'list' ? ['[', 'a list in JSON'] : ['{', 'an object in JSON'];
  const orNull = nullable ? ', or null' : '';
  return cannot(
    'use variable',
    variable,
    `it does not begin with "${first}"`,
    `${wanted}${orNull}`,
    'invalid_config',
  );
}
