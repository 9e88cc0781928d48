import type { IBufferCell, IBufferLine } from '@xterm/headless';

/** The SGR attributes of a cell (ECMA-48 8.3.117), each with its test. */
const attributes = [
  [1, 'isBold'],
  [2, 'isDim'],
  [3, 'isItalic'],
  [4, 'isUnderline'],
  [5, 'isBlink'],
  [7, 'isInverse'],
  [8, 'isInvisible'],
  [9, 'isStrikethrough'],
  [53, 'isOverline'],
] as const;

/** The SGR parameters of a colour, by palette number or as 0xRRGGBB; `base` is 38 for foreground, 48 for background. */
function colour(base: number, value: number, isRgb: boolean): string {
  return isRgb
    ? `;${base};2;${(value >> 16) & 255};${(value >> 8) & 255};${value & 255}`
    : `;${base};5;${value}`;
}

function styleOf(cell: IBufferCell): string {
  const set = attributes.map(([code, has]) => (cell[has]() === 0 ? '' : `;${code}`));
  if (!cell.isFgDefault()) set.push(colour(38, cell.getFgColor(), cell.isFgRGB()));
  if (!cell.isBgDefault()) set.push(colour(48, cell.getBgColor(), cell.isBgRGB()));
  return set.join('');
}

/**
 * Renders the first columns of a screen line with colours and attributes, reset at the end, without plain trailing blanks
 * past `cursor`. A line may hold more columns than shown: the terminal was wider.
 */
export function renderStyledLine(line: IBufferLine, columns: number, cursor: number): string {
  let drawn = '';
  let kept = '';
  let style = '';
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column);
    // Skips the second half of a wide character.
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [now, text] = [styleOf(cell), cell.getChars()];
    if (now !== style) drawn += `\x1b[0${now}m`;
    drawn += text === '' ? ' ' : text;
    style = now;
    if (now !== '') kept = `${drawn}\x1b[0m`;
    else if (column < cursor || (text !== '' && text !== ' ')) kept = drawn;
  }
  return kept;
}
