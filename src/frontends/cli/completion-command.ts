import { ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';
import type { CommandContext } from './command.ts';
import { renderBash } from './completion-bash.ts';
import { renderFish } from './completion-fish.ts';
import { type CompletedCommand, completedCommands } from './completion-words.ts';
import { renderZsh } from './completion-zsh.ts';

const renderers: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

function refused(field: string, problem: string): ToolFailure {
  return new ToolFailure('invalid_input', `"${field}" ${problem}`, { field, problem });
}

/** `agent-tools completion bash|zsh|fish`: a script to be sourced. Throws ToolFailure for another shell. */
export async function runCompletion({ parsed, console }: CommandContext): Promise<number> {
  const [shell = '', surplus] = [...parsed.words, ...(parsed.rest ?? [])];
  if (surplus !== undefined) throw refused(surplus, 'is one word too many');
  const render = Object.hasOwn(renderers, shell) ? renderers[shell] : undefined;
  if (render === undefined) {
    const names = Object.keys(renderers);
    const hint = nearest(shell, names);
    throw refused(
      'shell',
      hint === null ? `must be one of ${names.join(', ')}` : `is "${shell}"; did you mean "${hint}"?`,
    );
  }
  void console.stdout.write(render(await completedCommands()));
  return 0;
}
