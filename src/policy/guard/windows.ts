import type { ExecEffect } from '../../core/effect.ts';
import { baseName, withoutEnding } from '../programs/base-name.ts';
import { setOf } from '../programs/words.ts';
import type { Words } from '../rules/pattern.ts';

const roots =
  /^(([a-z]:)?[\\/]*\*?|[a-z]:\\(windows|users|program files( \(x86\))?)\\?\*?|~[\\/]?\*?|\$home[\\/]?\*?|\$env:(userprofile|systemroot|systemdrive|homedrive|homepath)[\\/]?\*?|%(userprofile|systemroot|systemdrive|homedrive|homepath)%\\?\*?)$/i;

function nameOf(program: string): string {
  return withoutEnding(baseName(program.replaceAll('\\', '/')).toLowerCase());
}

function targetsRoot(words: readonly string[]): string | null {
  return words.find((word) => /[\\/:~$%]/.test(word) && roots.test(word)) ?? null;
}

const removers = setOf('remove-item ri rm del erase rd rmdir');

/** Why a Windows command would destroy a disk or a root folder; null if not. Other programs have the same names: the arguments decide. */
export function windowsProblem(words: Words): string | null {
  const known = words.map((word) => word ?? '');
  const name = nameOf(known[0] ?? '');
  const args = known.slice(1);
  if (name === 'diskpart') return 'it runs diskpart';
  if (name === 'format' && args.some((arg) => /^[a-z]:\\?$/i.test(arg))) return 'it formats a disk';
  if (name === 'format-volume' || name === 'clear-disk' || name === 'initialize-disk')
    return `it runs ${name}`;
  if (name === 'stop-computer' || name === 'restart-computer') return 'it stops the machine';
  if (removers.has(name)) {
    const recursive = args.some((arg) => /^(\/s|-r(e(c(u(r(se?)?)?)?)?)?)$/i.test(arg));
    const target = recursive ? targetsRoot(args) : null;
    if (target !== null) return `it removes "${target}" with everything below`;
  }
  return null;
}

/**
 * Splits a PowerShell text into commands without parsing it; only for finding dangers. A bracket or semicolon between quotes may
 * be text, or code as in `"$(…)"`, and a quote may be no quote: both readings are given.
 */
export function looseCommands(text: string): readonly (readonly string[])[] {
  const readings = /["']/.test(text) ? [...text.split(separators), text] : [text];
  return readings.flatMap(splitOutsideQuotes).filter((words) => words.length > 0);
}

const separators = /[;|&\n(){}]+/;

function splitOutsideQuotes(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  for (const [found, double, single, separator] of text.matchAll(
    /"([^"]*)"|'([^']*)'|([;|&\n(){}])|[^\s"';|&(){}]+/g,
  )) {
    if (separator === undefined) commands.at(-1)?.push(double ?? single ?? found);
    else commands.push([]);
  }
  return commands;
}

/** Whether a shell is PowerShell, whose texts are not parsed. */
export function isPowershell(shell: ExecEffect['shell']): boolean {
  return shell === 'pwsh' || shell === 'powershell';
}
