import { describe, expect, it } from 'vitest';
import { yolo } from '../helpers/policy-bench.ts';
import { sharedBench } from '../helpers/shared-bench.ts';

const document = "cat <<'E'\none; two\nE\n";

/** Bash 5.2 runs `ls a ; ls b` behind a here-document in `$( )` as `ls a ls b`. */
describe('a ";" that bash loses', () => {
  const bench = sharedBench(() => {
    bench.stub('git');
  });

  it.each([
    `echo "$(${document}ls a ; ls b\n)"`,
    `echo $(${document}{ ls a; ls b; }\n)`,
    `echo $(${document}if true; then ls a; ls b; fi\n)`,
    "echo $(cat <<'E' ; ls a ; ls b\nE\n)",
    "echo $(cat <<'E' && { ls a; ls b; }\nE\n)",
    "echo $(while cat <<'E'; do ls a; ls b; done\nE\n)",
    `echo \`echo $(${document}ls a ; ls b\n)\``,
  ])('is asked about: %j', async (script) => {
    const { decision, opaque } = await bench.judge(script);
    expect([decision, opaque]).toEqual(['ask', expect.stringContaining('which bash 5.2 loses')]);
  });

  it.each([
    `echo "$(${document})" ; ls a`,
    `echo "$(${document}ls a\nls b\n)"`,
    `echo "$(ls a ; ls b ; ${document})"`,
    `echo "$(cat <<'E' | sort\na; b\nE\n)"; ls`,
    `echo "$(echo "$(${document})" ; ls b)"`,
    `${document}ls a ; ls b`,
  ])('does not ask about %j', async (script) => {
    expect(await bench.decide(script)).toBe('allow');
  });

  it.each([
    [`echo $(${document}git push ; --force\n)`, 'deny'],
    [`echo $(${document}rm -rf ; /\n)`, 'deny'],
    [`cat <(${document}rm -rf ; /\n)`, 'deny'],
    [`echo $(${document}git push\n--force\n)`, 'allow'],
    [`echo $(${document})\ngit push ; --force`, 'allow'],
  ])('joins what a deny rule or the guard is to see: %j', async (script, decision) => {
    const rules = [{ tool: 'shell', deny: 'git push --force *' }];
    const { decision: found } = await bench.judge(script, { rules, settings: yolo });
    expect(found).toBe(decision);
  });
});
