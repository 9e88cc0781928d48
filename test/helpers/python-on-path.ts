import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Puts the folder of the interpreter first on PATH: where `python3` is a script that looks for it, as pyenv's is, each start would take a tenth of a second and a dozen processes more. */
export default function pythonOnPath(): void {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
  if (!stdout) return;
  const folder = dirname(stdout.trim());
  const path = process.env.PATH ?? '';
  if (!path.split(delimiter).includes(folder)) process.env.PATH = `${folder}${delimiter}${path}`;
}
