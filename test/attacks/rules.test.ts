import { attackRows } from '../helpers/attack.ts';

attackRows(
  'an allow rule taken further than it goes',
  [
    ['a second command', 'npm test; CANARY'],
    ['a substitution in its arguments', 'npm test $(CANARY)'],
    ['an assignment before it', 'NODE_OPTIONS=--require=CANARY npm test'],
    ['a redirect after it', 'npm test > "$(CANARY)"'],
    ['its name as an argument', 'CANARY npm test'],
    ['quotes around it', "'npm test'; CANARY"],
    ['another folder', 'cd .. && ./canary'],
    ['an interpreter by prefix', "node -e \"require('child_process').execSync('CANARY')\""],
  ],
  {
    config: {
      rules: [
        { tool: 'shell', allow: 'npm test *' },
        { tool: 'shell', allow: 'node *' },
      ],
    },
  },
);

attackRows(
  'a deny rule walked around',
  [
    ['an absolute path', 'CANARY'],
    ['a wrapper', 'nice CANARY'],
    ['a shell', "sh -c 'CANARY'"],
    ['quotes in the name', "../can'a'ry"],
    ['a substitution', 'echo $(CANARY)'],
    ['xargs', 'echo x | xargs CANARY'],
    ['find', 'find . -maxdepth 0 -exec CANARY \\;'],
  ],
  { config: { approval: { security: 'full' }, rules: [{ tool: 'shell', deny: 'canary *' }] } },
);
