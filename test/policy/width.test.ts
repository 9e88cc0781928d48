import { describe, expect, it } from 'vitest';
import { widthOf } from '../../src/policy/rules/width.ts';

describe('how wide a rule for a command may be', () => {
  it.each<[command: string, width: number | null]>([
    ['eslint src', 0],
    ['eslint', 0],
    ['constructor x', 0],
    // The sub-command says what it does.
    ['git log', 1],
    ['git', null],
    ['git --version', null],
    ['git push', null],
    ['gh pr', null],
    ['systemctl list-units', 1],
    ['systemctl restart x', null],
    ['rails test:models', 1],
    ['rails console', null],
    ['mix test', 1],
    ['mix deps.get', null],
    ['mvn verify', 1],
    ['mvn exec:java', null],
    ['gradle publishToMavenLocal', null],
    ['crystal build x.cr', 1],
    ['crystal x.cr', null],
    // It takes one more word.
    ['npm run build', 2],
    ['npm run', null],
    ['npm run -s', null],
    ['npm install x', null],
    ['gmake run x', 1],
    // A program's name is its own sub-command.
    ['java Main', 1],
    ['java -jar x.jar', null],
    ['qemu-x86_64 x', 1],
    // Nothing of it says anything about the rest.
    ['rm x', null],
    ['ps -c', null],
    ['fsck.ext4 /dev/sdb', null],
    ['ansible-playbook x', null],
    ['mount.nfs x', null],
    // Its words are statements, or name what it writes or starts.
    ['sqlite3 x.db .tables', null],
    ['openssl x509 -in c.pem', null],
    ['psql -l', null],
    ['gcc-12 a.c', 0],
    ['arm-none-eabi-gcc a.c', null],
    ['gpg --list-keys', null],
    ['socat - TCP:x:80', null],
    ['watch ls', null],
    ['pdftotext a.pdf -', null],
    ['xmllint --noout a.xml', null],
    ['ldd /bin/ls', null],
    ['ip link', null],
    ['ifconfig', null],
    ['tcpdump -r x', null],
  ])('%s: %s', (command, width) => {
    const [base = '', ...args] = command.split(' ');
    expect(widthOf(base, args)).toBe(width);
  });
});
