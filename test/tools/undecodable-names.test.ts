import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, runCli } from '../helpers/binary.ts';
import { oddPath, takesOddNames } from '../helpers/odd-names.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** Files that can be named, one of which is named as a file that cannot is shown. */
function home(): string {
  const folder = tempFolder();
  mkdirSync(join(folder, 'src/empty'), { recursive: true });
  writeFileSync(join(folder, 'src/ok.txt'), 'needle\n');
  writeFileSync(join(folder, 'src/bad\ufffd.txt'), 'needle\n');
  const odd = (name: string, byte: number): Buffer => oddPath(folder, name, byte);
  for (const byte of [0xfe, 0xff])
    writeFileSync(Buffer.concat([odd('src/bad', byte), Buffer.from('.txt')]), 'needle\nneedle\n');
  writeFileSync(odd('src/data', 0xff), `needle\n${'x\n'.repeat(50_000)}\0`);
  mkdirSync(odd('src/dir', 0xff));
  mkdirSync(odd('src/none', 0xff));
  writeFileSync(Buffer.concat([odd('src/dir', 0xff), Buffer.from('/in.txt')]), 'needle\n');
  return folder;
}

const leftOut = (paths: string) => `agent-tools: Left out because their names are not UTF-8: ${paths}.\n`;

describe.runIf(takesOddNames)(
  'files whose names are no UTF-8 are left out and counted, never named as others',
  () => {
    it.each<readonly [args: readonly string[], stdout: string, stderr: string]>([
      [['glob', '**/*.txt'], 'src/bad\ufffd.txt\nsrc/ok.txt\n', leftOut('3 paths')],
      [['glob', 'src/bad*', '--sort', 'modified'], 'src/bad\ufffd.txt\n', leftOut('2 paths')],
      [
        ['glob', 'src/*', '--include-dirs'],
        'src/bad\ufffd.txt\nsrc/empty/\nsrc/ok.txt\n',
        leftOut('3 paths'),
      ],
      [['glob', 'src/o*'], 'src/ok.txt\n', ''],
      [['grep', 'needle'], 'src/bad\ufffd.txt:1:needle\nsrc/ok.txt:1:needle\n', leftOut('4 paths')],
      [['grep', 'needle', '--output-mode', 'files'], 'src/bad\ufffd.txt\nsrc/ok.txt\n', leftOut('4 paths')],
      [
        ['grep', 'needle', '--output-mode', 'count'],
        'src/bad\ufffd.txt:1\nsrc/ok.txt:1\n',
        leftOut('4 paths'),
      ],
    ])('%j', async (args, stdout, stderr) => {
      const folder = home();
      const result = await runCli(args, { home: folder });
      expect({ stdout: result.stdout.toString(), stderr: result.stderr }).toEqual({ stdout, stderr });
    });

    it('a working folder of such a name is not taken for the one it is shown as', () => {
      const folder = home();
      mkdirSync(join(folder, 'src/dir\ufffd'));
      const script = `cd "$(printf 'src/dir\\377')" && exec "$0" glob '*'`;
      const { status, stderr } = spawnSync('sh', ['-c', script, binary], {
        cwd: folder,
        env: cleanEnv(folder),
        encoding: 'utf8',
      });
      expect(status).toBe(1);
      expect(stderr).toContain('its name is not UTF-8, expected a folder whose name is, or --cwd');
    });

    it.each([
      ['read', 'link/in.txt'],
      ['write', 'link/in.txt', 'x'],
      ['write', 'link/new/in.txt', 'x'],
      ['write', 'dangling', 'x'],
      ['edit', 'link/in.txt', '--old', 'needle', '--new', 'x'],
      ['grep', 'needle', 'link'],
      ['glob', 'link/*'],
      ['--cwd', 'link', 'shell', 'pwd'],
    ])('what a link leads to there is not another file: %s %s', async (...args) => {
      const folder = home();
      symlinkSync(Buffer.concat([Buffer.from('src/dir'), Buffer.from([0xff])]), join(folder, 'link'));
      symlinkSync(Buffer.concat([Buffer.from('src/gone'), Buffer.from([0xff])]), join(folder, 'dangling'));
      mkdirSync(join(folder, 'src/dir\ufffd'));
      writeFileSync(join(folder, 'src/dir\ufffd/in.txt'), 'another needle\n');
      const { status, stdout, stderr } = await runCli(['--yolo', ...args], { home: folder });
      expect({ status, stdout: stdout.toString() }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('not UTF-8');
      expect(readdirSync(join(folder, 'src'))).not.toContain('gone\ufffd');
      expect(readFileSync(join(folder, 'src/dir\ufffd/in.txt'), 'utf8')).toBe('another needle\n');
    });

    it('none of them is proposed for a file that is missing', async () => {
      const folder = home();
      const { stderr } = await runCli(['read', 'src/dir?'], { home: folder });
      expect(stderr).not.toContain('\ufffd');
      expect((await runCli(['read', 'src/bad\ufffd.txt'], { home: folder })).stdout.toString()).toContain(
        'needle',
      );
    });
  },
);
