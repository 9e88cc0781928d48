import { isSensitiveName } from '../../core/sensitive.ts';
import { textOf } from '../shell/arg.ts';
import type { Reading } from './profile.ts';

/** A secret read out of a commit (`HEAD:.env`), through a pathspec, or by its lines (`-L 1,2:.env`). */
export function noSecrets({ positionals, options }: Reading): string | null {
  const lines = options.get('-L') ?? [];
  const secret = [...positionals.map(({ arg }) => arg), ...lines]
    .map((arg) => textOf(arg ?? undefined) ?? '')
    .map((text) => text.replace(/^:\([^)]*\)/, ''))
    .find((text) => [/^[^:]*:/, /^.*:/s].some((head) => isSensitiveName(text.replace(head, ''), [])));
  return secret === undefined ? null : `"${secret}" usually holds secrets`;
}
