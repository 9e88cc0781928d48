import { version } from '../../../core/version.ts';
import { serveRpc } from '../../rpc/serve.ts';
import { type CommandContext, quietSurface } from '../command.ts';
import { openServerIo } from './server-io.ts';

/** `agent-tools rpc`: serves until the client goes away. */
export async function runRpc(context: CommandContext): Promise<number> {
  const service = await context.openService('rpc', quietSurface);
  const io = openServerIo(context);
  await serveRpc(service, io, version);
  io.requireInput();
  return context.interrupt.exitStatus ?? 0;
}
