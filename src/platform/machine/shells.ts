import type { ShellFlavour } from '../../core/effect.ts';

/** Sets console output to UTF-8 whatever the code page, and errors to plain text. */
const powershellPrelude =
  '[Console]::OutputEncoding=[System.Text.UTF8Encoding]::new($false);$OutputEncoding=[Console]::OutputEncoding;';

/**
 * The argv that makes a shell run `script` and nothing else: no start-up files, no inherited functions (`-p`), and `--`
 * because a script that starts with "-" would be read as options. The only place with shell options.
 */
export function shellArgv(flavour: ShellFlavour, path: string, script: string): readonly string[] {
  switch (flavour) {
    case 'bash':
    case 'git-bash':
      return [path, '--noprofile', '--norc', '-p', '-c', '--', script];
    case 'sh':
      return [path, '-c', '--', script];
    case 'pwsh':
    case 'powershell':
      return [path, '-NoProfile', '-NonInteractive', '-Command', powershellPrelude + script];
  }
}

/** The argv that prints a shell's version on its first line. */
export function versionArgv(flavour: ShellFlavour, path: string): readonly string[] | null {
  switch (flavour) {
    case 'bash':
    case 'git-bash':
      return [path, '--version'];
    case 'sh':
      return null;
    case 'pwsh':
    case 'powershell':
      return [path, '-NoProfile', '-NonInteractive', '-Command', '$PSVersionTable.PSVersion.ToString()'];
  }
}
