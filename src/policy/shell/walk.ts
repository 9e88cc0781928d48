import type {
  AndOr,
  Assignment,
  Command,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  Redirection,
  Statement,
} from 'unbash';
import {
  type Analysis,
  type Arg,
  type Assigned,
  type Cwds,
  NotUnderstood,
  type Printed,
  textArg,
  type WrittenStep,
} from './arg.ts';
import { type Bodies, checkSpelling, walkCase, walkCount, walkFor, walkIf, walkWhile } from './compound.ts';
import { Coverage } from './coverage.ts';
import { afterwards, type Flow, joinCwds, knownAt, staying } from './cwds.ts';
import { describe } from './describe.ts';
import { StepCollector } from './emit.ts';
import { feeding, isNegated, printedBy, readsPipe } from './feeding.ts';
import { givesInput, readByLoop } from './line-loops.ts';
import { mayLoseSeparator, type Substitution } from './lost-separator.ts';
import { checkCounting, ownNumber } from './numbers.ts';
import { parseScript } from './parse.ts';
import { readRedirects } from './redirect.ts';
import { ambiguity, screenText } from './screen.ts';
import { streamsIn } from './streams.ts';
import { readTest } from './test-expression.ts';
import { setsNoMessage } from './told-plainly.ts';
import { checkSetting, isComputedName, settledBy } from './variables.ts';
import { ownInput, type ScriptPlace, type WalkContext, type WalkOptions } from './walk-context.ts';
import { readArgument, readAssignment, readWord, type WordReading } from './word.ts';

const mostDepth = 32;

