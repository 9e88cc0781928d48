import * as v from 'valibot';
import { askLevels, securityLevels } from '../../config/levels.ts';

const inForeground = 'in the foreground at most shell.maxTimeoutSeconds';

const seconds = v.pipe(
  v.number(),
  v.minValue(0, `must be at least 1, or 0 for none in the background; ${inForeground}`),
  v.maxValue(86_400, `must be at most 86400; ${inForeground}`),
);

/** Width or height of a terminal, in characters. */
const side = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(1, 'must be at least 1'),
  v.maxValue(1000, 'must be at most 1000'),
);

function field<const S extends v.GenericSchema>(schema: S, sentence: string) {
  return v.optional(v.pipe(schema, v.description(sentence)));
}

/** The fields of `shell`. Limits that depend on the configuration are checked when the call is planned. */
export const shellInput = v.strictObject({
  command: field(v.string(), 'Shell command'),
  argv: field(v.array(v.string()), 'Program and arguments, no shell'),
  cwd: field(v.string(), 'Working folder'),
  env: field(v.record(v.string(), v.string()), 'Extra variables'),
  timeout: field(seconds, 'Seconds until killed'),
  idleTimeout: field(
    v.pipe(v.number(), v.minValue(0.1, 'must be at least 0.1'), v.maxValue(86_400, 'must be at most 86400')),
    'Seconds of silence until killed',
  ),
  yieldMs: field(
    v.pipe(
      v.number(),
      v.integer('must be a whole number'),
      v.minValue(10, 'must be at least 10'),
      v.maxValue(120_000, 'must be at most 120000'),
    ),
    'Milliseconds until it is a session',
  ),
  background: field(v.boolean(), 'Run in the background'),
  keep: field(v.boolean(), 'Outlive its owner'),
  pty: field(v.boolean(), 'Give it a terminal'),
  cols: field(side, 'Columns'),
  rows: field(side, 'Rows'),
  stdin: field(v.string(), 'Its standard input'),
  description: field(v.string(), 'Purpose'),
  host: field(v.string(), 'local, sandbox or a node'),
  node: field(v.string(), 'Node for host "node"'),
  elevated: field(v.boolean(), 'As root'),
  security: field(v.picklist(securityLevels), 'May only harden'),
  ask: field(v.picklist(askLevels), 'May only harden'),
  streams: field(v.picklist(['merged', 'split']), 'One output, or stderr apart'),
  maxOutputChars: field(
    v.pipe(v.number(), v.integer('must be a whole number'), v.minValue(1, 'must be at least 1')),
    'Lower output cap',
  ),
});

export type ShellInput = v.InferOutput<typeof shellInput>;
