import { reportEnvironment } from '../../runtime/environment-report.ts';
import { type CommandContext, quietSurface } from './command.ts';

/** `agent-tools env`: what was found of this machine. */
export async function runEnv(context: CommandContext): Promise<number> {
  const { context: tools } = await context.openService('cli', quietSurface);
  const report = await reportEnvironment(tools);
  const text = context.globals.json
    ? JSON.stringify(report)
    : Object.entries(report)
        .map(([name, value]) => renderRow(name, value))
        .join('\n');
  void context.console.stdout.write(`${text}\n`);
  return 0;
}

function renderRow(name: string, value: unknown): string {
  const shown =
    typeof value === 'string'
      ? value
      : value === null
        ? 'none'
        : Array.isArray(value)
          ? value.join(', ') || 'none'
          : renderFields(value);
  return `${name.padEnd(12)} ${shown}`;
}

function renderFields(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(
      ([name, field]) =>
        `${name} ${Array.isArray(field) ? field.join(' ') : field === null ? 'unknown' : String(field)}`,
    )
    .join(', ');
}
