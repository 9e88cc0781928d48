import { version } from '../../../core/version.ts';
import { serveMcp } from '../../mcp/serve.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import { openServerIo } from './server-io.ts';

/** A model thinks for seconds between two calls: what compiling code would save is less than what it takes, a dozen megabytes with it. */
const longPatience = 100;

/** `agent-tools mcp`: serves until the client goes away. */
export async function runMcp(context: CommandContext): Promise<number> {
  const { tools, readOnly } = context.parsed.values;
  const selection = {
    tools: typeof tools === 'string' ? tools.split(',') : null,
    readOnly: readOnly === true,
  };
  const service = await context.openService('mcp', quietSurface);
  const io = openServerIo(context, longPatience);
  await serveMcp(service, io, { version, selection });
  return io.finish();
}
