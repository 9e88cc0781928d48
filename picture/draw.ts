import { type IBufferCell, Terminal } from '@xterm/headless';
import { size } from './story.ts';

/** Pixels of a character and of the frame around the screen. */
const cell = { width: 8.4, height: 18, size: 14 };
const frame = 16;

/** A dark screen of its own, so that the page around it may be light or dark. */
const background = '#1b1f27';
const foreground = '#d7dae0';
/** The colours 0 to 15 of a terminal. */
const palette = [
  ...['#3f4451', '#e88388', '#a8cc8c', '#dbab79', '#71bef2', '#d290e4', '#66c2cd', '#b9bfca'],
  ...['#6b7280', '#f2a0a4', '#bfe0a4', '#e8c39e', '#98d0f7', '#e0b0ee', '#8fd6df', '#ffffff'],
];

interface Run {
  readonly column: number;
  readonly style: string;
  text: string;
}

function styleOf(shown: IBufferCell): string {
  const colour = shown.isFgPalette() ? palette[shown.getFgColor()] : undefined;
  const fill = colour === undefined ? '' : ` fill="${colour}"`;
  return shown.isBold() ? `${fill} font-weight="bold"` : fill;
}

/** The runs of one row that look the same; blanks at the end are left out. */
function runsOf(terminal: Terminal, row: number): readonly Run[] {
  const runs: Run[] = [];
  const line = terminal.buffer.active.getLine(row);
  for (let column = 0; column < size.cols; column += 1) {
    const shown = line?.getCell(column);
    if (shown === undefined || shown.getChars().trim() === '') {
      const last = runs.at(-1);
      if (last !== undefined) last.text += ' ';
      continue;
    }
    const style = styleOf(shown);
    const last = runs.at(-1);
    if (last?.style === style) last.text += shown.getChars();
    else runs.push({ column, style, text: shown.getChars() });
  }
  return runs.map((run) => ({ ...run, text: run.text.trimEnd() }));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A number of pixels without a tail of rounding. */
const pixels = (value: number): string => String(Math.round(value * 10) / 10);

function drawRun({ column, style, text }: Run, row: number): string {
  const [x, y] = [frame + column * cell.width, frame + (row + 0.75) * cell.height];
  // Some font of fixed width is there; the length keeps the columns where they are whichever it is.
  const length = pixels(text.length * cell.width);
  return `<text x="${pixels(x)}" y="${pixels(y)}" textLength="${length}"${style}>${escapeText(text)}</text>`;
}

/** The screen as SVG text, after `written` was sent to a terminal; `label` says what it shows. Throws when it does not fit. */
export async function drawScreen(written: string, label: string): Promise<string> {
  const terminal = new Terminal({ ...size, scrollback: 1000, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { baseY, cursorY } = terminal.buffer.active;
  if (baseY > 0) throw new Error(`Cannot draw the screen: it has ${baseY} rows too many`);
  const rows = Array.from({ length: cursorY }, (_, row) => runsOf(terminal, row));
  terminal.dispose();
  const width = pixels(2 * frame + size.cols * cell.width);
  const height = pixels(2 * frame + cursorY * cell.height);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeText(label)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.size}" fill="${foreground}" xml:space="preserve">`,
    ...rows.flatMap((runs, row) => runs.map((run) => drawRun(run, row))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}
