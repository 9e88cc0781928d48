import { describe, expect, it } from 'vitest';
import { type Layers, load, userPath } from './loading.ts';

const seconds = (timeoutSeconds: number) => ({ shell: { timeoutSeconds } });

describe('a contradiction', () => {
  it.each<[string, Layers, string, string]>([
    [
      'in one file',
      { user: { shell: { timeoutSeconds: 50, maxTimeoutSeconds: 40 } } },
      'shell.timeoutSeconds',
      'shell.maxTimeoutSeconds',
    ],
    [
      'with a default',
      { user: seconds(400) },
      'shell.timeoutSeconds',
      'the default of "shell.maxTimeoutSeconds"',
    ],
    [
      'between layers',
      { user: seconds(50), env: { AGENT_TOOLS_SHELL_MAX_TIMEOUT_SECONDS: '40' } },
      'shell.timeoutSeconds',
      '"shell.maxTimeoutSeconds" of AGENT_TOOLS_SHELL_MAX_TIMEOUT_SECONDS',
    ],
    [
      'of the audit',
      { user: { audit: { enabled: false, required: true } } },
      'audit.enabled',
      `"audit.required" of ${userPath}:1`,
    ],
  ])('%s is refused naming both', async (_, layers, key, other) => {
    await expect(load(layers)).rejects.toMatchObject({ code: 'invalid_config' });
    await expect(load(layers)).rejects.toThrow(`"${key}" is`);
    await expect(load(layers)).rejects.toThrow(other);
  });

  it('does not arise from a default: it follows', async () => {
    const { settings, origins } = await load({ user: { shell: { maxTimeoutSeconds: 20 } } });
    expect(settings.shell).toMatchObject({ timeoutSeconds: 20, maxTimeoutSeconds: 20 });
    expect(origins['shell.timeoutSeconds']).toMatchObject({ layer: 'user', source: userPath });
  });

  it('does not arise from an untrusted project file: the other option follows', async () => {
    const { settings } = await load({
      user: { shell: { timeoutSeconds: 50 }, audit: { enabled: false } },
      project: { shell: { maxTimeoutSeconds: 20 }, audit: { required: true } },
    });
    expect(settings.shell).toMatchObject({ timeoutSeconds: 20, maxTimeoutSeconds: 20 });
    expect(settings.audit).toMatchObject({ enabled: true, required: true });
  });

  it.each([
    ['an unknown host', { host: 'build8' }, '"build7"'],
    ['a host without any node', { host: 'moon' }, 'or a name in "hosts"'],
  ])('%s is refused', async (_, settings, wanted) => {
    const user = { hosts: { build7: { command: ['ssh', 'build7'] } }, ...settings };
    await expect(load({ user })).rejects.toThrow(wanted);
  });

  it.each(['local', 'gateway', 'sandbox', 'build7'])('the host %s is known', async (host) => {
    const user = { hosts: { build7: { command: ['ssh', 'build7'] } }, host };
    expect((await load({ user })).settings.host).toBe(host);
  });
});
