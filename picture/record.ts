import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleaning, files, masks, size, story } from './story.ts';

/** What the shell writes right before each prompt (the usual mark of shell integrations); a terminal shows nothing of it. */
const promptMark = '\x1b]133;A\x07';

/** A green `$`; what is typed after it is bold until the command starts. */
const prompts = { PS1: `\\[${promptMark}\\e[32m\\]$\\[\\e[0;1m\\] `, PS0: '\\e[0m' };

/** A shell on a terminal of its own. */
class Shell {
  readonly #process: Bun.Subprocess;
  readonly #decoder = new TextDecoder();
  #written = '';
  #from = 0;
  #wake = (): void => {};

  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    this.#process = Bun.spawn(['bash', '--norc', '--noprofile', '-i'], {
      cwd,
      env: { ...env, ...prompts },
      terminal: {
        ...size,
        name: 'xterm-256color',
        data: (_, bytes) => {
          this.#written += this.#decoder.decode(bytes, { stream: true });
          this.#wake();
        },
      },
    });
    void this.#process.exited.then(() => this.#wake());
  }

  /** Waits until `text` comes after what was waited for before; returns all that came until it. */
  async see(text: string): Promise<string> {
    for (;;) {
      const at = this.#written.indexOf(text, this.#from);
      if (at !== -1) {
        this.#from = at + text.length;
        return this.#written.slice(0, at);
      }
      if (this.#process.exitCode !== null) throw new Error(`"${text}" was not seen in:\n${this.#written}`);
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  type(text: string): void {
    this.#process.terminal?.write(`${text}\r`);
  }

  /** The shell is at its prompt; asked to go there it may wait for a key first. */
  async end(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#process.exited;
    this.#process.terminal?.close();
  }
}

/** Types the story; returns what the terminal was sent before the last prompt. Ends what was started. */
async function play(shell: Shell): Promise<string> {
  for (const { typed, answer } of story) {
    await shell.see(promptMark);
    shell.type(typed);
    if (answer === undefined) continue;
    await shell.see(answer.to);
    shell.type(answer.typed);
  }
  const written = await shell.see(promptMark);
  shell.type(cleaning);
  await shell.see(promptMark);
  return written;
}

/**
 * What a terminal is sent while the story is typed at `binary`, in a temp folder that is the home; what differs from run to run is
 * masked. Throws when the shell ends early.
 */
export async function recordStory(binary: string): Promise<string> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'agent-tools-picture-')));
  try {
    await mkdir(join(home, '.bin'));
    await symlink(binary, join(home, '.bin/agent-tools'));
    const project = join(home, 'project');
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, name)), { recursive: true });
      await Bun.write(join(project, name), text);
    }
    const path = `${join(home, '.bin')}:${process.env.PATH ?? ''}`;
    const shell = new Shell(project, { HOME: home, PATH: path, LANG: 'C.UTF-8', TERM: 'xterm-256color' });
    const written = await play(shell).finally(() => shell.end());
    return masks.reduce(
      (text, [pattern, shown]) => text.replace(pattern, shown),
      written.replaceAll(home, '~'),
    );
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
