import { endedBy } from '../../core/text/trailing.ts';
import { unknownPart } from '../rules/pattern.ts';
import { startsOf } from './program-starts.ts';

/** How commands are found in such a file: recipes of make, scripts in JSON, lines behind a key, code, or commands of the program itself. */
export type RecipeKind = 'make' | 'json' | 'lines' | 'commands' | 'git' | 'code' | 'own';

/** Which files a program reads and runs, by default or by an option. */
export interface RecipeForm {
  readonly kind: RecipeKind;
  /** The ends of paths of files that it reads by default. */
  readonly files: RegExp;
  /** Options whose value is such a file; `-` is the standard input. */
  readonly options?: readonly string[];
}

/** The forms of a program by its base name; empty for others. */
export function recipeForms(base: string): readonly RecipeForm[] {
  return startsOf(base).recipes ?? [];
}

/** The recipe lines of a makefile with its variables expanded, as a shell gets them. */
function makeTexts(text: string): readonly string[] {
  const joined = text.replace(/\\\n\t?/g, ' ');
  const values = new Map(
    [...joined.matchAll(/^(?:export\s+)?(\w+)[ \t]*[:?+]?=[ \t]*(.*)$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const filled = (line: string) =>
    line
      .replace(/\$[({](\w+)[)}]/g, (_, name: string) => values.get(name) ?? unknownPart)
      .replaceAll('$$', '$');
  const recipes = [...joined.matchAll(/^(?:\t|[^\t\n#=:]{0,400}:[^=;\n]{0,400};)[ \t]*[@+-]*(.*)$/gm)];
  const called = [...joined.matchAll(/\$[({]shell[ \t]+([^\n]*)|!=[ \t]*(.*)$/gm)];
  return [
    recipes.map(([, line = '']) => filled(line)).join('\n'),
    ...called.map(([, inside, behind = '']) =>
      filled(inside === undefined ? behind : (endedBy(inside, ')}') ?? '')),
    ),
  ].filter((line) => line !== '');
}

function textsBelow(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsBelow) : [];
}

function jsonTexts(text: string): readonly string[] {
  try {
    const { scripts = {}, tasks = {} } = JSON.parse(text) ?? {};
    return textsBelow([scripts, tasks]);
  } catch {
    return [...text.matchAll(/"[\w:.-]+"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value);
  }
}

/** Commands behind a key in lines of other formats: `- cmd: "x"`, `run = 'x'`, `web: x`. */
function keyedTexts(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => {
    const bare = line.replace(/^[\s@+-]+/, '');
    const value = bare.replace(
      /^["']?(?:cmds?|commands?|run|sh|shell|script|exec|entry|web|worker|[\w-]+(?=\s*=))["']?\s*[:=]\s*(?=\S)/,
      '',
    );
    return value.replace(/^\[?\s*(["'])(.*)\1\s*(?:[\],]+\s*)?$/, '$2');
  });
  return [lines.join('\n')];
}

/** Commands in aliases and settings of git: `x = !command`, `pager = command`. */
function gitTexts(text: string): readonly string[] {
  const key =
    '(?:pager|editor|sshcommand|fsmonitor|askpass|external|textconv|clean|smudge|process|helper|cmd)';
  const found = text.matchAll(
    new RegExp(`^[ \\t]*[\\w.-]+[ \\t]*=[ \\t]*"?!(.*)$|^[ \\t]*${key}[ \\t]*=[ \\t]*(.*)$`, 'gim'),
  );
  return [...found].map(([, alias, set]) => (alias ?? set ?? '').replace(/"\s*$/, ''));
}

/** The shell code in a file; empty for code of other languages and commands of the program itself. */
export function recipeTexts(kind: RecipeKind, text: string): readonly string[] {
  switch (kind) {
    case 'make':
      return makeTexts(text);
    case 'json':
      return jsonTexts(text);
    case 'lines':
      return keyedTexts(text);
    case 'commands':
      return [...text.matchAll(/\bCOMMAND\s+([^\n)]+)/g)].map(([, command = '']) => command);
    case 'git':
      return gitTexts(text);
    case 'code':
    case 'own':
      return [];
  }
}
