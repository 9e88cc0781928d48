import { describe, expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';

describe('bad usage', () => {
  it.each([
    ['shel', '"shel" is not a command; did you mean "shell"?'],
    ['help', '"help" is not a command; did you mean "--help"?'],
    ['version', '"version" is not a command; did you mean "--version"?'],
  ])('%s is no command', async (word, problem) => {
    expect((await runCli([word])).stderr).toBe(`agent-tools: ${problem}\n`);
  });

  it('an action that is missing is told with those there are, those of a person too', async () => {
    const actions =
      'list, poll, log, write, send-keys, paste, submit, resize, screen, wait, kill, clear, remove, attach';
    const stderr = `agent-tools: "action" is missing; expected one of ${actions}\n`;
    expect(await runCli(['process'])).toMatchObject({ status: 2, stderr });
    expect(await runCli(['process', '--help'])).toMatchObject({ status: 0 });
    for (const given of [
      ['--input', '{"action":"list"}'],
      ['--action', 'list'],
    ])
      expect(await runCli(['process', ...given])).toMatchObject({ status: 0 });
  });

  it.each([
    [['process', 'kil'], '"kil" is not an action; did you mean "kill"?'],
    [['process', 'atach'], '"atach" is not an action; did you mean "attach"?'],
    [['skill', 'shwo'], '"shwo" is not an action; did you mean "show"?'],
    [['approvals', 'lst'], '"lst" is not an action; did you mean "list"?'],
    [['config', 'nonsense'], '"nonsense" is not an action; expected one of show, path, init, trust, schema'],
    [['tools', 'shema'], '"shema" is not an action; did you mean "schema"?'],
    [['completion', 'zhs'], '"zhs" is not a shell; did you mean "zsh"?'],
    [['completion', 'tcsh'], '"tcsh" is not a shell; expected one of bash, zsh, fish'],
  ])('%j is no action, with --help neither', async (words, problem) => {
    const refusal = { status: 2, stderr: `agent-tools: ${problem}\n` };
    expect(await runCli(words)).toMatchObject(refusal);
    const { stdout, ...helped } = await runCli([...words, '--help']);
    expect({ ...helped, stdout: stdout.toString() }).toMatchObject({ ...refusal, stdout: '' });
  });

  it.each([
    [['config'], '"action" is missing; expected one of show, path, init, trust, schema'],
    [['completion'], '"shell" is missing; expected one of bash, zsh, fish'],
  ])('%j is told what can follow', async (words, problem) => {
    expect(await runCli(words)).toMatchObject({ status: 2, stderr: `agent-tools: ${problem}\n` });
  });

  it.each([
    [['config', 'show', '--list'], '"--list" belongs to "config trust"'],
    [['config', 'init', '--revoke'], '"--revoke" belongs to "config trust"'],
    [['policy', 'list', '--batch'], '"--batch" belongs to "policy check"'],
    [['approvals', 'list', '--allow-once'], '"--allow-once" belongs to "approvals resolve"'],
    [['approvals', 'show', 'abcd', '--rule', 'ls'], '"--rule" belongs to "approvals resolve"'],
    [['audit', 'verify', '--limit', '3'], '"--limit" belongs to "audit show" and "audit tail"'],
    [['audit', 'tail', '--includes', 'x'], '"--includes" belongs to "audit verify"'],
  ])('%j is told whose the flag is', async (words, problem) => {
    expect(await runCli(words)).toMatchObject({ status: 2, stderr: `agent-tools: ${problem}\n` });
  });

  it.each([
    [['edit', 'f', '--edits', '[]'], `it comes by --input '{"edits": …}'`],
    [['shell', '--argv=["ls"]'], `write -- PROGRAM ARGUMENT…, or --input '{"argv": …}'`],
    [['process', 'send-keys', 'x', '--keys', 'a'], `it comes as words, or by --input '{"keys": …}'`],
  ])('%j is told how a list comes', async (words, hint) => {
    const [name = ''] = words.flatMap((word) => /^--[a-z]+/.exec(word) ?? []);
    expect(await runCli(words)).toMatchObject({
      status: 2,
      stderr: `agent-tools: "${name}" is not a known flag; ${hint}\n`,
    });
  });

  it.each([
    [['shell', 'ls', '-la'], '"-la" is not a known flag; quote the command, or write it after --'],
    [
      ['shell', 'npm', 'test', '--watch'],
      '"--watch" is not a known flag; quote the command, or write it after --',
    ],
    [['shell', '--timout', '3', 'ls'], '"--timout" is not a known flag; did you mean "--timeout"?'],
    [['shell', 'ls', 'src'], '"src" is one word too many; quote the command, or write it after --'],
    [['read', '-n', 'a'], '"-n" is not a known flag; did you mean "--limit"?'],
    [['read', '-q', 'a'], '"-q" is not a known flag'],
    [
      ['shell', 'ls', '--', 'src'],
      '"ls" stands before --; give a command, or a program and its arguments after --',
    ],
    [['shell', '--'], '"argv" is empty; expected a program and its arguments after --'],
    [['shell', '--no-background=yes', 'ls'], '"--no-background" takes no value'],
    [['shell', '--input', '["ls"]'], '"--input" must be a JSON object'],
    [
      ['--', 'shell', 'ls'],
      '"--" stands before the command; flags end behind it: agent-tools shell -- ls -l',
    ],
    [['--yolo', '--'], '"--" stands before the command; flags end behind it: agent-tools shell -- ls -l'],
    [['read', 'a', 'b'], '"b" is one word too many; read takes PATH'],
    [['read-media', 'a', 'b'], '"b" is one word too many; read-media takes PATH'],
    [['completion', '--values', 'skills', 'bash'], '"bash" is one word too many'],
    [['tools', 'list', '--', 'x'], '"x" is one word too many'],
    [['tools', '--', 'lst'], '"lst" is not an action; did you mean "list"?'],
    [['hosts', 'list', '--', 'x'], '"x" is one word too many'],
    [['hosts', 'check', '--', 'x'], '"x" is not a node of "hosts"'],
    [['policy', 'list', '--', 'x'], '"x" is one word too many'],
    [['config', 'path', '--', 'x'], '"x" is one word too many'],
    [
      ['config', 'trust', '--', 'a', 'b'],
      'Cannot run "config trust": "b" is surplus, expected one file, --revoke and one file, or --list',
    ],
  ])('%j is told how a command comes', async (words, problem) => {
    expect(await runCli(words)).toMatchObject({ status: 2, stderr: `agent-tools: ${problem}\n` });
  });
});
