import { type ChildProcess, spawn } from 'node:child_process';
import { binary, cleanEnv } from './binary.ts';
import { tempFolder } from './temp-folder.ts';

/** Gives its words a terminal of their own and passes our pipes on to it. */
const bridge = `
import os, pty, sys
status = pty.spawn(sys.argv[1:])
sys.exit(os.waitstatus_to_exitcode(status) & 255)
`;

export interface TerminalOptions {
  readonly home?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the binary; its path comes first among the words then. */
  readonly program?: readonly string[];
}

/** The real binary on a real terminal, typed at and read as a person would. */
export class TerminalRun {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  output = '';
  #seen = 0;
  #listeners = new Set<() => void>();

  constructor(
    args: readonly string[],
    { home = tempFolder(), cwd = home, env, program = [binary] }: TerminalOptions = {},
  ) {
    this.child = spawn('python3', ['-c', bridge, ...program, ...args], {
      cwd,
      env: cleanEnv(home, env),
      stdio: 'pipe',
    });
    this.child.stdout?.setEncoding('utf8');
    this.child.stdout?.on('data', (part: string) => {
      // A line's end may come in two parts.
      this.output = (this.output + part).replaceAll('\r\n', '\n');
      for (const listener of this.#listeners) listener();
    });
    this.exited = new Promise((resolve) => this.child.on('close', (code) => resolve(code)));
  }

  /** Resolves once `text` stands in what was written since the last time; rejects when the program ends without it. */
  see(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const at = this.output.indexOf(text, this.#seen);
        if (at === -1) return;
        this.#seen = at + text.length;
        this.#listeners.delete(look);
        resolve();
      };
      this.#listeners.add(look);
      void this.exited.then(() => {
        if (this.#listeners.delete(look)) reject(new Error(`"${text}" was not seen in:\n${this.output}`));
      });
      look();
    });
  }

  type(text: string): void {
    this.child.stdin?.write(text);
  }
}
