import { isSecretName } from '../core/environment.ts';
import { ToolFailure } from '../core/failure.ts';
import { findProgram } from '../platform/machine/lookup.ts';
import { learnShellVersion, tellVersion } from '../platform/machine/shell-version.ts';
import { shellArgv } from '../platform/machine/shells.ts';
import { ripgrepPath } from '../platform/search/ripgrep.ts';
import { descriptorKind } from '../platform/system/stdio.ts';
import type { ToolContext } from '../tools/tool-context.ts';

interface ProgramReport {
  readonly path: string;
  readonly version: string | null;
  /** Why there is no version. */
  readonly reason?: string;
}

/** Everything known about the machine that runs commands; runs programs for their versions, so it is too slow for calls. */
export async function reportEnvironment(context: ToolContext): Promise<Readonly<Record<string, unknown>>> {
  const { machine, workspace, folders, settings, env } = context;
  const program = async (name: string): Promise<ProgramReport | null> => {
    const path = findProgram(name, workspace.cwd, env.PATH ?? '');
    return path === null ? null : { path, version: null, ...(await tellVersion([path, '--version'])) };
  };
  const { shell } = machine;
  const [version, git, rg] = await Promise.all([
    shell === null ? null : learnShellVersion(shell, folders.cache),
    program('git'),
    reportRipgrep(folders.cache, program('rg')),
  ]);
  return {
    os: machine.os,
    arch: machine.arch,
    osVersion: machine.osVersion,
    user: machine.user,
    cwd: workspace.cwd,
    roots: workspace.roots,
    shell:
      shell === null
        ? null
        : {
            flavour: shell.flavour,
            path: shell.path,
            version,
            argv: shellArgv(shell.flavour, shell.path, '<command>'),
          },
    ...(machine.shellProblem === null ? {} : { shellProblem: machine.shellProblem }),
    tty: {
      stdin: descriptorKind(0) === 'terminal',
      stdout: descriptorKind(1) === 'terminal',
      stderr: descriptorKind(2) === 'terminal',
    },
    pty: machine.pty,
    git,
    rg,
    sandbox: await reportSandbox(context),
    heldBack: heldBackNames(context),
    security: settings.approval.security,
    ask: settings.approval.ask,
  };
}

/** The bundled `rg` for searches, and the one that commands find by name, or null. */
async function reportRipgrep(cache: string, named: Promise<ProgramReport | null>) {
  const own = await ripgrepPath(cache).catch(toldFailure);
  const [asked, found] = await Promise.all([
    typeof own === 'string' ? tellVersion([own, '--version']) : { reason: own.message },
    named,
  ]);
  const embedded = 'version' in asked ? asked.version : null;
  return {
    embedded,
    path: found?.path ?? null,
    version: found?.version ?? null,
    ...('reason' in asked ? asked : {}),
  };
}

/** Returns a ToolFailure, to report it; throws anything else. */
function toldFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  throw error;
}

/** The sandbox available to commands, with what its level does not cover, or why it is unknown. */
async function reportSandbox({ folders }: ToolContext): Promise<Readonly<Record<string, unknown>>> {
  const { findSandbox } = await import('../hosts/sandbox/sandbox.ts');
  const found = await findSandbox(folders).catch(toldFailure);
  if (found instanceof ToolFailure) return { level: 'unknown', mechanism: null, reason: found.message };
  const { level, mechanism, reason, uncovered } = found;
  return {
    level,
    mechanism,
    ...(reason === null ? {} : { reason }),
    ...(uncovered.length === 0 ? {} : { uncovered }),
  };
}

/** Names of variables withheld from commands because they look secret. */
function heldBackNames({ env, settings }: ToolContext): readonly string[] {
  if (settings.approval.security === 'full') return [];
  return Object.keys(env).filter((name) => isSecretName(name) && !settings.shell.env.pass.includes(name));
}
