import { basename, dirname, join, relative, resolve } from 'node:path';
import { projectFileName } from '../../config/project.ts';
import type { Settings } from '../../config/schema.ts';
import type { Workspace } from '../../core/context.ts';
import { cannot, type ToolFailure } from '../../core/failure.ts';
import { expandHome, isInside, isInsideAny } from '../../core/paths/containment.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { realPathIfAny } from '../../platform/files/stats.ts';
import type { Folders } from '../../platform/machine/folders.ts';
import { type Standing, Survey, smallText } from '../../platform/sandbox/sandbox-paths.ts';
import type { Placeholder } from '../../platform/sandbox/sandbox-spec.ts';
import { commonConfigs } from './sandbox-git-config.ts';
import {
  configGuards,
  foldersBetween,
  type Guard,
  gitGuards,
  homeGuards,
  listedGuards,
  ownGuards,
  skillGuards,
  systemGuards,
} from './sandbox-guards.ts';
import { openedBy, temporaryFolders } from './sandbox-write.ts';

/** What determines the area of a sandbox. */
export interface AreaRequest {
  readonly workspace: Workspace;
  /** Real path of the folder the command runs in. */
  readonly cwd: string;
  readonly settings: Settings['sandbox'];
  readonly folders: Folders;
  /** The home folders: of the environment, and of the account. */
  readonly homes: readonly string[];
  /** Absolute paths that are closed to every tool. */
  readonly closedPaths: readonly string[];
}

/** What a sandboxed command can see and write. All paths are real and exist, except placeholders. */
export interface SandboxArea {
  readonly hasNetwork: boolean;
  /** Writable folders and files. */
  readonly write: readonly string[];
  /** Paths inside them that are read-only. */
  readonly held: readonly string[];
  /** Paths that it finds empty. */
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Folders above held or hidden paths, which must not be moved. */
  readonly pinned: readonly string[];
  /** Held or hidden paths that are missing now. */
  readonly placeholders: readonly Placeholder[];
  /** Guarded paths in writable folders without which no sandbox may run. */
  readonly vital: readonly string[];
  /** Notices about the settings. */
  readonly notices: readonly string[];
}

function unable(path: string, state: string, wanted: string): ToolFailure {
  return cannot('open the sandbox for', path, state, wanted);
}

/** Computes the area of a call. Throws `tool_failed` if something that must be guarded cannot be. */
export function sandboxArea(request: AreaRequest): SandboxArea {
  const { workspace, settings, folders } = request;
  const listed = (paths: readonly string[]) =>
    paths.map((given) => ({ given, path: absolute(given, workspace) }));
  const { opened, notices } = openedBy(listed(settings.write), workspace.roots);
  const write = [...new Set([...workspace.roots, ...opened])];
  for (const root of write) refuseRoot(root, [folders.state, folders.config]);
  const survey = new Survey();
  const plan = new AreaPlan(write, survey);
  const hidden = listed(settings.hide).map(({ path }) => path);
  for (const guard of guardsOf(request, hidden, survey)) plan.add(guard);
  return { hasNetwork: settings.network, notices, ...plan.done() };
}

function absolute(path: string, { cwd, home }: Workspace): string {
  return resolve(cwd, expandHome(path, home));
}

function refuseRoot(root: string, closed: readonly string[]): void {
  if (root === dirname(root)) throw unable(root, 'it is the whole file system', 'a folder of its own');
  if (isInsideAny(root, closed))
    throw unable(root, 'it lies in a folder that is closed to every tool', 'a folder elsewhere');
}

function guardsOf(
  { workspace, cwd, folders, homes, closedPaths }: AreaRequest,
  hidden: readonly string[],
  survey: Survey,
): readonly Guard[] {
  const { roots, home } = workspace;
  const configHome = dirname(folders.config);
  const git = { home, commonConfigs: commonConfigs(homes, configHome) };
  const isUsual = homes.some((home) => join(home, '.config') === configHome);
  return [
    ...homes.flatMap((home) => homeGuards(home)),
    ...(isUsual ? [] : configGuards(configHome)),
    ...systemGuards(),
    ...listedGuards(hidden),
    ...ownGuards(closedPaths, folders),
    ...projectGuards(closedPaths, survey),
    ...roots.flatMap((root) => [
      ...gitGuards({ ...git, folder: root, isRoot: true }, survey),
      ...skillGuards(root),
      ...foldersBetween(cwd, root).flatMap((folder) => gitGuards({ ...git, folder, isRoot: false }, survey)),
    ]),
  ];
}

/**
 * Keeps a project file from being created nearer than the one in force: a copy of that holds its place. The search for it
 * ends at the folder with `.git`, so this comes before a placeholder there could end it early.
 */
function projectGuards(closedPaths: readonly string[], survey: Survey): readonly Guard[] {
  const files = closedPaths.filter((path) => basename(path) === projectFileName);
  return files.flatMap((path): readonly Guard[] => {
    const repository = repositoryOf(dirname(path), survey);
    if (repository === null) return [];
    const above = files.find(
      (file) =>
        file !== path &&
        isInside(path, dirname(file)) &&
        isInside(file, repository) &&
        survey.standingOf(file) === 'file',
    );
    if (above === undefined) return [];
    return [{ path, kind: 'hold', ifMissing: { text: smallText(above) }, isVital: false }];
  });
}

/** The nearest folder upwards that contains `.git`. */
function repositoryOf(folder: string, survey: Survey): string | null {
  if (survey.isTaken(join(folder, '.git'))) return folder;
  return folder === dirname(folder) ? null : repositoryOf(dirname(folder), survey);
}

