import { afterEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/index.js';
import { programsOf } from './guide.js';

let sandbox: Sandbox | undefined;
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});

const expected = [
  ['keys', 'readingKey', [200, 403, 401]],
  ['scenarios', 'refusedByPolicy', [200, 403, 'no-match']],
  ['scenarios', 'completedOperation', ['pending', 'signed', 'broadcast', 'complete']],
  ['scenarios', 'arrivedWebhook', { values: ['25'], requests: 2 }],
  ['deployment', 'backToBefore', [0, 1, 0]],
] as const;

test.each(expected)('docs/sandbox/%s.md: %s', async (page, name, want) => {
  sandbox = await startSandbox();
  const programs = await programsOf(page);
  expect(await programs[name]?.(sandbox)).toEqual(want);
});
