import { describe, expect, it } from 'vitest';
import { meantName } from '../../../src/core/names/meant-name.ts';
import { otherNames } from '../../../src/core/names/other-names.ts';
import { actionsOf, fieldsOf } from '../../../src/frontends/describe/fields.ts';
import { loadTools } from '../../../src/tools/registry.ts';

const shell = ['command', 'argv', 'cwd', 'env', 'timeout', 'yieldMs', 'background', 'pty', 'stdin'];
const edit = ['path', 'edits', 'old', 'new', 'replaceAll', 'expectedHash', 'dryRun'];
const grep = [
  'pattern',
  'path',
  'glob',
  'outputMode',
  'before',
  'after',
  'context',
  'lineNumbers',
  'ignoreCase',
];
const actions = ['list', 'poll', 'log', 'write', 'send-keys', 'wait', 'kill', 'remove'];

describe('meantName', () => {
  it.each([
    ['cmd', shell, 'command'],
    ['workdir', shell, 'cwd'],
    ['dir_path', shell, 'cwd'],
    ['directory', grep, 'path'],
    ['timeout_ms', shell, 'timeout'],
    ['run_in_background', shell, 'background'],
    ['yield_time_ms', shell, 'yieldMs'],
    ['tty', shell, 'pty'],
    ['file_path', edit, 'path'],
    ['old_string', edit, 'old'],
    ['newText', edit, 'new'],
    ['replace_all', edit, 'replaceAll'],
    ['-i', grep, 'ignoreCase'],
    ['A', grep, 'after'],
    ['B', grep, 'before'],
    ['n', grep, 'lineNumbers'],
    ['n', ['path', 'offset', 'limit'], 'limit'],
    ['include', grep, 'glob'],
    ['l', grep, 'outputMode'],
    ['files_with_matches', grep, 'outputMode'],
    ['files_with_matches', ['content', 'files', 'count'], 'files'],
    ['append', ['path', 'content', 'mode', 'createParents'], 'mode'],
    ['tail', ['path', 'offset', 'limit'], 'offset'],
    ['directories', ['pattern', 'path', 'includeDirs', 'sort'], 'includeDirs'],
    ['sort_by', ['pattern', 'path', 'includeDirs', 'sort'], 'sort'],
    ['stop', actions, 'kill'],
    ['tail', actions, 'log'],
    ['send', actions, 'send-keys'],
    ['approve', ['list', 'show', 'resolve', 'watch'], 'resolve'],
    ['run_shell_command', ['shell', 'read', 'edit'], 'shell'],
    ['StrReplaceFile', ['shell', 'read', 'edit'], 'edit'],
    ['read-media', ['read', 'read_media'], 'read_media'],
    ['comand', shell, 'command'],
    ['time', shell, 'timeout'],
    ['back', shell, 'background'],
    ['expected', edit, 'expectedHash'],
    ['ma', ['match', 'limit'], null],
    ['out', ['outputMode', 'outputLines'], null],
    ['a', grep, null],
    ['nothing-like-it', shell, null],
    ['constructor', shell, null],
  ])('%s of %j means %s', (word, candidates, meant) => {
    expect(meantName(word, candidates)).toBe(meant);
  });

  it('looks up no word of megabytes', () => {
    expect(meantName('x'.repeat(16_000_000), shell)).toBeNull();
  });

  it('explains by names that there are', async () => {
    const tools = await loadTools();
    const fields = tools.flatMap(({ input }) =>
      [...fieldsOf(input), ...actionsOf(input).flatMap((action) => action.fields)].flatMap((field) => [
        field.name,
        ...field.options,
      ]),
    );
    const actions = tools.flatMap(({ input }) => actionsOf(input).map(({ name }) => name));
    const toolNames = tools.map(({ name }) => name.replaceAll('_', ''));
    const known = new Set([...toolNames, ...fields, ...actions, 'yolo', 'resolve', 'check']);
    expect(otherNames.map(([meant]) => meant).filter((name) => !known.has(name))).toEqual([]);
  });
});
