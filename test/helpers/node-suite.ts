import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NodeRig } from './nodes.ts';
import { childrenOf, isAlive, processesIn, processesWith, uniqueSleep, waitFor } from './processes.ts';
import { type Outcome, type SessionRpc, textOf } from './sessions.ts';

/** How a node is reached: the argv that starts a server over the far home with some flags. */
export type NodeArgv = (rig: NodeRig, ...flags: readonly string[]) => readonly string[];

/** A picture of one dot. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What must hold of a node, whatever carries its bytes. */
export function nodeSuite(kind: string, argv: NodeArgv): void {
  describe(`a node over ${kind}`, () => {
    let rig: NodeRig;
    let rpc: SessionRpc;
    beforeAll(() => {
      rig = new NodeRig((own) => ({ far: argv(own, '--yolo'), strict: argv(own) }));
      rpc = rig.rpc('--yolo', '--host', 'far');
    });
    afterAll(async () => {
      await rpc.close();
      await waitFor(() => processesIn(rig.far).length === 0, 'nothing is left there');
    });

    const transports = (of = rpc): readonly number[] =>
      childrenOf(of.child.pid ?? 0)
        .map(({ pid }) => pid)
        .filter((pid) => !readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('agent-tools-guardian'));

    it('runs a command there', async () => {
      const outcome = await rpc.call('shell', { command: 'echo out; echo "$HOME"; pwd; exit 3' });
      expect(outcome).toMatchObject({ status: 'completed', isError: true });
      expect(textOf(outcome)).toBe(`out\n${rig.far}\n${rig.far}\n(exit code 3)`);
      expect(outcome.details).toMatchObject({ exitCode: 3, host: 'far', cwd: rig.far });
    });

    it('has every file tool there', async () => {
      const written = await rpc.call('write', { path: 'src/a.txt', content: 'one\ntwo\n' });
      expect(written).toMatchObject({ status: 'completed', details: { host: 'far' } });
      expect(readFileSync(join(rig.far, 'src/a.txt'), 'utf8')).toBe('one\ntwo\n');
      await rpc.call('edit', { path: 'src/a.txt', old: 'two', new: 'three' });
      expect(textOf(await rpc.call('read', { path: 'src/a.txt' }))).toBe('     1\tone\n     2\tthree');
      expect(textOf(await rpc.call('glob', { pattern: 'src/*' }))).toBe('src/a.txt');
      expect(textOf(await rpc.call('grep', { pattern: 'thr' }))).toBe('src/a.txt:2:three');
      writeFileSync(join(rig.far, 'dot.png'), Buffer.from(png, 'base64'));
      const media = await rpc.call('read_media', { path: 'dot.png' });
      expect(media.content).toEqual([{ type: 'image', mimeType: 'image/png', data: png }]);
      expect((await rpc.call('skill', { action: 'list' })).status).toBe('completed');
      const missing = await rpc.call('read', { path: 'nothing' });
      expect(missing).toMatchObject({
        status: 'failed',
        message: expect.stringContaining('Cannot read "nothing"'),
      });
    });

    it('keeps what the node says of wrong input', async () => {
      const { error } = await rpc.request('shell', { command: 'true', timeout: 4000 });
      expect(error).toMatchObject({ code: -32602, data: { field: 'timeout' } });
    });

    it('has background sessions there, and tells of their end', async () => {
      const id = await rpc.background('read line; echo "got $line"; exit 4');
      expect(textOf(await rpc.call('process', { action: 'list' }))).toContain(id);
      await rpc.process('write', id, { data: 'words\n' });
      const ended = await rpc.ended(id);
      expect(ended.details).toMatchObject({ exitCode: 4, host: 'far' });
      expect(await rpc.output(id)).toBe('got words\n');
      await waitFor(
        () => rpc.notifications.some(({ method }) => method === 'session/exited'),
        'session/exited',
      );
      const told = rpc.notifications.find(({ method }) => method === 'session/exited');
      expect(told?.params).toMatchObject({ sessionId: id, exitCode: 4, host: 'far' });
    });

    it('has terminals there', async () => {
      const id = await rpc.background('stty size; printf \'now: \'; read line; echo "[$line]"', {
        pty: true,
        cols: 60,
        rows: 9,
      });
      await rpc.until(id, 'now: ');
      await rpc.process('send-keys', id, { literal: 'typed', keys: ['Enter'] });
      await rpc.until(id, '\\[typed\\]');
      const screen = await rpc.process('screen', id);
      expect(textOf(screen)).toContain('9 60\nnow: typed');
    });

    it('streams', async () => {
      const file = join(rig.far, 'go');
      const { answer } = rpc.start('shell', {
        command: `echo first; until [ -e ${file} ]; do sleep 0.02; done; echo second`,
        _meta: { stream: true },
      });
      const texts = (): string =>
        rpc.notifications
          .flatMap(({ method, params }) => (method === 'tool/output' ? [params.text] : []))
          .join('');
      await waitFor(() => texts().includes('first'), 'the first line');
      writeFileSync(file, '');
      expect((await answer).result?.status).toBe('completed');
      expect(texts()).toBe('first\nsecond\n');
    });

    it('holds a command there back while nobody reads here', async () => {
      const own = rig.rpc('--yolo', '--host', 'far');
      const written = join(rig.far, 'written');
      const mebibytes = () => Number(readFileSync(written, 'utf8').trim() || 0);
      try {
        await own.call('shell', { command: ': > written' });
        own.child.stdout?.pause();
        const block = 'head -c 1048576 /dev/zero | tr "\\0" x';
        const { id, answer } = own.start('shell', {
          command: `i=0; while :; do ${block}; i=$((i + 1)); echo $i > written; done`,
          _meta: { stream: true },
        });
        await waitFor(() => mebibytes() > 0, 'the command to write');
        // What fits into the pipes and queues on the way is written at once, and nothing after it.
        for (let [before, same] = [-1, 0]; same < 20; ) {
          const now = mebibytes();
          expect(now).toBeLessThan(512);
          [before, same] = [now, now === before ? same + 1 : 0];
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        own.child.stdout?.resume();
        own.notify('$/cancelRequest', { id });
        expect((await answer).error?.code).toBe(-32800);
      } finally {
        await own.close();
      }
    });

    it('cuts output on the far side', async () => {
      const outcome = await rpc.call('shell', { command: 'seq 200000', maxOutputChars: 500 });
      expect(textOf(outcome).length).toBeLessThan(1000);
      const spillPath = expect.stringContaining(rig.far);
      expect(outcome.details).toMatchObject({ output: { bytes: 1_288_895, truncated: true, spillPath } });
    });

    it('takes standard input that comes while it runs', async () => {
      const { id, answer } = rpc.start('shell', { command: 'wc -c; echo end', _meta: { stdin: true } });
      for (const eof of [false, true]) {
        const base64 = Buffer.from('x'.repeat(300_000)).toString('base64');
        const { result } = await rpc.start('tool/input', { id, base64, eof }).answer;
        expect(result).toEqual({ taken: true });
      }
      const { result } = await answer;
      expect(result).toMatchObject({ status: 'completed', details: { host: 'far', exitCode: 0 } });
      expect(JSON.stringify(result?.content)).toMatch(/600000\\nend/);
    });

    it('cancels', async () => {
      const seconds = uniqueSleep();
      const { id, answer } = rpc.start('shell', {
        command: `echo begun; sleep ${seconds}`,
        _meta: { stream: true },
      });
      await waitFor(() => processesWith(seconds).length > 0, 'it runs');
      rpc.notify('$/cancelRequest', { id });
      const { error } = await answer;
      expect(error).toMatchObject({ code: -32800, data: { status: 'cancelled', details: { host: 'far' } } });
      expect(JSON.stringify(error?.data)).toContain('begun');
      expect(processesWith(seconds)).toEqual([]);
    });

    it('takes 200 calls at once over one link', async () => {
      const calls = Array.from({ length: 200 }, (_, index) =>
        rpc.call('shell', { command: `echo call ${index}` }),
      );
      const outcomes = await Promise.all(calls);
      expect(outcomes.map(textOf)).toEqual(outcomes.map((_, index) => `call ${index}\n`));
      expect(transports().length).toBe(1);
    });

    it('ends calls clearly when the link is cut, and finds kept sessions again', async () => {
      const [lost, held] = [uniqueSleep(), uniqueSleep()];
      const kept = await rpc.background(`echo kept; sleep ${held}`, { keep: true });
      const tied = await rpc.background(`echo tied; sleep ${held}`);
      const { answer } = rpc.start('shell', { command: `sleep ${lost}` });
      await waitFor(() => processesWith(lost).length > 0, 'it runs');
      for (const pid of transports()) process.kill(pid, 'SIGKILL');
      const outcome = JSON.parse(JSON.stringify((await answer).result)) as Outcome;
      expect(outcome.status).toBe('failed');
      expect(outcome.message).toMatch(
        /^Cannot call "shell": the connection to node "far" closed \(.* was ended by SIGKILL.*\), expected an answer$/,
      );
      await waitFor(() => processesWith(lost).length === 0, 'the far side ends its run');
      expect(await rpc.output(kept)).toBe('kept\n');
      const ended = await rpc.ended(tied);
      expect(ended.details.status).not.toBe('running');
      await rpc.process('kill', kept);
      expect(processesWith(held)).toEqual([]);
    });

    it('leaves nothing behind when the server is killed, but for sessions to keep', async () => {
      const [seconds, held] = [uniqueSleep(), uniqueSleep()];
      const other = rig.rpc('--yolo', '--host', 'far');
      const kept = await other.background(`echo kept; sleep ${held}`, { keep: true });
      void other.start('shell', { command: `sleep ${seconds}` }).answer;
      await waitFor(() => processesWith(seconds).length > 0, 'it runs');
      other.child.kill('SIGKILL');
      await waitFor(() => processesWith(seconds).length === 0, 'nothing is left');
      expect(await rpc.output(kept)).toBe('kept\n');
      expect(processesWith(held)).not.toEqual([]);
      await rpc.process('kill', kept);
      expect(processesWith(held)).toEqual([]);
    });

    it('leaves nothing behind when the server is killed and the transport does not move', async () => {
      const seconds = uniqueSleep();
      const other = rig.rpc('--yolo', '--host', 'far');
      void other.start('shell', { command: `sleep ${seconds}` }).answer;
      await waitFor(() => processesWith(seconds).length > 0, 'it runs');
      const carriers = transports(other);
      expect(carriers.length).toBe(1);
      for (const pid of carriers) process.kill(pid, 'SIGSTOP');
      other.child.kill('SIGKILL');
      await waitFor(() => processesWith(seconds).length === 0, 'nothing is left');
      await waitFor(() => !carriers.some(isAlive), 'the transport is gone');
    });

    it('asks the person here what the node asks', async () => {
      const asking = rig.rpc('--yolo', '--host', 'strict');
      const questions: Record<string, unknown>[] = [];
      let choice = 'allow_once';
      asking.onRequest = (method, params) => {
        if (method === 'approval/request') questions.push(params);
        return { choice, feedback: 'not today' };
      };
      await asking.request('initialize', { capabilities: { approvals: true } });
      const allowed = await asking.call('shell', { command: 'touch asked' });
      expect(allowed.status).toBe('completed');
      expect(questions).toMatchObject([
        {
          tool: 'shell',
          host: 'strict',
          title: 'touch asked',
          cwd: rig.far,
          display: expect.arrayContaining([
            expect.objectContaining({ command: 'touch asked', host: 'strict' }),
          ]),
        },
      ]);
      expect(questions[0]?.reason).toMatch(/^node "strict" asks: /);
      choice = 'reject_once';
      const refused = await asking.call('write', { path: 'asked', content: 'x' });
      expect(refused).toMatchObject({ status: 'denied', message: 'Rejected by the user. not today' });
      expect(readFileSync(join(rig.far, 'asked'), 'utf8')).toBe('');
      choice = 'nothing';
      const unanswered = await asking.call('write', { path: 'asked', content: 'x' });
      expect(unanswered.message).toMatch(
        /^Rejected without an answer: the client chose "nothing", expected one of [\w, ]+\.$/,
      );
      await asking.close();
      const silent = rig.rpc('--yolo', '--host', 'strict');
      const waiting = await silent.call('shell', { command: 'touch asked' });
      expect(waiting).toMatchObject({ status: 'approval_required', details: { host: 'strict' } });
      await silent.close();
    });
  });
}
