import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { loadOs } from '../system/builtins.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The fields of this account in passwd(5); empty if it is not listed there. */
function passwdFields(): readonly string[] {
  const uid = String(process.getuid?.() ?? '');
  try {
    const rows = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
    return rows.find((row) => row[2] === uid) ?? [];
  } catch {
    return [];
  }
}

/** The user of this process: from the environment, else from the password file, else the number. */
export function userName(env: Env): string {
  return env.USER || env.LOGNAME || env.USERNAME || passwdFields()[0] || String(process.getuid?.() ?? '');
}

/** The home folder of the account whatever HOME says, as `ssh` and others use; null if there is none. */
export function accountHome(): string | null {
  const [, , , , , folder = ''] = passwdFields();
  return isAbsolute(folder) && folder !== '/' ? folder : null;
}

/** The home folder as shells see it: from the environment, else of the account. Relative ones are ignored: they would differ by folder. */
export function homeFolder(env: Env): string {
  if (isAbsolute(env.HOME ?? '')) return env.HOME ?? '';
  // The runtime reads the variable too.
  const found = [runtimeHome(), passwdFields()[5] ?? ''].find((folder) => isAbsolute(folder));
  return found ?? '/';
}

/** The home folder according to the runtime, which throws for an unlisted account, as in some containers. */
function runtimeHome(): string {
  try {
    return loadOs().homedir();
  } catch {
    return '';
  }
}
