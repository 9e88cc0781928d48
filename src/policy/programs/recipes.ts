import { ownValue } from '../../core/record.ts';
import { endedBy } from '../../core/text/trailing.ts';
import { unknownPart } from '../rules/pattern.ts';
import { each } from './words.ts';

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

const make: RecipeForm = {
  kind: 'make',
  files: /(^|\/)(GNUm|[mM])akefile$|\.mk$/,
  options: ['-f', '--file', '--makefile'],
};
const scripts: RecipeForm = { kind: 'json', files: /(^|\/)(package|composer|deno)\.jsonc?$/ };
const javascript: RecipeForm = {
  kind: 'code',
  files: /(^|\/)[\w.-]{0,255}(test|spec|config|gulpfile|Gruntfile|setup)[\w.-]{0,255}\.[cm]?[jt]sx?$/,
};
const python: RecipeForm = {
  kind: 'code',
  files: /(^|\/)(conftest|test_\w*|\w*_test|setup|noxfile|tasks|fabfile|dodo)\.py$/,
};
const ofC: RecipeForm = { kind: 'code', files: /\.(c|cc|cpp|cxx)$/ };
/** Awk reads no file by default. */
const awk: RecipeForm = { kind: 'code', files: /^$/, options: ['-f', '--file', '-E', '--exec'] };
const own = (...options: string[]): RecipeForm => ({ kind: 'own', files: /^$/, options });
const keyed = (files: RegExp): RecipeForm => ({ kind: 'lines', files, options: ['-f', '--file', '-c'] });

const forms: Readonly<Record<string, readonly RecipeForm[]>> = {
  ...each('make gmake bmake', [make]),
  ninja: [{ kind: 'lines', files: /(^|\/)build\.ninja$/, options: ['-f'] }],
  just: [{ kind: 'lines', files: /(^|\/)\.?[jJ]ustfile$/, options: ['-f', '--justfile'] }],
  ...each('task go-task', [keyed(/(^|\/)[tT]askfile(\.dist)?\.ya?ml$/)]),
  mise: [keyed(/(^|\/)\.?mise(\.\w+)?\.toml$/)],
  tox: [keyed(/(^|\/)(tox\.ini|setup\.cfg|pyproject\.toml)$/)],
  poe: [keyed(/(^|\/)pyproject\.toml$/)],
  foreman: [keyed(/(^|\/)Procfile(\.\w+)?$/)],
  'pre-commit': [keyed(/(^|\/)\.pre-commit-config\.yaml$/)],
  lefthook: [keyed(/(^|\/)\.?lefthook\.ya?ml$/)],
  cmake: [{ kind: 'commands', files: /(^|\/)CMakeLists\.txt$|\.cmake$/ }],
  ...each('awk gawk mawk nawk', [awk]),
  ...each('sed gsed', [own('-f', '--file')]),
  curl: [own('-K', '--config')],
  ...each('ex vi vim nvim', [own('-S', '-s', '-u')]),
  ...each('npm pnpm yarn bun deno', [scripts, javascript]),
  composer: [scripts],
  ...each('npx bunx vitest jest mocha gulp grunt', [javascript]),
  ...each('pytest py.test nox invoke fab doit pip pip3', [python]),
  scons: [{ kind: 'code', files: /(^|\/)SCons(truct|cript)$/ }],
  rake: [{ kind: 'code', files: /(^|\/)Rakefile$|\.rake$/, options: ['-f', '--rakefile'] }],
  gradle: [{ kind: 'code', files: /(^|\/)build\.gradle$/ }],
  go: [{ kind: 'code', files: /\.go$/ }],
  cargo: [{ kind: 'code', files: /\.rs$/ }],
  rustc: [{ kind: 'code', files: /\.rs$/ }],
  ...each('gcc g++ cc c++ clang clang++ tcc', [ofC]),
  java: [{ kind: 'code', files: /\.java$/ }],
  javac: [{ kind: 'code', files: /\.java$/ }],
  git: [{ kind: 'git', files: /(^|\/)(\.git\/config|\.gitconfig)$/ }],
};

/** The forms of a program by its base name; empty for others. */
export function recipeForms(base: string): readonly RecipeForm[] {
  return ownValue(forms, base) ?? [];
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
