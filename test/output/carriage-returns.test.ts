import { describe, expect, it } from 'vitest';
import { collect } from './collect.ts';

const sequence = '\u001b';
const erase = `${sequence}[K`;
/** Every row must come out the same whether its bytes arrive at once, one by one or in threes. */
const deliveries: readonly (readonly number[])[] = [[], [1], [3], [2, 5]];

async function expectText(input: string, text: string): Promise<void> {
  for (const sizes of deliveries) {
    const caps = { outputChars: 200_000, lineChars: 100_000 };
    expect((await collect(input, { sizes, caps })).text).toBe(text);
  }
}

/** What a curl without -s prints to a pipe. */
const curl = [
  '  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n',
  '                                 Dload  Upload   Total   Spent    Left  Speed\n',
  '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0',
  '\r 34 10.2M   34 3584k    0     0  3100k      0  0:00:03  0:00:01  0:00:02 3099k',
  '\r100 10.2M  100 10.2M    0     0  5113k      0  0:00:02  0:00:02 --:--:-- 5113k\n',
];
const states = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i));

describe('a progress bar is shown in its last state', () => {
  it.each([
    ['shares', '10%\r50%\r100%\ndone\n', '100%\ndone\n'],
    ['a return in front of each', '\r1%\r2%\r10%\n', '10%\n'],
    ['a return behind each', '1%\r2%\r10%\r', '10%'],
    ['shares at the right', '  5%\r 50%\r100%\n', '100%\n'],
    ['counts with nothing else', '\r1\r2\r3\n', '3\n'],
    ['counts of all', '9/10 files\r10/10 files\n', '10/10 files\n'],
    ['steps behind returns', '\rstep 1\rstep 2\rstep 10\n', 'step 10\n'],
    ['steps', 'step 1\rstep 2\n', 'step 2\n'],
    ['steps and another text behind', 'progress 10\rprogress 20\rfinished\n', 'finished\n'],
    ['numbers', '8\r9\r10\n', '10\n'],
    ['another text behind the last share', '10%\r20%\rdone\n', 'done\n'],
    ['a short text behind many', 'copy 1%\rcopy 50%\rcopy 100%\rok\n', 'ok\n'],
    ['blanks wipe it', `Reading 50%\r${' '.repeat(11)}\rok\n`, 'ok\n'],
    ['blanks wipe what is no bar', `Reading\r${' '.repeat(7)}\rok\n`, 'ok\n'],
    ['a sequence erases what was longer', `Downloading\r${erase}ok\n`, 'ok\n'],
    ['one behind the text', `Downloading\rok${erase}\n`, 'ok\n'],
    ['one of the whole line', `Downloading\r${sequence}[2Kok\n`, 'ok\n'],
    ['one before the return', `Downloading${sequence}[2K\rok\n`, 'ok\n'],
    [
      'the column instead of a return',
      `one${sequence}[2K${sequence}[1Gtwo${sequence}[2K${sequence}[Gok\n`,
      'ok\n',
    ],
    ['one of the rest of the screen', `Downloading\r${sequence}[Jok\n`, 'ok\n'],
    ['colours', `${sequence}[1m1%${sequence}[0m\r${sequence}[1m2%${sequence}[0m\n`, '2%\n'],
    ['curl', curl.join(''), [...curl.slice(0, 2), curl[4]?.slice(1)].join('')],
    [
      'git',
      `remote: Counting objects:  50% (1/2)${erase}\rremote: Counting objects: 100% (2/2)${erase}\rremote: Counting objects: 100% (2/2), done.${erase}\nReceiving objects:  50% (1/2)\rReceiving objects: 100% (2/2)\rReceiving objects: 100% (2/2), 1.2 MiB | 3 MiB/s, done.\n`,
      'remote: Counting objects: 100% (2/2), done.\nReceiving objects: 100% (2/2), 1.2 MiB | 3 MiB/s, done.\n',
    ],
    [
      'wget',
      '\ra.tar     0%[          ]       0  --.-KB/s               \ra.tar   100%[=========>]   1.20M  3.1MB/s    in 0.4s  \n',
      'a.tar   100%[=========>]   1.20M  3.1MB/s    in 0.4s  \n',
    ],
    [
      'pip',
      '     ━━━━╸━━━━━ 0.4/1.2 MB 3.1 MB/s eta 0:00:01\r     ━━━━━━━━━━ 1.2/1.2 MB 3.4 MB/s eta 0:00:00\n',
      '     ━━━━━━━━━━ 1.2/1.2 MB 3.4 MB/s eta 0:00:00\n',
    ],
    [
      'apt',
      '\rReading package lists... 0%\r\rReading package lists... 99%\r\rReading package lists... Done\n',
      'Reading package lists... Done\n',
    ],
    [
      'cargo',
      `    Building [=>   ] 1/9: a\r${erase}    Building [==>  ] 2/9: b\r${erase}    Finished dev\n`,
      '    Finished dev\n',
    ],
    ['npm', `⠋ idealTree\r${erase}⠙ reify\r${erase}added 1 package\n`, 'added 1 package\n'],
    [
      'tqdm',
      '  0%|          | 0/9 [00:00<?, ?it/s]\r 11%|█         | 1/9 [00:01<00:08, 1.00s/it]\n',
      ' 11%|█         | 1/9 [00:01<00:08, 1.00s/it]\n',
    ],
    ['a spinner', '|\r/\r-\r\\\r|\n', '|\n'],
    ['a spinner with a text', '⠋ working\r⠙ working\r⠹ working\n', '⠹ working\n'],
    [
      'rates that shrink, once it is known to be one',
      'a 9%, 1.2 MB/s\ra 10%, 1.3 MB/s\ra 11%, 900 kB/s\ra 12%, 9 kB/s\n',
      'a 12%, 9 kB/s\n',
    ],
    ['behind a text of another kind', 'Preparing\r10%\r20%\r100%\n', 'Preparing\\r100%\n'],
    ['a thousand states', `${states(1000, (i) => `copied ${i} of 999`).join('\r')}\n`, 'copied 999 of 999\n'],
  ])('%s', (_, input, text) => expectText(input, text));
});

