import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Reads a program a line, in hexadecimal digits, and writes the names of its operations that are not to be there, on a line too. What
 * does not compile has none. Programs with `BEGIN` are not for it: they would run.
 */
const script = String.raw`
use B; no strict; no warnings; $| = 1;
my %harmful = map { $_ => 1 } qw(system exec backtick open sysopen unlink entereval dofile require entersub method method_named fork
  kill rename link symlink mkdir rmdir chmod chown utime socket connect pipe_op anoncode glob rv2cv readdir open_dir dump);
sub walk {
  my ($op, $found) = @_;
  return unless $$op;
  $found->{$op->name}++;
  if ($op->isa('B::PMOP')) {
    my $code = eval { $op->code_list };
    walk($code, $found) if ref $code && $$code;
    my $put = $op->name eq 'subst' ? $op->pmreplroot : undef;
    walk($put, $found) if ref $put && $$put && $put->isa('B::OP');
  }
  return unless $op->flags & B::OPf_KIDS;
  for (my $kid = $op->first; $$kid; $kid = $kid->sibling) { walk($kid, $found) }
}
while (my $line = <STDIN>) {
  chomp $line;
  my $program = pack 'H*', $line;
  my $sub = eval "package main; use feature ':5.10'; sub {\n$program\n}";
  my %found;
  if (ref $sub eq 'CODE') { walk(B::svref_2object($sub)->ROOT, \%found) }
  elsif (defined $sub) { $found{system} = 1 }
  print join(' ', grep { $harmful{$_} } sort keys %found), "\n";
}`;

/** One Perl that compiles programs and runs none. Where there is no Perl, none has harmful operations. */
export class PerlOperations {
  readonly #perl: ChildProcess;
  #buffer = '';
  #isOver = false;
  #resolve: (line: string) => void = () => {};

  constructor() {
    this.#perl = spawn('perl', ['-e', script], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#perl.stdout?.setEncoding('utf8');
    this.#perl.stdout?.on('data', (chunk: string) => this.#receive(chunk));
    this.#perl.stdin?.on('error', () => {});
    this.#perl.on('error', () => this.#over());
    this.#perl.on('close', () => this.#over());
  }

  /** The names of harmful operations of a program, '' for none; one program at a time. */
  harmful(program: string): Promise<string> {
    return new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#isOver) resolve('');
      else this.#perl.stdin?.write(`${Buffer.from(program).toString('hex')}\n`);
    });
  }

  close(): void {
    this.#perl.stdin?.end();
  }

  #over(): void {
    this.#isOver = true;
    this.#resolve('');
  }

  #receive(chunk: string): void {
    this.#buffer += chunk;
    const end = this.#buffer.indexOf('\n');
    if (end === -1) return;
    const line = this.#buffer.slice(0, end);
    this.#buffer = this.#buffer.slice(end + 1);
    this.#resolve(line);
  }
}
