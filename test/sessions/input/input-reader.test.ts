import { expect, it } from 'vitest';
import { readerKind, strictestKind } from '../../../src/sessions/input/input-reader.ts';

it.each([
  ['bash', 'bash'],
  ['bash -i', 'bash'],
  ['bash --noprofile --norc -i', 'bash'],
  ['-bash', 'bash'],
  ['bash -s arg', 'bash'],
  ['bash script.sh', null],
  ['bash --noprofile --norc -p -c -- cat', null],
  ['bash -ic ls', 'bash'],
  ['bash --rcfile setup.sh', 'bash'],
  ['bash -o vi', 'bash'],
  ['bash +O extglob', 'bash'],
  ['bash -eo pipefail script.sh', null],
  ['bash -eo pipefail -c ls', null],
  ['zsh -o vi', 'sh'],
  ['bash -r script.sh', null],
  ['sh', 'sh'],
  ['dash -', 'sh'],
  ['zsh', 'sh'],
  ['mksh -i', 'sh'],
  ['tmux attach', 'other'],
  ['sqlite3 x.db', 'other'],
  ['nano file', 'other'],
  ['env python3', null],
  ['fish', 'other'],
  ['/usr/bin/python3 -i', 'other'],
  ['python3', 'other'],
  ['python3.12 -q', 'other'],
  ['python3 -u app.py', null],
  ['python3 -i app.py', 'other'],
  ['python3 -m http.server', null],
  ['python3 -m pdb app.py', 'other'],
  ['python3 -c pass', null],
  ['python3 -W ignore', 'other'],
  ['python3 -X utf8 app.py', null],
  ['node', 'other'],
  ['node -r ./setup.js', 'other'],
  ['node --require ./setup.js server.js', null],
  ['node server.js', null],
  ['node --inspect server.js', null],
  ['node -i', 'other'],
  ['node --interactive server.js', 'other'],
  ['node --eval=1', null],
  ['cat', null],
  ['vim file', 'other'],
  ['less file', 'other'],
  ['ssh host', 'other'],
  ['docker exec -it box sh', 'other'],
  ['sudo -S true', 'other'],
  ['psql db', 'other'],
  ['gdb ./a.out', 'other'],
  ['npm run dev', null],
])('%s', (command, kind) => {
  const argv = command.split(' ');
  expect(readerKind({ name: (argv[0] ?? '').replace(/^.*\//, ''), program: 'some', argv })).toBe(kind);
});

it('a shell by another name is a shell', () => {
  expect(readerKind({ name: 'cat', program: 'bash', argv: ['cat'] })).toBe('bash');
  expect(readerKind({ name: 'sh', program: 'busybox', argv: ['sh'] })).toBe('sh');
  expect(readerKind({ name: '', program: 'python3.12', argv: [] })).toBe('other');
  expect(readerKind({ name: 'npm run dev', program: 'node', argv: ['npm run dev'] })).toBeNull();
});

it('what its words are not known of is taken for one that reads', () => {
  expect(readerKind({ name: 'bash', program: 'bash', argv: null })).toBe('bash');
  expect(readerKind({ name: 'python3', program: 'python3', argv: null })).toBe('other');
});

it('of several readers the strictest counts', () => {
  const cat = { name: 'cat', program: 'cat', argv: ['cat'] };
  const ssh = { name: 'ssh', program: 'ssh', argv: ['ssh', 'x'] };
  const bash = { name: 'bash', program: 'bash', argv: ['bash'] };
  expect(strictestKind([])).toBeNull();
  expect(strictestKind([cat])).toBeNull();
  expect(strictestKind([cat, ssh])).toBe('other');
  expect(strictestKind([ssh, cat, bash])).toBe('bash');
});

it('reads an option of any length once', () => {
  const argv = ['bash', `-${'i'.repeat(131_000)}!`];
  expect(readerKind({ name: 'bash', program: 'bash', argv })).toBe('bash');
});
