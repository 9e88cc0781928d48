import { type TextContent, text } from '../core/content.ts';

export interface ShownStream {
  readonly text: string;
  readonly notices: readonly string[];
}

/** How a command ended, as far as a model must know; ordinary values are null, false or empty. */
export interface Ending {
  /** Shown unless 0. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOutSeconds: number | null;
  readonly idleSeconds: number | null;
  readonly cancelled: boolean;
  readonly backgroundPids: readonly number[];
}

function trailersOf(ending: Ending): readonly string[] {
  const { exitCode, signal, timedOutSeconds, idleSeconds, cancelled, backgroundPids } = ending;
  return [
    ...(exitCode === null || exitCode === 0 ? [] : [`(exit code ${exitCode})`]),
    ...(signal === null ? [] : [`(ended by signal ${signal})`]),
    ...(timedOutSeconds === null ? [] : [`(timed out after ${timedOutSeconds}s)`]),
    ...(idleSeconds === null ? [] : [`(idle: no output for ${idleSeconds}s)`]),
    ...(cancelled ? ['(cancelled)'] : []),
    ...(backgroundPids.length === 0 ? [] : [`(background pids: ${backgroundPids.join(', ')})`]),
  ];
}

/** The payload, which is not empty, with the trailers on lines of their own. */
function withTrailers(payload: string, trailers: readonly string[]): string {
  if (trailers.length === 0) return payload;
  return `${payload}${payload.endsWith('\n') ? '' : '\n'}${trailers.join('\n')}`;
}

function orNoOutput(payload: string): string {
  return payload === '' ? '(no output)' : payload;
}

/** The text for a model: output, then what is out of the ordinary. Split streams: stdout, then `STDERR:` with the trailers. */
export function shapeOutput({
  streams,
  ...ending
}: Ending & { readonly streams: readonly ShownStream[] }): readonly TextContent[] {
  const [first, second] = streams;
  const notices = streams.flatMap((stream) => stream.notices.map((notice) => `(${notice})`));
  const trailers = [...trailersOf(ending), ...notices];
  if (second === undefined) return [text(withTrailers(orNoOutput(first?.text ?? ''), trailers))];
  return [
    text(orNoOutput(first?.text ?? '')),
    text(withTrailers(`STDERR:\n${orNoOutput(second.text)}`, trailers)),
  ];
}
