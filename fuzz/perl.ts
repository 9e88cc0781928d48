import fc from 'fast-check';
import * as v from 'valibot';
import { isReadPerl } from '../src/policy/profiles/perl-program.ts';
import { PerlOperations } from './perl-operations.ts';
import { benchSuite } from './property.ts';

const listed = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(' '));

/** What must only ever be a part of a text. */
const code = fc.constantFrom(
  'system 1',
  'system(1)',
  '[system 1]',
  '{system 1}',
  '\\{system 1\\}',
  '\\[system 1\\]',
  '@{[system 1]}',
  '@-[system 1]',
  '(?{system 1})',
  '`id`',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference in a text of Perl.
  '${\\system 1}',
);
const part = fc.oneof(
  { weight: 2, arbitrary: code },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...'$x $h $_ $& $. $1 $ARGV $| $) $ @ @F @- @+ \\ \\\\ \\c \\1 \\9 \\Q \\E \\u \\" \\@ \\$ \\{ \\[ \\/ \\| \\: :: -> [ ] { } ( ) | ? * # a 1 " / ; é'.split(
        ' ',
      ),
      "'",
      ' ',
      '\n',
    ),
  },
);
const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
const closedBy: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
const quoted = fc
  .tuple(
    listed('m s s y tr q qq qq qr qw " " /'),
    listed('/ " | , # ! @ : % { [ ('),
    text,
    text,
    listed('g i x r e ge gx and'),
    fc.boolean(),
  )
  .map(([operator, mark, first, second, flags, isFlagged]) => {
    if (/\W/.test(operator)) return `${operator}${first}${operator}`;
    const end = closedBy[mark] ?? mark;
    const rest = /^(?:s|y|tr)$/.test(operator) ? `${end === mark ? '' : mark}${second}${end}` : '';
    return `${operator}${mark}${first}${end}${rest}${isFlagged ? flags : ''}`;
  });

const value = fc.oneof(
  listed('$x $x @x %x $_ $1 $h{a} $x[0] @F $. $& $#x $ARGV $h{s} 1 2.5 1. .5 0x1 <> shift pop eof y'),
  quoted,
  quoted,
);
const blank = fc.constantFrom('', '', ' ', '\n');
const operator = fc.constantFrom(
  ...'<=> ** || && // =~ == => .. - + * / . % = < > , .= /= x ++ -- ?1:'.split(' '),
  ' x ',
  ' eq ',
  ' and ',
);
const starting = fc.constantFrom(
  ...'print say push join warn sort map grep'.split(' ').map((name) => `${name} `),
  'print STDERR ',
  'print',
  '(',
  'if($x){1}',
  '$x=',
  '- ',
  '',
  '',
);
const expression = fc
  .tuple(starting, value, fc.array(fc.tuple(blank, operator, blank, value), { maxLength: 3 }))
  .map(([start, first, more]) => `${start}${first}${more.flat().join('')}${start === '(' ? ')' : ''}`);
const ending = fc.constantFrom(';', ';', ' ', '\n', '/"', '/', '}', ';#/');
const program = fc
  .array(fc.tuple(expression, ending), { minLength: 1, maxLength: 3 })
  .map((all) => all.flat().join(''));

/** What Perl makes of the programs that the reader takes for harmless, whatever words they hold. */
export const perl = benchSuite<string>({
  title:
    'a program of Perl that is taken for harmless has no operation that does more than compute and print',
  schema: v.string(),
  arbitrary: program,
  open: async () => {
    const operations = new PerlOperations();
    const problemOf = async (input: string): Promise<string | null> => {
      if (!isReadPerl(input)) return null;
      const found = await operations.harmful(input);
      return found === '' ? null : `it has ${found}`;
    };
    return { problemOf, close: () => operations.close() };
  },
});
