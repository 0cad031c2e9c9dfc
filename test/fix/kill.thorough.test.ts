import { type FixEvent, FixFramer, FixView } from '@tallystick/runtime/fix';
import { fileFixStore, openFix, serveFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { names, uuid } from './exchange/keys.js';
import { bundle, start } from './kill/process.js';
import { fix42 } from './packages/fix-4.2.js';

let folder = '';
let trader = '';
let venue = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-fix-'));
  trader = bundle('trader', folder);
  venue = bundle('venue', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lanes = names.slice(0, 4);
const rounds = 50;
const logonType = 'A';

/** Sees what stands in a stream: messages of traders as `name number`, with the type before them. */
function onlooker(
  see: (msgType: string, number: string, isRepeated: boolean) => void,
): (bytes: Uint8Array) => void {
  const framer = new FixFramer();
  const view = new FixView(fix42.dataFields);
  return (bytes) => {
    framer.push(Uint8Array.from(bytes));
    while (framer.next() === 'message') {
      view.read(framer.bytes, framer.start, framer.end);
      see(view.msgType, `${view.text(49)} ${view.text(34)}`, view.text(43) === 'Y');
    }
  };
}

test(`a trader that is killed ${lanes.length * rounds} times in a burst goes on where it was`, async () => {
  /** Orders by the trader that sent them. */
  const received = new Map(lanes.map((lane) => [lane, new Set<string>()]));
  const firstTimes: string[] = [];
  const repeated: string[] = [];
  const logons: string[] = [];
  const events: FixEvent[] = [];
  const onOrder = new Map<string, () => void>();
  const exchange = fix42.serve({
    numbers: 'go on',
    onOrder(clOrdId, senderCompId) {
      received.get(senderCompId)?.add(clOrdId);
      onOrder.get(senderCompId)?.();
    },
    onEvent: (event) => events.push(event),
  });
  const port = await serveFix(
    (connection) => {
      const taken = exchange.accept(connection);
      const look = onlooker((msgType, number, isRepeated) => {
        if (msgType === logonType) logons.push(number);
        if (msgType === 'D') (isRepeated ? repeated : firstTimes).push(number);
      });
      return {
        ...taken,
        bytes(bytes) {
          look(bytes);
          taken.bytes(bytes);
        },
      };
    },
    { port: 0, host: '127.0.0.1' },
  );
  const idOf = (lane: number, round: number): number => (lane * 1000 + round) * 1_000_000;
  const acknowledged = await Promise.all(
    lanes.map(async (lane, index) => {
      const file = join(folder, `${lane}.fix`);
      const notes = join(folder, `${lane}.notes`);
      for (let round = 0; round < rounds; round++) {
        const first = String(idOf(index, round));
        const process = start(trader, String(port.port), file, lane, first, 'burst', notes);
        // Some die at their first order, some in the middle of many.
        let left = 1 + ((round * 7 + index * 13) % 60);
        onOrder.set(lane, () => {
          if (--left === 0) process.child.kill('SIGKILL');
        });
        expect(await process.ended).toEqual({ by: 'SIGKILL', errors: '' });
      }
      onOrder.delete(lane);
      const last = start(
        trader,
        String(port.port),
        file,
        lane,
        String(idOf(index, rounds)),
        'last',
      );
      expect(await last.ended).toEqual({ by: 0, errors: '' });
      return readFileSync(notes, 'utf8').split('\n').slice(0, -1);
    }),
  );
  await exchange.close();
  await port.close();
  for (const [index, lane] of lanes.entries()) {
    const got = received.get(lane) ?? new Set();
    expect(acknowledged[index]?.filter((id) => !got.has(id))).toEqual([]);
    expect(got.has(uuid(idOf(index, rounds)))).toBe(true);
    const numbers = logons
      .filter((number) => number.startsWith(lane))
      .map((number) => Number(number.slice(lane.length)));
    expect(numbers).toHaveLength(rounds + 1);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  }
  // No number was used for two messages, nor one sent again without saying so.
  expect(new Set(firstTimes).size).toBe(firstTimes.length);
  expect(events.filter(({ kind }) => kind === 'disconnected')).not.toContainEqual(
    expect.objectContaining({ reason: 'sequence' }),
  );
  expect(repeated.length).toBeGreaterThan(0);
}, 1_200_000);

test('a venue that is killed 10 times in a burst answers every order that it was sent', async () => {
  const [name = ''] = names;
  const answers = new Map<string, number>();
  const store = fileFixStore(join(folder, 'venue-client.fix'));
  const acknowledged: string[] = [];
  let sent = 0;
  for (let round = 0; round <= 10; round++) {
    const process = start(venue, join(folder, 'venue'));
    const port = await process.said();
    const isLast = round === 10;
    let left = 5 + ((round * 11) % 40);
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
      await session.request(uuid(999_999));
      await session.close();
      process.child.kill('SIGKILL');
    } else {
      while (session.isOpen) {
        const id = uuid(sent++);
        await session.send(id);
        acknowledged.push(id);
        if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    expect(await process.ended).toEqual({ by: 'SIGKILL', errors: '' });
  }
  store.close();
  expect(acknowledged.filter((id) => !answers.has(id))).toEqual([]);
}, 600_000);
