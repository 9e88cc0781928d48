import type { Field } from '../../describe/fields.ts';
import type { Flag } from '../flags.ts';

/** Texts for limits and defaults that come from the configuration. */
const configured: Readonly<Record<string, string>> = {
  'shell timeout':
    'default shell.timeoutSeconds, at most shell.maxTimeoutSeconds; in the background default shell.backgroundTimeoutSeconds, at most 86400, 0 for none',
  'shell maxOutputChars': 'default and most caps.outputChars',
  'process maxBytes': 'default caps.outputChars, at most 1048576',
};

/** The limits and the default of a field for help; empty for none. */
function limitsText({ least, most, fallback, kind }: Field, flag: string): string {
  if (kind === 'boolean') return fallback === true ? `on; --no-${flag} turns it off` : '';
  // The largest exact number is no limit in practice.
  const isOpen = most === null || most >= Number.MAX_SAFE_INTEGER;
  const isOpenBelow = least === null || least <= -Number.MAX_SAFE_INTEGER;
  const range = isOpen
    ? isOpenBelow
      ? ''
      : `from ${least}`
    : `${isOpenBelow ? 'at most' : `${least} to`} ${most}`;
  const preset = fallback === undefined || fallback === '' ? '' : `default ${String(fallback)}`;
  return [range, preset].filter((part) => part !== '').join(', ');
}

/** The flags of a tool's help with the limits and the default of each field. */
export function withLimits(tool: string, flags: readonly Flag[], fields: readonly Field[]): readonly Flag[] {
  return flags.map((flag) => {
    const field = fields.find(({ name }) => name === flag.field);
    const own = field === undefined ? '' : limitsText(field, flag.name);
    const limits = configured[`${tool} ${flag.field}`] ?? (flag.kind === 'record' ? 'repeats' : own);
    return limits === '' ? flag : { ...flag, description: `${flag.description} (${limits})` };
  });
}
