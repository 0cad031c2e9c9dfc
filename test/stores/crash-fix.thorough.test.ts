import { fileFixStore, openFix } from '@tallystick/runtime/fix/node';
import { join } from 'node:path';
import { expect } from 'vitest';
import { names, uuid } from '../fix/exchange/keys.js';
import { type Doomed, start } from '../fix/kill/process.js';
import { fix42 } from '../fix/packages/fix-4.2.js';
import { randomFrom, rounds, seed } from '../rounds.js';
import { describeOwn, type OwnDatabase } from './crash/own-database.js';

const kills = rounds(200, 4);

describeOwn('FIX servers', ['sqlite', 'postgres', 'redis'], ['venue'], (testOwn) => {
  testOwn(`killed ${kills} times keep every order once, with its session`, (own) =>
    killVenues(own, kills, 0),
  );
  testOwn('whose clocks differ by 10 seconds keep every order once, with its session', (own) =>
    killVenues(own, 2, 5_000),
  );
});

let traders = 0;

/** Sends orders to two servers, of which the one that has the session is killed. The clocks are ahead and behind by `skew`. */
async function killVenues(
  { address, effects, scripts, folder }: OwnDatabase<'venue'>,
  times: number,
  skew: number,
): Promise<void> {
  const name = names[traders++ % names.length] ?? '';
  const earlier = (await effects.list('fix')).length;
  const answers = new Map<string, number>();
  const sent: string[] = [];
  const store = fileFixStore(join(folder, `client-${traders}.fix`));
  const random = randomFrom(seed);
  const base = traders * 1_000_000;
  const launch = (round: number): Doomed =>
    start(scripts.venue, address.kind, address.at, String(round % 2 === 0 ? skew : -skew));
  let next = launch(0);
  for (let round = 0; round <= times; round++) {
    const process = next;
    // Starts while the other one has the session.
    next = launch(round + 1);
    const port = Number(await process.nextLine());
    const isLast = round === times;
    let left = Math.ceil(random() * 50);
    const open = () =>
      fix42.join({
        numbers: 'go on',
        open: openFix(),
        port,
        name,
        store,
        reconnect: false,
        onReport(clOrdId) {
          answers.set(clOrdId, (answers.get(clOrdId) ?? 0) + 1);
          if (--left === 0 && !isLast) process.child.kill('SIGKILL');
        },
      });
    let session = open();
    // The session of a killed process becomes free after its lease.
    while (!(await isOpened(session))) {
      await session.close();
      session = open();
    }
    if (isLast) {
      // Behind this answer are all that were due before it.
      const id = uuid(base + 900_000);
      await session.request(id);
      sent.push(id);
      await session.close();
      process.child.kill('SIGKILL');
    }
    while (session.isOpen) {
      const id = uuid(base + sent.length);
      // A message in the store of the client is sent even if the connection breaks.
      const isKept = await session.send(id).then(
        () => true,
        () => false,
      );
      if (isKept) sent.push(id);
      do await new Promise((resolve) => setImmediate(resolve));
      while (session.isOpen && sent.length - answers.size > 60);
    }
    expect(await process.ended).toEqual({ by: 'SIGKILL', errors: '' });
    await session.close();
  }
  next.child.kill('SIGKILL');
  await next.ended;
  void store.close();
  // Each one once, in the order in which they were sent.
  expect((await effects.list('fix')).slice(earlier)).toEqual(sent);
  expect(sent.filter((id) => answers.get(id) !== 1)).toEqual([]);
}

async function isOpened(session: { opened(): Promise<void> }): Promise<boolean> {
  return session.opened().then(
    () => true,
    () => false,
  );
}
