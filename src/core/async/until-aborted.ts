/** What comes until the signal is aborted; what is waited for then is left to itself. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const next = await nextOf(iterator, signal);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

/** A race with a promise of the abort would keep all that it ever raced with. */
function nextOf<T>(iterator: AsyncIterator<T>, signal: AbortSignal): Promise<IteratorResult<T> | null> {
  return new Promise((resolve, reject) => {
    const leave = (): void => resolve(null);
    signal.addEventListener('abort', leave, { once: true });
    void iterator
      .next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', leave));
  });
}
