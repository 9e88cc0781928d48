import { version } from '../../../core/version.ts';
import { serveRpc } from '../../rpc/serve.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import { openServerIo } from './server-io.ts';

/** A program may call a sidecar thousands of times a minute. */
const usualPatience = 1;

/** `agent-tools rpc`: serves until the client is gone. */
export async function runRpc(context: CommandContext): Promise<number> {
  const service = await context.openService('rpc', quietSurface);
  const io = openServerIo(context, usualPatience);
  await serveRpc(service, io, version);
  return io.finish();
}
