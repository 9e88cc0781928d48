import { ownValue } from '../../core/record.ts';
import { carrying } from '../programs/carrying.ts';
import { interpreterOf } from '../programs/interpreters.ts';
import { startsOf } from '../programs/program-starts.ts';
import { runBy } from '../programs/running.ts';
import { each, words } from '../programs/words.ts';

/** Whether a list of names contains a name; an entry with a star at one end matches by prefix or suffix. */
function isListed(name: string, list: string): boolean {
  return words(list).some((entry) => {
    if (entry.endsWith('*')) return name.startsWith(entry.slice(0, -1));
    return entry.startsWith('*') ? name.endsWith(entry.slice(1)) : name === entry;
  });
}

/** Programs whose first word selects a sub-command. */
const withSubCommand =
  'git npm pnpm yarn bun deno cargo go pip pip3 uv poetry helm terraform gh brew apt apt-get dnf systemctl make gmake just task rake ' +
  'bundle gem mix dotnet gradle mvn rustup conda nx turbo lerna composer flutter dart swift zig cmake npx bunx uvx bazel bazelisk ' +
  'stack cabal dune coverage lein rebar3 rails hg svn jj glab next nuxt astro gatsby ng expo tauri storybook prisma flask celery dbt ' +
  'dvc buf earthly crystal nim v dub k6 quilt meson';

/** Programs some of whose sub-commands take a second word to select what they do, and these sub-commands. */
const withTwoWords = 'npm pnpm yarn bun cargo go uv poetry gh';
const twoWords = 'run compose mod tool';

/** Commands that are only proposed word by word: a wider rule would allow what nobody meant. */
const neverWide =
  'rm rmdir unlink shred srm trash trash-put rimraf del del-cli dd chmod chown chgrp chattr setfacl kill pkill killall curl wget http ' +
  'https httpie xh xhs grpcurl websocat wscat ssh scp sftp ftp tftp smbclient rsync sudo doas su mount umount docker podman nerdctl ' +
  'buildah kubectl crontab at eval nc ncat socat telnet find xargs env awk gawk mawk nawk sed tar mv cp ln install tee truncate ps ldd';

/** Clients of accounts, machines and stores: one of their commands says nothing about the others. */
const farReaching =
  'aws az gcloud gsutil bq oci doctl heroku vercel netlify fly flyctl wrangler firebase pulumi ansible ansible-* redis-cli mongo mongosh ' +
  'iptables ip6tables nft ufw useradd usermod userdel groupadd groupmod groupdel passwd chpasswd dpkg rpm snap flatpak pacman apk ' +
  'zypper yum rclone restic pm2 jupyter service rc-service initctl supervisorctl busctl dbus-send gdbus qdbus pkg port emerge eopkg ' +
  'xbps-* slackpkg guix nix-env vault consul nomad etcdctl rabbitmqctl createdb createuser dropdb dropuser mysqladmin mail smail ' +
  'sendmail mutt msmtp docker-compose podman-compose oc minikube kind eksctl istioctl flux argocd virsh VBoxManage nmcli tc ' +
  'update-alternatives dpkg-reconfigure add-apt-repository fdisk cfdisk sfdisk sgdisk parted mdadm losetup swapon swapoff lvcreate ' +
  'lvremove lvresize lvextend lvreduce lvchange vgcreate vgremove vgresize vgextend vgreduce vgchange pvcreate pvremove pvresize ' +
  'pvextend pvreduce pvchange zfs zpool btrfs cryptsetup sysctl modprobe insmod rmmod grub-* efibootmgr nvme hdparm e2fsck fsck ' +
  'fsck.* mount.* fusermount fusermount3 ssh-copy-id tofu terragrunt cdk sam serverless sls amplify supabase railway cf eb stripe wg ' +
  'wg-quick ip ifconfig route arp ethtool iw iwconfig tailscale ngrok cloudflared twine vsce ovsx np semantic-release release-it crictl ctr runc skopeo loginctl localectl ' +
  'hostnamectl timedatectl git-filter-repo bfg mongorestore mysqlimport pg_restore wall';

/** Programs whose arguments are statements that write or load, or that write the files they name, wherever those are. */
const writing =
  'openssl gpg gpg2 gpgsm age rage minisign signify sqlite sqlite3 sqlcipher litecli duckdb psql pgcli mysql mariadb mycli usql clickhouse* ' +
  'cqlsh sqlcmd isql sqlplus snowsql trino presto spark-sql hive beeline pandoc ffmpeg sox convert magick mogrify composite montage gm gs ' +
  'qpdf pdftk mutool pdfto* pdfimages pdfunite pdfseparate xmllint xsltproc exiftool tidy wkhtmltopdf wkhtmltoimage inkscape rsvg-convert dot neato circo fdp twopi gnuplot tcpdump tshark dumpcap xxd uuencode ' +
  'uudecode zip unzip 7z 7za 7zr rar unrar gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 brotli bsdtar gtar cpio pax ar split csplit ' +
  'patch objcopy strip ld ld.* as gcc g++ cc c++ clang clang++ *-gcc *-g++ gfortran tcc rustc javac kotlinc scalac ghc ocamlc ocamlopt ' +
  'fpc nasm yasm tex latex pdflatex xelatex lualatex bibtex biber m4 cpp bison yacc flex lex protoc swig yt-dlp youtube-dl aria2c axel ' +
  'vi vim nvim ex ed view emacs nano pico micro helix hx less more most man gdb lldb strace ltrace perf script screen tmux zellij ' +
  'watchexec entr nodemon concurrently hyperfine';

