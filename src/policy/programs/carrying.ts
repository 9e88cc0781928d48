import { lazy } from '../../core/async/lazy.ts';
import { forms } from './carrier-forms.ts';
import { compiler, makeSettings } from './make-settings.ts';
import type { Carrying } from './option-vetoes.ts';
import { developerTools } from './tool-options.ts';
import { each, words } from './words.ts';

const make: Carrying = {
  short: 'fIE',
  long: ['--file', '--makefile', '--eval', '--include-dir'],
  ...makeSettings,
  behind: makeSettings,
};
const mvn: Carrying = {
  long: ['--file', '--settings', '--global-settings', '--toolchains', '--global-toolchains'],
  whole: /^-(f|s|gs|t|gt)$/,
  // Properties that name what tests and compilers are started as, and with which options.
  unlessPlain: [
    {
      options: ['-D', '--define'],
      plain:
        /^(?!exec\.|maven\.ext|jvm\b|argLine\b|debugForkedProcess\b|maven\.compiler\.(executable|fork)|maven\.(surefire|failsafe)\.debug=(?!true$))/,
    },
  ],
};
const gradle: Carrying = {
  long: words('--init-script --build-file --settings-file --project-dir --gradle-user-home --include-build'),
  whole: /^-([Ibcpg]|D.*)$/,
};
/** Settings of apt name the programs that it starts; long options are case-insensitive. */
const apt: Carrying = { short: 'oc', whole: /^--(option|config-file)(=|$)/i };
/** Options that open this machine to a container, or choose another machine or runtime. */
const container: Carrying = {
  whole:
    /^(-[diPqt]*v|-H|--(privileged|volume|volumes-from|mount|device|pid|ipc|uts|userns|cap-add|security-opt|entrypoint|runtime|ssh|host)(=|$))/,
  unlessPlain: [{ options: words('--network --net'), plain: /^(?!host$|container:)/ }],
};
const pip: Carrying = {
  long: words(
    '--index-url --extra-index-url --find-links --python --config-settings --global-option --build-option --editable',
  ),
  short: 'if',
};

