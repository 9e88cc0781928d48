import type { ShellFlavour } from '../../core/effect.ts';
import type { ToolContext } from '../tool-context.ts';

const languages: Readonly<Record<ShellFlavour, string>> = {
  bash: 'bash',
  sh: 'POSIX sh (no bash extensions)',
  pwsh: 'PowerShell 7',
  powershell: 'Windows PowerShell 5.1 (no && or ||; use ; and if)',
  'git-bash': 'Git Bash (Unix commands, Windows paths as /c/…)',
};

/** The text for the model: which grammar, which limits, and that nothing carries over. */
export function describeShell({ machine, settings }: ToolContext): string {
  const language =
    machine.shell === null ? 'the shell (none was found; use argv)' : languages[machine.shell.flavour];
  const { timeoutSeconds, maxTimeoutSeconds } = settings.shell;
  return (
    `Run a command in ${language}. Each call is a fresh shell: cwd and variables do not carry over. ` +
    `Standard input is closed unless given. Default timeout ${timeoutSeconds} s, at most ${maxTimeoutSeconds} s. ` +
    `Output past ${settings.caps.outputChars} characters keeps its head and tail; the rest is in a named file.`
  );
}
