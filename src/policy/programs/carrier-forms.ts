import { lazy } from '../../core/async/lazy.ts';
import type { TextForm } from './form-texts.ts';
import type { CarrierForm } from './inner-command.ts';
import type { ProgramStarts } from './program-start.ts';
import { each, words } from './words.ts';

/** A program that starts the command in its words, with what else it runs. */
type Carrier = CarrierForm & Pick<ProgramStarts, 'texts' | 'enters'>;

const plain: Carrier = {};
/** An option whose value is shell code. */
export const commandOption: readonly TextForm[] = [{ options: ['-c', '--command'] }];
/** A command in the index of an array, which the shell runs to evaluate the index. */
export const subscript: readonly TextForm[] = [
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*\$\((.*)/s, until: ')' },
  { anywhere: true, value: /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*`(.*)/s, until: '`' },
];
/** Line ends, as they are typed for `screen`. */
const lineEnd = '(?:\\\\(?:n|r|015|012)|\\^M|\\s)';

/** Programs that start the command in their words, all of which a rule must spell out: neither interpreters nor `runners`. */
export const forms = lazy(
  (): Readonly<Record<string, Carrier>> => ({
    env: {
      valued: 'auCP',
      long: ['--unset', '--chdir', '--argv0'],
      texts: subscript,
      enters: ['-C', '--chdir'],
    },
    entr: { texts: [{ options: ['-s'] }] },
    nice: { valued: 'n', long: ['--adjustment'] },
    // `not`, `and`, `or`, `nocorrect`, `noglob` and `repeat` are words of fish and zsh.
    ...each(
      'nohup not and or nocorrect noglob command builtin run0 setsid firejail valgrind catchsegv eatmydata dbus-run-session systemd-inhibit busybox toybox sbase-box 9 shx arch coproc unbuffer torify tsocks chronic ifne hugectl linux32 linux64 i386 x86_64 ghostty kgx lxterminal tilix cool-retro-term xdg-terminal-exec flatpak-spawn with-contenv catatonit cross-env cross-env-shell nq ccache sccache icecc',
      plain,
    ),
    ...each('repeat gosu taskset logsave su-exec envdir setuidgid envuidgid s6-setuidgid envchain', {
      skip: 1,
    }),
    time: { valued: 'fo', long: ['--format', '--output'] },
    timeout: { valued: 'ks', long: ['--kill-after', '--signal'], skip: 1 },
    stdbuf: { valued: 'ioe', long: ['--input', '--output', '--error'] },
    exec: { valued: 'a' },
    sudo: {
      valued: 'CDghpRrTtUu',
      long: words('--user --group --host --prompt --chdir --chroot --role --type --close-from'),
      enters: ['-D', '--chdir'],
    },
    doas: { valued: 'Cu' },
    pkexec: { long: ['--user'] },
    setpriv: {
      long: words(
        '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter',
      ),
    },
    ionice: { valued: 'cnpPu', long: ['--class', '--classdata'] },
    chrt: { valued: 'TPD', skip: 1 },
    numactl: {
      valued: 'NmiCpPw',
      long: words('--interleave --membind --cpunodebind --physcpubind --preferred --weighted-interleave'),
    },
    unshare: {
      valued: 'RwSGl',
      long: words(
        '--root --wd --setuid --setgid --map-user --map-group --map-users --map-groups --setgroups --propagation --monotonic --boottime --load-interp',
      ),
      enters: words('--wd -w'),
    },
    nsenter: {
      valued: 'tSGNW',
      long: words('--target --setuid --setgid --net-socket --wdns'),
      enters: words('--wd -w'),
    },
    chroot: { long: ['--userspec', '--groups'], skip: 1 },
    proot: {
      valued: 'rbmqwkvRS',
      long: words('--rootfs --bind --mount --qemu --pwd --cwd --kernel-release'),
    },
    fakeroot: { valued: 'lsifbu' },
    strace: {
      valued: 'aeEIoOpPsSuUX',
      long: words('--output --trace --attach --user --env --string-limit --signal --columns --interruptible'),
    },
    ltrace: { valued: 'aAeDFlnopsuwxX' },
    'xvfb-run': { valued: 'efnps' },
    'systemd-run': {
      valued: 'pEHMu',
      long: words(
        '--unit --property --description --slice --uid --gid --nice --working-directory --setenv --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --path-property --socket-property --timer-property --machine --host --service-type --background',
      ),
      texts: [{ options: ['-p', '--property'], value: /^Exec\w+=[-@:+!|]*(.*)$/s }],
      enters: ['--working-directory'],
    },
    flock: { valued: 'wE', long: ['--timeout', '--conflict-exit-code'], skip: 1, texts: commandOption },
    watch: { valued: 'nqs', attached: 'd', long: ['--interval', '--equexit', '--shotsdir'] },
    xargs: {
      valued: 'adEIJLnPRSs',
      attached: 'eil',
      long: ['--arg-file', '--delimiter', '--max-args', '--max-procs', '--max-chars', '--process-slot-var'],
    },
    parallel: { valued: 'jaNnI', long: ['--jobs', '--arg-file', '--colsep', '--delay'] },
    sem: { valued: 'j', long: ['--jobs', '--id', '--timeout', '--semaphore-timeout'] },
    caffeinate: { valued: 'tw' },
    'ssh-agent': { valued: 'aEtO' },
    perf: {
      valued: 'eopFctr',
      long: words('--event --output --pid --freq --cpu --repeat --call-graph'),
      skip: 1,
    },
    screen: {
      valued: 'cSTehpst',
      texts: [{ behind: /^stuff$/, value: new RegExp(`^((?:${lineEnd}*(?!${lineEnd}).)*)`, 's') }],
    },
    runuser: {
      valued: 'ugGsw',
      long: words('--user --group --supp-group --shell --whitelist-environment'),
      texts: [{ options: ['-c', '--command', '--session-command'] }],
    },
    faketime: { valued: 'p', skip: 1 },
    ...each('proxychains proxychains4', { valued: 'f' }),
    torsocks: { valued: 'uPap' },
    trickle: { valued: 'duwtlLn' },
    nocache: { valued: 'n' },
    'systemd-cat': { valued: 'tp', long: words('--identifier --priority --stderr-priority --namespace') },
    retry: { valued: 'tdm', long: words('--times --delay --until --max') },
    'gpg-agent': {
      long: words('--options --homedir --default-cache-ttl --max-cache-ttl --log-file'),
    },
    cpulimit: { valued: 'pelP', long: words('--pid --exe --limit --path') },
    'ld.so': {
      long: words(
        '--library-path --preload --argv0 --audit --inhibit-rpath --glibc-hwcaps-prepend --glibc-hwcaps-mask',
      ),
    },
    prlimit: { valued: 'p', long: words('--pid') },
    setarch: {
      skips: /^(x86_64|i[3-6]86|linux(32|64)|uname26|aarch64|(arm|ppc|s390|sparc|mips|riscv)\w*)$/,
    },
    choom: { valued: 'np', long: words('--adjust --pid') },
    uclampset: { valued: 'mMp' },
    schedtool: { valued: 'pnaM' },
    cgexec: { valued: 'g' },
    bwrap: {
      long: words(
        '--tmpfs --proc --dev --mqueue --dir --chdir --unsetenv --hostname --uid --gid --lock-file --sync-fd --args --seccomp --add-seccomp-fd --cap-add --cap-drop --perms --size --exec-label --file-label --remount-ro --argv0',
      ),
      pairs: words(
        '--bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --setenv --file --bind-data --ro-bind-data --symlink --chmod',
      ),
      enters: ['--chdir'],
    },
    'dbus-launch': { long: words('--config-file') },
    fakechroot: { valued: 'lsecbd' },
    script: { valued: 'EImoOTB', skip: 1, texts: commandOption },
    sshpass: { valued: 'pfdP' },
    wsl: { valued: 'du', long: words('--distribution --user --cd') },
    ...each('xterm uxterm', { valued: 'TnfbgF' }),
    urxvt: { long: words('-T -n -title -name -fn -geometry -bg -fg -cd') },
    rxvt: { long: words('-T -n -title -name -fn -geometry -bg -fg') },
    st: { valued: 'cfgnotTA' },
    ptyxis: { valued: 'dT' },
    terminator: { valued: 'lTp' },
    ...each('xfce4-terminal x-terminal-emulator', { valued: 'T' }),
    'mate-terminal': { valued: 'tT' },
    konsole: { valued: 'p', long: words('--workdir --profile') },
    'gnome-terminal': { valued: 't', long: words('--title --working-directory --profile') },
    dotenv: { valued: 'fecvp', skips: /^run$/ },
    daemonize: { valued: 'cepoluE' },
    heaptrack: { valued: 'o' },
    kitty: { valued: 'cdoT' },
    alacritty: { valued: 'oT' },
    foot: { valued: 'caTw' },
    openvt: { valued: 'c' },
    softlimit: { valued: 'acdflmoprst' },
    chpst: { valued: 'uUbemdolpfrtcnL/' },
    tini: { valued: 'pe' },
    ...each('wait-for-it wait-for-it.sh', {
      valued: 'hpt',
      long: words('--host --port --timeout'),
      skips: /:\d+$/,
    }),
    dockerize: {
      long: words(
        '-wait -timeout -wait-retry-interval -wait-http-header -template -stdout -stderr -delims -env',
      ),
    },
    'env-cmd': { valued: 'fer', long: words('--file --environments --rc-file') },
    gsudo: { valued: 'ui', long: words('--user --integrity') },
    runcon: { valued: 'turl', long: words('--type --user --role --range'), skips: /:/ },
    'aa-exec': { valued: 'pn', long: words('--profile --namespace') },
    minijail0: { valued: 'ugcSkPCTfRaBVbe' },
    nsjail: { valued: 'McCDupQRTBEhHltgsw' },
    'sandbox-exec': { valued: 'fnpD' },
    'dumb-init': { valued: 'r' },
    rlwrap: { valued: 'bCDefgHlOqSstwz', attached: 'aAmp' },
    sg: { valued: 'c', skip: 1, texts: commandOption },
    dtach: { valued: 'er', skip: 1 },
    abduco: { valued: 'e', skip: 1 },
    tsp: { valued: 'LDN' },
    'lxc-attach': { valued: 'nvuga', long: words('--name --user --group') },
    'systemd-nspawn': {
      valued: 'DMuLEi',
      long: words('--directory --machine --user --image --setenv --bind'),
    },
    pdsh: { valued: 'wxluftg' },
    ...each('pssh parallel-ssh', { valued: 'hHlptoeOx' }),
    distcc: { valued: 'j' },
    bear: { long: words('--output --config') },
    'scan-build': { valued: 'o', long: words('--use-analyzer --use-cc --use-c++') },
    nyc: {
      valued: 'rxnetis',
      long: words('--reporter --include --exclude --extension --require --cwd --temp-dir --report-dir'),
    },
    c8: {
      valued: 'rxno',
      long: words('--reporter --include --exclude --extension --config --temp-directory --reports-dir --src'),
    },
    watchexec: {
      valued: 'eEwifsdo',
      long: words('--exts --watch --ignore --filter --signal --debounce --shell --env --on-busy-update'),
      texts: [{ options: ['-s'] }],
    },
  }),
);
