import { expect, test } from 'vitest';
import { diskHost } from '../generator/host/disk.js';
import { run } from './generator/cli/console.js';

test('our own descriptions satisfy the strictest rules: prose, examples, states, nothing unused', async () => {
  const outcome = await run(['lint', '--strict'], diskHost('.'));
  expect(outcome).toEqual({ code: 0, out: 'no problems found\n', error: '' });
}, 120_000);
