/** Runs `work`, then `end` whether it succeeded or not. What `work` throws counts; what `end` throws does so only after success. */
export async function endedBy<T>(end: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await afterError(end);
    throw error;
  }
  await end();
  return result;
}

/** Like `endedBy`, for synchronous work. */
export function endedNowBy<T>(end: () => void, work: () => T): T {
  let result: T;
  try {
    result = work();
  } catch (error) {
    afterErrorNow(end);
    throw error;
  }
  end();
  return result;
}

/** Cleans up after an error that is about to be thrown, in place of which no other may come: true if that succeeded. */
export async function afterError(cleanUp: () => unknown): Promise<boolean> {
  try {
    await cleanUp();
    return true;
  } catch {
    return false;
  }
}

/** Like `afterError`, for what is synchronous. */
export function afterErrorNow(cleanUp: () => void): boolean {
  try {
    cleanUp();
    return true;
  } catch {
    return false;
  }
}
