import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ConfigPaths, loadConfig } from '../../../src/config/load.ts';
import { findProjectFile } from '../../../src/config/project.ts';
import { commands } from '../../../src/frontends/cli/commands.ts';
import {
  type CommandResult,
  type ConfigCommandEnvironment,
  runConfigCommand,
} from '../../../src/frontends/cli/config/config-command.ts';
import { parseFlags } from '../../../src/frontends/cli/flags.ts';
import { globalFlags } from '../../../src/frontends/cli/global-flags.ts';
import { pathExists, readTextFileIfAny } from '../../../src/platform/files/text-file.ts';
import { isTrusted } from '../../../src/platform/store/trust-store.ts';

/** A home, a system folder and a repository of their own, with the command over them. */
export class ConfigSandbox {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'config-')));
  readonly user = join(this.root, 'config/config.json');
  readonly system = join(this.root, 'etc/config.json');
  readonly cwd = join(this.root, 'repo/sub');
  readonly project = join(this.root, 'repo/.agent-tools.json');
  readonly #folders = {
    config: join(this.root, 'config'),
    state: join(this.root, 'state'),
    cache: join(this.root, 'cache'),
    home: this.root,
  };

  constructor() {
    mkdirSync(this.cwd, { recursive: true });
    mkdirSync(join(this.root, 'repo/.git'));
  }

  write(path: string, content: unknown): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** Runs `config` with these words and flags. */
  async run(line: readonly string[], more: Partial<ConfigCommandEnvironment> = {}): Promise<CommandResult> {
    const { words, values } = parseFlags(line, [...(commands.config?.flags ?? []), ...globalFlags]);
    const paths: ConfigPaths = more.paths ?? (await this.findPaths());
    const trusted = (path: string, text: string) => isTrusted(this.#folders, path, text);
    return runConfigCommand(
      { words, values, isJson: values.json === true },
      {
        load: () => loadConfig({ reader: readTextFileIfAny, env: {}, flags: {}, paths, trusted }),
        paths,
        cwd: this.cwd,
        folders: this.#folders,
        isInsideRun: false,
        ...more,
      },
    );
  }

  async findPaths(): Promise<ConfigPaths> {
    const project = await findProjectFile(this.cwd, pathExists);
    return { system: this.system, user: this.user, explicit: null, project };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
