import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/core/outcome.ts';
import { runCli } from '../helpers/binary.ts';
import { endAll, processesWith, uniqueSleep, waitFor } from '../helpers/processes.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Says its budget and what it read. */
const counting = ['sh', '-c', 'echo "budget $TOKEN_BUDGET, read $(wc -c)"'];
/** More than the default budget of 2,000 tokens; the first is shown whole, the second is cut. */
const long = { command: 'seq 10000001 10001500', bytes: 13_500 };
const huge = { command: 'seq 10000001 10030000', bytes: 270_000 };

function homeWith(config: object): string {
  const home = realpathSync(tempFolder());
  mkdirSync(join(home, '.config/agent-tools'), { recursive: true });
  writeFileSync(join(home, '.config/agent-tools/config.json'), JSON.stringify(config));
  return home;
}

/** A home whose configuration has this summarizer. */
const summarizing = (command: readonly string[], more: object = {}) =>
  homeWith({ summarize: { command }, ...more });

async function outcomeOf(home: string, ...words: string[]): Promise<Outcome> {
  const { stdout, stderr } = await runCli(['--json', ...words], { home });
  expect(stderr).toBe('');
  return JSON.parse(stdout.toString());
}
const shell = (home: string, command: string, ...flags: string[]) =>
  outcomeOf(home, 'shell', '--yolo', ...flags, '--', 'sh', '-c', command);

const textsOf = ({ content }: Outcome): readonly string[] =>
  content.map((item) => (item.type === 'text' ? item.text : item.type));
