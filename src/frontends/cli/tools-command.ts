import { wrongField } from '../../core/failure.ts';
import { didYouMean } from '../../core/names/meant-name.ts';
import type { Service } from '../../runtime/service.ts';
import { loadTools } from '../../tools/registry.ts';
import { exportTools, type SchemaFormat, schemaFormats } from '../describe/export.ts';
import { listForModels } from '../describe/listing.ts';
import { tell } from '../describe/told.ts';
import { actionOf, requireNoMore } from './action.ts';
import { type CommandContext, quietSurface } from './command.ts';

/** `agent-tools tools list|schema`: what models are told about the tools here; with a format both print the schemas. */
export async function runTools(context: CommandContext): Promise<number> {
  const { parsed, globals, console } = context;
  const [action = 'list', ...surplus] = parsed.words;
  const wanted = actionOf(action, ['list', 'schema']);
  requireNoMore(surplus);
  const { format } = parsed.values;
  const shape = formatOf(String(format ?? 'mcp'));
  const service = await context.openService('cli', quietSurface);
  const isPlain = wanted === 'list' && format === undefined;
  const text = isPlain ? await renderList(globals.json === true) : await renderSchemas(service, shape);
  void console.stdout.write(`${text}\n`);
  return 0;
}

async function renderSchemas(service: Service, format: SchemaFormat): Promise<string> {
  const { toolNames, loadTool, context } = service;
  const tools = await tell(toolNames, loadTool);
  return JSON.stringify(exportTools(listForModels(tools, context), format), null, 2);
}

async function renderList(isJson: boolean): Promise<string> {
  const tools = await loadTools();
  if (isJson)
    return JSON.stringify(
      tools.map(({ name, summary, annotations }) => ({ name, summary, ...annotations })),
      null,
      2,
    );
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools
    .map(({ name, summary, annotations }) => {
      const note = annotations.readOnly ? ' (changes nothing)' : '';
      return `${name.padEnd(width)}  ${summary}${note}`;
    })
    .join('\n');
}

function formatOf(word: string): SchemaFormat {
  const known = schemaFormats.find((format) => format === word);
  if (known !== undefined) return known;
  const hint = didYouMean(word, schemaFormats, `; expected one of ${schemaFormats.join(', ')}`);
  throw wrongField('--format', `is "${word}"${hint}`);
}
