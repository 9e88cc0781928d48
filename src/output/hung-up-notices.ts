import { escapeUnseen } from '../core/text/unseen.ts';

/** The notice about processes that a command left behind and that ended with its terminal, if there are any. */
export function hungUpNotices(
  ended: readonly { readonly pid: number; readonly name: string }[],
): readonly string[] {
  if (ended.length === 0) return [];
  const names = ended.map(({ pid, name }) => `${escapeUnseen(name)} (${pid})`).join(', ');
  return [
    `Ended with the terminal of the command: ${names}; nohup lets what is behind & go on, and "background" keeps a command with its terminal`,
  ];
}
