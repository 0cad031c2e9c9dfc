import {
  createFixAcceptor,
  createFixInitiator,
  type FixEvent,
  FixFramer,
  FixView,
} from '@tallystick/runtime/fix';
import { fileFixStore, openFix, serveFix } from '@tallystick/runtime/fix/node';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, start } from './kill/process.js';
import { order, report, smallDescriptor, type SmallTypes } from './pair.js';

let folder = '';
let trader = '';
let venue = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-fix-'));
  trader = bundle('trader', folder);
  venue = bundle('venue', folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lanes = ['A', 'B', 'C', 'D'];
const rounds = 50;

test(`a trader that is killed ${lanes.length * rounds} times in a burst goes on where it was`, async () => {
  /** Orders by the trader that sent them. */
  const received = new Map(lanes.map((lane) => [lane, new Set<string>()]));
  const firstTimes: string[] = [];
  const repeated: string[] = [];
  const events: FixEvent[] = [];
  const onOrder = new Map<string, () => void>();
  const acceptor = createFixAcceptor<SmallTypes>(
    smallDescriptor(),
    {
      NewOrderSingle({ clOrdId = '' }, client) {
        const { senderCompId } = client.identity;
        received.get(senderCompId)?.add(clOrdId);
        onOrder.get(senderCompId)?.();
        return client.isOpen ? client.send(report(clOrdId)) : undefined;
      },
    },
    { onEvent: (event) => events.push(event) },
  );
  const port = await serveFix(
    (connection) => {
      const taken = acceptor.accept(connection);
      const framer = new FixFramer();
      const view = new FixView();
      return {
        ...taken,
        bytes(bytes) {
          framer.push(Uint8Array.from(bytes));
          while (framer.next() === 'message') {
            view.read(framer.bytes, framer.start, framer.end);
            const number = `${view.text(49)} ${view.text(34)}`;
            if (view.msgType !== 'D') continue;
            if (view.text(43) === 'Y') repeated.push(number);
            else firstTimes.push(number);
          }
          taken.bytes(bytes);
        },
      };
    },
    { port: 0, host: '127.0.0.1' },
  );
  const acknowledged = await Promise.all(
    lanes.map(async (lane, index) => {
      const file = join(folder, `${lane}.fix`);
      const said: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const process = start(trader, String(port.port), file, lane, `${lane}${round}`, 'burst');
        // Some die at their first order, some in the middle of many.
        let left = 1 + ((round * 7 + index * 13) % 60);
        onOrder.set(lane, () => {
          if (--left === 0) process.child.kill('SIGKILL');
        });
        expect(await process.ended).toBe('SIGKILL');
        said.push(...process.lines);
      }
      onOrder.delete(lane);
      const last = start(trader, String(port.port), file, lane, `${lane}${rounds}`, 'last');
      expect(await last.ended).toBe(0);
      return said;
    }),
  );
  await acceptor.close();
  await port.close();
  for (const [index, lane] of lanes.entries()) {
    const got = received.get(lane) ?? new Set();
    expect(acknowledged[index]?.filter((id) => !got.has(id))).toEqual([]);
    expect(got.has(`${lane}${rounds}-last`)).toBe(true);
  }
  expect(new Set(firstTimes).size).toBe(firstTimes.length);
  // Numbers went on: a session whose numbers went back would have been ended for it.
  expect(events.filter(({ kind }) => kind === 'disconnected')).not.toContainEqual(
    expect.objectContaining({ reason: 'sequence' }),
  );
  expect(repeated.length).toBeGreaterThan(0);
}, 180_000);

test('a venue that is killed 10 times in a burst answers every order that it was sent', async () => {
  const answers = new Map<string, number>();
  const store = fileFixStore(join(folder, 'venue-client.fix'));
  const acknowledged: string[] = [];
  let sent = 0;
  for (let round = 0; round <= 10; round++) {
    const process = start(venue, join(folder, 'venue'));
    const port = await new Promise<string>((resolve) => process.onLine(resolve));
    const isLast = round === 10;
    let left = 5 + ((round * 11) % 40);
    const session = createFixInitiator<SmallTypes>(smallDescriptor(), {
      open: openFix(),
      address: { host: '127.0.0.1', port: Number(port) },
      senderCompId: 'TRADER',
      store,
      reconnect: false,
      onMessage({ message: { clOrdId = '' } }) {
        answers.set(clOrdId, (answers.get(clOrdId) ?? 0) + 1);
        if (--left === 0 && !isLast) process.child.kill('SIGKILL');
      },
    });
    await session.opened();
    if (isLast) {
      // Behind this answer stand all that were due before it.
      await session.request(order('last'));
      await session.close();
      process.child.kill('SIGKILL');
    } else {
      while (session.isOpen) {
        const id = `O${sent++}`;
        await session.send(order(id));
        acknowledged.push(id);
        if (sent % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    expect(await process.ended).toBe('SIGKILL');
  }
  expect(acknowledged.filter((id) => !answers.has(id))).toEqual([]);
}, 120_000);
