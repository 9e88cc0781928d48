import {
  alwaysSet,
  byLookedUpName,
  isCoreName,
  isRemovedName,
  isSecretName,
  lookedUpName,
  restoredNames,
  runMarker,
  serverMarker,
  setWithoutTerminal,
} from '../core/environment.ts';
import type { Settings } from './schema.ts';

export interface CommandEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** Names withheld because they look secret. */
  readonly heldBack: readonly string[];
  /** Names for which the call's own value is ignored, as they are always set. */
  readonly fixed: readonly string[];
}

export interface EnvironmentRequest {
  /** The environment of this process. */
  readonly inherited: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** The call's own variables. */
  readonly overrides: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly callId: string;
  readonly serverId: string;
}

/** The environment of a command, as in SECURITY.md "Environment of children"; removed names stay out whoever sets them. */
export function commandEnvironment(request: EnvironmentRequest): CommandEnvironment {
  const { settings, inherited } = request;
  const rules = settings.shell.env;
  const passed = new Set(rules.pass.map((name) => lookedUpName(name)));
  const overrides = byLookedUpName(request.overrides);
  const heldBack: string[] = [];
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(restoreSaved(inherited))) {
    const isPassed = passed.has(name);
    const isFull = settings.approval.security === 'full';
    // It makes programs ignore options after an operand, and changes bash's grammar.
    if (name === 'POSIXLY_CORRECT' && !isPassed && !isFull) continue;
    if (rules.inherit === 'none' || (rules.inherit === 'core' && !isCoreName(name) && !isPassed)) continue;
    if (!isPassed && !isFull && isSecretName(name)) heldBack.push(name);
    else env[name] = value;
  }
  Object.assign(env, byLookedUpName(rules.set));
  const path = [...rules.pathPrepend, ...(env.PATH ? [env.PATH] : []), ...rules.pathAppend];
  if (path.length > 0) env.PATH = path.join(process.platform === 'win32' ? ';' : ':');
  Object.assign(env, overrides, { PWD: request.cwd }, alwaysSet);
  for (const name of Object.keys(env)) if (isRemovedName(name)) delete env[name];
  const fixed = Object.entries(alwaysSet).flatMap(([name, value]) =>
    (overrides[name] ?? value) === value ? [] : [name],
  );
  env[runMarker] = nested(inherited[runMarker], request.callId);
  env[serverMarker] = nested(inherited[serverMarker], request.serverId);
  return { env, heldBack, fixed };
}

/** A variable that commands get unless their call sets it: null if unset, undefined if it differs from call to call. */
export function inheritedValue(
  name: string,
  { inherited, settings }: Pick<EnvironmentRequest, 'inherited' | 'settings'>,
): string | null | undefined {
  const own = [alwaysSet, setWithoutTerminal, { [runMarker]: '', [serverMarker]: '' }];
  if (own.some((variables) => Object.hasOwn(variables, name))) return undefined;
  const given = [settings.shell.env.set, inherited].find((variables) => Object.hasOwn(variables, name));
  if (given === undefined) return null;
  return name === 'PATH' || name === 'PWD' ? undefined : given[name];
}

/** Inside one of our own runs both markers are kept, so that the outer clean-up also finds what the inner run starts. */
function nested(outer: string | undefined, id: string): string {
  return outer === undefined || outer === '' ? id : `${outer}/${id}`;
}

/** Restores the library paths that a PyInstaller parent changed for itself. */
function restoreSaved(inherited: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!restoredNames.some((name) => `${name}_ORIG` in inherited)) return inherited;
  const env = { ...inherited };
  for (const name of restoredNames) {
    const saved = env[`${name}_ORIG`];
    if (saved === undefined) continue;
    delete env[`${name}_ORIG`];
    if (saved === '') delete env[name];
    else env[name] = saved;
  }
  return env;
}
