import type { CallConfig } from '../../runtime/open-config.ts';
import type { ExtraMethod } from '../../runtime/service.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

export interface ServiceParts {
  readonly context: ToolContext;
  readonly config: CallConfig;
}

/** The server methods that are not tools; their modules are loaded when they are called. */
export function extraMethods({ context, config }: ServiceParts): Readonly<Record<string, ExtraMethod>> {
  return {
    'env/probe': async () => (await import('../../runtime/environment-report.ts')).reportEnvironment(context),
    'session/typed': async (params) =>
      (await import('../../runtime/typed-before.ts')).reportTyped(params, context),
    'config/show': async () => {
      const { listRows } = await import('../../config/show.ts');
      const full = await config.inFull();
      return { settings: listRows(full), notices: full.notices };
    },
  };
}