/** The words that carry code or choose a program, by program; made on first use, since most commands need none. */
export const carrying = lazy(
  (): Readonly<Record<string, Carrying>> => ({
    ...developerTools(),
    tar: {
      // With `-P` an archive says where its files go, outside the folder too.
      short: 'IFP',
      long: words(
        '--absolute-names --checkpoint-action --to-command --use-compress-program --info-script --new-volume-script --rsh-command --rmt-command',
      ),
      // The name of an archive may be one of another machine, and names that it unpacks may come to begin with a dot.
      unlessPlain: [
        { options: words('-f --file'), plain: /^(?:[^:/]*\/|[^:]*$)/ },
        { options: words('--transform --xform'), plain: /^(?![\s\S]*(?:^|[^\w\\])\\?\.[\w.&\\])/ },
      ],
    },
    psql: { unlessPlain: [{ options: ['-o', '--output', '-L', '--log-file'], plain: /^[^|]*$/ }] },
    bsdtar: { short: 'P', long: ['--absolute-paths', '--use-compress-program'] },
    sort: { long: ['--compress-program'] },
    ...each('nm ar ranlib gcc-nm gcc-ar gcc-ranlib objdump objcopy strip size', {
      long: ['--plugin'],
      whole: /^@/,
    }),
    rg: { long: ['--pre', '--hostname-bin'], short: 'z' },
    ...each('ag bat batcat delta', { long: ['--pager'] }),
    ack: { long: ['--pager', '--ackrc', '--output'] },
    fzf: { long: ['--preview', '--bind', '--with-shell'] },
    split: { long: ['--filter'] },
    ...each('make gmake bmake', make),
    rsync: { short: 'eM', long: words('--rsh --rsync-path --remote-option --daemon --config') },
    ssh: { short: 'oFIWO', whole: /./ },
    scp: { short: 'oSFD' },
    sftp: { short: 'oSFbD' },
    // A socket of this machine may take orders: that of docker starts containers.
    curl: {
      short: 'K',
      long: words('--config --engine --proxy-command --unix-socket --abstract-unix-socket'),
    },
    bun: { long: ['--preload', '--eval'] },
    wget: { short: 'e', long: ['--execute', '--config', '--use-askpass'] },
    man: { short: 'PHC', long: ['--pager', '--html', '--config-file'] },
    // What some systems call `more` is `less`, and the scripts around it hand their words on.
    ...each('less more zless zmore bzless bzmore xzless xzmore lzless lzmore zstdless', {
      short: 'kPoO',
      long: ['--lesskey-file', '--lesskey-src'],
      whole: /^\+/,
    }),
    sqlite3: { whole: /^-{1,2}(cmd|init)$|^\s*\.|load_extension|\bedit\s*\(/i },
    mysql: { long: ['--pager', '--init-command'], whole: /\\!|\bsystem\b/i },
    tcpdump: { short: 'z' },
    zip: { long: ['--unzip-command'], short: 'T', whole: /^-TT$/ },
    install: { long: ['--strip-program'] },
    find: { whole: /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/ },
    ...each('fd fdfind', { short: 'xX', long: ['--exec', '--exec-batch'] }),
    ...each('gcc g++ cc c++ c89 c99 gfortran clang clang++', compiler),
    cmake: {
      whole:
        /^(-(P|E|C|-toolchain(=.*)?)$|(-D)?CMAKE_(\w+_)?(COMPILER|TOOLCHAIN_FILE|LAUNCHER|LINKER|MAKE_PROGRAM|INCLUDE|MODULE_PATH|OVERRIDE|CLANG_TIDY|CPPCHECK|CPPLINT|EMULATOR)\b|(-D)?(\w*_EXECUTABLE|CMAKE_LINKER|CMAKE_RULE_LAUNCH\w*)\b|(-D)?\w*_FLAGS\b.*-(fplugin|wrapper|specs|B|Xclang|fuse-ld))/,
      behind: make,
    },
    ...each('apt apt-get apt-cache apt-mark apt-config apt-cdrom apt-file apt-ftparchive aptitude', apt),
    cargo: { long: ['--config'], whole: /^\+/ },
    java: {
      long: words('--class-path --module-path --module --source --patch-module --upgrade-module-path'),
      whole:
        /^(-(jar|cp|classpath|p|m)$|-(javaagent|agentlib|agentpath|Xbootclasspath|XX:(On|Flags=|VMOptionsFile))|@)/,
    },
    javac: { long: ['--processor-path'], whole: /^(-(processor(path)?$|J|Xplugin)|@)/ },
    ctest: {
      short: 'S',
      long: ['--script', '--script-new-process', '--build-and-test'],
      whole: /^--(test-command|build-)/,
    },
    ninja: { short: 'f' },
    pandoc: {
      short: 'FLd',
      long: ['--filter', '--lua-filter', '--defaults', '--pdf-engine', '--pdf-engine-opt', '--data-dir'],
    },
    protoc: { long: ['--plugin'], whole: /^@/ },
    'clang-tidy': { whole: /^--?load(=|$)/ },
    hg: { long: ['--config', '--cwd', '--repository'], short: 'R' },
    svn: { long: ['--config-option', '--config-dir', '--diff-cmd', '--diff3-cmd', '--editor-cmd'] },
    rustc: { whole: /^(-C|--codegen)/ },
    go: {
      whole: /^-w$|^--?(toolexec|exec|vettool|overlay|modfile|ldflags|gcflags|gccgoflags|asmflags)(=|$)/,
    },
    npm: {
      long: words(
        '--browser --viewer --editor --script-shell --node-options --prefix --userconfig --globalconfig --git --registry --call',
      ),
      short: 'cC',
      sub: { names: /^(exec|x|config|c|set|explore)$/ },
    },
    pnpm: {
      short: 'C',
      long: words('--script-shell --dir --config --pnpmfile --global-pnpmfile --node-options --registry'),
      whole: /^--config\./,
      sub: { names: /^(exec|dlx|config)$/, leading: /^(recursive|multi|m)$/ },
    },
    yarn: {
      long: ['--use-yarnrc', '--cwd'],
      sub: { names: /^(exec|dlx|config)$/, leading: /^(workspaces?|global|plugin)$/ },
    },
    ...each('pip pip3', pip),
    ...each('docker podman nerdctl', container),
    ...each('mvn mvnw', mvn),
    ...each('gradle gradlew', gradle),
    duckdb: { whole: /^\s*\.|\bload\b/i },
    pytest: { short: 'pco', long: ['--rootdir', '--override-ini', '--confcutdir', '--config-file'] },
  }),
);

/** Programs that start the command in their arguments, besides those of `carrier-forms.ts`. */
const otherStarters =
  /^(su|tmux|ssh|expect|xcrun|nodemon|start-stop-daemon|eval|source|\.|trap|hyperfine|concurrently|kcov|uftrace|memusage|wine)$/;

/** Whether a program starts the command in its arguments, so that a rule must spell out every word. */
export function startsItsWords(base: string): boolean {
  return Object.hasOwn(forms(), base) || otherStarters.test(base);
}
