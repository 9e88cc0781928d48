/** The size of the terminal, in characters. */
export const size = { cols: 100, rows: 64 };

/** What lies in the folder the story plays in. */
export const files: Readonly<Record<string, string>> = {
  'src/tax.ts': "export const country = 'PT';\nexport const rate = 0.19;\n",
};

export interface Line {
  readonly typed: string;
  /** A question the line leads to, and what is typed then. */
  readonly answer?: { readonly to: string; readonly typed: string };
}

/** What is typed, line by line: a verdict, a question with its diff, a capped output, the list of sessions. */
export const story: readonly Line[] = [
  { typed: 'agent-tools policy check "git status && rm -rf build"' },
  {
    typed: 'agent-tools edit src/tax.ts --old 0.19 --new 0.23',
    answer: { to: 'Your answer: ', typed: 'y' },
  },
  { typed: 'agent-tools shell --max-output-chars 36 "seq -w 99999"' },
  { typed: 'agent-tools shell --yolo --background "sleep 600"' },
  { typed: 'agent-tools process list' },
];

/** What ends what the story started; not in the picture. */
export const cleaning =
  'for id in $(agent-tools process list | cut -d" " -f1); do agent-tools process remove "$id"; done';

/** What differs from run to run, and what the picture shows in its place. */
export const masks: readonly (readonly [RegExp, string])[] = [
  [/shell-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'shell-0b6d2f1c-7a54-4e8e-9c1d-5f2a8e3b4c6d'],
  [/(?<=\r\n|session |\x1b\[0m)[a-z0-9]{12}(?= {2}running| \(pid|\r)/g, 'k3v9x2m7q4td'],
  [/\(pid \d+\)/g, '(pid 4242)'],
  [/(?<=running {2}) *\d+\.\d+s/g, '0.1s'],
];
