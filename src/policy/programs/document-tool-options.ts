import type { Carrying } from './option-vetoes.ts';
import { each, words } from './words.ts';

/** Lets a document start programs, replaces what the program begins with, or is TeX itself. */
const tex: Carrying = {
  whole: /^(--?(sh(?!ell-r)|ena|fm|ini|prog|cn|lua|tr|default-t)|[\\&])/,
};

/** Programs that make documents. */
export const documents = (): Readonly<Record<string, Carrying>> => ({
  ...each(
    'tex etex pdftex pdfetex xetex luatex luahbtex latex pdflatex xelatex lualatex lualatex-dev dvilualatex platex uplatex ptex uptex',
    tex,
  ),
  latexmk: {
    whole: new RegExp(
      `${tex.whole?.source}|^--?(e|r|[dp]F|use-?make)$|^--?(\\w*latex|[\\w-]*option|(use)?pretex|new-viewer|[dp]F)(=|\\d*=)`,
    ),
  },
  ...each('texi2dvi texi2pdf', { short: 't', long: ['--command', '--shell-escape'] }),
  // Commands for names, scripts of its own, files that it removes, and what it shows or prints by another program.
  ...each('convert magick identify mogrify composite montage compare animate display import stream gm', {
    whole:
      /^(?:[\w-]+:)?\s*\||^(?:msl|ephemeral|mvg|vid|print|launch|edit|browse|show|win|scanx?|html?|url|https?|ftp):|^-(?:script|process)$/i,
  }),
  conjure: { whole: /./ },
  ...each('sox soxi play rec', { whole: /^\s*\|/ }),
  dvips: { whole: /^(-o)?[!|]/ },
  gs: { whole: /^(-(c|dNOSAFER|dDELAYSAFER|I)|@)|%pipe%/ },
  exiftool: { whole: /^--?(config|if\d*|p|printformat|@|api)$|\$\{[^}]*;/i },
  'yt-dlp': {
    long: words(
      '--exec --exec-before-download --config-locations --downloader --external-downloader --downloader-args ' +
        '--external-downloader-args --postprocessor-args --plugin-dirs --use-postprocessor --netrc-cmd --ffmpeg-location --js-runtimes',
    ),
  },
  aria2c: { long: ['--conf-path'], whole: /^--on-/ },
});
