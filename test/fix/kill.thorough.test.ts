import { type FixEvent, FixFramer, FixView } from '@tallystick/runtime/fix';
import { fileFixStore, openFix, serveFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomFrom, rounds, seed } from '../rounds.js';
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
/** Kills of each trader. */
const each = rounds(50, 3);
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

test(`trader killed ${lanes.length * each} times during a burst continues its session`, async () => {
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
      for (let round = 0; round < each; round++) {
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
      const last = start(trader, String(port.port), file, lane, String(idOf(index, each)), 'last');
      expect(await last.ended).toEqual({ by: 0, errors: '' });
      return readFileSync(notes, 'utf8').split('\n').slice(0, -1);
    }),
  );
  await exchange.close();
  await port.close();
  for (const [index, lane] of lanes.entries()) {
    const got = received.get(lane) ?? new Set();
    expect(acknowledged[index]?.filter((id) => !got.has(id))).toEqual([]);
    expect(got.has(uuid(idOf(index, each)))).toBe(true);
    const numbers = logons
      .filter((number) => number.startsWith(lane))
      .map((number) => Number(number.slice(lane.length)));
    expect(numbers).toHaveLength(each + 1);
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
  }
  // No number was used for two messages, nor one sent again without saying so.
  expect(new Set(firstTimes).size).toBe(firstTimes.length);
  expect(events.filter(({ kind }) => kind === 'disconnected')).not.toContainEqual(
    expect.objectContaining({ reason: 'sequence' }),
  );
  expect(repeated.length).toBeGreaterThan(0);
}, 1_200_000);

describe.each([
  ['written to the system', ''],
  ['synced to disk', 'sync'],
] as const)('venue with sessions %s', (_, sync) => {
  const kills = rounds(60, 4);

  test(`killed ${kills} times answers every order, and receives at most one of them again after each kill`, async () => {
    const [name = ''] = names;
    const answers = new Map<string, number>();
    const notes = join(folder, `venue${sync}.notes`);
    const store = fileFixStore(join(folder, `venue-client${sync}.fix`));
    const acknowledged: string[] = [];
    const random = randomFrom(seed);
    let sent = 0;
    let silent = 0;
    for (let round = 0; round <= kills; round++) {
      const process = start(venue, join(folder, `venue${sync}`), notes, sync);
      const port = await process.nextLine();
      const isLast = round === kills;
      const isSilent = !isLast && round % 4 === 3;
      let left = Math.ceil(random() * 60);
      const session = fix42.join({
        numbers: 'go on',
        open: openFix(),
        port: Number(port),
        name,
        store,
        reconnect: false,
        onReport(clOrdId) {
          answers.set(clOrdId, (answers.get(clOrdId) ?? 0) + 1);
          if (--left === 0 && !isLast && !isSilent) process.child.kill('SIGKILL');
        },
      });
      await session.opened();
      if (isLast || isSilent) {
        // Behind this answer stand all that were due before it.
        await session.request(uuid(900_000 + round));
        silent++;
        if (isLast) await session.close();
        process.child.kill('SIGKILL');
      } else {
        while (session.isOpen) {
          const id = uuid(sent++);
          await session.send(id).catch(() => undefined);
          acknowledged.push(id);
          do await new Promise((resolve) => setImmediate(resolve));
          while (session.isOpen && sent - answers.size > 200);
        }
      }
      expect(await process.ended).toEqual({ by: 'SIGKILL', errors: '' });
      await session.close();
    }
    void store.close();
    expect(acknowledged.filter((id) => !answers.has(id))).toEqual([]);
    expect([...answers.values()].filter((times) => times > 1)).toEqual([]);
    const handled = readFileSync(notes, 'utf8').split('\n').slice(0, -1);
    const again = handled.length - new Set(handled).size;
    // Reports before a pause refer to finished orders.
    expect(again).toBeLessThanOrEqual(kills - (silent - 1));
  }, 600_000);
});
