import * as v from 'valibot';
import { defaultsOf } from '../core/schema/defaults.ts';
import { askLevels, securityLevels } from './levels.ts';
import {
  append,
  choice,
  globs,
  known,
  line,
  lower,
  never,
  off,
  on,
  option,
  ranked,
  subset,
  text,
  texts,
  toggle,
  whole,
} from './option.ts';

const pattern = line('a pattern');
const toolName = line('the name of a tool');
const toolNames = 'must be the name of a tool or a list of such names';
const examples = v.optional(texts('a command or path'));

/** The keys of a rule of which it has exactly one. */
export const ruleActions = ['allow', 'ask', 'deny'] as const;

/** A rule as a person writes it, with exactly one of `allow`, `ask` and `deny`. */
export const ruleSchema = v.pipe(
  known({
    tool: v.union([toolName, v.pipe(v.array(toolName), v.nonEmpty(toolNames))], toolNames),
    allow: v.optional(pattern),
    ask: v.optional(pattern),
    deny: v.optional(pattern),
    reason: v.optional(line('a sentence')),
    match: examples,
    notMatch: examples,
  }),
  v.check(
    (rule) => ruleActions.filter((action) => rule[action] !== undefined).length === 1,
    'must be a rule with exactly one of "allow", "ask" and "deny"',
  ),
);

export type Rule = v.InferOutput<typeof ruleSchema>;

const approval = known({
  security: ranked(
    securityLevels,
    'allowlist',
    'What runs: nothing (deny), what rules and profiles allow (allowlist), all but deny rules and the guard (full)',
  ),
  ask: ranked(
    askLevels,
    'on-miss',
    'When a person is asked: never (off), for what nothing allows (on-miss), for everything (always)',
  ),
  fallback: ranked(
    ['deny', 'allowlist'],
    'deny',
    'When nobody can be asked: refuse and leave a pending approval (deny), or run what the allowlist satisfies (allowlist)',
  ),
  timeoutSeconds: option(whole(1, 86_400), 1800, lower('Seconds an approval waits for its answer')),
});

const shellEnv = known({
  inherit: ranked(['none', 'core', 'all'], 'all', 'Which variables commands inherit'),
  set: option(
    v.record(
      v.pipe(v.string(), v.regex(/^[^=\0]+$/, 'must be the name of a variable')),
      v.pipe(v.string('must be text'), v.regex(/^[^\0]*$/, 'must be text without a NUL character')),
      'must be an object of texts by variable',
    ),
    {},
    never('Variables set for every command'),
  ),
  pass: option(texts('the name of a variable'), [], subset('Names passed on although they look secret')),
  pathAppend: option(texts('a folder'), [], never('Folders added at the end of PATH')),
  pathPrepend: option(texts('a folder'), [], never('Folders added at the front of PATH')),
});

const shell = known({
  flavour: option(
    choice(['auto', 'bash', 'sh', 'pwsh', 'powershell', 'git-bash']),
    'auto',
    never('Shell grammar; auto takes bash, else sh'),
  ),
  path: option(v.nullable(text('the path of a shell')), null, never("The shell's program; null looks it up")),
  timeoutSeconds: option(whole(1, 86_400), 60, lower('Default time limit of a foreground command')),
  maxTimeoutSeconds: option(whole(1, 86_400), 300, lower('Longest time limit a foreground call may ask for')),
  backgroundTimeoutSeconds: option(whole(0, 86_400), 1800, {
    sentence: 'Default time limit of a background command; 0 is none',
    tighten: { by: 'lower', unlimited: 0 },
  }),
  allowBackground: option(toggle(), true, off('Whether commands may run in the background')),
  yieldMs: option(
    v.nullable(whole(10, 120_000)),
    null,
    never('Milliseconds after which every foreground call goes on in the background; null is never'),
  ),
  killGraceMs: option(whole(0, 60_000), 500, never('Milliseconds between SIGTERM and SIGKILL')),
  env: v.optional(shellEnv, {}),
});

const caps = known({
  outputChars: option(whole(1, 10_000_000), 30_000, lower('Characters of output in a result')),
  outputLines: option(whole(1, 1_000_000), 2000, lower('Lines of output in a result')),
  lineChars: option(whole(1, 1_000_000), 2000, lower('Characters of one line in a result')),
  spillBytes: option(whole(0, 1_099_511_627_776), 67_108_864, lower('Bytes of one spill file')),
  readBytes: option(whole(100, 104_857_600), 102_400, lower('Bytes of one page of read')),
  rpcLineBytes: option(whole(1024, 1_073_741_824), 60_000, never('Bytes of one outgoing RPC line')),
  rpcInputBytes: option(whole(1024, 1_073_741_824), 16_777_216, lower('Bytes of one incoming RPC line')),
  concurrentCalls: option(
    whole(1, 10_000),
    64,
    lower('Commands that run at once; as many other calls beside them; waits for sessions do not count'),
  ),
  queuedCalls: option(whole(0, 1_000_000), 10_000, lower('Calls that wait for a place')),
  sessions: option(whole(0, 10_000), 64, lower('Background sessions at once')),
  sessionLogBytes: option(whole(1024, 1_099_511_627_776), 67_108_864, lower("Bytes of one session's log")),
  finishedMinutes: option(
    whole(0, 525_600),
    30,
    never('Minutes a finished session, spill file or the like stays readable'),
  ),
});

