import { describe, expect, it } from 'vitest';
import type { InputEffect, InputReader } from '../../src/core/effect.ts';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

describe('what is typed into a program that runs code of its own', () => {
  const bench = sharedBench();

  const judge = (program: string, data: string, rules: readonly { deny: string }[] = []) => {
    const words = program.split(' ');
    const path = `/usr/bin/${words[0]}`;
    const reader: InputReader = { name: words[0] ?? '', program: path, argv: [path, ...words.slice(1)] };
    const effect: InputEffect = {
      kind: 'input',
      session: 's',
      data,
      interpreter: 'other',
      readers: [reader],
      searchPath: bench.searchPath,
    };
    return bench.judgeAll([effect], { settings: yolo, rules });
  };

  it.each([
    ['python3', 'os.system("CMD")\n'],
    ['python3.12 -i app.py', 'import os; os.system("CMD")\n'],
    ['python3', 'subprocess.run("CMD", shell=True)\n'],
    ['ipython', '!CMD\n'],
    ['node', 'require("child_process").execSync("CMD")\n'],
    ['node', 'cp.execSync("CMD")\n'],
    ['irb', 'system "CMD"\n'],
    ['irb', '`CMD`\n'],
    ['perl -de0', 'system("CMD")\n'],
    ['php -a', 'system("CMD");\n'],
    ['lua', 'os.execute("CMD")\n'],
    ['R', 'system("CMD")\n'],
    ['julia', 'run(`CMD`)\n'],
    ['iex', 'System.shell("CMD")\n'],
    ['ghci', ':!CMD\n'],
    ['psql db', '\\! CMD\n'],
    ['mysql', 'system CMD\n'],
    ['sqlite3 x.db', '.shell CMD\n'],
    ['gdb ./a.out', 'shell CMD\n'],
    ['lldb', 'platform shell CMD\n'],
    ['vim x', ':!CMD\r'],
    ['vim x', '\x1b:!CMD\r'],
    ['vim.basic x', ':r !CMD\r'],
    ['less x', '!CMD\n'],
    ['sftp host', '!CMD\n'],
    ['tclsh', 'exec CMD\n'],
  ])('is seen in %s: %j', async (program, data) => {
    const judged = await judge(program, data.replace('CMD', 'rm x'), [{ deny: 'rm *' }]);
    expect(judged).toMatchObject({ decision: 'deny', rule: { text: 'rm *' } });
    expect(await judge(program, data.replace('CMD', 'rm -rf /'))).toMatchObject({
      decision: 'deny',
      rule: { text: 'guard' },
    });
  });

  it('is guarded where it removes by itself', async () => {
    for (const [program, data] of [
      ['python3', 'shutil.rmtree("/")\n'],
      ['node', 'fs.rmSync("/", { recursive: true })\n'],
      ['irb', 'FileUtils.rm_rf("/")\n'],
    ] as const)
      expect((await judge(program, data)).rule?.text).toBe('guard');
  });

  it.each([
    ['python3', 'print("rm -rf /")\n'],
    ['python3', 'x = "rm x"\n'],
    ['node', '/rm/.exec("rm -rf /")\n'],
    ['node', 'console.log("rm x")\n'],
    ['irb', 'puts "rm x"\n'],
    ['psql db', "select 'rm x';\n"],
    ['gdb ./a.out', 'break rm\n'],
    ['vim x', 'irm x\x1b:wq\r'],
    ['vim x', ':%s/rm x/y/g\r'],
    ['less x', '/x rm\n'],
  ])('is not taken for it in %s: %j', async (program, data) => {
    expect((await judge(program, data, [{ deny: 'rm x' }])).decision).toBe('allow');
  });
});
