import type { Words } from '../rules/pattern.ts';
import { type Arguments, nothing } from './arguments.ts';
import { CallFinder, type Deed } from './call-finder.ts';
import { computedCall } from './computed-calls.ts';
import { Evaluator } from './evaluator.ts';
import type { Given } from './known-functions.ts';
import type { CallForm, CodeLanguage } from './language.ts';
import { modulesIn } from './modules.ts';
import { rewritten } from './rewritten.ts';
import { type CodeToken, tokensOf } from './tokens.ts';
import { asText, flattened, knownText } from './value.ts';

const endless =
  '(?:(?:while|until) (?:\\( )?(?:! )?(?:[01]|[Tt]rue|[Ff]alse)\\b(?: \\))?|for \\( ; ; \\)|loop)';
const fork = '(?:(?:os|POSIX|Process)(?:\\.|::))?(?:pcntl_)?fork\\b';

const loopOfForks = new RegExp(`(?:^| )${endless} (?:(?:[:{]|do) )?${fork}`);
const forkWithLoop = new RegExp(`(?:^| )${fork}(?: \\( \\))? (?:${endless}|while (?:\\( )?${fork})`);

/** Whether code forks in an endless loop: `fork while fork`, `while True: os.fork()`. */
function forksWithoutEnd(tokens: readonly CodeToken[]): boolean {
  const bare = tokens.map(({ kind, text }) => (kind === 'text' ? '""' : text)).join(' ');
  const line = bare.replace(/\s+/g, ' ');
  return loopOfForks.test(line) || forkWithLoop.test(line);
}

/** What code runs and does, as far as its strings tell: for finding dangers, never for allowing. */
export interface CodeCalls {
  readonly commands: readonly Words[];
  /** Commands that a shell reads. */
  readonly scripts: readonly string[];
  readonly deeds: readonly Deed[];
  /** Texts that it writes to what it starts. */
  readonly fed: readonly string[];
  /** Files that it may import as modules, as endings of their paths. */
  readonly modules: readonly string[];
  /** Whether a limit was reached. */
  readonly isCut: boolean;
}

/** A shell script equal to code that forks endlessly. */
const sameInShell = 'f() { f | f & }; f';

const mostCalls = 4096;
/** Most nested strings of code that are read, and most strings of one code. */
const mostNesting = 2;
const mostCodes = 256;

/** Names that do not begin an argument. */
const noArgument =
  /^(?:and|or|if|unless|while|until|do|then|end|rescue|ensure|x|eq|ne|in|of|as|for|foreach)$/;

/** Whether a name is followed by arguments: in parentheses, or directly if the language allows that. */
function isCalled(next: CodeToken | undefined, { juxtaposed }: CodeLanguage): boolean {
  if (next?.kind === 'mark') return next.text === '(';
  if (next?.kind === 'name')
    return juxtaposed?.test('"') === true && /^[$\w]/.test(next.text) && !noArgument.test(next.text);
  return next?.kind === 'text' && (next.splits === true || juxtaposed?.test(next.quote ?? '') === true);
}

/** Searches the tokens of code for calls. */
class CodeScan {
  readonly finder = new CallFinder();
  readonly #tokens: readonly CodeToken[];
  readonly #evaluator: Evaluator;
  readonly #language: CodeLanguage;
  readonly #starting: readonly CallForm[];
  #calls = 0;

  constructor(code: string, language: CodeLanguage, given: Given) {
    const tokens = tokensOf(code, language);
    this.#tokens = language.arranged?.(tokens) ?? tokens;
    this.#evaluator = new Evaluator(this.#tokens, language, given);
    this.#language = language;
    this.#starting = language.calls.filter(({ feeds }) => feeds !== true);
  }