/** Whether the path may be a placeholder of another run, which removes it at its end unless we note that we use it. */
function looksPlaced(path: string, standing: Standing, what: Guard['ifMissing']): boolean {
  if (what === null) return false;
  if (what === 'folder') return standing === 'empty folder';
  return standing === 'file' && smallText(path) === what.text;
}

/** Turns guards one by one into the parts of an area. */
class AreaPlan {
  readonly #write: readonly string[];
  readonly #held = new Set<string>();
  readonly #hidden = new Map<string, boolean>();
  readonly #pinned = new Set<string>();
  readonly #placeholders = new Map<string, Placeholder>();
  readonly #vital = new Set<string>();
  /** Links that are being followed. */
  readonly #followed = new Set<string>();
  readonly #survey: Survey;

  constructor(write: readonly string[], survey: Survey) {
    this.#write = write;
    this.#survey = survey;
  }

  add(guard: Guard): void {
    const roots = this.#write.filter((root) => isInside(guard.path, root));
    // A workspace root, or a path opened for writing, is meant to be seen.
    if (roots.includes(guard.path)) return;
    if (roots.length === 0) this.#addOutside(guard);
    for (const root of roots) this.#addInside(guard, root);
  }

  /** Guards a path outside writable folders: it only has to be hidden if it exists, wherever a link leads. */
  #addOutside(guard: Guard): void {
    const real = this.#survey.leadsTo(guard.path);
    // Even if nothing exists there yet: it could be created through the link, in a writable folder.
    if (real !== guard.path && isInsideAny(real, this.#write)) this.add({ ...guard, path: real });
    else if (guard.kind === 'hide' && this.#survey.isTaken(real))
      this.#hidden.set(real, this.#survey.isFolder(real));
  }

  #addInside(guard: Guard, root: string): void {
    const { path, kind, isVital } = guard;
    const names = relative(root, path).split('/');
    const way = names.map((_, index) => join(root, ...names.slice(0, index + 1)));
    if (!way.every((at) => this.#secure(at, guard, root))) return;
    if (isVital && this.#survey.isTaken(path)) this.#vital.add(path);
    if (kind === 'hold') this.#held.add(path);
    else this.#hidden.set(path, this.#placeholders.get(path)?.text === null || this.#survey.isFolder(path));
  }

  /** Guards one component of the way to a path; false if nothing below it is left to guard here. */
  #secure(at: string, guard: Guard, root: string): boolean {
    const { path, ifMissing } = guard;
    const standing = this.#survey.standingOf(at);
    const isEnd = at === path;
    if (standing === 'link') this.#addBehind(at, { guard, root });
    if (standing === 'link' || (standing === 'file' && !isEnd)) return false;
    if (standing === 'missing' && (ifMissing === null || !this.#survey.canBeMade(at))) return false;
    if (standing === 'missing') this.#place(at, isEnd ? ifMissing : 'folder');
    else if (isEnd && looksPlaced(at, standing, ifMissing)) this.#place(at, ifMissing);
    if (!isEnd) this.#pinned.add(at);
    return true;
  }

  /**
   * A link can be replaced unless its folder is read-only, so that is held. The target is held too, and the guarded path
   * behind it is guarded by its real path. Throws for a link met again on the way: a real path has none, so somebody swaps it.
   */
  #addBehind(link: string, { guard, root }: { readonly guard: Guard; readonly root: string }): void {
    if (this.#followed.has(link))
      throw unable(link, 'it is a symbolic link no longer', 'a path that nobody swaps meanwhile');
    this.#holdFolderOf(link, root);
    const real = realPathIfAny(link);
    if (real === null) return;
    this.#followed.add(link);
    if (isInsideAny(real, this.#write))
      this.add({ path: real, kind: 'hold', ifMissing: null, isVital: false });
    this.add({ ...guard, path: join(real, relative(link, guard.path)), ifMissing: null });
    this.#followed.delete(link);
  }

  #holdFolderOf(link: string, root: string): void {
    const folder = dirname(link);
    if (folder === root)
      throw unable(
        root,
        `${inQuotes(link)} is a symbolic link, which cannot be kept from being replaced`,
        'a file or a folder',
      );
    for (const at of foldersBetween(dirname(folder), root)) this.#pinned.add(at);
    this.#held.add(folder);
  }

  /** Whether a path must be opened itself: not if a writable folder reaches it, as a command may have put a link there. */
  #isToBeOpened(path: string): boolean {
    const covers = [...this.#held, ...this.#hidden.keys(), ...temporaryFolders];
    const above = covers.filter((cover) => cover !== path && isInside(path, cover));
    const reaches = (root: string) =>
      root !== path && isInside(path, root) && !above.some((at) => isInside(at, root));
    return this.#pinned.has(path) || !this.#write.some(reaches);
  }

  #place(path: string, what: Guard['ifMissing']): void {
    if (this.#placeholders.has(path) || what === null) return;
    this.#placeholders.set(path, { path, text: what === 'folder' ? null : what.text });
  }

  done(): Omit<SandboxArea, 'hasNetwork' | 'notices'> {
    const write = this.#write.filter((path) => this.#isToBeOpened(path));
    const isKept = (path: string) => !this.#held.has(path) && !write.includes(path);
    return {
      write,
      held: [...this.#held].filter((path) => !this.#hidden.has(path)),
      hidden: [...this.#hidden].map(([path, folder]) => ({ path, isFolder: folder })),
      pinned: [...this.#pinned].filter(isKept),
      placeholders: [...this.#placeholders.values()],
      vital: [...this.#vital],
    };
  }
}
