import type { Command, CommandNode, Statement, SyntaxNode } from 'unbash';
import { isWritten } from './print-reading.ts';

/** Programs that may print names or the values of variables, also behind a wrapper. */
const mayList =
  /^(?:.*\/)?(?:g?find|g?ls|git|[ef]?grep|rg|echo|printf|cat|command|builtin|env|sudo|nice|time|timeout|nohup)$/;

/** Most commands of a pipe that are followed, and most pipes of one list. */
const mostPiped = 64;
const mostPipes = 256;
const mostDepth = 64;

/** Commands connected by pipes. */
export type Pipe = readonly Command[];

/** Finds the pipes in a node that may print names. */
export class Pipes {
  /** Whether a limit was reached. */
  isCut = false;

  of(node: SyntaxNode, depth = 0): readonly Pipe[] {
    if (depth > mostDepth) {
      this.isCut = true;
      return [];
    }
    switch (node.type) {
      case 'Command':
        return mayList.test(node.name?.value ?? '') && !isWritten([...node.prefix, ...node.suffix])
          ? [[node]]
          : [];
      case 'Redirected':
        return isWritten(node.redirects) ? [] : this.of(node.command, depth + 1);
      case 'Pipeline':
        return this.through(node.commands, depth + 1);
      case 'AndOr':
        return this.#list(node.commands, depth);
      case 'BraceGroup':
      case 'Subshell':
      case 'For':
      case 'While':
        return this.#statements(node.body.commands, depth);
      case 'Case':
        return node.items.flatMap(({ body }) => this.of(body, depth + 1));
      case 'CompoundList':
      case 'Script':
        return this.#statements(node.commands, depth);
      case 'If':
        return [
          node.then,
          ...node.elif.map(({ then }) => then),
          ...(node.else === undefined ? [] : [node.else]),
        ].flatMap((branch) => this.of(branch, depth + 1));
      default:
        return [];
    }
  }

  /** The pipes that the parts of a pipeline form together. */
  through(parts: readonly CommandNode[], depth = 0): readonly Pipe[] {
    this.isCut ||= parts.length > mostPiped;
    let pipes: Command[][] = [];
    for (const part of parts.slice(-mostPiped)) {
      const own = this.of(part, depth + 1).map((pipe) => [...pipe]);
      if (part.type === 'Command') for (const pipe of pipes) pipe.push(part);
      // A loop that reads names prints some of its own.
      pipes = /^(?:While|For|Redirected)$/.test(part.type) ? own : [...pipes, ...own];
      this.isCut ||= pipes.length > mostPipes;
      pipes = pipes.slice(0, mostPipes);
    }
    return pipes;
  }

  #statements(statements: readonly Statement[], depth: number): readonly Pipe[] {
    return this.#list(
      statements.map(({ command }) => command),
      depth,
    );
  }

  /** The pipes of consecutive commands, up to a `cd`, after which names are relative to another folder. */
  #list(nodes: readonly SyntaxNode[], depth: number): readonly Pipe[] {
    const pipes: Pipe[] = [];
    for (const node of nodes) {
      if (node.type === 'Command' && /^(?:cd|pushd|popd)$/.test(node.name?.value ?? '')) break;
      pipes.push(...this.of(node, depth + 1));
    }
    return pipes;
  }
}