class Walker {
  readonly #options: WalkOptions;
  readonly #collector: StepCollector;
  readonly #printed = new WeakMap<ParsedScript, Printed>();
  #depth = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#collector = new StepCollector(options.home, (...inner) => this.enter(...inner));
  }

  get found(): Omit<Analysis, 'opaque'> {
    return this.#collector.found;
  }

  /** Reads the text of a whole script. */
  enter(text: string, strict: boolean, at: ScriptPlace): void {
    if (screenText(text) !== null) throw new NotUnderstood('holds characters that shells read differently');
    const odd = ambiguity(text, this.#options.isPlainLocale === true);
    if (odd !== null) throw new NotUnderstood(odd);
    const { script, problem } = parseScript(text, this.#options.parser);
    if (script === null || problem !== null)
      throw new NotUnderstood((problem ?? 'cannot be parsed').replace(/^it /, ''));
    if (/[<>]/.test(text)) this.#collector.streams.push(...streamsIn(script, this.#options.parser));
    const known = new Map<string, Arg>([...(at.given ?? []), ['HOME', textArg(this.#options.home)]]);
    const coverage = new Coverage(text);
    const context = { known, piped: at.piped, strict, coverage, source: text, sharesScript: at.sharesScript };
    this.#script(script, at.cwds, context);
    const gap = coverage.firstGap();
    if (gap !== null) throw new NotUnderstood(`holds "${gap}" where nothing shows what it runs`);
  }

  #script(script: ParsedScript, cwds: Cwds, context: WalkContext): void {
    if (script.errors !== undefined && script.errors.length > 0) throw new NotUnderstood('cannot be parsed');
    if (script.commands.length === 0) throw new NotUnderstood('holds no command');
    this.#list(script.commands, cwds, context);
  }

  #substitution(script: ParsedScript, node: Substitution, at: { cwds: Cwds; context: WalkContext }) {
    const { cwds, context } = at;
    if (mayLoseSeparator(node, this.#options.parser))
      throw new NotUnderstood('holds a ";" behind a here-document in a substitution, which bash 5.2 loses');
    const { source } = script;
    const inner = source === undefined ? context : { ...context, coverage: new Coverage(source), source };
    if (inner !== context) context.coverage.span(node.pos, node.end, 'single');
    this.#script(script, cwds, inner);
    if (inner !== context && inner.coverage.firstGap() !== null)
      throw new NotUnderstood('holds a substitution nothing shows');
    const printed = printedBy(script, this.#collector.last);
    if (printed !== undefined) this.#printed.set(script, printed);
    return printed;
  }

  #reading(cwds: Cwds, context: WalkContext): WordReading {
    const { home, isPlainlyTold, text } = this.#options;
    const known = { get: (name: string) => ownNumber(name) ?? knownAt(cwds, name, context.known) };
    const { strict, coverage, source } = context;
    const isToldPlainly = () => isPlainlyTold === true && [text, source].every(setsNoMessage);
    const enter: WordReading['enter'] = (script, node) =>
      this.#substitution(script, node, { cwds, context: { ...context, fedBy: undefined } });
    return { home, known, strict, coverage, isToldPlainly, enter };
  }

  #list(statements: readonly Statement[], cwds: Cwds, outer: WalkContext): Flow {
    let [flow, context] = [staying(cwds), outer];
    for (const statement of statements) {
      const start = afterwards(flow);
      const ran = this.#node(statement.command, start, context);
      if (statement.background === true && context.strict) throw new NotUnderstood('runs in the background');
      flow = statement.background === true ? staying(start) : ran;
      if (statement.background !== true) context = this.#settled(statement.command, start, context);
    }
    return flow;
  }

  #settled(node: CommandNode | Pipeline | AndOr, cwds: Cwds, context: WalkContext): WalkContext {
    // Its substitutions have been walked already.
    const enter: WordReading['enter'] = (script) => this.#printed.get(script);
    const at = { source: context.source, cwds, reading: { ...this.#reading(cwds, context), enter } };
    const known = settledBy(node, context.known, at);
    return known === context.known ? context : { ...context, known };
  }

  #body(list: CompoundList, cwds: Cwds, context: WalkContext): Flow {
    if (context.strict) throw new NotUnderstood('uses a construct beyond plain commands');
    return this.#list(list.commands, cwds, context);
  }

  /** The context for walking compound constructs. */
  #bodies(context: WalkContext): Bodies {
    if (context.strict) throw new NotUnderstood('uses a construct beyond plain commands');
    return {
      ...context,
      parser: this.#options.parser,
      body: (list, cwds, given) => this.#body(list, cwds, { ...context, fedBy: undefined, ...given }),
      reading: (cwds) => this.#reading(cwds, context),
      assign: (assigned, cwds) => {
        this.#emit([], { cwds, context, assignments: [assigned] });
      },
    };
  }

  #node(node: CommandNode | Pipeline | AndOr, cwds: Cwds, context: WalkContext): Flow {
    this.#depth += 1;
    if (this.#depth > mostDepth) throw new NotUnderstood(`nests deeper than ${mostDepth}`);
    try {
      return this.#dispatch(node, cwds, context);
    } finally {
      this.#depth -= 1;
    }
  }

  #dispatch(node: CommandNode | Pipeline | AndOr, cwds: Cwds, context: WalkContext): Flow {
    switch (node.type) {
      case 'Command':
        return this.#command(node, cwds, context);
      case 'Pipeline':
        return this.#pipeline(node, cwds, context);
      case 'AndOr':
        return this.#andOr(node, cwds, context);
      case 'Redirected':
        return this.#redirected(node.command, node.redirects, { cwds, context });
      case 'Subshell':
        this.#body(node.body, cwds, context);
        return staying(cwds);
      case 'BraceGroup':
        return this.#body(node.body, cwds, context);
      case 'If':
        return walkIf(node, cwds, this.#bodies(context));
      case 'While':
        return walkWhile(node, cwds, this.#bodies(context));
      case 'For':
        return walkFor(node, cwds, this.#bodies(context));
      case 'Case':
        return walkCase(node, cwds, this.#bodies(context));
      case 'ArithmeticFor':
        return walkCount(node, cwds, this.#bodies(context));
      case 'ArithmeticCommand':
        if (context.strict) throw new NotUnderstood('computes in a way not every shell knows');
        checkCounting(node.body, context.known);
        return staying(cwds);
      case 'TestCommand': {
        if (context.strict) throw new NotUnderstood('uses [[, which not every shell has');
        const touched = readTest(node.expression, this.#reading(cwds, context));
        return this.#emit([], { cwds, context, touched });
      }
      default:
        throw new NotUnderstood(`uses ${describe(node.type)}`);
    }
  }

  #emit(
    args: readonly Arg[],
    at: { cwds: Cwds; context: WalkContext } & Partial<Parameters<StepCollector['emit']>[0]>,
  ): Flow {
    const { cwds, context, assignments = [], redirects = [], touched = [], piped = context.piped } = at;
    const { inputText = null } = at;
    const { fedBy, loopInput, sharesScript, strict } = context;
    const step = { args, assignments, redirects, touched, cwds, piped, shell: true, strict };
    return this.#collector.emit({ ...step, fedBy, loopInput, sharesScript, inputText });
  }

  #command(node: Command, cwds: Cwds, context: WalkContext): Flow {
    const reading = this.#reading(cwds, context);
    const redirects: Redirection[] = [];
    const assignments: Assigned[] = [];
    const args: Arg[] = node.name === undefined ? [] : [...readWord(node.name, reading)];
    const exporting = args[0]?.kind === 'text' && args[0].text === 'export';
    if (isComputedName(node.name)) throw new NotUnderstood('computes the name of a program');
    const set = (item: Assignment) => {
      checkSetting(item, context.known);
      assignments.push(readAssignment(item, reading));
    };
    for (const item of node.prefix) {
      if (item.type === 'Assignment') set(item);
      else redirects.push(item);
    }
    for (const item of node.suffix) {
      if (item.type === 'Word') args.push(...readArgument(item, reading));
      else if (item.type !== 'Assignment') redirects.push(item);
      else if (exporting) set(item);
      else throw new NotUnderstood('declares variables');
    }
    checkSpelling(args, context.source.slice(node.pos, node.end), context.known);
    const { files, input, inputText } = readRedirects(redirects, reading);
    const at = givesInput(redirects) ? { ...context, ...ownInput } : context;
    const given = { assignments, redirects: files, piped: at.piped || input, inputText };
    return this.#emit(args, { cwds, context: at, ...given });
  }

  #redirected(
    inner: CommandNode,
    nodes: readonly Redirection[],
    at: { cwds: Cwds; context: WalkContext },
  ): Flow {
    const { cwds, context } = at;
    const reading = this.#reading(cwds, context);
    let printed: Printed | undefined;
    const enter: WordReading['enter'] = (script, node) => {
      printed = reading.enter(script, node);
      return printed;
    };
    const { files, input } = readRedirects(nodes, { ...reading, enter });
    if (files.length > 0) this.#emit([], { cwds, context, redirects: files });
    const fedBy = input ? readByLoop(inner, nodes, { printed, reading, cwds }) : context.fedBy;
    const inside = givesInput(nodes) ? { ...context, ...ownInput } : context;
    return this.#node(inner, cwds, { ...inside, piped: context.piped || input, fedBy });
  }

  #pipeline(node: Pipeline, cwds: Cwds, context: WalkContext): Flow {
    if (context.strict && (node.prefixes.length > 0 || node.operators.includes('|&'))) {
      throw new NotUnderstood('uses a word that not every shell knows');
    }
    if (node.commands.length === 1 && node.commands[0] !== undefined) {
      const flow = this.#node(node.commands[0], cwds, context);
      return isNegated(node) ? { ok: flow.fail, fail: flow.ok } : flow;
    }
    let fedBy: WrittenStep['fedBy'];
    for (const [index, command] of node.commands.entries()) {
      const at = index === 0 ? context : { ...context, piped: true, ...ownInput };
      this.#node(command, cwds, readsPipe(command) ? { ...at, fedBy } : at);
      fedBy = node.operators[index] === '|' ? feeding(command, this.#collector.last) : undefined;
    }
    return staying(cwds);
  }

  #andOr(node: AndOr, cwds: Cwds, outer: WalkContext): Flow {
    let flow: Flow | null = null;
    let context = outer;
    for (const [index, command] of node.commands.entries()) {
      if (flow === null) {
        flow = this.#node(command, cwds, context);
        context = this.#settled(command, cwds, context);
      } else if (node.operators[index - 1] === '&&') {
        const next = this.#node(command, flow.ok, context);
        flow = { ok: next.ok, fail: joinCwds(flow.fail, next.fail) };
      } else {
        const next = this.#node(command, flow.fail, context);
        flow = { ok: joinCwds(flow.ok, next.ok), fail: next.fail };
      }
    }
    return flow ?? staying(cwds);
  }
}

/** Analyses a script into its steps, or says why that is not possible. Never throws because of the script. */
export function analyseScript(options: WalkOptions): Analysis {
  const walker = new Walker(options);
  try {
    walker.enter(options.text, options.strict, options);
    return { ...walker.found, opaque: null };
  } catch (error) {
    if (error instanceof NotUnderstood) return { ...walker.found, opaque: error.message };
    if (error instanceof RangeError) return { ...walker.found, opaque: 'nests too deeply' };
    throw error;
  }
}
