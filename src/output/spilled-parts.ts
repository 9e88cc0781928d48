import { isRecord } from '../core/record.ts';

interface SpilledPart {
  readonly path: string;
  /** The other facts of the part. */
  readonly facts: Readonly<Record<string, unknown>>;
}

/** The parts of an Outcome's details that name a file with the full output: one output, or each of two split streams. */
export function spilledParts({ output }: { readonly output?: unknown }): readonly SpilledPart[] {
  if (!isRecord(output)) return [];
  return [output, output.stdout, output.stderr].flatMap((facts) =>
    isRecord(facts) && typeof facts.spillPath === 'string' ? [{ path: facts.spillPath, facts }] : [],
  );
}