  /** Notes a method call; the value it is called on becomes the first argument. */
  #member(index: number, form: CallForm): void {
    this.#calls += 1;
    this.#evaluator.readings(() => {
      const isGiven = this.#tokens[index + 1]?.text === '(';
      const { placed, named } = isGiven ? this.#evaluator.argumentsAt(index + 1) : nothing;
      const given = { placed: [this.#evaluator.calledOf(index), ...placed], named };
      return this.#note(index, form, given);
    });
  }

  #call(index: number, form: CallForm): void {
    this.#calls += 1;
    this.#evaluator.readings(() => {
      return this.#note(index, form, this.#evaluator.argumentsAt(index + 1));
    });
  }

  /** Notes a call; returns whether all of its arguments are known. */
  #note(index: number, form: CallForm, given: Arguments, name?: string): boolean {
    const called = name ?? this.#tokens[index]?.text ?? '';
    this.finder.call(called, form, { given, surroundings: this.#evaluator.surroundings(index) });
    const [first, ...others] = given.placed.flatMap(flattened);
    return first?.isKnown === true && others.every(({ isKnown }) => isKnown);
  }

  /** Whether a limit is reached, which is noted. */
  #isDone(): boolean {
    this.finder.isCut ||= this.#calls >= mostCalls || this.#evaluator.isCut;
    return this.finder.isCut;
  }

  #named(index: number, text: string, forms: readonly CallForm[]): void {
    const [member = ''] = /(?:\.|->|::)\w+$/.exec(text.slice(-32)) ?? [];
    const isGiven = isCalled(this.#tokens[index + 1], this.#language);
    for (const form of forms) {
      if (form.after?.test(member) === true) this.#member(index, form);
      else if (form.after === undefined && isGiven && form.name.test(text)) this.#call(index, form);
    }
  }

  /** Notes a call whose name is computed: `$f(…)`, `x[k](…)`. */
  #computed(index: number): void {
    const call = computedCall(this.#tokens, index);
    if (call === null) return;
    this.#evaluator.readings(() => {
      const own = knownText(this.#evaluator.comesTo(call.expression, call.start));
      if (own === null) return false;
      const name = `${call.of}${own}`;
      const forms = this.#starting.filter((form) => form.after === undefined && form.name.test(name));
      this.#calls += forms.length;
      const given = forms.length === 0 ? nothing : this.#evaluator.argumentsAt(call.args);
      return forms.map((form) => this.#note(index, form, given, name)).includes(true);
    });
  }

  scan(): void {
    for (const [index, token] of this.#tokens.entries()) {
      const { kind, text, runs } = token;
      if (this.#isDone()) break;
      if (runs === true) {
        this.#calls += 1;
        this.#evaluator.readings(() => {
          const script = asText(this.#evaluator.filled(token, index));
          this.finder.shell(script.text, this.#evaluator.surroundings(index));
          return script.isKnown;
        });
      }
      if (kind === 'name') this.#named(index, text, this.#starting);
      if (kind !== 'text') this.#computed(index);
    }
    this.#isDone();
  }

  /** Collects the texts written to started programs, if one may run them or if `isAnyway`. */
  scanFed(isAnyway: boolean): void {
    const feeding = this.#language.calls.filter(({ feeds }) => feeds === true);
    if (feeding.length === 0 || !(isAnyway || this.finder.startsShell())) return;
    for (const [index, { kind, text }] of this.#tokens.entries()) {
      if (this.#isDone()) break;
      if (kind === 'name') this.#named(index, text, feeding);
    }
    if (!isAnyway) this.finder.feedStarted();
  }
}

/** The result for code that runs nothing. */
export const none: CodeCalls = { commands: [], scripts: [], deeds: [], fed: [], modules: [], isCut: false };

/** For code of which only the text is known. */
const nothingGiven: Given = { argv: null, isNamed: false, environment: () => [] };

/** Finds what code runs; with `isPrinted`, everything that it writes is collected too. */
export function callsOf(
  code: string,
  language: CodeLanguage,
  {
    given = nothingGiven,
    nesting = 0,
    isPrinted = false,
  }: { readonly given?: Given; readonly nesting?: number; readonly isPrinted?: boolean } = {},
): CodeCalls {
  if (code.includes('fork') && forksWithoutEnd(tokensOf(code, language)))
    return { ...none, scripts: [sameInShell] };
  const modules = language.modules === undefined ? [] : modulesIn(code, language.modules);
  if (language.needs?.test(code) === false) return modules.length === 0 ? none : { ...none, modules };
  const scan = new CodeScan(rewritten(code, language), language, given);
  scan.scan();
  const { finder } = scan;
  scan.scanFed(isPrinted);
  finder.isCut ||= finder.codes.length > (nesting < mostNesting ? mostCodes : 0);
  finder.modules.push(...modules);
  if (finder.isCut) return finder;
  for (const inner of finder.codes) {
    const inside = callsOf(inner, language, { given, nesting: nesting + 1 });
    const { commands, scripts, deeds, isCut } = inside;
    finder.commands.push(...commands);
    finder.scripts.push(...scripts);
    finder.deeds.push(...deeds);
    finder.modules.push(...inside.modules);
    finder.isCut ||= isCut;
  }
  return finder;
}
