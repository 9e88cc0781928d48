import { expect, it } from 'vitest';
import { readLostMessage } from '../../../src/hosts/node/lost-message.ts';

const output = '{"jsonrpc":"2.0","method":"tool/output","params":{"id":4,"seq":0,"stream":"stdout","text":"a';

it.each([
  ['noise', 'nothing', null],
  ['{"level":"info","text":"\\"jsonrpc\\":\\"2.0\\","', 'nothing', null],
  ['{"jsonrpc":"2.0","id":4,"result":{"status":"compl', 'answer', 4],
  ['{"jsonrpc":"2.0","id":4,"error":{', 'answer', 4],
  ['{"jsonrpc":"2.0","id":4,"method":"approval/request","params":{"id":5,', 'answer', null],
  ['noise{"jsonrpc":"2.0","id":4,"result":{}}', 'answer', null],
  [output, 'output', 4],
  ['{"jsonrpc":"2.0","method":"tool/progress","params":{"id":4,', 'nothing', null],
  ['{"jsonrpc":"2.0","method":"session/exited","params":{"id":4,', 'nothing', null],
  [`${output}{"jsonrpc":"2.0","id":5,"result":{}}`, 'answer', null],
])('what was lost with %j', (line, kind, id) => expect(readLostMessage(line)).toEqual({ kind, id }));
