import { version } from '../../../core/version.ts';
import { serveMcp } from '../../mcp/serve.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import { openServerIo } from './server-io.ts';

/** A model thinks for seconds between calls, so compiling would cost more than it saves, including a dozen megabytes. */
const longPatience = 100;

/** `agent-tools mcp`: serves until the client is gone. */
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