const workspace = known({
  roots: option(texts('a folder'), [], subset('Folders that count as inside besides the cwd')),
  restrict: option(toggle(), false, on('Whether everything outside the workspace is refused')),
  sensitive: option(globs(), [], append('Path globs treated as sensitive besides the built-in names')),
});

const sandbox = known({
  network: option(toggle(), false, off('Whether the sandbox has the network')),
  write: option(texts('a path'), [], subset('Paths the sandbox may write besides the workspace')),
  hide: option(texts('a path'), [], append('Paths hidden from the sandbox besides the usual secrets')),
  autoAllow: option(
    toggle(),
    false,
    off('Whether an otherwise asked command runs unasked in a full sandbox'),
  ),
});

const hosts = v.record(
  v.pipe(
    v.string(),
    v.regex(
      /^(?!(?:local|gateway|sandbox|node)$)[A-Za-z0-9][\w.-]*$/,
      'must be letters, digits, ".", "_" and "-", and not local, gateway, sandbox or node',
    ),
  ),
  known({
    command: v.pipe(texts('an argument'), v.nonEmpty('must be the argv of a program')),
  }),
  'must be an object of nodes by name',
);

const elevated = known({
  enabled: option(toggle(), false, off('First gate of elevated commands')),
  allowed: option(toggle(), false, off('Second gate of elevated commands')),
  mode: ranked(['ask', 'full'], 'ask', 'Whether elevated commands still ask'),
});

const summarize = known({
  command: option(
    v.nullable(v.pipe(texts('an argument'), v.nonEmpty('must be the argv of a program'))),
    null,
    never('argv that shortens long output; null is none'),
  ),
  tools: option(
    v.record(v.string(), known({ tokenBudget: whole(1, 10_000_000) }), 'must be an object of tools by name'),
    { shell: { tokenBudget: 2000 } },
    never('Token budget per tool'),
  ),
});

const media = known({
  capabilities: option(
    v.array(choice(['image', 'video']), 'must be a list of "image" and "video"'),
    ['image', 'video'],
    subset('Media the model can take'),
  ),
  maxBytes: option(whole(1, 1_073_741_824), 104_857_600, lower('Bytes of one media file')),
});

const audit = known({
  enabled: option(toggle(), true, on('Whether calls are written to the audit trail')),
  required: option(toggle(), false, on('Whether calls are refused when the trail cannot be written')),
  path: option(v.nullable(text('a path')), null, never('The audit file; null is the state folder')),
});

/** The whole configuration; every key is optional, unknown keys are rejected. */
export const settingsSchema = known({
  /** For editors: the address of the file's JSON Schema; ignored here. */
  $schema: v.optional(v.string('must be the address of a JSON Schema')),
  approval: v.optional(approval, {}),
  rules: option(v.array(ruleSchema, 'must be a list of rules'), [], {
    sentence: 'What is allowed, asked and denied; every layer adds its own',
    tighten: { by: 'strict-rules' },
  }),
  shell: v.optional(shell, {}),
  caps: v.optional(caps, {}),
  workspace: v.optional(workspace, {}),
  guard: option(toggle(), true, on('Whether catastrophes are refused even under security full')),
  host: option(
    text('local, sandbox or the name of a node'),
    'local',
    never('Where commands run: local, sandbox or the name of a node'),
  ),
  sandbox: v.optional(sandbox, {}),
  hosts: option(hosts, {}, never('Nodes: the argv that starts `agent-tools rpc` there')),
  elevated: v.optional(elevated, {}),
  policy: v.optional(
    known({
      trustedDirs: option(
        texts('a folder'),
        [],
        subset(
          'Folders programs are trusted in besides the system ones; a relative one lies in the home folder',
        ),
      ),
    }),
    {},
  ),
  locked: option(texts('a key or a group'), [], {
    sentence: 'Keys and groups that later layers, flags included, may only tighten; every layer adds its own',
    tighten: { by: 'never' },
  }),
  summarize: v.optional(summarize, {}),
  skills: v.optional(
    known({
      roots: option(texts('a folder'), [], never('Folders searched for skills')),
      disabled: option(texts('the name of a skill'), [], append('Skills left out')),
    }),
    {},
  ),
  media: v.optional(media, {}),
  audit: v.optional(audit, {}),
});

/** The configuration with all defaults filled in. */
export type Settings = v.InferOutput<typeof settingsSchema>;

/** A fresh copy of the defaults. */
export function defaultSettings(): Settings {
  return defaultsOf(settingsSchema);
}
