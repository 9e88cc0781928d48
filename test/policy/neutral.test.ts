import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedBench } from '../helpers/shared-bench.ts';

const bench = sharedBench(() => {
  bench.stub('npm', 'node', 'go', 'pip', 'terraform', 'make', 'gh', 'brew', 'deno', 'git');
  bench.stub('nm', 'objdump', 'readelf', 'addr2line', 'locale', 'gzip');
});

const environmentOf = async (command: string) =>
  (await bench.judge(command, { rules: [{ allow: 'make *' }] })).environment;

describe('programs that only read', () => {
  it('ask nobody for news of themselves', async () => {
    expect(await environmentOf('npm ls && make x')).toEqual({ npm_config_update_notifier: 'false' });
    expect(await environmentOf('pip list')).toEqual({ PIP_DISABLE_PIP_VERSION_CHECK: '1' });
    expect(await environmentOf('terraform --version')).toEqual({ CHECKPOINT_DISABLE: '1' });
    expect(await environmentOf('brew info qt')).toHaveProperty('HOMEBREW_NO_ANALYTICS', '1');
    for (const command of ['nm -l a.o', 'objdump -t a.o', 'readelf -s a.o', 'addr2line -e a.o 0x1'])
      expect(await environmentOf(command), command).toEqual({ DEBUGINFOD_URLS: '' });
  });

  it('write and fetch nothing that a project chose', async () => {
    expect(await environmentOf('cd . && npm ls | head')).toEqual({
      npm_config_update_notifier: 'false',
      npm_config_logs_max: '0',
      npm_config_logs_dir: '/dev/null',
      npm_config_timing: 'false',
      npm_config_cache: '/dev/null',
    });
    expect(await environmentOf('go version')).toEqual({ GOTOOLCHAIN: 'local' });
    expect(await environmentOf('kubectl version --client')).toEqual({ KUBECONFIG: '/dev/null/none' });
  });

  it('tell the settings of git as they are', async () => {
    expect(await environmentOf('git config core.hooksPath; git config --list | head')).toEqual({});
    expect(await environmentOf('git -C . --no-pager config --list; git -C . config user.name')).toEqual({});
    expect(await environmentOf('git config user.name && git status')).toHaveProperty('GIT_CONFIG_COUNT', '9');
  });

  it('keep git out of repositories inside, where other commands stay as they are', async () => {
    const parameters = async (command: string) => (await environmentOf(command)).GIT_CONFIG_PARAMETERS ?? '';
    expect(await parameters('git status && make x')).toMatch(/'log\.diffMerges=separate'$/);
    expect(await parameters('git grep x && make x')).toMatch(/'submodule\.recurse=false'$/);
    expect(await parameters('git -C . grep x && make x')).toMatch(/'submodule\.recurse=false'$/);
  });

  it.each([
    ['.npmrc', 'onload-script=./x.js\n'],
    ['../.npmrc', 'audit=false\n "on\\u006coad-script" = ./x.js\n'],
    ['.npmrc', '${X}onload-script=./x.js\n'],
    ['.npmrc', 'send-metrics=true\n'],
  ])('run nothing that a project has npm load (%s: %j)', async (path, text) => {
    bench.file(path, text);
    expect(await bench.decide('npm ls')).toBe('ask');
    bench.file(path, 'save-exact=true\n//registry.example/:_authToken=${NPM_TOKEN}\n');
    expect(await bench.decide('npm ls')).toBe('allow');
    rmSync(join(bench.workspace.cwd, path));
  });

  it('run nothing that a project has npm load through a link', async () => {
    bench.file('settings', 'onload-script=./x.js\n');
    symlinkSync('settings', join(bench.workspace.cwd, '.npmrc'));
    expect(await bench.decide('npm root')).toBe('ask');
    rmSync(join(bench.workspace.cwd, '.npmrc'));
  });

  it('leave alone what a rule allows or a person is asked about', async () => {
    expect(await environmentOf('go version && make x')).toEqual({});
    expect(await environmentOf('npm install')).toEqual({});
    expect(await environmentOf('ls')).toEqual({});
  });

  it.each([
    ['npm ls', 'node'],
    ['locale -m', 'gzip'],
  ])('start only trusted programs (%s: %s)', async (command, started) => {
    expect(await bench.decide(command)).toBe('allow');
    bench.file(`${started}-bin/${started}`, '#!/bin/sh\n');
    bench.script(`${started}-bin/${started}`);
    const searchPath = `${bench.workspace.cwd}/${started}-bin:${bench.searchPath}`;
    expect(await bench.decide(command, { exec: { searchPath } })).toBe('ask');
  });
});

it.each([
  ['CHECKPOINT_DISABLE= terraform version', 'ask'],
  ['CHECKPOINT_DISABLE=0 terraform version', 'ask'],
  ['export CHECKPOINT_DISABLE=; terraform version', 'ask'],
  ['for CHECKPOINT_DISABLE in 0; do terraform version; done', 'ask'],
  ['unset CHECKPOINT_DISABLE; terraform version', 'ask'],
  ['env -u CHECKPOINT_DISABLE terraform version', 'ask'],
  ['env CHECKPOINT_DISABLE= terraform version', 'ask'],
  ['GH_NO_UPDATE_NOTIFIER= gh --version', 'ask'],
  ['HOMEBREW_NO_AUTO_UPDATE= brew info x', 'ask'],
  ['DEBUGINFOD_URLS=https://example.com readelf -s a.o', 'ask'],
  ['DENO_NO_UPDATE_CHECK= deno --version', 'ask'],
  ['PIP_DISABLE_PIP_VERSION_CHECK=0 pip list', 'ask'],
  ['npm_config_update_notifier=true npm ls', 'ask'],
  ['GIT_OPTIONAL_LOCKS=1 git status', 'ask'],
  ['CHECKPOINT_DISABLE=1 terraform version', 'allow'],
  ['HOMEBREW_NO_AUTO_UPDATE=1 brew info x', 'allow'],
  ['GIT_OPTIONAL_LOCKS=0 git status', 'allow'],
])('what a verdict rests on is set to nothing else: %s: %s', async (command, expected) => {
  expect(await bench.decide(command)).toBe(expected);
});
