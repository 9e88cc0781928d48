import { chmodSync, existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './binary.ts';
import { RpcClient } from './rpc-client.ts';
import { tempFolder } from './temp-folder.ts';

/** An idea and the command that tries it; CANARY stands for a program that leaves a mark when it runs. */
export type Attack = readonly [idea: string, command: string];

interface Ground {
  readonly home: string;
  readonly cwd: string;
  readonly mark: string;
  readonly canary: string;
}

/** A workspace inside a home, with a canary program outside the workspace. */
function prepareGround(setUp: (ground: Ground) => void): Ground {
  const home = realpathSync(tempFolder());
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  const mark = join(home, 'mark');
  const canary = join(home, 'canary');
  writeFileSync(canary, `#!/bin/sh\n: >> '${mark}'\n`);
  chmodSync(canary, 0o755);
  writeFileSync(join(cwd, 'a.txt'), 'text\n');
  const ground = { home, cwd, mark, canary };
  setUp(ground);
  return ground;
}

export interface AttackOptions {
  /** Configuration of the user. */
  readonly config?: object;
  readonly env?: Readonly<Record<string, string>>;
  setUp?(ground: Ground): void;
}

/** Tries each idea through the command line, and one after another by one server of JSON-RPC, with nobody to ask: the canary must not have run. */
export function attackRows(name: string, rows: readonly Attack[], options: AttackOptions = {}): void {
  const open = (): Ground =>
    prepareGround((ground) => {
      if (options.config !== undefined) {
        mkdirSync(join(ground.home, '.config/agent-tools'), { recursive: true });
        writeFileSync(join(ground.home, '.config/agent-tools/config.json'), JSON.stringify(options.config));
      }
      options.setUp?.(ground);
    });
  const started = ({ home, cwd }: Ground) => ({
    home,
    cwd,
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  describe(name, () => {
    it.each(rows)('%s (command line)', async (_, command) => {
      const ground = open();
      const { mark, canary } = ground;
      const words = ['shell', '--timeout', '5', command.replaceAll('CANARY', canary)];
      const { status } = await runCli(words, started(ground));
      expect(existsSync(mark)).toBe(false);
      expect(status).not.toBe(0);
    });

    describe('in one server', () => {
      let ground: Ground;
      let client: RpcClient;

      beforeAll(() => {
        ground = open();
        client = new RpcClient({ ...started(ground), args: [] });
      });

      afterAll(() => client.close());

      it.each(rows)('%s (JSON-RPC)', async (_, command) => {
        const { mark, canary } = ground;
        const { result } = await client.request('shell', {
          command: command.replaceAll('CANARY', canary),
          timeout: 5,
        });
        expect(existsSync(mark)).toBe(false);
        expect(result?.isError).toBe(true);
      });
    });
  });
}
