import { inheritedValue } from '../config/command-environment.ts';
import type { LoadedConfig } from '../config/loaded.ts';
import type { Settings } from '../config/schema.ts';
import { isInsideRun } from '../config/variables.ts';
import { lazy } from '../core/async/lazy.ts';
import type { Caller } from '../core/context.ts';
import { cannot, ToolFailure } from '../core/failure.ts';
import { sourcePlace } from '../core/source-place.ts';
import { inQuotes } from '../core/text/one-line.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import { realPathIfAny } from '../platform/files/stats.ts';
import { realFolder, realFolderFromOwn } from '../platform/files/working-folder.ts';
import type { Folders } from '../platform/machine/folders.ts';
import { probeMachine } from '../platform/machine/probe.ts';
import { dismissGuardian } from '../platform/process/guardian.ts';
import { endOwnedSessions } from '../sessions/owned.ts';
import { loadTool, registry } from '../tools/registry.ts';
import type { Surface, ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import { LearnedRules, learnedPath } from './approvals/learned-rules.ts';
import { Audit, auditPath } from './audit/audit.ts';
import { auditedCall } from './audit/audited-call.ts';
import { governingMethods } from './governing-methods.ts';
import { withHomePaths } from './home-paths.ts';
import { CallLimiter } from './limits.ts';
import { Nodes } from './nodes/nodes.ts';
import { openPolicy, type Policy } from './policy.ts';
import { namedFoldersOf, protectedPathsOf } from './protected-paths.ts';
import { RunningCalls } from './running-calls.ts';
import type { ExtraMethod, Service } from './service.ts';

/** The approvals of a process, loaded for the first question and then kept. */
function openApprovals(context: ToolContext, policy: Policy): () => Promise<Approvals> {
  return lazy(() =>
    import('./approvals/approvals.ts').then((module) => new module.Approvals(context, policy)),
  );
}

export interface ServiceRequest {
  readonly config: Pick<LoadedConfig, 'settings' | 'rules'> & Partial<Pick<LoadedConfig, 'origins'>>;
  readonly folders: Folders;
  readonly env: Readonly<Record<string, string>>;
  /** The file of `--config`, or null. */
  readonly configFile: string | null;
  /** The working folder, as given. */
  readonly cwd: string;
  readonly caller: Caller;
  readonly surface: Surface;
  /** Further server methods that are not tools. */
  extraMethods(context: ToolContext): Readonly<Record<string, ExtraMethod>>;
}

const rootsKey = 'workspace.roots';

/** The real path of a further workspace root, set at `place`. Throws `invalid_config`. */
function rootFolder(root: string, cwd: string, { home, place }: Record<'home' | 'place', string>): string {
  try {
    return realFolder(root, cwd, home);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const state = `${inQuotes(root)} of ${inQuotes(rootsKey)} is no folder that can be reached`;
    throw cannot('use configuration', place, state, 'existing folders', 'invalid_config');
  }
}

/** The context shared by all calls of a service. Throws ToolFailure if the folder does not exist. */
function openContext(request: ServiceRequest): ToolContext {
  const { config, folders, env } = request;
  const { home } = folders;
  const realHome = realPathIfAny(home) ?? home;
  const settings = withHomePaths(config.settings, { home, realHome });
  const cwd = realFolderFromOwn(request.cwd, home);
  const place = escapeUnseen(sourcePlace(config.origins?.[rootsKey] ?? { source: rootsKey, line: null }));
  const roots = settings.workspace.roots.map((root) => rootFolder(root, cwd, { home, place }));
  const folder = { cwd, roots: [cwd, ...roots], home, realHome };
  const closedPaths = protectedPathsOf({ folders, settings, workspace: folder, env }, request.configFile);
  // Computed on first use: it would add more than a millisecond to every start.
  const workspace = {
    ...folder,
    named: lazy(() => namedFoldersOf({ settings, env }, closedPaths)),
    inherited: (name: string) => inheritedValue(name, { inherited: env, settings }),
  };
  return {
    settings,
    workspace,
    closedPaths,
    machine: probeMachine({
      flavour: settings.shell.flavour,
      shellPath: settings.shell.path,
      env,
      cacheFolder: folders.cache,
      roots: workspace.roots,
    }),
    folders,
    env,
    caller: request.caller,
    surface: request.surface,
    callId: '',
    serverId: crypto.randomUUID(),
  };
}

/** Most calls that wait for sessions at once: each has a connection and is idle. */
const mostWaiting = 1024;

/** So a file call never waits behind commands that sleep, nor a call that ends a wait behind that wait. */
function placesFor({ concurrentCalls, queuedCalls: queued }: Settings['caps']) {
  const limits = { concurrent: concurrentCalls, queued };
  return {
    command: new CallLimiter(limits),
    wait: new CallLimiter({ ...limits, concurrent: Math.max(concurrentCalls, mostWaiting) }),
    other: new CallLimiter(limits),
  };
}

function openAudit({ settings, folders, env }: ToolContext): Audit {
  const { enabled, required } = settings.audit;
  return new Audit({ path: auditPath(settings, folders), enabled, required, env });
}

/** Opens the tools with one configuration. */
export function openService(request: ServiceRequest): Service {
  const opened = openContext(request);
  const places = placesFor(opened.settings.caps);
  const policy = openPolicy({
    rules: request.config.rules,
    learned: new LearnedRules(learnedPath(opened.folders), opened.settings.locked),
    protectedPaths: opened.closedPaths,
  });
  const context: ToolContext = {
    ...opened,
    withheldBelow: (root, access) => policy.withheldBelow(root, access, opened),
  };
  const approvals = openApprovals(context, policy);
  const audit = openAudit(context);
  const running = new RunningCalls();
  const nodes = new Nodes(context);
  return {
    context,
    toolNames: Object.keys(registry),
    extraMethods: {
      ...request.extraMethods(context),
      ...governingMethods({ context, policy, loadTool, approvals }),
    },
    loadTool,
    nodes,
    call: (call) =>
      running.run(call.signal, ({ signal, planned }) =>
        auditedCall(
          // A program that runs as one of our commands must not answer for the person.
          { ...call, signal, ...(isInsideRun(context.env) ? { approver: null } : {}) },
          {
            context,
            policy,
            audit,
            approvals,
            loadTool,
            planned,
            nodes: () => nodes.pool(),
            takePlace: (waiting, kind) => places[kind].take(waiting, call.room),
          },
        ),
      ),
    shutdown: async (why) => {
      await Promise.all([running.end(why).then(() => nodes.close()), endOwnedSessions()]);
      dismissGuardian();
    },
  };
}
