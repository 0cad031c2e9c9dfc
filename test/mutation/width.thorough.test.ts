import { expect, test } from 'vitest';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { addWidePackage } from './wide-packages.js';

const bench = createWorkbench('width-thorough');

test('schemas with 10,000 properties, items and branches compile with both compilers', async () => {
  await addWidePackage(bench, 10_000);
  expect(bench.check()).toEqual([]);
  expect(bench.check('typescript')).toEqual([]);
}, 600_000);
