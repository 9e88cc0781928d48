import { cannot, messageOf } from '../core/failure.ts';

/** What the runtime says of a text, and of bytes, that it has no memory for. */
const said = /^(?:Out of memory|Failed to allocate memory)/;

/** Does a part of a call of a tool. Throws `tool_failed` where the runtime is given no more memory for it. */
export async function withinMemory<T>(tool: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!said.test(messageOf(error))) throw error;
    const wanted = 'a smaller call, or a higher limit (ulimit -v, the memory of the container)';
    throw cannot('run', tool, 'this process may have no more memory', wanted);
  }
}
