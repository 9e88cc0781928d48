import { wrongField } from '../../core/failure.ts';
import { didYouMean } from '../../core/names/meant-name.ts';
import type { Service } from '../../runtime/service.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import type { ListedTool } from '../describe/listing.ts';

export interface Selection {
  /** Names of the tools to offer; null for all. */
  readonly tools: readonly string[] | null;
  /** Whether only tools that change nothing are offered. */
  readonly readOnly: boolean;
}

/** The tools that a server offers; the same for every client during the process. */
export class Catalogue {
  readonly names: readonly string[];
  readonly #service: Service;
  #listed: Promise<readonly ListedTool[]> | null = null;

  constructor(service: Service, names: readonly string[]) {
    this.#service = service;
    this.names = names;
  }

  list(): Promise<readonly ListedTool[]> {
    this.#listed ??= this.#load();
    return this.#listed;
  }

  /** Starts loading the list after the current output: clients ask for it right after their greeting. */
  prepare(): void {
    setImmediate(() => this.list().catch(() => {}));
  }

  async #load(): Promise<readonly ListedTool[]> {
    const [{ listForModels }, { tell }] = await Promise.all([
      import('../describe/listing.ts'),
      import('../describe/told.ts'),
    ]);
    const { loadTool, context } = this.#service;
    const told = await tell(this.names, loadTool);
    return listForModels(told, this.names.includes('process') ? context : withoutSessions(context));
  }
}

/** Hides sessions from a model without `process`, which it could neither read nor end. */
function withoutSessions(context: ToolContext): ToolContext {
  const { settings } = context;
  return { ...context, settings: { ...settings, shell: { ...settings.shell, allowBackground: false } } };
}

/** The selected tools. Throws `invalid_input` for an unknown name, and if no tool is left. */
export async function openCatalogue(service: Service, { tools, readOnly }: Selection): Promise<Catalogue> {
  const wanted = tools === null ? null : new Set(tools.map((name) => knownName(name, service.toolNames)));
  const names = service.toolNames.filter((name) => wanted === null || wanted.has(name));
  if (!readOnly) return new Catalogue(service, names);
  const { tell } = await import('../describe/told.ts');
  const told = await tell(names, service.loadTool);
  const left = told.filter(({ annotations }) => annotations.readOnly).map(({ name }) => name);
  if (left.length === 0)
    throw wrongField(
      '--read-only',
      `leaves nothing to offer: each of ${names.join(', ')} may change something`,
    );
  return new Catalogue(service, left);
}

function knownName(word: string, names: readonly string[]): string {
  const name = word.trim().replaceAll('-', '_');
  if (names.includes(name)) return name;
  const hint = didYouMean(name, names, `; expected some of ${names.join(', ')}`);
  throw wrongField('--tools', `names "${name}", which is not a tool${hint}`);
}
