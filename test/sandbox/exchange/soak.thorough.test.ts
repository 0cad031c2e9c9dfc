import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test, type TestContext } from 'vitest';
import { missingSqlite } from '../built.js';

test('P1, P2, P4, P8: over two minutes of load memory stays flat, books are equal, and the ledger balances', async (context: TestContext) => {
  context.skip(missingSqlite !== undefined, missingSqlite);
  const soak = spawn(process.execPath, ['scripts/soak.js', '--minutes', '2']);
  let output = '';
  for (const stream of [soak.stdout, soak.stderr])
    stream.on('data', (data) => {
      output += String(data);
    });
  const [status] = await once(soak, 'close');
  expect([status, output]).toEqual([0, expect.stringContaining('bytes an operation')]);
}, 3_600_000);
