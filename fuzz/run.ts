import { parseArgs } from 'node:util';
import { keepRows } from './rows.ts';
import { fuzz } from './suite.ts';
import { suites } from './suites.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? crypto.getRandomValues(new Uint32Array(1))[0] : Number(values.seed);
const unknown = positionals.filter((name) => !Object.hasOwn(suites, name));

if (unknown.length > 0 || !(minutes > 0) || seed === undefined || !Number.isSafeInteger(seed)) {
  console.error(`usage: npm run fuzz -- [--minutes N] [--seed N] [${Object.keys(suites).join('|')} …]`);
  process.exit(2);
}

for (const [name, { title, open }] of Object.entries(suites)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`${name}: ${title}; seed ${seed}, ${minutes} min`);
  const suite = await open();
  try {
    const limits = { milliseconds: minutes * 60_000, inputs: Number.POSITIVE_INFINITY };
    const { made, failures } = await fuzz(suite, seed, limits);
    console.log(`${name}: ${made} inputs, ${failures.length} failures`);
    for (const { input, problem } of failures) console.log(`  ${JSON.stringify(input)}: ${problem}`);
    if (failures.length > 0) {
      console.log(`${name}: kept in ${keepRows(name, failures)}`);
      process.exitCode = 1;
    }
  } finally {
    await suite.close();
  }
}
