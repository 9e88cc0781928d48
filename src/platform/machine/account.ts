import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { loadOs } from '../system/builtins.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The fields of this account in passwd(5); none where it is not listed there. */
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

/** The user of this process: as the environment has it, else as the password file does, else the number. */
export function userName(env: Env): string {
  return env.USER || env.LOGNAME || env.USERNAME || passwdFields()[0] || String(process.getuid?.() ?? '');
}

/** The home folder of the account whatever HOME says, as `ssh` and others look for it; null where there is none. */
export function accountHome(): string | null {
  const [, , , , , folder = ''] = passwdFields();
  return isAbsolute(folder) && folder !== '/' ? folder : null;
}

/** The home folder as shells see it: of the environment, else of the account. A relative one would be another in every folder. */
export function homeFolder(env: Env): string {
  if (isAbsolute(env.HOME ?? '')) return env.HOME ?? '';
  // The runtime takes it from the variable too.
  const found = [runtimeHome(), passwdFields()[5] ?? ''].find((folder) => isAbsolute(folder));
  return found ?? '/';
}

/** The home folder as the runtime sees it; it throws for an account that is listed nowhere, as a container may run one. */
function runtimeHome(): string {
  try {
    return loadOs().homedir();
  } catch {
    return '';
  }
}
