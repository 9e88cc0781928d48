import type { LoadedConfig } from '../config/loaded.ts';
import type { Caller } from '../core/context.ts';
import { activeRuns } from '../platform/active-runs.ts';
import type { Folders } from '../platform/folders.ts';
import { dismissGuardian } from '../platform/guardian.ts';
import { probeMachine } from '../platform/probe.ts';
import { realFolder } from '../platform/real-path.ts';
import { loadTool, registry } from '../tools/registry.ts';
import type { Surface, ToolContext } from '../tools/tool-context.ts';
import { runCall } from './call.ts';
import { CallLimiter } from './limits.ts';
import { openPolicy } from './policy.ts';
import type { ExtraMethod, Service } from './service.ts';

export interface ServiceRequest {
  readonly config: LoadedConfig;
  readonly folders: Folders;
  readonly env: Readonly<Record<string, string>>;
  /** The folder everything is relative to, as given. */
  readonly cwd: string;
  readonly caller: Caller;
  readonly surface: Surface;
  readonly extraMethods: Readonly<Record<string, ExtraMethod>>;
}

/** The machine-level context of a service. Throws ToolFailure when the folder is missing. */
export function openContext(request: ServiceRequest): ToolContext {
  const { config, folders, env } = request;
  const { settings } = config;
  const cwd = realFolder(request.cwd, process.cwd(), folders.home);
  const roots = settings.workspace.roots.map((root) => realFolder(root, cwd, folders.home));
  return {
    settings,
    workspace: { cwd, roots: [cwd, ...roots], home: folders.home },
    machine: probeMachine({
      flavour: settings.shell.flavour,
      shellPath: settings.shell.path,
      env,
      cacheFolder: folders.cache,
    }),
    folders,
    env,
    caller: request.caller,
    surface: request.surface,
    callId: '',
    serverId: crypto.randomUUID(),
  };
}

/** The tools behind one configuration. */
export function openService(request: ServiceRequest): Service {
  const context = openContext(request);
  const { caps } = context.settings;
  const limiter = new CallLimiter({ concurrent: caps.concurrentCalls, queued: caps.queuedCalls });
  const policy = openPolicy({ rules: request.config.rules, protectedPaths: [] });
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    context,
    toolNames: Object.keys(registry),
    extraMethods: request.extraMethods,
    loadTool,
    call: (call) => {
      const signal = AbortSignal.any([call.signal, ending.signal]);
      const result = runCall(
        { ...call, signal },
        { context, policy, loadTool, takePlace: (waiting) => limiter.take(waiting) },
      );
      const settled = result.then(
        () => {},
        () => {},
      );
      running.add(settled);
      void settled.then(() => running.delete(settled));
      return result;
    },
    get activeRuns() {
      return activeRuns().size;
    },
    shutdown: async () => {
      ending.abort();
      await Promise.all(running);
      await dismissGuardian();
    },
  };
}
