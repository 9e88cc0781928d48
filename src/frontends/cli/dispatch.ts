import { isAbsolute, resolve } from 'node:path';
import type { Caller } from '../../core/context.ts';
import { type ToolFailure, wrongField } from '../../core/failure.ts';
import { hostOf } from '../../core/host.ts';
import { didYouMean } from '../../core/names/meant-name.ts';
import { expandHome } from '../../core/paths/containment.ts';
import { ownValue } from '../../core/record.ts';
import type { Tool } from '../../core/tool.ts';
import { version } from '../../core/version.ts';
import { isFolder } from '../../platform/files/stats.ts';
import { ownFolder, requireOwnFolder } from '../../platform/files/working-folder.ts';
import { findFolders } from '../../platform/machine/folders.ts';
import { requireThreads } from '../../platform/system/thread-room.ts';
import { type ConfigRequest, openCallConfig, openConfig } from '../../runtime/open-config.ts';
import { openService } from '../../runtime/open-service.ts';
import { loadTool, registry } from '../../tools/registry.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { requireListed, requireNoMore, requireOwnFlags } from './action.ts';
import type { Command, CommandContext } from './command.ts';
import { commands } from './commands.ts';
import type { Console } from './console.ts';
import { commandHints, kebab, type ParsedFlags, parseFlags } from './flags.ts';
import { flagWords, type Globals, globalFlags, splitCommand, versionFlag } from './global-flags.ts';
import type { HelpPage } from './help/help.ts';
import { isOnNode, takesFolder } from './tool/folder-there.ts';
import { Interrupt } from './tool/interrupt.ts';

type Frontend = Caller['frontend'];

interface Environment {
  readonly env: Readonly<Record<string, string>>;
  readonly console: Console;
}

/** Runs the command of a command line. Throws ToolFailure for errors in it. */
export async function dispatch(
  argv: readonly string[],
  env: Readonly<Record<string, string>>,
  console: Console,
): Promise<number> {
  // First of all, so that errors in this line are printed without colours too.
  if (flagWords(argv).includes('--no-color')) console.withoutColour();
  const { before, command, after } = splitCommand(argv);
  const leading = parseFlags(before, [...globalFlags, versionFlag]);
  if (leading.values.version === true) {
    const text = leading.values.json === true ? JSON.stringify({ version }) : `agent-tools ${version}`;
    void console.stdout.write(`${text}\n`);
    return 0;
  }
  if (command === null) {
    const { help, json } = leading.values;
    if (leading.rest !== null && help !== true)
      throw wrongField('--', 'stands before the command; flags end behind it: agent-tools shell -- ls -l');
    if (json === true && help !== true)
      throw wrongField('command', `is missing; expected one of ${commandNames().join(', ')}`);
    return showOverview(help === true, console);
  }
  const known = ownValue(commands, command);
  if (known !== undefined)
    return runCommand({ name: command, command: known, leading, after }, { env, console });
  if (command === 'process' && splitCommand(after).command === 'attach') {
    const { attachCommand } = await import('./tool/attach-command.ts');
    return runCommand({ name: 'process attach', command: attachCommand, leading, after }, { env, console });
  }
  const tool = await loadTool(command.replaceAll('-', '_'));
  if (tool === null) throw unknownCommand(command);
  return runTool({ tool, leading, after }, { env, console });
}

const commandNames = (): readonly string[] => [...Object.keys(registry).map(kebab), ...Object.keys(commands)];

function unknownCommand(word: string): ToolFailure {
  const names = commandNames();
  const wanted = `; expected one of ${names.join(', ')}`;
  return wrongField(word, `is not a command${didYouMean(word, ['--help', '--version', ...names], wanted)}`);
}

interface ToolWords {
  readonly tool: Tool<ToolContext>;
  readonly leading: ParsedFlags;
  readonly after: readonly string[];
}

async function runTool({ tool, leading, after }: ToolWords, { env, console }: Environment): Promise<number> {
  const { flagsOfTool, hintsOfTool, requireAction, runToolCommand } = await import('./tool/tool-command.ts');
  const flags = flagsOfTool(tool);
  const { parsed, globals } = namedNode(parseFlags(after, flags, hintsOfTool(tool)), leading, console);
  requireAction(parsed, tool, globals);
  if (globals.help) {
    const { toolPage } = await import('./help/help-pages.ts');
    return showHelp(await toolPage(tool, flags, parsed.words), console);
  }
  const mayBeThere = globals.cwd !== undefined && takesFolder(tool);
  const context = commandContext({ parsed, globals, env, console, mayBeThere });
  const { terminalApprover } = await import('./approvals/terminal-approver.ts');
  return runToolCommand({
    tool,
    parsed,
    globals,
    console,
    interrupt: context.interrupt,
    approver: terminalApprover(env, context.folders),
    open: (surface) => context.openService('cli', surface),
  });
}

