import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const named = [
  'npm publish',
  'pnpm publish',
  'terraform destroy',
  'git push',
  'docker rm',
  'docker compose down',
  'kubectl delete',
  'cargo publish',
  'gh pr merge',
  'pip install',
  'helm uninstall',
  'aws s3 rm',
  'systemctl stop',
  'make deploy',
  'sometool nuke',
];
const rules = named.map((name) => ({ deny: `${name} *` }));

describe('a rule that names a command of a program', () => {
  const bench = sharedBench(() => {
    bench.stub('npm');
  });

  const decide = (script: string) => bench.decide(script, { settings: yolo, rules });

  it.each([
    'npm publish',
    'npm --prefix x publish',
    'npm --silent publish',
    'npm -w a publish',
    'npm --loglevel=silent publish',
    'npm --prefix=x publish',
    'terraform -chdir=x destroy',
    'git -C x push',
    'docker --context x rm y',
    'docker -H tcp://h rm y',
    'docker --log-level debug rm y',
    'kubectl -n x delete y',
    'kubectl --namespace x delete y',
    'kubectl --namespace=x delete y',
    'cargo +nightly publish',
    'cargo -Z x publish',
    'cargo --color always publish',
    'gh -R a/b pr merge',
    'pip --quiet install x',
    'parallel git push ::: a',
    'parallel git push ::: $(git remote)',
    'parallel git push ::: "$X"',
    'parallel git {} ::: push',
    'parallel -j2 git push ::: $(git remote)',
    'helm --kube-context c uninstall x',
    'aws --profile p s3 rm x',
    'systemctl --user stop x',
    'docker compose -f x down',
    'docker --context x compose -p y down',
    'gh pr -R a/b merge 1',
    'aws s3 --profile p rm x',
    'aws --region=x s3 rm x',
    'kubectl -nprod delete x',
    'npm --otp 123 publish',
    'npm -C x publish --tag y',
    'make -j4 deploy',
    'make -C x V=1 deploy',
    'git --no-pager push',
    'git -c a=b -C x push',
    'git --git-dir x push',
    'sudo npm --prefix x publish',
    "bash -c 'npm --prefix x publish'",
    'sometool --config x nuke',
    'sometool -v nuke',
    'sometool --x -y nuke',
    'kubectl --as "$(id -un)" delete y',
    'npm $(cat o) --prefix "$(pwd)" publish',
    'pnpm -w publish',
  ])('means it behind options too: %s', async (script) => {
    expect(await decide(script)).toBe('deny');
  });

  it.each([
    'npm run publish',
    'npm --prefix x run publish',
    'npm --prefix publish test',
    'npm view publish',
    'npm install publish',
    'npm --silent test',
    'git log push',
    'git stash push',
    'terraform -chdir=x plan',
    'terraform -chdir=destroy plan',
    'kubectl -n delete get pods',
    'docker ps',
    'docker run --name rm img',
    'cargo build',
    'cargo run -- publish',
    'gh pr view',
    'gh -R a/b pr view',
    'aws --profile p s3 ls',
    'pip list',
    'parallel git log ::: a',
    'parallel echo ::: $(git remote)',
    'systemctl status stop',
    'npm --silent run publish',
    'npm --silent test publish',
    'npm -s run publish',
    'npm --prefix publish run x',
    'npm run --silent publish',
    'kubectl -n prod get delete',
    'kubectl -n delete get x',
    'docker --debug run rm',
    'docker compose -f down up',
    'docker compose up down',
    'make -C deploy test',
    'make -j4 test deploy2',
    'cargo -q test publish',
    'cargo --color always test publish',
    'cargo build --bin publish',
    'git --no-pager log push',
    'git -C push log',
    'git -C push status',
    'git --git-dir push log',
    'gh -R a/b pr view merge',
    'pip --quiet list install',
    'sometool -v other nuke',
    'sometool run nuke',
    'systemctl --user status stop',
    'apt-get -y update',
    'aws --profile rm s3 ls',
  ])('means no other one: %s', async (script) => {
    expect(await decide(script)).toBe('allow');
  });

  it('asks so, holds for its words alone where it ends in no star, and allows nothing more', async () => {
    const judge = (script: string, rule: object) =>
      bench.decide(script, { rules: [{ allow: 'npm *' }, rule] });
    expect(await judge('npm --silent publish', { ask: 'npm publish *' })).toBe('ask');
    expect(await judge('npm --silent publish', { deny: 'npm publish' })).toBe('deny');
    expect(await judge('npm publish --tag x', { deny: 'npm publish' })).toBe('allow');
    const allowed = await bench.judge('npm --prefix x run build', { rules: [{ allow: 'npm run build' }] });
    expect(allowed.decision).toBe('ask');
  });

  it.each(['-a ', '- ', '-', 'V=1 ', '+', '$X '])(
    'reads many of %j in bounded time',
    { tags: ['slow'] },
    async (piece) => {
      for (const program of ['npm', 'make', 'cargo', 'parallel git push :::'])
        expect(await decide(`${program} ${piece.repeat(60_000 / piece.length)}`)).toMatch(
          /^(?:allow|ask|deny)$/,
        );
    },
  );
});
