import { join } from 'node:path';
import { sleep } from '../../core/async/sleep.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { reasonOf } from '../../platform/files/file-failure.ts';
import type { Child } from '../../platform/process/child.ts';
import { dismissGuardian } from '../../platform/process/guardian.ts';
import { tellOwner } from '../../platform/sessions/keeper-process.ts';
import {
  type EndWriter,
  holdEndRoom,
  isGone,
  recordFile,
  removeIfPossible,
  writeSessionFile,
} from '../../platform/sessions/session-folder.ts';
import { SessionLog } from '../../platform/sessions/session-log.ts';
import { markOf, ownMark, type ProcessMark } from '../../platform/sessions/session-marks.ts';
import { sweepLostRun } from '../../platform/sessions/session-sweep.ts';
import { socketVariable, spareSocketPath } from '../../platform/sessions/socket-path.ts';
import { stateFailure, stateVariable } from '../../platform/store/place-failure.ts';
import { onFault } from '../../platform/system/faults.ts';
import { readStandardInput } from '../../platform/system/stdio.ts';
import { requireThreads } from '../../platform/system/thread-room.ts';
import { textLines } from '../../wire/framing.ts';
import type { KeeperStart, SessionEnd, SessionRecord } from '../record.ts';
import { endFile, type KeeperJob, keepLine, longestJobBytes } from './keeper-protocol.ts';
import { KeeperService } from './keeper-service.ts';
import { KeptRun } from './kept-run.ts';

/** Milliseconds for clients that wait for the end to receive their answers. */
const goodbyeMs = 300;
/** Milliseconds between checks for the session's record. */
const recordLookMs = 2000;

/**
 * Keeps one session: runs the command of the job in the first line of standard input, and ends with it. The end of standard
 * input means that the owner is gone. Returns the exit status, which nothing reads.
 */
export async function runKeeper(): Promise<number> {
  const lines = textLines(readStandardInput(), longestJobBytes);
  const first = await lines.next();
  if (first.done === true) return 2;
  const job: KeeperJob = JSON.parse(first.value);
  const writeEndFile = holdEndRoom(job.folder);
  const log = new SessionLog(job.folder, job.logBytes);
  const run = new KeptRun(job, log);
  const service = new KeeperService(run);
  const stopOnSignal = (): void => run.stop('shutdown');
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stopOnSignal);
  onFault(() => run.stop('fault'));
  void watchOwner(lines, run, job.isTied);
  let end: SessionEnd;
  try {
    await requireThreads();
    const socket = await listen(service, job);
    end = await runAnnounced({ ...job, record: { ...job.record, socket } }, run);
  } catch (error) {
    await service.close();
    refuse(job, error);
    return 1;
  }
  writeEnd(job, end, writeEndFile);
  run.finish(end);
  tellOwner(JSON.stringify({ ended: end }));
  await Promise.race([service.close(), sleep(goodbyeMs)]);
  dismissGuardian();
  return 0;
}

/** Listens in the session's folder, or where sockets usually lie: a file system shared with other machines may support none. */
async function listen(service: KeeperService, { record: { id, socket } }: KeeperJob): Promise<string> {
  try {
    await service.listen(socket);
    return socket;
  } catch (error) {
    if (process.platform === 'win32') throw error;
    try {
      const spare = spareSocketPath(id, process.env.XDG_RUNTIME_DIR);
      await service.listen(spare);
      return spare;
    } catch {
      throw stateFailure('listen at', socket, error, socketVariable);
    }
  }
}

/** Ends the run when its owner goes away, unless it may outlive it. */
async function watchOwner(lines: AsyncGenerator<string>, run: KeptRun, isTied: boolean): Promise<void> {
  let isFree = !isTied;
  try {
    for await (const line of lines) isFree ||= line === keepLine;
  } catch {
    // A broken channel counts as closed.
  }
  if (!isFree) run.stop('owner');
}

/**
 * Ends the run if two checks in a row do not find its record: the session can no longer be found to read or end it. Its folder may
 * well be there, where a log that grows was in the way of its removal.
 */
function watchRecord({ folder }: KeeperJob, run: KeptRun): void {
  let missed = 0;
  const timer = setInterval(() => {
    missed = isGone(join(folder, recordFile)) ? missed + 1 : 0;
    if (missed === 2) run.stop('removed');
  }, recordLookMs);
  timer.unref?.();
}

/** Runs the command; if it could not be announced, it is ended again and counts as not started. */
async function runAnnounced(job: KeeperJob, run: KeptRun): Promise<SessionEnd> {
  let failure: unknown = cannot(
    'run',
    job.record.command,
    'its owner is gone',
    'an owner that waits for the start',
  );
  let leader: ProcessMark = { pid: 0, startTicks: 0 };
  const onStart = (child: Child): void => {
    try {
      leader = announce(job, child).leader;
      watchRecord(job, run);
      failure = null;
    } catch (error) {
      failure = unrecorded(job, error);
      run.stop('shutdown');
    }
  };
  let end: SessionEnd;
  try {
    end = await run.run(onStart);
  } catch (error) {
    if (failure !== null) throw error;
    // Others know of it, so it must end in its record.
    end = run.brokenOff(error, await sweepLostRun({ runId: job.record.runId, leader }));
  }
  if (failure !== null) throw failure;
  return end;
}

/** Announces a started run: writes down what others need to find it, then tells the owner. */
function announce(job: KeeperJob, child: Child): SessionRecord {
  const record: SessionRecord = {
    ...job.record,
    startedAt: new Date().toISOString(),
    leader: markOf(child.pid),
    keeper: ownMark(),
  };
  writeSessionFile(job.folder, recordFile, JSON.stringify(record));
  const start: KeeperStart = { started: record };
  tellOwner(JSON.stringify(start));
  return record;
}

/** The failure of a run that began, and was ended because nobody could find it again. */
function unrecorded({ record: { command } }: KeeperJob, error: unknown): ToolFailure {
  const state = `it began and was ended, as the record of its session cannot be written (${reasonOf(error)})`;
  return cannot('run', command, state, `room for the record (${stateVariable} names another place)`);
}

/** Reports that nothing runs and removes the session. */
function refuse(job: KeeperJob, error: unknown): void {
  removeIfPossible(job.folder);
  const failed =
    error instanceof ToolFailure
      ? { code: error.code, message: error.message, data: error.data }
      : {
          code: 'tool_failed' as const,
          message: `Cannot run "${job.record.command}": ${reasonOf(error)}`,
          data: {},
        };
  const start: KeeperStart = { failed };
  tellOwner(JSON.stringify(start));
}

/** Writes down how the session ended; of one that was removed it removes what is left. */
function writeEnd({ folder }: KeeperJob, end: SessionEnd, writeEndFile: EndWriter): void {
  if (isGone(join(folder, recordFile))) {
    removeIfPossible(folder);
    return;
  }
  try {
    writeEndFile(endFile, JSON.stringify(end));
  } catch {
    // The folder was removed, or the disk fails: others find a keeper that is gone.
  }
}
