import { createReadStream } from 'node:fs';
import type { Facts } from '../core/ports.ts';
import { PathLook, realPathOf } from './facts-paths.ts';
import { type FactsOptions, ProgramTrust } from './facts-programs.ts';
import { factOfRepository } from './facts-repository.ts';
import { startSha256 } from './sha256.ts';
import { statOrNull } from './stats.ts';

function hashOf(path: string): Promise<string | null> {
  // A pipe without a writer would be waited for, a device read without end.
  if (statOrNull(path)?.isFile() !== true) return Promise.resolve(null);
  return new Promise((done) => {
    const hash = startSha256();
    createReadStream(path)
      .on('data', (chunk) => hash.update(chunk))
      .on('end', () => done(hash.digest('hex')))
      .on('error', () => done(null));
  });
}

/** The facts of this machine. File system calls are short and synchronous: a judgement makes some dozens, each in microseconds. */
export function systemFacts(options: FactsOptions): Facts {
  const trust = new ProgramTrust(options, realPathOf);
  return {
    look: () => {
      const paths = new PathLook();
      return {
        program: (name, cwd, searchPath) => trust.find(name, cwd, searchPath),
        path: (path, cwd) => paths.fact(path, cwd),
        expand: (segments, cwd) => paths.expand(segments, cwd),
        repository: (folder) => factOfRepository(paths.fact(folder, '/').realPath, paths),
      };
    },
    hash: hashOf,
  };
}
