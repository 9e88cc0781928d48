import type { Candidate } from '../rules/pattern.ts';

/** How code of a language takes in other code by the name of a module. */
export interface ModuleForm {
  /** Where the names stand in code: in one of the groups; several are divided by commas. */
  readonly named: RegExp;
  /** The same in an option of the program, or in that and the word behind it. */
  readonly option?: RegExp;
  /** The files that a module may be, as their paths end. */
  readonly files: (module: string) => readonly string[];
}

/** Modules of one code that are looked for. */
const mostModules = 1024;
/** Packages around a module that are taken in before it. */
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

/** The files that code may take in by the names of modules, as their paths end. */
export function modulesIn(code: string, { named, files }: ModuleForm): readonly string[] {
  const names = new Set<string>();
  for (const [, ...groups] of code.matchAll(named))
    for (const group of groups)
      for (const name of group?.split(/\s*,\s*/) ?? []) if (names.size < mostModules) names.add(name);
  return [...names].flatMap(files);
}

/** The same by the options of a program. */
export function modulesTold(words: readonly Candidate[], { option, files }: ModuleForm): readonly string[] {
  if (option === undefined) return [];
  return words.flatMap((word, index) => {
    const module = option.exec(word ?? '')?.[1] ?? option.exec(`${word} ${words[index + 1]}`)?.[1];
    return word === null || module === undefined ? [] : files(module);
  });
}
