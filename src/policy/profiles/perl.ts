import { type Arg, textOf } from '../shell/arg.ts';
import { isHarmlessPerl } from './perl-program.ts';
import { operandsOf, type Profile, plainReading, type Reading } from './profile.ts';

/** Options in one word that only say how lines are read and printed; the last may be that of the program. */
const switches = /^-(?:[npawW]|l[0-7]*|0[0-7]*)*([eE]?)$/;

/** `-F` with a mark or a pattern that cannot end the call of `split` that perl puts it into (perlrun). */
const separator = /^-[npaw]*F(?:[^\w\s'"/\\$@(){}#]|\\[t|s.]\+?|\/[^/\\'"$@(){}]+\/)$/;

/** Not `-Mutf8`, by which names may have letters beyond ASCII. */
const harmlessOthers = /^-(?:M(?:strict|warnings)|C[SIOEDioAL]*)$/;

/** A name that perl opens as it is: without a mark at either end, which would make it a command or a file to write (perlfunc, "open"). */
const opened = /^(?:-|(?![\s<>|+&-]).*[^\s|])$/s;

function isOpened(arg: Arg): boolean {
  if (arg.kind === 'glob') return /^[\w./].*\w$/s.test(arg.literal);
  return arg.kind === 'text' && opened.test(arg.text);
}

/** The programs given to `perl`, and where its operands start; null for options that are not known to be harmless. */
function optionsOf(
  args: readonly Arg[],
): { readonly programs: readonly string[]; readonly end: number } | null {
  const programs: string[] = [];
  for (let index = 1; ; index += 1) {
    const word = textOf(args[index]) ?? '';
    if (word === '--') return { programs, end: index + 1 };
    if (!/^-./.test(word)) return { programs, end: index };
    if (separator.test(word) || harmlessOthers.test(word)) continue;
    const found = switches.exec(word);
    if (found === null) return null;
    if (found[1] === '') continue;
    index += 1;
    const program = textOf(args[index]);
    if (program === null) return null;
    programs.push(program);
  }
}

function readPerl(args: readonly Arg[]): Reading | string {
  if (args.length === 2 && /^(?:--version|-v|-V)$/.test(textOf(args[1]) ?? '')) return plainReading([]);
  const found = optionsOf(args);
  if (found === null) return 'its options are not among those known to be harmless';
  if (found.programs.length === 0) return 'it runs a script';
  if (!isHarmlessPerl(found.programs.join('\n'))) return 'its program is not certain to only print';
  const files = args.slice(found.end);
  if (!files.every(isOpened)) return 'it runs a program or writes a file whose name has a mark at one end';
  return plainReading(operandsOf('read', files));
}

/** Perl with a program on the command line that is certain to only compute and print. */
export const perl = (): readonly Profile[] => [
  {
    names: 'perl',
    read: readPerl,
    unlessSet: 'PERL5OPT PERL5LIB PERLLIB PERL5DB',
    allow: [
      'perl -v',
      'perl -V',
      "perl -ne 'print if /FOO/' f",
      "perl -ne 'print if /system|open (\\w+)$/i' f",
      "perl -pe 's/do (\\w+)/use $1/g; s/open\\(/read(/' f",
      'perl -ne \'print "write $1\\n" if /no (\\w+)/\' f',
      'perl -ne \'print "$1 -> $2\\n" while /(\\w+): (\\w+)/g\' f',
      'perl -ne \'print "$.: $_" if /a|b$/i\' f src/a.ts',
      "perl -pe 's/a/b/g' f",
      "perl -pe 's{/usr/(\\w+)}{$1}g; tr/a-z/A-Z/' f",
      'perl -0777 -ne \'print "$1\\n" while /(\\w+)\\s*=/gs\' f',
      'perl -0777ne \'while (/x(\\d+)/g) { print "$1\\n" }\' f',
      "perl -lane 'print $F[0]' f",
      'perl -F: -lane \'print "$F[0] $F[-1]"\' f',
      "perl -F'\\t' -anE 'say $F[1] if $F[2] > 3' f",
      'perl -lne \'$h{$1}++ if /(\\w+)/; END { print "$_ $h{$_}" for sort { $h{$b} <=> $h{$a} } keys %h }\' f',
      "perl -ne 'print if 5..10' f",
      "perl -ne 'print if /a/../b/' f",
      'perl -ne \'$s += $_; END { printf "%.2f\\n", $s / $. }\' f',
      'perl -ne \'next unless /x/; chomp; my @a = split /,\\s*/; print join("|", map { lc } @a), "\\n"\' f',
      'perl -e \'print 2**10, "\\n"\'',
      'perl -e \'for my $i (1..3) { print "$i\\n" }\'',
      "perl -ne 'print unless $seen{$_}++' f",
      'perl -ne \'print length($_) > 80 ? "$ARGV:$.\\n" : ""\' ./*.ts',
      "git log --oneline | perl -pe 's/^\\w+ //'",
      "perl -Mstrict -wnle 'print (($_ =~ /(x)/) ? 1 : 0)' f",
      "perl -ne 'print((split)[1])' f",
      "perl -ne 'if (/a/) { print } elsif (/b/) { s/b/c/; print } else { last }' f",
    ],
    notAllow: [
      "perl -ne 'print' .env",
      "perl -i -pe 's/a/b/' f",
      "perl -pi -e 's/a/b/' f",
      'perl -i.bak -pe 1 f',
      'perl f.pl',
      'perl',
      'perl -c f',
      'perl -d -e 1',
      'perl -x -e 1',
      'perl -I. -e 1',
      'perl -MFoo -e 1',
      'perl -M-strict -e 1',
      'perl -Mre=eval -e 1',
      'perl -S -e 1',
      'perl -s -e 1 f',
      'perl -e "$X"',
      'perl -e "print $X"',
      'perl -e \'system "id"\'',
      "perl -e 'exec q(id)'",
      "perl -e 'print `id`'",
      "perl -e 'print qx(id)'",
      'perl -e \'unlink "f"\'',
      'perl -e \'open F, ">f"\'',
      'perl -e \'do "f"\'',
      'perl -e \'require "./f"\'',
      "perl -e 'use Foo'",
      "perl -e 'eval $_'",
      "perl -ne 'eval' f",
      "perl -pe 's/a/system 1/e' f",
      "perl -pe 's/a/system 1/gee' f",
      "perl -pe 's{a}{system 1}e' f",
      "perl -ne 'print if /(?{system 1})/' f",
      "perl -ne 'print if /(??{system 1})/' f",
      "perl -ne 'print if /(*{system 1})/' f",
      'perl -ne \'print "@{[system 1]}"\' f',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference in a text of Perl.
      'perl -ne \'print "${\\system 1}"\' f',
      'perl -ne \'print "$h{system 1}"\' f',
      'perl -ne \'print "$F[system 1]"\' f',
      "perl -ne 'print if /@{[system 1]}/' f",
      "perl -ne 's/x/@{[system 1]}/' f",
      "perl -e 'print %ENV'",
      "perl -e 'print $ENV{HOME}'",
      'perl -e \'print "$ENV{HOME}"\'',
      'perl -e \'print "@ENV{HOME}"\'',
      "perl -e 'print $::ENV{HOME}'",
      'perl -e \'print "$::ENV{HOME}"\'',
      'perl -e \'print "$main::ENV{HOME}"\'',
      'perl -e "print \\"\\$main\'ENV{HOME}\\""',
      'perl -e \'$x = "ENV"; print $$x{HOME}\'',
      'perl -e \'$x = "ENV"; print $x->{HOME}\'',
      'perl -e \'$x = "ENV"; print "$x->{HOME}"\'',
      'perl -e \'$x = "ENV"; print "$$x{HOME}"\'',
      'perl -e \'$h{a} = "ENV"; print $h{a}{HOME}\'',
      'perl -e \'$h{a} = "ENV"; print "$h{a}{HOME}"\'',
      'perl -e \'$h{a} = "ARGV"; $h{a}[0] = "id|"; print <>\'',
      'perl -e \'$x = "ENV"; print %$x\'',
      'perl -e \'@ARGV = "id|"; print <>\'',
      'perl -e \'$ARGV[0] = "id|"; print <>\'',
      'perl -e \'push @ARGV, "id|"; print <>\'',
      'perl -e \'unshift ARGV, "id|"; print <>\'',
      'perl -e \'$^I = ""; print <>\' f',
      "perl -e '*ARGV = \\@x'",
      'perl -e \'&{"CORE::system"}(1)\'',
      'perl -e \'$h{f}("id")\'',
      'perl -e \'"IO::File"->new("f", "w")\'',
      'perl -e \'new IO::File("f", "w")\'',
      'perl -e \'$f = "f"; sort $f 1, 2\'',
      "perl -e 'print <*>'",
      "perl -e 'print <$x>'",
      "perl -e 'print <<A'",
      'perl -e \'print -e "f"\'',
      "perl -e '$x / 2; system 1; # /'",
      "perl -e '{a} / system(1) / 2'",
      "perl -e 'shift / system(1) / 2'",
      "perl -e '$h{s}; system 1 }'",
      "perl -e 's =a=system 1=e'",
      "perl -ne 'print' 'id|'",
      "perl -ne 'print' '|id'",
      "perl -ne 'print' '>f'",
      "perl -ne 'print' ' >f'",
      "perl -ne 'print' *",
      "perl -ne 'print' *.ts",
      "perl -ne 'print' src/*",
      'perl -ne print "$X"',
      "perl -F'/x/); system(1); (/' -ane 'print' f",
      "perl -F'\"a\"; system 1' -ane 'print' f",
      "PERL5OPT=-MFoo perl -ne 'print' f",
      "PERL5LIB=. perl -ne 'print' f",
      "perl -E 'use v7'",
      'perl -e \'print "\\c\\@{[system 1]}"\'',
      'perl -e \'print "@-[system 1]"\'',
      'perl -e \'print "$)[system 1]"\'',
      "perl -pe 's/a/$|[system 1]/' f",
      "perl -pe 's/a/\\1[system 1]/' f",
      "perl -e 'print qq{$h\\{system 1\\}}'",
      "perl -pe 's[a][$x\\[system 1\\]]' f",
      "perl -e 'print qq@\\@{[system 1]}@'",
      // Words in a text that could be code, if Perl read it in another way.
      'perl -lane \'print "do $F[0]"\' f',
      "perl -e 'print q(system)'",
      "perl -ne 'print if $_ =~ /DynaLoader::x/' f",
      "perl -ne 'print if $x && /`/' f",
      'perl -Mutf8 -e \'print "$xé{system 1}"\'',
      'perl -e \'print $x /"/, system(lc); print $x /"/\'',
      "perl -e 'print $x-s//system 1#/'",
      "perl -e 'print 1./1; system 1; #/'",
      "perl -e 'if (1) {} x /1; system 1; #/'",
      'perl -e \'y/a/b/x /"/, system(lc); print /"/\'',
      "perl -e '$x = q(ARGV); push $x, q(id|); print <>'",
    ],
  },
];