interface CommandWords {
  readonly name: string;
  readonly command: Command;
  readonly leading: ParsedFlags;
  readonly after: readonly string[];
}

async function runCommand(
  { name, command, leading, after }: CommandWords,
  { env, console }: Environment,
): Promise<number> {
  const { takesProgram } = command;
  const isOfProgram = takesProgram !== undefined && splitCommand(after).command === takesProgram;
  const given = parseFlags(after, [...command.flags, ...globalFlags], isOfProgram ? commandHints : undefined);
  const parsed = takesProgram === undefined ? allWords(given) : given;
  const globals = globalsOf(leading, parsed, console);
  requireListed(parsed.words[0], command);
  if (globals.help) {
    const { commandPage } = await import('./help/help-pages.ts');
    return showHelp(await commandPage(name, command, parsed.words[0]), console);
  }
  if (command.words.length === 0) requireNoMore(parsed.words);
  requireOwnFlags(parsed, name, command.flags);
  const run = await command.load();
  return run(commandContext({ parsed, globals, env, console, mayBeThere: false }));
}

/** The words before and after `--`. */
function allWords({ values, words, rest }: ParsedFlags): ParsedFlags {
  return { values, words: [...words, ...(rest ?? [])], rest: null };
}

/** The global flags before and after the command's name; the later one wins. */
function globalsOf(leading: ParsedFlags, parsed: ParsedFlags, console: Console): Globals {
  const globals: Globals = { ...leading.values, ...parsed.values };
  console.quiet = globals.quiet === true;
  return globals;
}

/** Turns `--host node --node NAME` into `--host NAME`. Throws `invalid_input` for `--host node` alone. */
function namedNode(
  parsed: ParsedFlags,
  leading: ParsedFlags,
  console: Console,
): { readonly parsed: ParsedFlags; readonly globals: Globals } {
  const globals = globalsOf(leading, parsed, console);
  if (globals.host !== 'node') return { parsed, globals };
  const { node, ...values } = parsed.values;
  const host = hostOf({ host: 'node', ...(typeof node === 'string' ? { node } : {}) }, 'local');
  return { parsed: { ...parsed, values: { ...values, host } }, globals: { ...globals, host } };
}

interface ContextParts extends Pick<CommandContext, 'parsed' | 'globals' | 'env' | 'console'> {
  /** Whether `--cwd` is passed on to a node, so that the folder need not exist here. */
  readonly mayBeThere: boolean;
}

function commandContext({ parsed, globals, env, console, mayBeThere }: ContextParts): CommandContext {
  const folders = findFolders(env);
  const named = expandHome(globals.cwd ?? '.', folders.home);
  if (!isAbsolute(named)) requireOwnFolder();
  const given = resolve(named);
  const isPerhapsThere = mayBeThere && !isFolder(given);
  const cwd = isPerhapsThere ? ownFolder() : given;
  const { security, ask, host, yolo } = globals;
  const interrupt = new Interrupt();
  interrupt.onSignal((exitStatus) => console.abandonStalled(exitStatus));
  const configRequest = {
    env,
    folders,
    cwd,
    file: globals.config ?? null,
    flags: { security, ask, host, yolo },
  };
  return {
    parsed,
    globals,
    env,
    folders,
    cwd,
    console,
    interrupt,
    configRequest,
    loadConfig: () => openConfig(configRequest),
    openService: async (frontend, surface) => {
      await requireThreads();
      const { config, extraMethods } = await openFor(frontend, configRequest);
      for (const notice of config.notices) console.notice(notice);
      const caller = { frontend, client: env.USER ?? '' };
      return openService({
        config,
        configFile: configRequest.file,
        folders,
        env,
        cwd: isPerhapsThere && !isOnNode(config.settings) ? given : cwd,
        caller,
        surface,
        extraMethods,
      });
    },
  };
}

async function showHelp(page: HelpPage, console: Console): Promise<number> {
  const { renderHelp } = await import('./help/help.ts');
  void console.stdout.write(await renderHelp(page, console.colours(1)));
  return 0;
}

async function showOverview(wanted: boolean, console: Console): Promise<number> {
  const [{ overviewPage }, { renderHelp }] = await Promise.all([
    import('./help/help-pages.ts'),
    import('./help/help.ts'),
  ]);
  const text = await renderHelp(await overviewPage(), console.colours(wanted ? 1 : 2));
  void (wanted ? console.stdout : console.stderr).write(text);
  return wanted ? 0 : 2;
}

/** Only servers have extra methods. */
async function openFor(frontend: Frontend, request: ConfigRequest) {
  const config = await openCallConfig(request);
  if (frontend === 'cli') return { config, extraMethods: () => ({}) };
  const { extraMethods } = await import('../rpc/extra-methods.ts');
  return { config, extraMethods: (context: ToolContext) => extraMethods({ context, config }) };
}
