import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExecEffect } from '../../src/core/effect.ts';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

const full = { approval: { security: 'full' as const, ask: 'off' as const } };
const open = { ...full, guard: false };

describe('the guard', () => {
  let bench: PolicyBench;
  beforeAll(() => {
    bench = policyBench();
    bench.file('build/x');
    bench.file('sub/x');
    symlinkSync('/', join(bench.workspace.cwd, 'top'));
  });
  afterAll(() => bench.remove());

  const decide = async (script: string, exec: Partial<ExecEffect> = {}) => {
    const { decision, rule } = await bench.judge(script, { settings: full, exec, protectedPaths: [] });
    return decision === 'deny' && rule?.text === 'guard' ? 'guarded' : decision;
  };

  it.each([
    'rm -rf /',
    'rm -fr /',
    'rm -r -f /',
    'rm --recursive --force /',
    'rm --rec -f //',
    'rm -rf /*',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf ~/*',
    'rm -rf ~/?*',
    'rm -rf ~/*?',
    'rm -rf ~/[!.]*',
    'rm -rf ~/[^.]*',
    'cd ~ && rm -rf ?*',
    'pwsh -c Remove-Item -Recurse -Force /',
    'rm -rf $HOME',
    'rm -rf "$HOME"/',
    'rm -rf .',
    'rm -rf ./',
    'rm -rf *',
    'rm -rf ./*',
    'rm -rf .*',
    'rm -rf ..',
    'rm -rf ../..',
    'rm -rf "$PWD"/../..',
    'rm -rf /usr',
    'rm -rf /etc/',
    'rm -rf /usr/../etc',
    'rm -rf /home',
    'rm -rf -- /',
    'rm -rf x / y',
    'rm -rf --no-preserve-root /',
    'rm / -rf',
    'rm -rf sub/..',
    'rm -rf {/etc,/usr}',
    'rm -rf top/',
    'rm -rf top/*',
    'rm -rf top/.',
    'mv top/ x',
    '/bin/r? -rf /',
    '/bin/r[m] -rf ~',
    '/b*/rm -rf *',
    '/usr/bin/en* rm -rf /',
    'sudo /bin/r? -rf /',
    "/bin/s? -c 'rm -rf /'",
    'cd / && bin/r? -rf etc',
    'cd / && rm -rf *',
    'cd /; rm -rf ./*',
    'cd sub && cd .. && rm -rf *',
    '(cd sub); rm -rf *',
    'cd nowhere; rm -rf *',
    'sudo rm -rf /',
    'sudo -u root rm -rf /',
    'env A=1 rm -rf /',
    'env -i rm -rf /',
    'timeout 5 rm -rf /',
    'nice -n 19 rm -rf /',
    'bash -c "rm -rf /"',
    "bash -xec 'rm -rf ~'",
    "bash -c -- 'rm -rf ~'",
    'timeout --sig KILL 5 rm -rf /',
    'env --ch /tmp rm -rf /',
    'ionice --class 3 rm -rf /',
    "env --split 'rm -rf /'",
    "su --comm='rm -rf /'",
    "eval 'rm -rf /'",
    'echo $(rm -rf /)',
    'x=$(rm -rf /)',
    'D=/; rm -rf $D',
    'cmd=rm; $cmd -rf /',
    'if true; then rm -rf /; fi',
    'f() { rm -rf /; }; f',
    'true || rm -rf /',
    'r\'\'m -r"f" /',
    '\\rm -rf /',
    '/bin/rm -rf /',
    'busybox rm -rf /',
    'echo / | xargs rm -rf /',
    "echo 'rm -rf /' | bash",
    'bash <<E\nrm -rf /\nE',
    "sh <<< 'rm -rf ~'",
    'find / -delete',
    'find ~ -type f -delete',
    'find . -delete',
    'find -delete',
    'find / -exec rm -rf {} +',
    'find . -type f -exec rm {} \\;',
    'chmod -R 777 /',
    'chmod -R u+w /usr',
    'chown -R me /',
    'chown --recursive me:me /etc',
    'chgrp -R me /*',
    'mkfs /dev/sda1',
    'mkfs.ext4 -F /dev/sda1',
    'wipefs -a /dev/sda',
    'wipefs --all /dev/sda',
    'wipefs -fo 0x1fe /dev/sda',
    'wipefs "$X"',
    'dd if=/dev/zero of=/dev/sda',
    'dd of=/dev/nvme0n1 if=x',
    'cat x > /dev/sda',
    'cat x >> /dev//sda',
    'echo x | tee /dev/sdb1',
    'cp x /dev/vda',
    'shred /dev/sda',
    'shutdown -h now',
    'reboot',
    'sudo reboot',
    'poweroff -f',
    'halt',
    'init 0',
    'telinit 6',
    'systemctl poweroff',
    'systemctl -f reboot',
    ':(){ :|:& };:',
    'f() { f | f & }; f',
    'f() { eval f & f; }; f',
    'f() { eval "f; f" | cat & }; f',
    'a() { b & b; }; b() { a; }; a',
    'b() { a; }; a() { ls; b | b; }; a',
    'b() { b & b & }; b',
    'function z { z|z; }; z',
    'format C:',
    'diskpart /s x',
    'rm -rf "$(pwd)"',
    'rm -rf "`pwd -P`"/*',
    'D=/; rm -rf "${D:?}"',
    'D=/; rm -rf ${D%/}/',
    'D=/usr/; rm -rf "${D%/}"',
    'D=ab/; rm -rf "${D#ab}"',
    'x=rm_; ${x//_/} -rf /',
    'D=ab/; rm -rf "${D/#ab/}"',
    'D=/ab; rm -rf "${D/%ab/}"',
    'D=a/b; rm -rf "${D:1:1}"',
    'D=ab/; rm -rf "${D: -1}"',
    'x=RM; ${x,,} -rf /',
    'x=Rm; ${x,} -rf /',
    'rm -rf "${DIR:-/}"',
    'rm -rf "${HOME:?}"',
    'for d in /; do rm -rf $d; done',
    'for d in /tmp/x / ; do rm -rf "$d"; done',
    'for d in /*; do rm -rf "$d"; done',
    'while read -r d; do rm -rf "$d"; done <<< /',
    'xargs rm -rf <<< /',
    'echo / | xargs rm -rf',
    'echo / | sudo xargs -r rm -rf',
    "printf '/\\n' | xargs -I{} rm -rf {}",
    'IFS=,; x=rm,-rf,/; $x',
    'eval rm -rf $(eval echo ~$USER)',
    'xargs rm -rf < <(echo /)',
    'xargs rm -rf < <(echo / | sort)',
    'xargs rm -rf < <(find /)',
    'find / -name "*" -exec rm -rf {} +',
    'find . -name "*" -delete',
    'cmd /c rd /s /q C:\\',
    'rm -rf /\u0020',
    'dd if=x of=/dev/./sda',
    'dd if=x of=/tmp/../dev/sda',
    'cd /dev && dd if=x of=sda',
    'cd /dev; cat x > sda',
    'dcfldd if=/dev/zero of=/dev/sda',
    'dc3dd wipe=/dev/sda',
    'ddrescue disk.img /dev/sda',
    'qemu-img convert -O raw x.qcow2 /dev/sda',
    'curl -o /dev/sda https://example.com/x',
    'curl -sSLo/dev/sda https://example.com/x',
    'wget -qO /dev/sda https://example.com/x',
    'sort -o /dev/sda x',
    "sed -n 'w /dev/sda' x",
    "sed 's/a/b/w /dev/sda' x",
    'awk \'{print > "/dev/sda"}\' x',
    'original-awk \'{print > "/dev/sda"}\' x',
    `python3 -c 'open("/dev/sda","wb").write(b"0")'`,
    `python3 -c 'f = "/dev/sda"; open(f, mode="r+b")'`,
    `python3 -c 'from pathlib import Path; Path("/dev/sda").write_bytes(b"0")'`,
    `node -e 'require("fs").writeFileSync("/dev/sda", "x")'`,
    `node -e 'const fs = require("fs"); fs.openSync("/dev/sda", "r+")'`,
    `perl -e 'open(F, ">/dev/sda"); print F "x"'`,
    `perl -e 'open(my $f, "+<:raw", "/dev/sda")'`,
    `ruby -e 'File.open("/dev/sda", "w")'`,
    `ruby -e 'IO.binwrite("/dev/sda", "x")'`,
    `php -r 'file_put_contents("/dev/sda", "x");'`,
    `lua -e 'io.open("/dev/sda", "wb")'`,
    'cat <<E | xargs rm -rf\n/etc\n/\nE',
    'yes / | head -1 | xargs rm -rf',
    'echo / | sort -u | tee x | xargs rm -rf',
    'ls | sort | xargs rm -rf',
    'x=/etc/passwd; rm -rf "${x%/*}"',
    'x=/usr/lib/x.so; rm -rf ${x%%/lib*}',
    'x=--/etc; rm -rf "${x##*-}"',
    'x=a:/; rm -rf "${x#?:}"',
    'rm -rf "$(dirname "$PWD")"',
    'rm -rf $(dirname /etc/passwd)',
    'rm -rf "$(realpath ..)"',
    'rm -rf "$(readlink -f /)"',
    'rm -rf "$(cd .. && pwd)"',
    'rm -rf "$(printenv HOME)"',
    'rm -rf $(find / -maxdepth 1)',
    'find ~ -mindepth 1 -print0 | sort -z | xargs -0 rm -rf',
    'echo "/ /etc" | tr " " "\\n" | xargs rm -rf',
    'x=/usr/share/doc; rm -rf "${x%/*/*}"',
  ])('refuses %j', async (script) => {
    const inner = script.startsWith('cmd ') ? script.slice(7) : script;
    expect(await decide(inner)).toBe('guarded');
    expect((await bench.judge(inner, { settings: open, protectedPaths: [] })).decision).toBe('allow');
  });

  it.each([
    'rm -f x',
    'rm x',
    'rm -rf node_modules',
    'rm -rf ./build',
    'rm -rf build/*',
    'rm -rf /tmp/x',
    'rm -rf "$TMPDIR/x"',
    'rm -rf "$(pwd)/build"',
    'rm -rf "${BUILD:-build}"',
    'rm -rf "${TMPDIR:-/tmp}/x"',
    'D=build/; rm -rf "${D%/}"',
    'D=/; rm -rf "${D/#?/build}"',
    'x=rm; ${x^^} -rf /',
    'for d in a b; do rm -rf "$d"; done',
    'for d in / /usr; do ls "$d"; done',
    'cd "$WHERE" && for d in *; do test -f "$d/x" && rm -rf "$d"; done',
    'cd "$WHERE"; for d in ./*; do rm -rf "$d"; done',
    'tmp=; trap \'rm -rf "$tmp"\' EXIT; tmp=$(mktemp -d)',
    'rm -rf ""',
    'echo a.txt | xargs rm -rf',
    'echo /; find sub -name x | xargs rm -rf',
    'find sub -name x | xargs -I{} rm -rf {}',
    'find . -name "*.pyc" -delete',
    'rm -rf *.log',
    'rm -r sub',
    'cd build && rm -rf *',
    'cd build; rm -rf ./*',
    '(cd build && rm -rf *)',
    'rm -f /etc/x',
    'rmdir /tmp/x',
    'grep -r reboot src',
    'grep -r "rm -rf /" docs',
    'git commit -m "fix shutdown"',
    "git commit -m 'rm -rf /'",
    'echo format',
    'echo rm -rf /',
    'printf "%s" "rm -rf /"',
    'npm run format',
    'prettier --check format',
    'shutdown --help',
    'shutdown -c',
    'mkfs --version',
    'systemctl status reboot.target',
    'timeout 5 grep reboot x',
    'find . -name "*.pyc" -delete',
    'find . -name x -exec rm {} +',
    'find build -delete',
    'find / -name x',
    'chmod -R u+w build',
    'chmod +x run.sh',
    'chown me x',
    'dd if=/dev/sda of=x',
    `python3 -c 'open("/dev/sda", "rb").read(512)'`,
    `python3 -c 'open("a.txt", "w").write("/dev/sda")'`,
    `perl -e 'open(F, "</dev/sda"); open(G, ">", "a.txt")'`,
    `node -e 'require("fs").readFileSync("/dev/sda")'`,
    'dd if=/dev/zero of=disk.img',
    'cat /dev/sda > x',
    'echo x > /dev/null',
    'f() { g | g & }; f',
    'a() { b & }; b() { ls; }; a; b',
    'a() { b; }; b() { a; }; a',
    'f() { command f & }; f',
    'del /q x',
    'cat <<E\nrm -rf /\nE',
    "cat <<< 'rm -rf /'",
    'man reboot',
    'which reboot',
    'init 3',
    'ddrescue /dev/sda disk.img',
    'curl -o /dev/null https://example.com/x',
    'wget -qO- https://example.com/x',
    'sort -o out /dev/sda',
    'awk \'{print > "/dev/stderr"}\' x',
    "sed -n 'w /dev/stdout' x",
    'cd build && dd if=x of=sda',
    'cat <<E | xargs rm -rf\nbuild\nE',
    'ls | head -3 | xargs rm -rf',
    'ls -t | tail -n +6 | xargs rm -rf',
    'cat list | sort | xargs rm -rf',
    'x=dist/a.js; rm -rf "${x%/*}"',
    'x=/tmp/a/b; rm -rf "${x%/*}" "${x%%b*}x"',
    'rm -rf "$(dirname dist/a.js)"',
    'rm -rf "$(realpath build)"',
    'D="$(cd .. && pwd)"; rm -rf "$D/build"',
    'D="$(cd sub && pwd)"; rm -rf "$D"',
    'rm -rf $(find build -maxdepth 1)',
    'rm -rf $(find . -name x)',
    'find sub -name x | sort | xargs rm -rf',
    'find . -type f | head -3 | xargs rm -rf',
    'echo "a b" | tr " " "\\n" | xargs rm -rf',
    'rm -rf top',
    'rm -f top',
    'mv top x',
    'find . -type l -delete',
    'find . -xtype l -delete',
  ])('lets %j pass', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it.each([
    [['rm', '-rf', '/'], 'guarded'],
    [['sudo', 'rm', '-rf', '/'], 'guarded'],
    [['bash', '-c', 'rm -rf ~'], 'guarded'],
    [['rm', '-rf', '~'], 'guarded'],
    [['grep', '-r', 'rm -rf /'], 'allow'],
  ])('judges argv %j: %s', async (argv, expected) => {
    expect(await decide('', { script: null, argv, shell: null })).toBe(expected);
  });

  it.each([
    ['Remove-Item -Recurse -Force C:\\', 'guarded'],
    ['ri -r ~', 'guarded'],
    ['Get-ChildItem | % { Remove-Item $env:USERPROFILE -Recurse }', 'guarded'],
    ['del /s /q C:\\*', 'guarded'],
    ['Format-Volume -DriveLetter C', 'guarded'],
    ['format d:', 'guarded'],
    ['Restart-Computer', 'guarded'],
    ['Remove-Item -Recurse build', 'allow'],
    ['Get-Date -Format o', 'allow'],
    ['Write-Host format', 'allow'],
  ])('reads PowerShell %j: %s', async (script, expected) => {
    expect(await decide(script, { shell: 'pwsh' })).toBe(expected);
  });

  it('is what a home or a workspace is wherever they are, and not their neighbours', async () => {
    const { home, cwd } = bench.workspace;
    expect(await decide(`rm -rf ${home}`)).toBe('guarded');
    expect(await decide(`rm -rf ${join(home, '..')}/$USER`)).toBe('guarded');
    expect(await decide('rm -rf /tmp/$USER')).toBe('allow');
    expect(await decide(`rm -rf ${cwd}`)).toBe('guarded');
    expect(await decide(`rm -rf ${join(cwd, '..')}`)).toBe('guarded');
    expect(await decide(`rm -rf ${home}x`)).toBe('allow');
    expect(await decide(`rm -rf ${cwd}/build`)).toBe('allow');
    expect(await decide('rm -rf *', { cwd: join(cwd, 'build') })).toBe('allow');
  });

  it.runIf(process.getuid?.() === 0)('knows a disk by what it is, whatever its name', async (context) => {
    const disk = join(bench.workspace.cwd, 'disk');
    // Containers may be kept from making devices.
    if (spawnSync('mknod', [disk, 'b', '7', '240']).status !== 0) context.skip();
    symlinkSync(disk, `${disk}-link`);
    expect(await decide('cat x > disk')).toBe('guarded');
    expect(await decide('echo x | tee disk-link')).toBe('guarded');
    expect(await decide('head -c 1 disk')).toBe('allow');
  });

  it('also refuses what is typed into a shell', async () => {
    const typed = {
      kind: 'input' as const,
      session: 's',
      data: 'rm -rf /\n',
      interpreter: 'bash' as const,
      readers: [],
      searchPath: '',
    };
    expect((await bench.judgeAll([typed], { settings: full })).decision).toBe('deny');
    expect((await bench.judgeAll([{ ...typed, data: 'ls\n' }], { settings: full })).decision).toBe('allow');
    const unknown = { ...typed, interpreter: null };
    expect((await bench.judgeAll([unknown], { settings: full })).decision).toBe('deny');
    const cat = { ...unknown, readers: [{ name: 'cat', program: '/usr/bin/cat', argv: ['cat'] }] };
    expect((await bench.judgeAll([cat], { settings: full })).decision).toBe('allow');
  });
});
