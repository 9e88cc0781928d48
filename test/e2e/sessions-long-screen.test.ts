import { expect, it } from 'vitest';
import { Home, textOf } from '../helpers/sessions.ts';

/** Draws a title once and a counter for so long that it takes 2 MiB. */
const counter = `
import sys
sys.stdout.write("\\x1b[?1049h\\x1b[H\\x1b[2Jtitle")
for count in range(150000): sys.stdout.write(f"\\x1b[5;1Hat {count:06}")
sys.stdout.write("\\x1b[6;1Hready")
sys.stdout.flush()
sys.stdin.readline()
`;

it('the screen has what was drawn long ago, while the program runs and after its end', async () => {
  const client = new Home().sidecar();
  const id = await client.background(`exec python3 -c '${counter}'`, { pty: true });
  await client.until(id, 'ready');
  const look = async () => client.process('screen', id);
  const running = await look();
  expect(running.details).toMatchObject({ alternate: true });
  expect(textOf(running)).toBe('title\n\n\n\nat 149999\nready\n');
  await client.process('submit', id);
  await client.ended(id);
  const ended = await look();
  expect(textOf(ended)).toMatch(/^title\n/);
  expect(ended.notices).toEqual([]);
});
