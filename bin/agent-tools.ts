#!/usr/bin/env bun
import { main } from '../src/main.ts';

// Everything is written when main returns; a read of standard input that never ends must not keep the process.
process.exit(await main(process.argv.slice(2)));
