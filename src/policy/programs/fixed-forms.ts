import { valuedOf } from './program-options.ts';
import { each, words } from './words.ts';
import type { WriteForm } from './write-form.ts';

/** Long options of programs that lay out or mend code of which the value is no file that they change; of short ones each has its own. */
const valued = words(
  '--config --config-path --config-file --parser --plugin --plugin-search-dir --ignore-path --ignore-pattern --rule --rulesdir --ext --cache-location ' +
    '--stdin-filepath --line-length --target-version --select --ignore --edition --style --assume-filename --print-width --log-level --reporter',
);

/** Changes its operands where it is told to. */
function told(by: RegExp, parts: WriteForm = {}): WriteForm {
  return { given: by, operandsFrom: 0, valued, ...parts };
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
export const fixedForms: Readonly<Record<string, readonly WriteForm[]>> = {
  ...each('prettier prettierd', [told(/^(?:-[a-z]*w|--write)$/)]),
  ...each('gofmt goimports gofumpt golines shfmt', [told(/^--?w(?:=|$|rite$)/)]),
  ...each(
    'eslint stylelint xo standard ts-standard semistandard tslint markdownlint markdownlint-cli2 oxlint ktlint swiftlint',
    [fixing],
  ),
  ktlint: [told(/^(?:-F|--format)$/)],
  ...each('biome rome', [
    { ...fixing, operandsFrom: 1 },
    { ...told(/^--(?:write|fix|apply)/), operandsFrom: 1 },
  ]),
  ruff: [
    { ...unlessTold(looks), under: /^format$/, operandsFrom: 1 },
    { ...fixing, under: /^check$/, operandsFrom: 1 },
  ],
  ...each(
    'black blue isort usort pyupgrade reorder-python-imports mdformat rustfmt stylua dfmt nixfmt alejandra nixpkgs-fmt csharpier phpcbf pint terragrunt-fmt swiftformat google-java-format autocorrect sqlfmt',
    [unlessTold(/^(?:-c|--?check(?:-only)?|--diff|--dry-run|-n|--lint|--list|--emit=stdout|--stdout)$/)],
  ),
  ...each('deno dprint zig dart mix terraform tofu taplo buf', [
    {
      ...unlessTold(/^--?(?:check|diff|verify|output=none|set-exit-if-changed)(?:=|$)/),
      under: /^(?:fmt|format)$/,
      operandsFrom: 1,
    },
  ]),
  go: [{ ...unlessTold(/^-n$/), under: /^fmt$/, operandsFrom: 1 }],
  sqlfluff: [
    {
      under: /^(?:fix|format)$/,
      operandsFrom: 1,
      valued: words('--dialect -d --config --templater --rules -r'),
    },
  ],
  'php-cs-fixer': [{ ...unlessTold(/^--dry-run$/), under: /^fix$/, operandsFrom: 1 }],
  ...each('rubocop standardrb', [
    told(/^(?:-[aAx]|--(?:auto-?correct|autocorrect|fix|fix-layout|auto-correct))/),
  ]),
  ...each('buildifier', [unlessTold(/^--?mode=(?:check|diff|print_if_changed)$|^-?-lint=warn$/)]),
  ...each(
    'clang-format autopep8 yapf autoflake docformatter cmake-format scalafmt ormolu fourmolu stylish-haskell ocamlformat pg_format xq',
    [inPlace],
  ),
  'clang-tidy': [told(/^--?fix/)],
  uncrustify: [told(/^--(?:replace|no-backup)$/)],
  astyle: [unlessTold(/^--dry-run$/)],
  indent: [unlessTold(/^-(?:st|o)$/)],
  yq: [{ ...inPlace, operandsFrom: 1 }],
  xmlstarlet: [{ given: /^(?:-[A-Za-z]*L|--inplace)$/, operandsFrom: 0 }],
  ...each('ruby', [told(/^-[a-zA-Z0-9]*i/, { valued: words('-e -I -r -C -E') })]),
  ...each('awk gawk', [
    {
      given: /^(?:inplace|-iinplace|--include=inplace)$/,
      operandsFrom: 0,
      valued: valuedOf.awk,
    },
  ]),
  ...each('dos2unix unix2dos mac2unix unix2mac', [
    unlessTold(/^(?:-i|--info|-O|--to-stdout)/, { valued: words('-c -D') }),
  ]),
  ...each('jscodeshift codemod', [
    unlessTold(/^(?:-d|--dry)$/, { valued: words('-t --transform --parser --extensions') }),
  ]),
};
