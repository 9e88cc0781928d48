import { join } from 'node:path';
import { drawScreen } from './draw.ts';
import { recordStory } from './record.ts';

/** `bun picture/run.ts [FILE]`: types the story at dist/agent-tools and draws what the terminal shows then. */
const root = join(import.meta.dirname, '..');
const written = await recordStory(join(root, 'dist/agent-tools'));
const label =
  'A terminal: a verdict on a command, a question with its diff, a capped output, a list of sessions';
await Bun.write(process.argv[2] ?? join(root, 'docs/terminal.svg'), await drawScreen(written, label));
