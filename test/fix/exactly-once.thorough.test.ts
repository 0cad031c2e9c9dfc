import { fileFixStore, openFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
import { names, uuid } from './exchange/keys.js';
import { bundle, start } from './kill/process.js';
import { missing, openDatabase } from './kill/sqlite.js';
import { fix42 } from './packages/fix-4.2.js';

let folder = '';
let venue = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-once-'));
  if (missing === undefined) venue = bundle('sqlite-venue', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kills = rounds(200, 4);

test(`venue killed ${kills} times keeps every order exactly once, with its session in one transaction`, async (context) => {
  if (missing !== undefined) return context.skip(missing);
  const [name = ''] = names;
  const file = join(folder, 'venue.db');
  const answers = new Map<string, number>();
  const sent: string[] = [];
  const store = fileFixStore(join(folder, 'client.fix'));
  const random = randomFrom(seed);
  for (let round = 0; round <= kills; round++) {
    const process = start(venue, file);
    const port = await process.nextLine();
    const isLast = round === kills;
    let left = Math.ceil(random() * 50);
    const session = fix42.join({
      numbers: 'go on',
      open: openFix(),
      port: Number(port),
      name,
      store,
      reconnect: false,
      onReport(clOrdId) {
        answers.set(clOrdId, (answers.get(clOrdId) ?? 0) + 1);
        if (--left === 0 && !isLast) process.child.kill('SIGKILL');
      },
    });
    await session.opened();
    if (isLast) {
      // Behind this answer stand all that were due before it.
      await session.request(uuid(900_000));
      sent.push(uuid(900_000));
      await session.close();
      process.child.kill('SIGKILL');
    }
    while (session.isOpen) {
      const id = uuid(sent.length);
      // A message in the store of the client is sent even if the connection breaks.
      const isKept = await session.send(id).then(
        () => true,
        () => false,
      );
      if (isKept) sent.push(id);
      // As many are under way as one transaction after the other can follow.
      do await new Promise((resolve) => setImmediate(resolve));
      while (session.isOpen && sent.length - answers.size > 60);
    }
    expect(await process.ended).toEqual({ by: 'SIGKILL', errors: '' });
    await session.close();
  }
  void store.close();
  const database = openDatabase(file);
  const rows = database.prepare('select cl_ord_id from orders').all() as { cl_ord_id: string }[];
  database.close();
  const kept = rows.map((row) => row.cl_ord_id);
  // Each one once, in the order in which they were sent.
  expect(kept).toEqual(sent);
  expect(sent.filter((id) => answers.get(id) !== 1)).toEqual([]);
}, 1_800_000);
