/** Runs stty(1) on the terminal behind a descriptor; gives what it prints, null where it fails. */
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
 * Has a terminal edit lines and heed its interrupt key, where a program has it in raw mode: Enter would end no line there. Returns
 * what gives it back as it was.
 */
export async function takeLines(descriptor: number): Promise<() => void> {
  const stty = await sttyOf(descriptor);
  const isRaw = /(?:^|\s)-icanon\b/.test(stty('-a') ?? '');
  const saved = isRaw ? stty('-g') : null;
  if (saved === null) return () => {};
  stty('icanon', 'isig', 'iexten', 'echo', 'icrnl', 'opost', 'onlcr');
  return () => void stty(saved);
}
