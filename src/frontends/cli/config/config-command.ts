import { describeConfigFile } from '../../../config/json-schema.ts';
import type { LoadedConfig } from '../../../config/loaded.ts';
import { listRows, renderRows } from '../../../config/show.ts';
import { renderStarter } from '../../../config/starter.ts';
import { cannot } from '../../../core/failure.ts';
import { withEscaped } from '../../../core/text/json-line.ts';
import { writeNewFile } from '../../../platform/files/private-file.ts';
import { actionOf, requireNoMore } from '../action.ts';
import type { ParsedFlags } from '../flags.ts';
import { personOnly } from '../person-only.ts';
import { listPaths, renderPaths } from './config-paths.ts';
import { runTrust, type TrustEnvironment } from './config-trust.ts';
import { attemptWrite } from './config-write.ts';

/** What `agent-tools config` needs. */
export interface ConfigCommandEnvironment extends TrustEnvironment {
  /** The configuration in force; throws `invalid_config`. Only `show` calls it, so that the others work with an invalid file. */
  load(): Promise<LoadedConfig>;
}

/** The command line: `words` after `config`, and flags by field. */
export interface ConfigWords extends Pick<ParsedFlags, 'words' | 'values'> {
  readonly isJson: boolean;
}

export interface CommandResult {
  readonly stdout: string;
  readonly notices: readonly string[];
  /** Whether a part of the request failed, as the notices say. */
  readonly isPartial?: boolean;
}

/** What the schema has escaped: its patterns name characters that no editor shows. */
const beyondAscii = /[\u0080-\uffff]/g;

/** Runs `agent-tools config …`. Throws ToolFailure for wrong usage and failures. */
export async function runConfigCommand(
  { words: [word, ...others], values, isJson }: ConfigWords,
  environment: ConfigCommandEnvironment,
): Promise<CommandResult> {
  const action = actionOf(word, ['show', 'path', 'init', 'trust', 'schema']);
  if (action === 'trust') {
    const request = { files: others, isList: values.list === true, isRevoke: values.revoke === true };
    const { value, text, problems = [] } = await runTrust(request, environment);
    return { stdout: isJson ? toJson(value) : text, notices: problems, isPartial: problems.length > 0 };
  }
  requireNoMore(others);
  switch (action) {
    case 'show':
      return show(await environment.load(), isJson);
    case 'path': {
      const rows = await listPaths(environment);
      return succeed(isJson ? toJson(rows) : renderPaths(rows));
    }
    case 'init': {
      const path = await init(environment);
      return succeed(isJson ? toJson({ path }) : `${path}\n`);
    }
    case 'schema':
      return succeed(withEscaped(toJson(await describeConfigFile()), beyondAscii));
  }
}

function show(config: LoadedConfig, isJson: boolean): CommandResult {
  const rows = listRows(config);
  return { stdout: isJson ? toJson(rows) : renderRows(rows), notices: config.notices };
}

/** Writes the starter file and returns its path. */
async function init({ paths, isInsideRun }: ConfigCommandEnvironment): Promise<string> {
  const path = paths.explicit?.path ?? paths.user;
  if (isInsideRun) throw personOnly('write configuration', path);
  if (!(await attemptWrite('write configuration', path, () => writeNewFile(path, renderStarter())))) {
    throw cannot('write configuration', path, 'it exists', 'no file there');
  }
  return path;
}

function succeed(stdout: string): CommandResult {
  return { stdout, notices: [] };
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
