import * as v from 'valibot';

/**
 * Which way an option gets stricter, for layers that may only tighten (the project file, locks, call parameters):
 * `lower` and `shorter` numbers, `on` and `off` switches, `rank` an ordered list from strict to loose, `append` lists that
 * may only grow, `never` what such a layer may not touch.
 */
export type Tighten =
  | { readonly by: 'lower' | 'on' | 'off' | 'append' | 'deny-rules' | 'never' }
  | { readonly by: 'rank'; readonly order: readonly string[] };

export interface OptionMetadata {
  readonly tighten: Tighten;
}

type Value = v.GenericSchema;

/** One option: its schema, default, sentence and direction of strictness. The only place where these exist. */
function option<const S extends Value>(
  schema: S,
  fallback: v.InferInput<S>,
  tighten: Tighten,
  sentence: string,
) {
  return v.optional(v.pipe(schema, v.description(sentence), v.metadata({ tighten })), fallback as never);
}

/** A group of options; absent keys take their defaults. */
function group<const E extends v.ObjectEntries>(entries: E) {
  return v.optional(v.strictObject(entries), {} as never);
}

const lower: Tighten = { by: 'lower' };
const on: Tighten = { by: 'on' };
const off: Tighten = { by: 'off' };
const append: Tighten = { by: 'append' };
const never: Tighten = { by: 'never' };

function whole(least: number, most: number) {
  return v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );
}

const words = v.array(v.string());
const toolNames = v.union([v.string(), v.array(v.string())]);

/** A rule as a person writes it; exactly one of `allow`, `ask` and `deny`. */
export const ruleSchema = v.strictObject({
  tool: toolNames,
  allow: v.optional(v.string()),
  ask: v.optional(v.string()),
  deny: v.optional(v.string()),
  reason: v.optional(v.string()),
  match: v.optional(v.array(v.string())),
  notMatch: v.optional(v.array(v.string())),
});

export type Rule = v.InferOutput<typeof ruleSchema>;

export const securityLevels = ['deny', 'allowlist', 'full'] as const;
export const askLevels = ['always', 'on-miss', 'off'] as const;

const approval = group({
  security: option(
    v.picklist(securityLevels),
    'allowlist',
    { by: 'rank', order: securityLevels },
    'What runs: nothing (deny), what rules and profiles allow (allowlist), all but deny rules and the guard (full)',
  ),
  ask: option(
    v.picklist(askLevels),
    'on-miss',
    { by: 'rank', order: askLevels },
    'When a person is asked: never (off), for what nothing allows (on-miss), for everything (always)',
  ),
  fallback: option(
    v.picklist(['deny', 'allowlist']),
    'deny',
    { by: 'rank', order: ['deny', 'allowlist'] },
    'What happens when nobody can be asked',
  ),
  timeoutSeconds: option(whole(1, 86_400), 1800, lower, 'Seconds an approval waits for its answer'),
});

const shellEnv = group({
  inherit: option(
    v.picklist(['none', 'core', 'all']),
    'all',
    { by: 'rank', order: ['none', 'core', 'all'] },
    'Which variables commands inherit',
  ),
  set: option(v.record(v.string(), v.string()), {}, never, 'Variables set for every command'),
  pass: option(words, [], never, 'Names passed on although they look secret'),
  pathAppend: option(words, [], never, 'Folders added at the end of PATH'),
  pathPrepend: option(words, [], never, 'Folders added at the front of PATH'),
});

const shell = group({
  flavour: option(
    v.picklist(['auto', 'bash', 'sh', 'pwsh', 'powershell', 'git-bash']),
    'auto',
    never,
    'Shell grammar; auto takes bash, else sh',
  ),
  path: option(v.nullable(v.string()), null, never, "The shell's program; null looks it up"),
  timeoutSeconds: option(whole(1, 86_400), 60, lower, 'Default time limit of a foreground command'),
  maxTimeoutSeconds: option(whole(1, 86_400), 300, lower, 'Longest time limit a foreground call may ask for'),
  backgroundTimeoutSeconds: option(
    whole(0, 86_400),
    1800,
    lower,
    'Default time limit of a background command; 0 is none',
  ),
  allowBackground: option(v.boolean(), true, off, 'Whether commands may run in the background'),
  yieldMs: option(
    v.nullable(whole(10, 120_000)),
    null,
    never,
    'Milliseconds after which every foreground call goes on in the background',
  ),
  killGraceMs: option(whole(0, 60_000), 500, never, 'Milliseconds between SIGTERM and SIGKILL'),
  env: shellEnv,
});

