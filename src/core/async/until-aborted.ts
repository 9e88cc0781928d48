/** The items of `source` until the signal is aborted; a pending item is then abandoned. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  while (!signal.aborted) {
    const next = await nextOf(iterator, signal);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}

/** The next item, or null on abort. (`Promise.race` with one long-lived abort promise would retain everything it raced with.) */
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
