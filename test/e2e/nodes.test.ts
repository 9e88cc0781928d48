import { nodeSuite } from '../helpers/node-suite.ts';
import { childNode } from '../helpers/nodes.ts';

nodeSuite('a child process', childNode);
