import { nearest } from '../core/names/nearest.ts';

/** Names of options in other tools' settings, by the last part of the key in lower case. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"approval", as in "agent-tools policy presets"':
      'mode preset yolo autoapprove permissionmode approvalmode approvalpolicy bypasspermissions',
    '"rules"':
      'permissions permission allow deny allowlist denylist allowed denied allowedtools disallowedtools',
    '"host": "sandbox"': 'sandbox.enabled sandboxmode',
    '"shell.timeoutSeconds"': 'timeout timeoutms defaulttimeout',
    '"workspace.roots"': 'additionaldirectories includedirectories alloweddirectories',
  }).flatMap(([meant, others]) => others.split(' ').map((name) => [name, meant] as const)),
);

/** Our name for a key of another tool's settings, for a message; null if unknown. */
export function otherSetting(path: readonly (string | number)[]): string | null {
  if (path[0] === 'rules') return null;
  const folded = path.map((part) => String(part).replaceAll('_', '').toLowerCase());
  return otherNames.get(folded.join('.')) ?? otherNames.get(folded.at(-1) ?? '') ?? null;
}

/**
 * The candidate that a person probably meant: one that starts with the word, else one that ends with it after a separator (`security`
 * for `approval.security`), else the nearest by spelling; null for none.
 */
export function findMeant(word: string, candidates: readonly string[], separator: string): string | null {
  const folded = word.toLowerCase();
  const begun = candidates.find((one) => folded.length > 2 && one.toLowerCase().startsWith(folded));
  const ended = candidates.find((one) => one.toLowerCase().endsWith(separator + folded));
  return begun ?? ended ?? nearest(word, candidates);
}
