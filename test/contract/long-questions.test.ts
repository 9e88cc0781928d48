import { expect, it } from 'vitest';
import { runCli } from '../helpers/binary.ts';
import { closedAfterTest, RpcClient } from '../helpers/rpc-client.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

interface Question {
  readonly title: string;
  readonly display: readonly { readonly type: string; readonly command?: string; readonly text?: string }[];
  readonly choices: readonly { readonly id: string; readonly label: string; readonly rule?: string }[];
}

/** A client with lines of 60,000 bytes that says yes once, and what it was asked. */
async function open(home = tempFolder()) {
  const client = closedAfterTest(new RpcClient({ home, args: [] }));
  const asked: Question[] = [];
  client.onRequest = (_, params) => {
    expect(Buffer.byteLength(JSON.stringify(params))).toBeLessThan(60_000);
    asked.push(params as unknown as Question);
    return { choice: 'allow_once' };
  };
  await client.request('initialize', { capabilities: { approvals: true } });
  return { client, home, asked };
}

const names = Array.from({ length: 1500 }, (_, index) => `file${index}`).join(' ');
it.each([
  ['a long word', `mkdir -p d && ls --version A=${'y'.repeat(20_000)}`],
  ['many words', `mkdir ${names}`],
  ['a here-document', `cat >notes <<'E'\n${'line of text\n'.repeat(2300)}E`],
  ['the most that fits', `touch d # ${'x'.repeat(57_000)}`],
])('%s is asked about with the whole command, and runs', { tags: ['slow'] }, async (_, command) => {
  const { client, asked } = await open();
  const { result } = await client.request('shell', { command });
  const [question] = asked;
  expect(question?.display.find(({ type }) => type === 'command')?.command).toBe(command);
  expect(question?.title).toMatch(/… \(\d+ more characters\)$/);
  expect(question?.choices.map(({ id }) => id)).toContain('reject_once');
  expect(result).toMatchObject({ status: 'completed', details: { exitCode: 0 } });
});

it('what fits on no line waits for an answer from elsewhere, and the limits are named', async () => {
  const { client, home, asked } = await open();
  const command = `touch d # ${'x'.repeat(100_000)}`;
  const { result } = await client.request('shell', { command });
  expect(asked).toEqual([]);
  expect(result?.status).toBe('approval_required');
  expect(result?.message).toMatch(
    /its line has \d{6} bytes, expected at most 60000 \(raise maxLineBytes in initialize, or caps\.rpcLineBytes\)/,
  );
  const id = String(result?.details?.approvalId);
  expect((await runCli(['approvals', 'resolve', id, '--allow-once'], { home })).status).toBe(0);
  const again = await client.request('shell', { command });
  expect(again.result).toMatchObject({ status: 'completed', details: { exitCode: 0 } });
});