const textOf = (outcome: Outcome): string => textsOf(outcome).join('\n');
const trailOf = (home: string): readonly Record<string, unknown>[] =>
  readFileSync(join(home, '.local/state/agent-tools/audit/audit.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
/** Where the notices say that the full output is. */
const keptOf = ({ notices }: Outcome): string =>
  readFileSync(/full output: (\S+)/.exec(notices.join('\n'))?.[1] ?? '', 'utf8');

describe('a summary', () => {
  it.each([long, huge])('takes the place of the output of $command', async ({ command, bytes }) => {
    const home = summarizing(counting);
    const result = await shell(home, command);
    expect(textOf(result)).toMatch(
      new RegExp(
        `^budget 2000, read ${bytes}\n\\(Summary of the output \\(${bytes} bytes\\) for a budget of 2000 tokens; full output: `,
      ),
    );
    expect(result.notices).toHaveLength(1);
    const lines = Array.from({ length: bytes / 9 }, (_, index) => `${10_000_001 + index}\n`);
    expect(keptOf(result)).toBe(lines.join(''));
    expect(result).toMatchObject({ status: 'completed', isError: false, details: { output: { bytes } } });
    const { output }: { output?: unknown } = result.details;
    expect(output).toMatchObject({ spillPath: expect.stringContaining(join(home, '.local/state')) });
  });

  it('keeps what is told of the end, and each stream apart', async () => {
    const home = summarizing(counting);
    expect(textOf(await shell(home, `${long.command}; exit 3`))).toMatch(
      /^budget 2000, read 13500\n\(exit code 3\)\n\(Summary/,
    );
    const [stdout, stderr] = textsOf(
      await shell(home, `echo out; ${long.command} >&2`, '--streams', 'split'),
    );
    expect(stdout).toBe('out\n');
    expect(stderr).toMatch(/^STDERR:\nbudget 2000, read 13500\n\(Summary/);
  });

  it('says when only a part of the output was kept', async () => {
    const home = summarizing(counting, { caps: { spillBytes: 100_000 } });
    expect(textOf(await shell(home, huge.command))).toMatch(
      /^budget 2000, read 100000\n\(Summary of the part of the output that was kept/,
    );
    const none = summarizing(counting, { caps: { spillBytes: 0 } });
    expect(textOf(await shell(none, long.command))).toContain('the full output was not kept');
  });

  it('is not asked for below the budget, of binaries, of failures, or of tools without one', async () => {
    const home = summarizing(['sh', '-c', 'touch ran; echo summary']);
    writeFileSync(join(home, 'long.txt'), 'x\n'.repeat(500).repeat(20));
    await shell(home, 'seq 1 1800');
    await shell(home, 'head -c 100000 /dev/zero');
    await outcomeOf(home, 'read', 'long.txt');
    await outcomeOf(home, 'read', 'missing.txt');
    await shell(home, 'sleep 0 & seq 1 1800');
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });

  it('is made for any tool with a budget', async () => {
    const home = homeWith({
      summarize: { command: counting, tools: { read: { tokenBudget: 10 }, grep: { tokenBudget: 10 } } },
    });
    writeFileSync(join(home, 'long.txt'), `${'x'.repeat(70)}\n`);
    for (const words of [
      ['read', 'long.txt'],
      ['grep', 'x', 'long.txt'],
    ]) {
      const result = await outcomeOf(home, ...words);
      expect(textOf(result)).toMatch(/^budget 10, read \d+\n$/);
      expect(keptOf(result)).toContain('x'.repeat(70));
    }
  });

  it('is never made of what the command line passes on as text', async () => {
    const home = summarizing(counting);
    const { stdout } = await runCli(['shell', '--yolo', long.command], { home });
    expect(stdout.length).toBe(long.bytes);
  });

  it('is bounded, with its control sequences taken out', async () => {
    const home = summarizing([
      'sh',
      '-c',
      'printf "\\033[31mred\\033[0m "; head -c 10000000 /dev/zero | tr "\\0" y',
    ]);
    const text = textOf(await shell(home, long.command, '--max-output-chars', '20000'));
    expect(text.startsWith('red yyy')).toBe(true);
    expect(text.length).toBeLessThan(21_000);
  });

  it.each([['rpc'], ['mcp']] as const)('goes to clients of %s', async (mode) => {
    const home = summarizing(counting);
    const client = closedAfterTest(new RpcClient({ home, mode }));
    const { result } = await client.request('tools/call', {
      name: 'shell',
      arguments: { command: long.command },
    });
    expect(JSON.stringify(result)).toContain('budget 2000, read 13500');
  });
});

describe('without a summary the output stays, with the reason', () => {
  it.each<[string, readonly string[], object, string]>([
    [
      'a failure',
      ['sh', '-c', 'echo no model >&2; exit 7'],
      {},
      'summarize.command ended with exit code 7: no model',
    ],
    ['a signal', ['sh', '-c', 'kill -9 $$'], {}, 'summarize.command ended with signal SIGKILL'],
    ['nothing said', ['true'], {}, 'summarize.command printed nothing'],
    ['blanks', ['echo', ' '], {}, 'summarize.command printed nothing'],
    ['a binary', ['head', '-c', '1000', '/dev/zero'], {}, 'summarize.command printed no text'],
    ['no program', ['no-such-program'], {}, '"no-such-program" of summarize.command is no program'],
    [
      'too long',
      ['sleep', '600'],
      { shell: { timeoutSeconds: 1 } },
      'summarize.command was stopped after 1 s',
    ],
    ['the guard', ['sh', '-c', 'rm -rf /'], {}, 'policy refuses summarize.command: '],
    [
      'a deny rule',
      ['tail', '-n', '1'],
      { rules: [{ tool: 'shell', deny: 'tail *', reason: 'no tails' }] },
      'policy refuses summarize.command: no tails',
    ],
    [
      'our own files',
      ['sh', '-c', 'cat > .config/agent-tools/config.json'],
      {},
      'policy refuses summarize.command: ',
    ],
  ])('%s', async (_, command, more, reason) => {
    const home = summarizing(command, more);
    const result = await shell(home, long.command);
    expect(textOf(result)).toMatch(/^10000001\n10000002\n/);
    expect(textOf(result)).toContain(`\n10001500\n(Not summarized: ${reason}`);
    expect(result.notices).toEqual([expect.stringContaining(`Not summarized: ${reason}`)]);
    expect(result).toMatchObject({ status: 'completed', isError: false });
    expect(trailOf(home).map(({ tool }) => tool)).toEqual(['summarize', 'shell']);
  });

  it('under security deny and ask always', async () => {
    const home = homeWith({ summarize: { command: counting, tools: { skill: { tokenBudget: 1 } } } });
    const list = (...flags: string[]) => outcomeOf(home, 'skill', 'list', ...flags);
    expect(textOf(await list())).toContain('budget 1, read');
    expect((await list('--security', 'deny')).notices.join()).toContain('policy refuses summarize.command');
    expect((await list('--ask', 'always')).notices.join()).toContain(
      'policy would ask about summarize.command',
    );
  });

  it('from a project that nobody trusted', async () => {
    const home = homeWith({});
    const config = { summarize: { command: ['sh', '-c', 'touch ran; echo summary'] } };
    writeFileSync(join(home, '.agent-tools.json'), JSON.stringify(config));
    const { stdout } = await runCli(['shell', '--yolo', '--json', long.command], { home });
    expect(stdout.toString()).toContain('10001500');
    expect(existsSync(join(home, 'ran'))).toBe(false);
  });
});

describe('the trail', () => {
  it('has the summarizer before its call', async () => {
    const home = summarizing(counting);
    await shell(home, long.command);
    expect(trailOf(home)).toMatchObject([
      {
        tool: 'summarize',
        input: { argv: counting, tool: 'shell', budget: 2000 },
        decision: 'allow',
        status: 'completed',
        exitCode: 0,
        frontend: 'cli',
      },
      { tool: 'shell', status: 'completed' },
    ]);
  });
});

describe('the end of a call', () => {
  it.each([
    ['its group', (seconds: string) => `sleep ${seconds} & echo short`],
    ['a session of its own', (seconds: string) => `setsid sleep ${seconds} & echo short`],
    ['a daemon', (seconds: string) => `(setsid sleep ${seconds} >/dev/null 2>&1 &) ; echo short`],
    [
      'what holds its output and ignores SIGTERM',
      (seconds: string) => `(trap '' TERM; sleep ${seconds}; :) & echo short`,
    ],
  ])('ends what its summarizer leaves running: %s', async (_, script) => {
    const seconds = uniqueSleep();
    const home = summarizing(['sh', '-c', script(seconds)]);
    const left = uniqueSleep();
    const result = await shell(home, `sleep ${left} >/dev/null 2>&1 & ${long.command}`);
    expect(textOf(result)).toMatch(/^short\n/);
    expect(processesWith(seconds)).toEqual([]);
    // What the command itself leaves running stays, as without a summarizer.
    expect(processesWith(left)).toHaveLength(1);
    endAll(processesWith(left));
  });

  it.each(['cancel', 'end of input'])('by %s ends its summarizer', async (how) => {
    const sleep = uniqueSleep();
    const client = closedAfterTest(new RpcClient({ home: summarizing(['sleep', sleep]) }));
    const { id, answer } = client.start('shell', { command: long.command });
    await waitFor(() => processesWith(sleep).length > 0, 'the summarizer');
    if (how === 'cancel') client.notify('$/cancelRequest', { id });
    else client.child.stdin?.end();
    const { error } = await answer;
    expect(error).toMatchObject({ code: -32800 });
    expect(JSON.stringify(error)).toContain('10001499');
    await waitFor(() => processesWith(sleep).length === 0, 'the end of the summarizer');
  });
});
