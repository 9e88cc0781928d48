import type { Carrying } from './option-vetoes.ts';

const ofCompiler =
  '-(B|wrapper|fplugin|fpass-plugin|mllvm|specs|load|Xclang|Xlinker|fuse-ld|fmodule-mapper)|-Wl,(.*-plugin|(.*,)?@)|--(prefix|plugin|specs|ld-path|for-linker)|--?gcc-toolchain|--config|@';
/** Options of a compiler that carry or choose a program. */
export const compiler: Carrying = { whole: new RegExp(`^(${ofCompiler})`) };

/** Variables on the command line of make that choose a program. */
const choosing =
  'SHELL|MAKE|MAKEFLAGS|MAKEFILES|CC|CXX|CPP|LD|AR|RM|INSTALL|PATH|LD_\\w+|DYLD_\\w+|BASH_ENV|ENV|IFS|NODE_OPTIONS|' +
  'PYTHON(?:PATH|HOME|STARTUP)|PERL5?(?:LIB|OPT)|RUBY(?:LIB|OPT)|GIT_\\w+|\\S*SHELLFLAGS';
/** The same unless they are another name of that program. */
const tool =
  'AS|FC|YACC|LEX|STRIP|RANLIB|NM|OBJCOPY|OBJDUMP|PYTHON3?|PIP|NODE|NPM|GO|CARGO|RUBY|PERL|BASH|AWK|SED|DOCKER|CMAKE|PROTOC|CROSS_COMPILE|HOSTCC|HOSTCXX';
/** Variables on the command line of make that choose a program, hold its options, or hold code for make or a shell. */
export const makeSettings: Carrying = {
  whole: new RegExp(
    [
      `^\\s*(?:${choosing})\\s*[:+?]*=`,
      `^\\s*(?:${tool})\\s*[:+?]*=(?!\\s*[\\w.+-]*\\s*$)`,
      `^\\s*(?=\\w*FLAGS)\\w+\\s*[:+?]*=(?:[\\s\\S]*\\s)?["']?(?:${ofCompiler})`,
      '^[^=]*!\\s*=',
      '^(?=[\\s\\S]*=)[\\s\\S]*[`$;&|<>\\n]',
    ].join('|'),
  ),
};
