import { sep } from 'node:path';
import type { Words } from '../rules/pattern.ts';

/** Names of `sed`, and of the kinds of `awk`. */
export const sedNames = /^g?sed$/;
export const awkNames = /^(?:[gmn]|original-)?awk$/;

/** Names of what starts a command with words that it reads. */
export const xargsNames = /^(?:g?xargs|parallel)$/;

/** The name of a command without its folder. */
export function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf(sep)) + 1);
}

/** A base name without the ending by which Windows starts it. */
export function withoutEnding(base: string): string {
  return base.replace(/\.(exe|com|cmd|bat)$/i, '');
}

/** That of the program which words call; empty where there is none, or only the run knows it. */
export function baseOf(words: Words): string {
  return baseName(words[0] ?? '');
}

/** A name without what tells a version, a machine or the GNU kind: `gcc-12`, `pip3.11`, `x86_64-linux-gnu-gcc`, `gtar`. */
export function undecorated(base: string): string {
  return base
    .replace(/-\d[\d.]*$/, '')
    .replace(/^(pip|python|php|pytest)[\d.]+$/, '$1')
    .replace(/^.*-(objcopy|strip|ar|ranlib|nm|objdump|size|ld|gcc|g\+\+|cc|c\+\+|clang|clang\+\+)$/, '$1')
    .replace(/^g(tar|sort|split|find|install)$/, '$1');
}
