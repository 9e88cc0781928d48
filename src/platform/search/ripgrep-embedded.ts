import { createRequire } from 'node:module';

/** The `rg` this program came with. */
export interface RipgrepFile {
  readonly path: string;
  /** Of its package, for the name of the unpacked copy. */
  readonly version: string;
  /** Of the file's bytes, in hex, when it lies inside a compiled binary and must be unpacked; null for a file that can be run. */
  readonly sha256: string | null;
}

/**
 * The `rg` of the installed platform package; null when that is missing. The build puts another module in this one's place,
 * which exports the same function and gives the file it embedded.
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
