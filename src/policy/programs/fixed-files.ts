import { doing, type FilesRow, type WriteForm } from './program-file.ts';
import { words } from './words.ts';

/** Long options of programs that lay out or mend code of which the value is no file that they change; of short ones each has its own. */
const valued = words(
  '--config --config-path --config-file --parser --plugin --plugin-search-dir --ignore-path --ignore-pattern --rule --rulesdir --ext --cache-location ' +
    '--stdin-filepath --line-length --target-version --select --ignore --edition --style --assume-filename --print-width --log-level --reporter',
);

/** Changes its operands where it is told to. */
function told(by: RegExp): WriteForm {
  return { given: by, operandsFrom: 0, valued };
}

/** Changes its operands unless it is told to look only. */
function unlessTold(by: RegExp, parts: WriteForm = {}): WriteForm {
  return { unless: by, operandsFrom: 0, valued, ...parts };
}

const looks = /^--?(?:check|diff|dry-run|lint|list|verify|test)(?:=|$)|^-n$/;
/** Of those that take single letters: `-i`, also in a cluster, and `--in-place`. */
const inPlace = told(/^(?:-[a-z]*i|--?in-?place|--replace|--inplace)(?:=|$)/);
const fixing = told(
  /^--?(?:fix|write|apply|apply-unsafe|unsafe-fixes|autocorrect|auto-correct)(?:=.*|-type.*|-only|-all)?$/,
);

/** Programs that lay out or mend the files they are given, in their place. */
export const fixedFiles = (): readonly FilesRow[] => [
  doing('prettier prettierd', { writes: [told(/^(?:-[a-z]*w|--write)$/)] }),
  doing('gofmt goimports gofumpt golines shfmt', { writes: [told(/^--?w(?:=|$|rite$)/)] }),
  doing(
    'eslint stylelint xo standard ts-standard semistandard tslint markdownlint markdownlint-cli2 oxlint swiftlint',
    { writes: [fixing] },
  ),
  doing('ktlint', { writes: [told(/^(?:-F|--format)$/)] }),
  doing('biome rome', {
    writes: [
      { ...fixing, operandsFrom: 1 },
      { ...told(/^--(?:write|fix|apply)/), operandsFrom: 1 },
    ],
  }),
  doing('ruff', {
    writes: [
      { ...unlessTold(looks), under: /^format$/, operandsFrom: 1 },
      { ...fixing, under: /^check$/, operandsFrom: 1 },
    ],
  }),
  doing(
    'black blue isort usort pyupgrade reorder-python-imports mdformat rustfmt stylua dfmt nixfmt alejandra nixpkgs-fmt csharpier phpcbf pint terragrunt-fmt swiftformat google-java-format autocorrect sqlfmt',
    {
      writes: [
        unlessTold(/^(?:-c|--?check(?:-only)?|--diff|--dry-run|-n|--lint|--list|--emit=stdout|--stdout)$/),
      ],
    },
  ),
  doing('deno dprint zig dart mix terraform tofu taplo buf', {
    writes: [
      {
        ...unlessTold(/^--?(?:check|diff|verify|output=none|set-exit-if-changed)(?:=|$)/),
        under: /^(?:fmt|format)$/,
        operandsFrom: 1,
      },
    ],
  }),
  doing('go', { writes: [{ ...unlessTold(/^-n$/), under: /^fmt$/, operandsFrom: 1 }] }),
  doing('sqlfluff', {
    writes: [
      {
        under: /^(?:fix|format)$/,
        operandsFrom: 1,
        valued: words('--dialect -d --config --templater --rules -r'),
      },
    ],
  }),
  doing('php-cs-fixer', { writes: [{ ...unlessTold(/^--dry-run$/), under: /^fix$/, operandsFrom: 1 }] }),
  doing('rubocop standardrb', {
    writes: [told(/^(?:-[aAx]|--(?:auto-?correct|autocorrect|fix|fix-layout|auto-correct))/)],
  }),
  doing('buildifier', { writes: [unlessTold(/^--?mode=(?:check|diff|print_if_changed)$|^-?-lint=warn$/)] }),
  doing(
    'clang-format autopep8 yapf autoflake docformatter cmake-format scalafmt ormolu fourmolu stylish-haskell ocamlformat pg_format xq',
    { writes: [inPlace] },
  ),
  doing('clang-tidy', { writes: [told(/^--?fix/)] }),
  doing('uncrustify', { writes: [told(/^--(?:replace|no-backup)$/)] }),
  doing('astyle', { writes: [unlessTold(/^--dry-run$/)] }),
  doing('indent', { writes: [unlessTold(/^-(?:st|o)$/)] }),
  doing('yq', { writes: [{ ...inPlace, operandsFrom: 1 }] }),
  doing('xmlstarlet', { writes: [{ given: /^(?:-[A-Za-z]*L|--inplace)$/, operandsFrom: 0 }] }),
  doing('dos2unix unix2dos mac2unix unix2mac', {
    reads: [{ given: /^(?:-n|--newfile|-O|--to-stdout)$/, operandsFrom: 0 }],
    writes: [unlessTold(/^(?:-i|--info|-O|--to-stdout)/, { valued: words('-c -D') })],
  }),
  doing('jscodeshift codemod', {
    writes: [unlessTold(/^(?:-d|--dry)$/, { valued: words('-t --transform --parser --extensions') })],
  }),
];
