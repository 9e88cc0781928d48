import { literalPattern } from '../../core/text/literal-pattern.ts';
import type { Judgement } from '../../policy/judge.ts';
import { placeOfNode } from './elsewhere.ts';

/**
 * Shows texts about calls on a node for people: `build7:src/a.ts` is below its working folder, `build7:~/x` below its home, and a
 * program has its name. The placeholder folders do not exist.
 */
export function showOn(node: string): (text: string) => string {
  const { cwd } = placeOfNode(node);
  const folder = new RegExp(`(?<![\\w./~-])${literalPattern(cwd)}(bin/|~|/|)`, 'g');
  const shown = (_: string, below: string) => (below === 'bin/' ? '' : `${node}:${below === '~' ? '~' : ''}`);
  return (text) => text.replace(folder, shown);
}

/** A judgement with its texts shown so; programs on a node are not known here. */
export function judgementOn(node: string, judgement: Judgement): Judgement {
  const { searchPath } = placeOfNode(node);
  const shown = showOn(node);
  return {
    ...judgement,
    reason: shown(judgement.reason),
    commands: judgement.commands.map((command) => ({
      ...command,
      argv: command.argv.map(shown),
      program: command.program?.startsWith(`${searchPath}/`)
        ? null
        : command.program && shown(command.program),
      reason: shown(command.reason),
    })),
    paths: judgement.paths.map((judged) => ({
      ...judged,
      path: shown(judged.path),
      reason: shown(judged.reason),
    })),
  };
}