const caps = group({
  outputChars: option(whole(1, 10_000_000), 30_000, lower, 'Characters of output in a result'),
  outputLines: option(whole(1, 1_000_000), 2000, lower, 'Lines of output in a result'),
  lineChars: option(whole(16, 1_000_000), 2000, lower, 'Characters of one line in a result'),
  spillBytes: option(whole(0, 1_099_511_627_776), 67_108_864, lower, 'Bytes of one spill file'),
  readBytes: option(whole(1024, 104_857_600), 102_400, lower, 'Bytes of one page of read'),
  rpcLineBytes: option(whole(1024, 1_073_741_824), 60_000, never, 'Bytes of one outgoing RPC line'),
  rpcInputBytes: option(whole(1024, 1_073_741_824), 16_777_216, lower, 'Bytes of one incoming RPC line'),
  concurrentCalls: option(whole(1, 10_000), 64, lower, 'Calls that run at once'),
  queuedCalls: option(whole(0, 1_000_000), 10_000, lower, 'Calls that wait for a place'),
  sessions: option(whole(0, 10_000), 64, lower, 'Background sessions at once'),
  sessionLogBytes: option(whole(65_536, 1_099_511_627_776), 67_108_864, lower, "Bytes of one session's log"),
  finishedMinutes: option(
    whole(0, 525_600),
    30,
    lower,
    'Minutes a finished session, spill file or the like stays readable',
  ),
});

const workspace = group({
  roots: option(words, [], never, 'Folders that count as inside besides the cwd'),
  restrict: option(v.boolean(), false, on, 'Whether everything outside the workspace is refused'),
  sensitive: option(words, [], append, 'Path globs treated as sensitive besides the built-in names'),
});

const sandbox = group({
  network: option(v.boolean(), false, off, 'Whether the sandbox has the network'),
  write: option(words, [], never, 'Paths the sandbox may write besides the workspace'),
  hide: option(words, [], append, 'Paths hidden from the sandbox besides the usual secrets'),
  autoAllow: option(
    v.boolean(),
    false,
    off,
    'Whether an otherwise asked command runs unasked in a full sandbox',
  ),
});

const hostSchema = v.strictObject({
  command: v.pipe(v.array(v.string()), v.minLength(1, 'must name a program')),
});

/** The whole configuration; every key optional, unknown keys refused. */
export const settingsSchema = v.strictObject({
  approval,
  rules: option(v.array(ruleSchema), [], { by: 'deny-rules' }, 'What is allowed, asked and denied'),
  shell,
  caps,
  workspace,
  guard: option(v.boolean(), true, on, 'Whether catastrophes are refused even under security full'),
  host: option(v.string(), 'local', never, 'Where commands run: local, sandbox or the name of a node'),
  sandbox,
  hosts: option(
    v.record(v.string(), hostSchema),
    {},
    never,
    'Nodes: the argv that starts `agent-tools rpc` there',
  ),
  elevated: group({
    enabled: option(v.boolean(), false, off, 'First gate of elevated commands'),
    allowed: option(v.boolean(), false, off, 'Second gate of elevated commands'),
    mode: option(
      v.picklist(['ask', 'full']),
      'ask',
      { by: 'rank', order: ['ask', 'full'] },
      'Whether elevated commands still ask',
    ),
  }),
  policy: group({
    trustedDirs: option(words, [], never, 'Folders programs are trusted in besides the system ones'),
  }),
  locked: option(
    words,
    [],
    append,
    'Keys that environment and flags may not loosen (system and user file only)',
  ),
  summarize: group({
    command: option(
      v.nullable(v.pipe(words, v.minLength(1, 'must name a program'))),
      null,
      never,
      'argv that shortens long output',
    ),
    tools: option(
      v.record(v.string(), v.strictObject({ tokenBudget: whole(1, 10_000_000) })),
      { shell: { tokenBudget: 2000 } },
      never,
      'Token budget per tool',
    ),
  }),
  skills: group({
    roots: option(words, [], never, 'Folders searched for skills'),
    disabled: option(words, [], append, 'Skills left out'),
  }),
  media: group({
    capabilities: option(
      v.array(v.picklist(['image', 'video'])),
      ['image', 'video'],
      never,
      'Media the model can take',
    ),
    maxBytes: option(whole(1, 1_073_741_824), 104_857_600, lower, 'Bytes of one media file'),
  }),
  audit: group({
    enabled: option(v.boolean(), true, on, 'Whether calls are written to the audit trail'),
    required: option(v.boolean(), false, on, 'Whether calls are refused when the trail cannot be written'),
    path: option(v.nullable(v.string()), null, never, 'The audit file; null is the state folder'),
  }),
});

/** The configuration with every default filled in. */
export type Settings = v.InferOutput<typeof settingsSchema>;

/** The defaults. */
export function defaultSettings(): Settings {
  return v.parse(settingsSchema, {});
}
