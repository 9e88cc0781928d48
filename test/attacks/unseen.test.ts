import { attackRows } from '../helpers/attack.ts';

attackRows('characters that parsers and shells see differently', [
  ['a carriage return', 'ls\rCANARY'],
  ['a vertical tab', 'ls\vCANARY'],
  ['a no-break space', 'ls\u00a0; CANARY'],
  ['a zero width space', 'l\u200bs; CANARY'],
  ['a bidi override', 'ls \u202e; CANARY'],
  ['a line separator', 'ls\u2028CANARY'],
  ['an escape', 'echo \x1b[2K; CANARY'],
  ['a backslash newline in a name', 'l\\\ns; CAN\\\nARY; CANARY'],
  ['ANSI-C quoting', "$'\\x43'; CANARY"],
  ['a comment that ends', 'ls # harmless\nCANARY'],
  ['a brace expansion in command position', '{CANARY,}'],
  ['a background list', 'ls & CANARY'],
  ['a pipe of both streams', 'ls |& CANARY'],
  ['a case arm', 'case x in x) CANARY;; esac'],
  ['a loop body', 'for i in 1; do CANARY; done'],
  ['a condition', 'if CANARY; then :; fi'],
  ['a group', '{ CANARY; }'],
  ['a subshell', '(CANARY)'],
  ['deep nesting', `${'('.repeat(40)}CANARY${')'.repeat(40)}`],
]);
