import type { Facts } from '../../core/ports.ts';
import { secretsKept } from './facts-kept-secrets.ts';
import { namesBelow, namesTracked } from './facts-names.ts';
import { PathLook, realPathOf } from './facts-paths.ts';
import { type FactsOptions, ProgramTrust } from './facts-programs.ts';
import { factOfRepository } from './facts-repository.ts';
import { linkedManifests } from './manifests.ts';

/** Reads the file, for the few judgements that bind its content. */
async function hashOf(path: string): Promise<string | null> {
  const { hashFile } = await import('../files/regular-file.ts');
  return hashFile(path);
}

/** The facts of this machine. File system calls are short and synchronous: a judgement makes some dozens, of microseconds each. */
export function systemFacts(options: FactsOptions): Facts {
  const trust = new ProgramTrust(options, realPathOf);
  return {
    look: () => {
      const paths = new PathLook();
      return {
        program: (name, cwd, searchPath) => trust.find(name, cwd, searchPath),
        search: (cwd, searchPath) => ({ trusted: trust.trustsAllOf(searchPath, cwd) }),
        path: (path, cwd) => paths.fact(path, cwd),
        expand: (segments, cwd) => paths.expand(segments, cwd),
        below: namesBelow,
        tracked: (folder, sensitive) => namesTracked(folder, sensitive, paths),
        secretsKept: (folder, sensitive) => secretsKept(folder, sensitive, paths),
        linkedManifests,
        repository: (folder) => factOfRepository(paths.fact(folder, '/').realPath, paths),
      };
    },
    hash: hashOf,
  };
}
