import { createRequire } from 'node:module';

/** The `rg` that comes with this program. */
export interface RipgrepFile {
  readonly path: string;
  /** Version of its package, for the name of the unpacked copy. */
  readonly version: string;
  /** SHA-256 of the file in hex if it lies inside a compiled binary and must be unpacked; null if it can be run directly. */
  readonly sha256: string | null;
}

/**
 * The `rg` of the installed platform package; null if that is missing. The build replaces this module by one whose function
 * of the same name returns the embedded file.
 */
export function embeddedRipgrep(): RipgrepFile | null {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  try {
    const { resolve } = createRequire(import.meta.url);
    const path = resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
    return { path, version: 'installed', sha256: null };
  } catch {
    return null;
  }
}
