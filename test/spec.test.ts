import { expect, test } from 'vitest';
import { diskHost } from '../generator/host/disk.js';
import { run } from './generator/cli/console.js';

test('the descriptions of this repository satisfy strict linting', async () => {
  const outcome = await run(['lint', '--strict'], diskHost('.'));
  expect(outcome).toEqual({ code: 0, out: 'no problems found\n', error: '' });
}, 120_000);
