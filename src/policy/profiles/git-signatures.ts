import { asksForSignature } from '../../core/git-format.ts';
import { textOf } from '../shell/arg.ts';
import type { Reading } from './profile.ts';

/** Whether a format or an order has signatures checked, for which git starts programs that may ask the network. */
export function noSignatures({ options }: Reading): string | null {
  const texts = ['--format', '--pretty', '--sort', '--group']
    .flatMap((name) => options.get(name) ?? [])
    .map((arg) => (arg === null ? '' : textOf(arg)));
  return texts.every((text) => text !== null && !asksForSignature(text))
    ? null
    : 'it may have signatures checked by other programs';
}
