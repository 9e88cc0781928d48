/** Runs stty(1) on the terminal of a descriptor; returns its output, null if it fails. */
export type Stty = (...words: readonly string[]) => string | null;

export async function sttyOf(descriptor: number): Promise<Stty> {
  const { spawnSync } = await import('node:child_process');
  return (...words) => {
    const { status, stdout } = spawnSync('stty', words, {
      stdio: [descriptor, 'pipe', 'ignore'],
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : null;
  };
}

/**
 * Makes a terminal in raw mode edit lines and obey its interrupt key: otherwise Enter would end no line. Returns the function
 * that restores it.
 */
export async function takeLines(descriptor: number): Promise<() => void> {
  const stty = await sttyOf(descriptor);
  const isRaw = /(?:^|\s)-icanon\b/.test(stty('-a') ?? '');
  const saved = isRaw ? stty('-g') : null;
  if (saved === null) return () => {};
  stty('icanon', 'isig', 'iexten', 'echo', 'icrnl', 'opost', 'onlcr');
  return () => void stty(saved);
}
