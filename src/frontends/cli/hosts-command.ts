import { messageOf, ToolFailure, wrongField } from '../../core/failure.ts';
import { alignColumns } from '../../core/text/align-columns.ts';
import { escapeLine } from '../../core/text/unseen.ts';
import type { NodeReport } from '../../hosts/node/node-pool.ts';
import type { Service } from '../../runtime/service.ts';
import { actionOf, requireNoMore } from './action.ts';
import { type CommandContext, quietSurface } from './command.ts';
import { printResult } from './print-result.ts';

/** `agent-tools hosts list|check`: the configured nodes, and whether they respond. */
export async function runHosts(context: CommandContext): Promise<number> {
  const [action, ...names] = context.parsed.words;
  const service = await context.openService('cli', quietSurface);
  switch (actionOf(action, ['list', 'check'])) {
    case 'list':
      requireNoMore(names);
      return listHosts(context, service);
    case 'check':
      return checkHosts(context, service, names).finally(() => service.nodes.close());
  }
}

function listHosts({ console, globals }: CommandContext, { context, nodes }: Service): number {
  const usual = context.settings.host;
  const rows = [...nodes.all].map(([name, command]) => ({ name, isDefault: name === usual, command }));
  if (rows.length === 0 && !globals.json) console.notice('No nodes are configured ("hosts").');
  const table = rows.map(({ name, isDefault, command }) => [
    name,
    isDefault ? 'default' : '-',
    escapeLine(command.join(' ')),
  ]);
  printResult({ console, globals }, rows, alignColumns(table));
  return 0;
}

/** The result of checking one node. */
type Checked =
  | { readonly name: string; readonly reachable: false; readonly problem: string }
  | {
      readonly name: string;
      readonly reachable: true;
      readonly version: string;
      readonly shell: string | null;
      readonly cwd: string;
      readonly connectMs: number | null;
      readonly latencyMs: number;
    };

async function checkHosts(
  command: CommandContext,
  { nodes }: Service,
  names: readonly string[],
): Promise<number> {
  const { interrupt } = command;
  const unknown = names.find((name) => !nodes.all.has(name));
  if (unknown !== undefined) throw wrongField(unknown, 'is not a node of "hosts"');
  const wanted = names.length === 0 ? [...nodes.all.keys()] : names;
  if (wanted.length === 0) throw new ToolFailure('invalid_input', 'No nodes are configured ("hosts")');
  const pool = await nodes.pool();
  const checked = await Promise.all(
    wanted.map(async (name): Promise<Checked> => {
      try {
        return found(name, await pool.check(name, interrupt.signal));
      } catch (error) {
        return { name, reachable: false, problem: messageOf(error) };
      }
    }),
  );
  printResult(command, checked, alignColumns(checked.map(rowOf)));
  return interrupt.exitStatus ?? (checked.every(({ reachable }) => reachable) ? 0 : 1);
}

function found(name: string, { greeting, connectMs, latencyMs }: NodeReport): Checked {
  const { serverInfo, shell, cwd } = greeting;
  const round = (ms: number): number => Math.round(ms * 100) / 100;
  return {
    name,
    reachable: true,
    version: serverInfo.version,
    shell: shell === null ? null : [shell.path, ...(shell.version === null ? [] : [shell.version])].join(' '),
    cwd,
    connectMs: connectMs === null ? null : round(connectMs),
    latencyMs: round(latencyMs),
  };
}

function rowOf(checked: Checked): readonly string[] {
  const { name } = checked;
  if (!checked.reachable) return [name, 'fails', '-', '-', '-', escapeLine(checked.problem)];
  const { version, shell, cwd, latencyMs } = checked;
  return [
    name,
    'ok',
    escapeLine(version),
    `${latencyMs} ms`,
    shell === null ? 'no shell' : escapeLine(shell),
    escapeLine(cwd),
  ];
}
