import { wrongField } from '../../../core/failure.ts';
import { ownValue } from '../../../core/record.ts';
import { requireNoMore } from '../action.ts';
import type { CommandContext } from '../command.ts';
import { printResult } from '../print-result.ts';
import { renderBash } from './completion-bash.ts';
import { renderFish } from './completion-fish.ts';
import { completionValues } from './completion-values.ts';
import { type CompletedPlace, completedPlaces } from './completion-words.ts';
import { renderZsh } from './completion-zsh.ts';
import { valueKinds } from './value-kinds.ts';

const renderers: Readonly<Record<string, (places: readonly CompletedPlace[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

/** `agent-tools completion bash|zsh|fish`: prints a script to source; `--values` prints what the script asks for. Throws ToolFailure. */
export async function runCompletion(context: CommandContext): Promise<number> {
  const { parsed } = context;
  const { values } = parsed.values;
  const [shell = '', ...surplus] = parsed.words;
  requireNoMore(surplus);
  if (values !== undefined) {
    const kind = valueKinds.find((one) => one === values);
    if (kind === undefined) throw wrongField('--values', `must be one of ${valueKinds.join(', ')}`);
    if (shell !== '') requireNoMore([shell]);
    const names = await completionValues(kind, context);
    printResult(context, names, names.map((name) => `${name}\n`).join(''));
    return 0;
  }
  const render = ownValue(renderers, shell);
  if (render === undefined)
    throw wrongField('shell', `is missing; expected one of ${Object.keys(renderers).join(', ')}`);
  const script = render(await completedPlaces());
  printResult(context, { script }, script);
  return 0;
}
