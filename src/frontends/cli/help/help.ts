import { type Flag, takesValue } from '../flags.ts';

export interface HelpPage {
  /** The name shown, for example `agent-tools shell`. */
  readonly name: string;
  readonly summary: string;
  readonly words: readonly { readonly name: string; readonly description: string }[];
  readonly flags: readonly Flag[];
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** Text below: exit statuses, and further arguments of the command. */
  readonly footer: string;
}

/** The help text of a page, plain unless `colours`. */
export async function renderHelp(page: HelpPage, colours: boolean): Promise<string> {
  const { defineCommand, renderUsage } = await import('citty');
  const args: Record<string, object> = {};
  for (const { name, description } of page.words)
    args[name.toUpperCase()] = { type: 'positional', description, required: false };
  for (const flag of page.flags) {
    args[flag.name] = {
      type: takesValue(flag) ? 'string' : 'boolean',
      description: flag.description,
      ...(flag.placeholder === undefined ? {} : { valueHint: flag.placeholder }),
      ...(flag.short === undefined ? {} : { alias: flag.short }),
    };
  }
  const subCommands = Object.fromEntries(
    page.commands.map(({ name, summary }) => [name, defineCommand({ meta: { name, description: summary } })]),
  );
  const usage = await renderUsage(
    defineCommand({
      meta: { name: page.name, description: page.summary },
      args,
      ...(page.commands.length > 0 ? { subCommands } : {}),
    }),
  );
  const text = `${usage.trimEnd()}\n\n${page.footer}\n`;
  return colours ? text : text.replace(/\x1b\[\d+m/g, '').replace(/ +$/gm, '');
}
