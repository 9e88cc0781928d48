import { awk } from './awk.ts';
import { canary } from './canary.ts';
import { collector } from './collector.ts';
import { config } from './config.ts';
import { edit } from './edit.ts';
import { framing } from './framing.ts';
import { globs } from './globs.ts';
import { handed } from './handed.ts';
import { keys } from './keys.ts';
import { messages } from './messages.ts';
import { paths } from './paths.ts';
import { perl } from './perl.ts';
import { readings } from './readings.ts';
import { rules } from './rules.ts';
import { skills } from './skills.ts';
import type { FuzzSuite } from './suite.ts';

/** Every suite by its name; the runner and the test of kept rows know no other list. */
export const suites: Readonly<Record<string, FuzzSuite>> = {
  canary,
  handed,
  readings,
  framing,
  messages,
  collector,
  edit,
  globs,
  paths,
  awk,
  perl,
  keys,
  rules,
  config,
  skills,
};
