import type { ShellFlavour } from '../../core/effect.ts';
import { lastCharacters } from '../../core/text/cut-text.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import type { ToolContext } from '../tool-context.ts';

const languages: Readonly<Record<ShellFlavour, string>> = {
  bash: 'bash',
  sh: 'POSIX sh (no bash extensions)',
  pwsh: 'PowerShell 7',
  powershell: 'Windows PowerShell 5.1 (no && or ||)',
  'git-bash': 'Git Bash (paths as /c/…)',
};

/** Most characters shown of the workspace; its end says most. */
const longestFolder = 40;

/** The description for the model: grammar, limits, folder, policy, and that nothing carries over. */
export function describeShell({ machine, settings, workspace }: ToolContext): string {
  const language =
    machine.shell === null ? 'the shell (none was found; use argv)' : languages[machine.shell.flavour];
  const { shell, caps, approval } = settings;
  const folder = oneLinePath(workspace.cwd);
  const shown = folder.length > longestFolder ? `…${lastCharacters(folder, longestFolder)}` : folder;
  return (
    `Run a command in ${language}. Fresh shell per call; nothing carries over. ` +
    `stdin is closed unless given. Timeout ${shell.timeoutSeconds} s, at most ${shell.maxTimeoutSeconds} s. ` +
    `Output past ${caps.outputChars} characters keeps head and tail; a named file has the rest. ` +
    `Folder ${shown}; policy ${approval.security}, ask ${approval.ask}.`
  );
}
