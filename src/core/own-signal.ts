/** What looks for processes by the text of their command lines: `pkill -f`, `pgrep -f`, `ps | grep`. */
const looking =
  /\bp(?:kill|grep)\b[^\n;&|]*\s-(?:-full\b|[A-Za-z]*f)|\bps\b[^\n;&|]*\|[^\n;&]*\b(?:grep|awk)\b/;

/** Characters of a command that are looked through, as the time that takes may grow with their square. */
const lookedThrough = 4000;

/**
 * The notice for a command that a signal ended and that sends signals by what command lines hold: its shell's holds the
 * whole command, and so the pattern too. Null for any other. A last `pkill -f` takes the place of the shell, and spares itself.
 */
export function ownSignalNotice(command: string, signal: string | null): string | null {
  if (signal === null || !command.includes('kill') || !looking.test(command.slice(0, lookedThrough)))
    return null;
  return "The signal may be the command's own: pkill -f, pgrep -f and ps find its shell too, whose command line holds the pattern; pkill -f as a call of its own finds only others";
}
