import { cannot, messageOf } from '../core/failure.ts';

/** The runtime's messages for strings and for bytes when memory runs out. */
const said = /^(?:Out of memory|Failed to allocate memory)/;

/** Runs a part of a tool call. Throws `tool_failed` if the runtime gets no more memory for it. */
export async function withinMemory<T>(tool: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!said.test(messageOf(error))) throw error;
    const wanted = 'a smaller call, or a higher limit (ulimit -v, the memory of the container)';
    throw cannot('run', tool, 'this process may have no more memory', wanted);
  }
}
