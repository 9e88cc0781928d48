import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';

/** Lines as another terminal has them, each with the rows that it takes, also those that have left its screen. */
export async function linesOf(
  raw: string,
  size: { readonly cols: number; readonly rows: number },
): Promise<string> {
  const terminal = new Terminal({ ...size, scrollback: 1000, allowProposedApi: true });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  await new Promise<void>((resolve) => terminal.write(raw, resolve));
  const { active } = terminal.buffer;
  let text = '';
  for (let row = 0; row < active.length; row += 1) {
    const isWrapped = active.getLine(row + 1)?.isWrapped === true;
    text += active.getLine(row)?.translateToString(!isWrapped, 0, size.cols) + (isWrapped ? '' : '\n');
  }
  terminal.dispose();
  return text;
}