describe('text before a carriage return is never lost', () => {
  it.each([
    ['CRLF is a line end', 'a\r\nb\r\n', 'a\nb\n'],
    ['CR CR LF too', 'a\r\r\nb', 'a\nb'],
    ['a line read into a text', '[k: 5\r] ok\n', '[k: 5\\r] ok\n'],
    ['something put at the end of lines', 'name,age\r|end\na\r|end\n', 'name,age\\r|end\na\\r|end\n'],
    ['columns the other way round', 'b2\r:a1\n', 'b2\\r:a1\n'],
    ['columns as they are', '34\r 12\n', '34\\r 12\n'],
    ['numbers that do not cover each other', '341\r12\r6\n', '341\\r12\\r6\n'],
    ['names', 'anna\rbert\rcora\n', 'anna\\rbert\\rcora\n'],
    ['numbers without anything between', '34\r12\n', '34\\r12\n'],
    [
      'a value in a sentence',
      'value is 5\r units and more than that\n',
      'value is 5\\r units and more than that\n',
    ],
    ['lines joined by blanks', 'v1.0\r v1.1\r v1.2\r v1.3\r\n', 'v1.0\\r v1.1\\r v1.2\\r v1.3\n'],
    ['shares joined by commas', '10%\r,20%\r,30%\r\n', '10%\\r,20%\\r,30%\n'],
    ['shares joined by blanks', '10%\r 20%\r 30%\r\n', '10%\\r 20%\\r 30%\n'],
    ['by tabs', 'a 1/2\r\ta 2/2\r\n', 'a 1/2\\r\ta 2/2\n'],
    ['line ends of an old Mac', 'alice,30\rbob,25\rcarol,41\r', 'alice,30\\rbob,25\\rcarol,41'],
    ['what is longer', 'abcdef\rX', 'abcdef\\rX'],
    ['a longer state of a bar', 'downloading\rok\n', 'downloading\\rok\n'],
    [
      'a match that grep marks to its end',
      `${sequence}[01;31m${erase}a line\r${sequence}[m${erase}\n`,
      'a line\n',
    ],
    ['blanks at its end', 'a\r    \n', 'a\\r    \n'],
    ['a state that nothing overwrites', '42%\r', '42%'],
    ['a state that is erased at the end', `42%\r${erase}\n`, '42%\n'],
    ['text behind an erased line', `42%${sequence}[2Kdone\rx\n`, '42%done\\rx\n'],
    ['a leading CR', '\rabc', 'abc'],
    ['empty lines', '\r\n\r\n', '\n\n'],
    ['a lone CR before a blank line', 'a\r\n\nb', 'a\n\nb'],
    ['a backspace after it', 'ab\r\bc', 'ab\\rc'],
    ['one line after another', 'a\rb\nc\rd\n', 'a\\rb\nc\\rd\n'],
    ['other scripts', 'é→\r😀\n→\n', 'é→\\r😀\n→\n'],
  ])('%s', (_, input, text) => expectText(input, text));

  it.each([
    ['a state past the cap', `${'a'.repeat(30)}\rb\n`, `${'a'.repeat(20)}[… 13 more characters]\n`, 13, 21],
    ['the return itself', `${'a'.repeat(19)}\rb\n`, `${'a'.repeat(19)}\\[… 2 more characters]\n`, 2, 20],
    [
      'what follows it',
      `${'a'.repeat(10)}\r${'é'.repeat(10)}`,
      `${'a'.repeat(10)}\\r${'é'.repeat(8)}[… 2 more characters]`,
      4,
      28,
    ],
    ['many states', 'ab\r'.repeat(1000), `${'ab\\r'.repeat(5)}[… 3978 more characters]`, 3978, 16],
    ['a long one that is erased', `${'a'.repeat(30)}\r${erase}b\n`, 'b\n', 0, null],
  ])('a line is cut as any other: %s', async (_, input, text, omittedBytes, goesOn) => {
    for (const sizes of deliveries) {
      const collected = await collect(input, { sizes, caps: { lineChars: 20, spillBytes: 10_000 } });
      expect(/cut -b (.*)- in shell/.exec(collected.notices.join())?.[1]).toBe(goesOn?.toString());
      expect(collected.text).toBe(text);
      expect(collected.facts.omittedBytes).toBe(omittedBytes);
    }
  });

  it.each([
    ['a carriage return that is shown', 'a\rb\n', ['\\r stands for a lone carriage return']],
    ['lines of both kinds', '< a\r\n---\n> a\n', ['1 of 3 lines end in CR LF, shown as LF']],
    ['lines of one kind', 'a\r\nb\r\n', []],
    ['a last line without an end', 'a\r\nb', []],
    ['a bar', '10%\r50%\r100%\n', []],
  ])('says so: %s', async (_, input, notices) => {
    expect((await collect(input)).notices).toEqual(notices);
    expect((await collect(input, { isShownRaw: true })).notices).toEqual([]);
  });

  it.each(['\r', 'a\r', '%\r', '|\r/', ' \r', '1\r2', `a${erase}\r`])(
    'in bounded time: %j',
    { tags: ['slow'] },
    async (piece) => {
      const { facts } = await collect(piece.repeat(60_000 / piece.length));
      expect(facts.bytes).toBeGreaterThan(59_000);
    },
  );
});
