import { cannot } from '../../core/failure.ts';
import { isObject, isRecord } from '../../core/record.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import { reportEnvironment } from '../../runtime/environment-report.ts';
import type { Service } from '../../runtime/service.ts';
import { isDeeperThan } from '../../wire/json.ts';
import { type CommandContext, quietSurface } from './command.ts';
import { printResult } from './print-result.ts';

/** Most levels of a node's report. */
const mostDepth = 8;

/** `agent-tools env`: describes the machine that runs commands; a node describes itself. */
export async function runEnv(context: CommandContext): Promise<number> {
  const service = await context.openService('cli', quietSurface);
  const { host } = service.context.settings;
  const report = service.nodes.all.has(host)
    ? await askNode(host, service, context)
    : await reportEnvironment(service.context);
  const rows = Object.entries(report).map(([name, value]) => `${renderRow(name, value)}\n`);
  printResult(context, report, rows.join(''));
  return 0;
}

async function askNode(host: string, { nodes }: Service, { interrupt }: CommandContext) {
  try {
    const report = await (await nodes.pool()).ask(host, 'env/probe', interrupt.signal);
    if (isRecord(report) && !isDeeperThan(report, mostDepth)) return { host, ...report };
    throw cannot('use node', host, 'what it tells of its machine is no report', 'an object');
  } finally {
    await nodes.close();
  }
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
  return escapeLine(`${name.padEnd(12)} ${shown}`);
}

function renderFields(value: unknown): string {
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .filter(([, field]) => field !== null)
    .map(([name, field]) => `${name} ${Array.isArray(field) ? field.join(' ') : String(field)}`)
    .join(', ');
}
