import type { Candidate, Words } from '../rules/pattern.ts';
import { optionValues } from './option-value.ts';
import { pythonModule } from './python-module.ts';

/** Modules of python that run code in their words, and those that run a file which they are given. */
const timed = /^timeit$/;
const debugged = /^(?:pdb|ipdb)$/;
const runsFile = /^(?:pdb|ipdb|runpy|cProfile|profile|trace|doctest|viztracer)$/;
const valued = /^-(?:[cfosnruC]|-(?:outfile|sort|number|repeat|unit|file|coverdir))$/;
/** Options of javascript's interpreters that take in a file before any other, and code in the place of one. */
const preloads = ['-r', '--require', '--import', '--loader', '--experimental-loader', '--preload'];
const inlined = /^data:(?:text|application)\/javascript(;base64)?,(.*)$/s;

/** Code in an address, as it is read. */
function codeIn(address: string): string | null {
  const [, isEncoded, text] = inlined.exec(address) ?? [];
  if (text === undefined) return null;
  if (isEncoded !== undefined) return Buffer.from(text, 'base64').toString('utf8');
  return text.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The file of a command among words that options may stand before, with what follows it. */
function fromFile(words: Words): Words {
  const at = words.findIndex(
    (word, index) => !(word?.startsWith('-') === true) && !valued.test(words[index - 1] ?? ''),
  );
  return at === -1 ? [] : words.slice(at);
}

/** The code that `timeit` measures, and what it does before. */
function timedCode(words: Words): readonly string[] {
  return words.flatMap((word, index) => {
    const isCount = /^-[nru]$/.test(words[index - 1] ?? '');
    if (word === null || isCount) return [];
    const setup = /^(?:-s|--setup=)(.+)$/s.exec(word)?.[1];
    return setup ?? (word.startsWith('-') ? [] : word);
  });
}

/** What the debugger is told to do before it begins; an exclamation mark makes a statement of it. */
function debuggedCode(words: Words): readonly string[] {
  return optionValues(words, ['-c', '--command']).map((command) => command.replace(/^\s*!/, ''));
}

/** What a module that python runs by its name starts, which as a program has that name too: `python -m timeit 'import x'`. */
function byModule(program: Candidate, module: string, words: Words): readonly Words[] {
  const codes = timed.test(module) ? timedCode(words) : debugged.test(module) ? debuggedCode(words) : [];
  const file = runsFile.test(module) ? fromFile(words) : [];
  return [
    [module === 'IPython' ? 'ipython' : module, ...words],
    ...codes.map((code) => [program, '-c', code]),
    ...(file.length === 0 ? [] : [[program, ...file]]),
  ];
}

function ofPython(words: Words): readonly Words[] {
  const [program = null, ...given] = words;
  const module = pythonModule(given);
  const isFirst =
    module !== null && given.slice(0, module.at).every((word) => word?.startsWith('-') === true);
  return isFirst && module.name !== '' ? byModule(program, module.name, module.words) : [];
}

function ofJavascript(words: Words): readonly Words[] {
  return optionValues(words.slice(1), preloads).flatMap((value): readonly Words[] => {
    const code = codeIn(value);
    if (code !== null) return [[words[0] ?? null, '-e', code]];
    return /^\.{0,2}\//.test(value) ? [[value]] : [];
  });
}

/** `perl '-Mx;code'`, which stands behind the word that takes a module in. */
function ofPerl(words: Words): readonly Words[] {
  return words.flatMap((word) => {
    const [, code] = /^-[mM]-?[\w:]*(?:=[^;]*)?;(.*)$/s.exec(word ?? '') ?? [];
    return code === undefined ? [] : [[words[0] ?? null, '-e', code]];
  });
}

/** What modules of perl and ruby that make commands of functions run: `perl -MExtUtils::Command -e rm_rf x`, `ruby -run -e rm x`. */
const functions: Readonly<Record<string, readonly string[]>> = {
  rm_rf: ['rm', '-rf'],
  rm_f: ['rm', '-f'],
  mkpath: ['mkdir', '-p'],
};
const functionModule = /^-(?:M(?:ExtUtils|Shell)::Command(?:::MM)?|run)$/;

/** A function of such a module, as the command that does the same. */
function byFunction(words: Words): readonly Words[] {
  if (!words.some((word) => functionModule.test(word ?? ''))) return [];
  const at = words.indexOf('-e');
  const called = at === -1 ? null : (words[at + 1] ?? null);
  if (called === null || !/^\w+$/.test(called)) return [];
  const given = words.slice(at + 2);
  const own = given[0] === '--' ? given.slice(1) : given;
  return [[...(Object.hasOwn(functions, called) ? (functions[called] ?? []) : [called]), ...own]];
}

/** What interpreters start besides the code and the file that they are given, by options and modules of theirs. */
export function interpreterStarts(base: string, words: Words): readonly Words[] {
  if (/^(?:python|pypy)[\d.]*$/.test(base)) return ofPython(words);
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(base)) return ofJavascript(words);
  if (base === 'php')
    return words.flatMap((word, index) =>
      /^-[BRE]$/.test(word ?? '') && index > 0 ? [['php', '-r', words[index + 1] ?? null]] : [],
    );
  if (/^(?:j?ruby|perl)[\d.]*$/.test(base)) return [...ofPerl(words), ...byFunction(words)];
  return [];
}
