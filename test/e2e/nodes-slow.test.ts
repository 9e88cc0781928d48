import { nodeSuite } from '../helpers/node-suite.ts';
import { childNode } from '../helpers/nodes.ts';

/** Runs a program and passes what comes and goes in pieces of a few bytes, so that every message is cut, with a pause after some. */
const fewBytes = `
  const child = require('node:child_process').spawn(process.argv[1], process.argv.slice(2), { stdio: ['pipe', 'pipe', 'inherit'] });
  const pass = async (from, to) => {
    let count = 0;
    for await (const chunk of from)
      for (let at = 0; at < chunk.length; at += 5) {
        to.write(chunk.subarray(at, at + 5));
        count += 1;
        await new Promise((resolve) => (count % 64 === 0 ? setTimeout(resolve, 1) : setImmediate(resolve)));
      }
    to.end();
  };
  pass(process.stdin, child.stdin);
  pass(child.stdout, process.stdout);
  child.stdin.on('error', () => {});
  child.on('close', (status, signal) => { process.exitCode = signal === null ? status : 1; process.stdin.destroy(); });
`;

nodeSuite('a link that brings five bytes at a time', (rig, ...flags) => [
  process.execPath,
  '-e',
  fewBytes,
  ...childNode(rig, ...flags),
]);
