import { isSensitiveName } from '../../core/sensitive.ts';
import { textOf } from '../shell/arg.ts';
import type { Reading } from './profile.ts';

/** A secret read out of a commit (`HEAD:.env`) or through a pathspec. */
export function noSecrets({ positionals }: Reading): string | null {
  const secret = positionals
    .map(({ arg }) => textOf(arg) ?? '')
    .find((text) => isSensitiveName(text.replace(/^:\([^)]*\)/, '').replace(/^[^:]*:/, ''), []));
  return secret === undefined ? null : `"${secret}" usually holds secrets`;
}
