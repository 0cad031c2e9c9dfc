/** The test runner of Node, for contract tests. */
import { describe, test } from 'node:test';
import type { TestRunner } from './options.js';

/** `describe` and `test` of `node:test`. */
export const nodeTest: TestRunner = { describe, test };
