import { type Content, text } from '../../core/content.ts';
import { addNotices, type Outcome } from '../../core/outcome.ts';
import { spilledParts } from '../../output/spilled-parts.ts';

interface Told {
  readonly tool: string;
  /** The machine in words. */
  readonly place: string;
  /** What a call says as its `host` to get there. */
  readonly host: string;
}

/** The Outcome of a command that goes on, whose sentence on its session says where `process` finds it; others as they are. */
export function withSessionPlace(outcome: Outcome, { tool, place, host }: Told): Outcome {
  const { status, message, content, notices } = outcome;
  // What `process` answers of a session was asked with the host.
  if (status !== 'running' || tool === 'process') return outcome;
  const where = ` It is on ${place}: process finds it with host "${host}".`;
  const add = (said: string): string => (said.endsWith(message) ? `${said}${where}` : said);
  const addTo = (part: Content): Content => (part.type === 'text' ? text(add(part.text)) : part);
  return { ...outcome, message: add(message), content: content.map(addTo), notices: notices.map(add) };
}

/** The notice on where the file with a full output is. */
export function fileOn(place: string, host: string): string {
  return `The file with the full output is on ${place}: read or search it with host "${host}"`;
}

/**
 * The Outcome of a call that ran on this machine, where calls run on a node unless they say otherwise: a session and a file with
 * the full output are not found by a call that says nothing.
 */
export function toldHere(outcome: Outcome, tool: string): Outcome {
  if (tool === 'process') return outcome;
  const here = { tool, place: 'this machine', host: 'local' };
  if (outcome.status === 'running')
    return withSessionPlace({ ...outcome, details: { ...outcome.details, host: here.host } }, here);
  if (spilledParts(outcome.details).length === 0) return outcome;
  return addNotices(outcome, [fileOn(here.place, here.host)]);
}
