import { failureTable, ToolFailure, wrongField } from '../../../core/failure.ts';
import { isRecord } from '../../../core/record.ts';
import { sourcePlace } from '../../../core/source-place.ts';
import { countRepeats } from '../../../core/text/count-repeats.ts';
import { escapeLine } from '../../../core/text/unseen.ts';
import type { Check } from '../../../runtime/policy-check.ts';
import type { ExtraMethod } from '../../../runtime/service.ts';
import { actionOf, requireNoMore } from '../action.ts';
import { terminalApprover } from '../approvals/terminal-approver.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import { commandHint } from '../flags.ts';
import { printResult } from '../print-result.ts';

/** `agent-tools policy check|list|presets`. */
export async function runPolicy(context: CommandContext): Promise<number> {
  const [word, ...words] = context.parsed.words;
  const rest = context.parsed.rest ?? [];
  const action = actionOf(word, ['check', 'list', 'presets']);
  switch (action) {
    case 'check':
      return check(words, context);
    case 'list': {
      requireNoMore([...words, ...rest]);
      const { renderPolicy } = await import('./policy-list.ts');
      void context.console.stdout.write(await renderPolicy(context));
      return 0;
    }
    case 'presets':
      return showPresets([...words, ...rest], context);
  }
}

type CheckRow = (row: unknown) => Promise<unknown>;

/** The check as for a call from this command line, which can ask if there is a terminal. */
async function openCheck({ openService, env, folders }: CommandContext): Promise<CheckRow> {
  const { extraMethods, context } = await openService('cli', quietSurface);
  const method: ExtraMethod | undefined = extraMethods['policy/check'];
  if (method === undefined) throw new ToolFailure('internal', 'policy/check is not there');
  const caller = { caller: context.caller, approves: terminalApprover(env, folders) !== null };
  return (row) => method(row, caller);
}

async function check(words: readonly string[], context: CommandContext): Promise<number> {
  const { parsed, console, interrupt } = context;
  const { rest } = parsed;
  if (parsed.values.batch === true) {
    requireNoMore([...words, ...(rest ?? [])]);
    const { checkBatch } = await import('./policy-batch.ts');
    await checkBatch(await openCheck(context), { out: console.stdout, signal: interrupt.signal });
    return interrupt.exitStatus ?? 0;
  }
  requireNoMore(words.slice(1), commandHint);
  const [command] = words;
  if ((command === undefined) === (rest === null))
    throw wrongField('command', 'is missing; expected one command, or a program and its arguments after --');
  const result = readCheck(await (await openCheck(context))(rest === null ? { command } : { argv: rest }));
  printResult(context, result, render(result));
  return result.decision === 'allow' ? 0 : failureTable.denied.exitStatus;
}

function isCheck(value: unknown): value is Check {
  return isRecord(value) && 'decision' in value;
}

function readCheck(value: unknown): Check {
  if (isCheck(value)) return value;
  throw new ToolFailure('internal', 'policy/check answered something else');
}

function placeOf(rule: Check['rule']): string {
  if (rule === null) return '';
  return `  [${escapeLine(rule.text)}, ${escapeLine(sourcePlace(rule))}]`;
}

function render({ decision, reason, rule, commands, suggest, together }: Check): string {
  const width = Math.min(60, Math.max(0, ...commands.map(({ argv }) => argv.join(' ').length)));
  const rows = commands.map((one) => {
    const words = escapeLine(one.argv.join(' ')).padEnd(width);
    return `  ${one.decision.padEnd(5)}  ${words}  ${escapeLine(one.reason)}${placeOf(one.rule)}`;
  });
  const would = together ? 'rule needed with the others' : 'rule that would allow it';
  const rules = suggest.map((text) => `  ${would}: ${escapeLine(text)}`);
  return `${[`${decision}: ${escapeLine(reason)}${placeOf(rule)}`, ...countRepeats(rows), ...rules].join('\n')}\n`;
}

async function showPresets(words: readonly string[], context: CommandContext): Promise<number> {
  requireNoMore(words.slice(1));
  const { findPreset, presets } = await import('./policy-presets.ts');
  const [name] = words;
  if (name === undefined)
    printResult(context, presets, presets.map((one) => `${one.name}\n${one.text}`).join('\n'));
  else {
    const preset = findPreset(name);
    printResult(context, preset, preset.text);
  }
  return 0;
}