/** Sub-commands that are only proposed word by word, by program. */
const neverWideSub: Readonly<Record<string, string>> = {
  git:
    'push reset clean checkout restore rebase filter-branch gc prune reflog config rm submodule update-ref clone bisect worktree stash ' +
    'switch branch tag remote cherry-pick revert merge pull fetch am apply mv lfs',
  npm:
    'exec x publish unpublish config set login token owner access install i add ci uninstall link audit update init create deprecate ' +
    'dist-tag run run-script',
  pnpm: 'exec dlx publish config install i add create run update link',
  yarn: 'exec dlx publish config add create run link install',
  bun: 'x exec add install create run publish',
  cargo: 'publish install login owner yank add run config',
  go: 'get install run generate env tool',
  ...each('pip pip3', 'install download config uninstall'),
  uv: 'run pip tool add publish',
  ...each('gh glab', '*'),
  apt: 'install remove purge autoremove upgrade full-upgrade',
  'apt-get': 'install remove purge autoremove upgrade dist-upgrade',
  dnf: 'install remove erase upgrade update downgrade',
  brew: 'install uninstall remove upgrade tap',
  gem: 'install uninstall push yank owner',
  helm: 'install upgrade uninstall delete rollback push plugin repo',
  terraform: 'apply destroy import state taint untaint init force-unlock workspace',
  deno: 'run eval repl install uninstall add remove task x serve compile publish upgrade jupyter',
  hg: 'push pull update up checkout commit ci strip rollback revert purge rebase histedit clone config serve archive',
  svn:
    'commit ci delete del remove rm move mv rename copy cp revert switch sw merge update up import mkdir propset ps relocate checkout ' +
    'co',
  jj: 'git abandon squash rebase restore op operation undo bookmark config util',
  ...each('bazel bazelisk', 'run clean shutdown mobile-install'),
  stack: 'exec run ghci repl runghc runhaskell script upload install new clean purge',
  cabal: 'exec run v2-run repl upload install update',
  dune: 'exec utop install uninstall clean top',
  coverage: 'run erase',
  lein: 'run repl exec trampoline deploy install update-in do',
  rebar3: 'shell hex do as upgrade',
  crystal: 'eval run play i *.cr',
  nim: 'e r secret',
  v: 'run crun repl install *.vsh',
  dub: 'run add upgrade',
  zig: 'run cc c++ fetch init',
  dart: 'run pub compile *.dart',
  swift: 'run repl *.swift',
  dotnet: 'run exec fsi script add remove tool nuget new workload publish',
  mix: 'run eval cmd do deps.* archive.* escript.* local.* hex.* ecto.*',
  composer: 'exec run-script run global require remove install update config create-project',
  bundle: 'exec config plugin install update add console open',
  mvn: 'exec* antrun* groovy* deploy* release* versions*',
  gradle: 'publish* upload*',
  nx: 'exec migrate release connect generate g add init repair reset',
  turbo: 'login link gen generate prune',
  lerna: 'exec publish version create import init clean',
  rustup: 'run toolchain self default override component target update',
  prisma: 'db migrate',
  dvc: 'exp repro run push gc destroy remove config remote',
};

/** For programs that reach far, the sub-commands that may be widened. */
const wideSub: Readonly<Record<string, string>> = {
  systemctl: 'status show cat list-* is-*',
  rails: 'test test:* routes routes:* about about:* stats stats:* notes notes:*',
};

/** Programs whose first operand is the program that they run. */
const takesProgram = 'java wasmtime wasmer qemu-*';

/** The list for a program, empty for none; a name like `constructor` is no entry. */
function listOf(lists: Readonly<Record<string, string>>, base: string): string {
  return ownValue(lists, base) ?? '';
}

function isNeverWide(base: string, subCommand: string): boolean {
  const wide = listOf(wideSub, base);
  return wide === '' ? isListed(subCommand, listOf(neverWideSub, base)) : !isListed(subCommand, wide);
}

/** How many words after the program form its sub-command; null if a wider rule would allow too much. */
function subWidth(base: string, args: readonly string[]): number | null {
  const [first = '', second = '-'] = args;
  if (isListed(base, withTwoWords) && isListed(first, twoWords) && !second.startsWith('-')) return 2;
  return isNeverWide(base, first) || runBy(base, [base, ...args]).length > 0 ? null : 1;
}

/** How many words after the program a rule must keep if it allows any words after them; null if such a rule would allow too much. */
export function widthOf(base: string, args: readonly string[]): number | null {
  if ([neverWide, farReaching, writing].some((list) => isListed(base, list))) return null;
  const startsWithWord = args[0] !== undefined && args[0] !== '' && !args[0].startsWith('-');
  const { command, subs, texts } = startsOf(base);
  // A rule for all of a runner allows whatever it starts, unless that has to be spelled out.
  if (isListed(base, withSubCommand) || (subs !== undefined && !Object.hasOwn(carrying(), base)))
    return startsWithWord ? subWidth(base, args) : null;
  if (interpreterOf(base) !== null || isListed(base, takesProgram)) return startsWithWord ? 1 : null;
  // Such a program starts what its arguments say, and no rule has to spell that out.
  return (command ?? texts) !== undefined && !Object.hasOwn(carrying(), base) ? null : 0;
}
