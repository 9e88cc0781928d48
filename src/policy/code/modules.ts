import type { Words } from '../rules/pattern.ts';

/** How a language imports code by module name. */
export interface ModuleForm {
  /** Matches imports, with the names in one of the groups, separated by commas. */
  readonly named: RegExp;
  /** The same for an option of the program, possibly with the next word as its value. */
  readonly option: RegExp;
  /** The files that a module may be, as endings of their paths. */
  readonly files: (module: string) => readonly string[];
}

/** Most modules of one code that are looked for. */
const mostModules = 1024;
/** Most packages around a module, which are imported before it. */
const mostOuter = 16;

const inFolders = (name: string) => name.replaceAll(/\.|::/g, '/');

function pythonFiles(module: string): readonly string[] {
  const outer = module.split('.', mostOuter).map((_, index, parts) => parts.slice(0, index + 1).join('/'));
  const paths = new Set([...outer, module.replaceAll('.', '/')]);
  return [...paths].flatMap((path) => [`${path}.py`, `${path}/__init__.py`]);
}

function javascriptFiles(module: string): readonly string[] {
  const path = module.replace(/^(?:\.{1,2}\/)+|^\/+/, '');
  return ['', '.js', '.cjs', '.mjs', '.ts', '/index.js'].map((ending) => `${path}${ending}`);
}

export const pythonModules: ModuleForm = {
  named:
    /(?:^|[\n;:])[ \t]*(?:import[ \t]+([\w.]+(?:[ \t]*,[ \t]*[\w.]+){0,20})|from[ \t]+\.*([\w.]+)[ \t]+import\b)|\b(?:__import__|import_module|run_module)\(\s*["']([\w.]+)/g,
  option: /^-m ([\w.]+)$/,
  files: pythonFiles,
};

export const javascriptModules: ModuleForm = {
  named:
    /\b(?:require|import)\(\s*["'`]([^"'`\n]{1,400})["'`]|\b(?:from|import)\s*["']([^"'\n]{1,400})["']|\brequire\([^()"'\n]{0,100}(?:\([^()\n]{0,100}\))?\s*\+\s*["']([^"'\n]{1,400})["']/g,
  option: /^(?:-r|--require|--import|--loader|--experimental-loader)[ =](\S+)$/,
  files: javascriptFiles,
};

export const perlModules: ModuleForm = {
  named: /(?:^|[\n;{])[ \t]*(?:use|require)[ \t]+([A-Za-z_][\w:]*)/g,
  option: /^-[Mm] ?([\w:]+)/,
  files: (module) => [`${inFolders(module)}.pm`],
};

export const rubyModules: ModuleForm = {
  named: /\b(?:require|require_relative|load)[\s(]{1,4}["']([^"'\n]{1,400})["']/g,
  option: /^-r ?(\S+)$/,
  files: (module) => {
    const path = module.replace(/^(?:\.{1,2}\/)+/, '');
    return [path, `${path}.rb`];
  },
};

export const luaModules: ModuleForm = {
  named: /\brequire[\s(]{0,4}["']([^"'\n]{1,400})["']/g,
  option: /^-l ?(\S+)$/,
  files: (module) => [`${inFolders(module)}.lua`, `${inFolders(module)}/init.lua`],
};

/** The files that code may import, as endings of their paths. */
export function modulesIn(code: string, { named, files }: ModuleForm): readonly string[] {
  const names = new Set<string>();
  for (const [, ...groups] of code.matchAll(named))
    for (const group of groups)
      for (const name of group?.split(/\s*,\s*/) ?? []) if (names.size < mostModules) names.add(name);
  return [...names].flatMap(files);
}

/** The files that options of a program import, as endings of their paths. */
export function modulesTold(words: Words, { option, files }: ModuleForm): readonly string[] {
  return words.flatMap((word, index) => {
    const module = option.exec(word ?? '')?.[1] ?? option.exec(`${word} ${words[index + 1]}`)?.[1];
    return word === null || module === undefined ? [] : files(module);
  });
}
