import type { IBufferCell, IBufferLine } from '@xterm/headless';

/** The attributes of a cell that SGR sets (ECMA-48 8.3.117), with the question whether it has them. */
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

/** A colour by its number in the palette or as 0xRRGGBB; `base` is 38 for what is drawn and 48 for what is behind it. */
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
 * The first columns of a line of the screen with their colours and attributes, plain again at the end, without the plain blanks there
 * that stand past `cursor`. A line may hold more than is shown: the terminal was wider.
 */
export function renderStyledLine(line: IBufferLine, columns: number, cursor: number): string {
  let drawn = '';
  let kept = '';
  let style = '';
  for (let column = 0; column < columns; column += 1) {
    const cell = line.getCell(column);
    // The second half of a wide character.
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
