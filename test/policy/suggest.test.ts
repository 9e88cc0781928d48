import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PolicyBench, policyBench } from '../helpers/policy-bench.ts';

describe('rules that are offered', () => {
  let bench: PolicyBench;
  const far = ['aws', 'gcloud', 'redis-cli', 'useradd', 'iptables', 'dpkg', 'ansible-playbook', 'vercel'];
  const near = ['eslint', 'apt-get', 'helm', 'systemctl', 'terraform'];
  beforeAll(() => {
    bench = policyBench();
    bench.stub(...far, ...near);
  });
  afterAll(() => bench.remove());

  it.each([
    'aws s3 ls s3://bucket',
    'gcloud compute instances list',
    'redis-cli get x',
    'useradd x',
    'iptables -L',
    'dpkg -i x.deb',
    'ansible-playbook site.yml',
    'vercel deploy',
    'apt-get install jq',
    'helm uninstall x',
    'systemctl restart x',
    'terraform apply',
  ])('of %s are its exact words: more would reach machines, accounts and money', async (command) => {
    expect((await bench.judge(command)).suggest).toEqual([command]);
  });

  it.each([
    ['eslint src', 'eslint *'],
    ['helm lint x', 'helm lint *'],
    ['systemctl show x', 'systemctl show *'],
    ['terraform plan', 'terraform plan *'],
  ])('of %s may be wider', async (command, wider) => {
    expect((await bench.judge(command)).suggest).toEqual([command, wider]);
  });
});
