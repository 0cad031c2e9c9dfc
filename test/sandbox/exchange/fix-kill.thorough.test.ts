import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ExecutionReport,
  QuoteStatus,
  type QuoteStatusReport,
} from '@platform/exchange-fix-5.0';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { buildSandboxIfStale } from '../../../scripts/build-sandbox.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { missingSqlite, type SandboxProcess, startProcess } from '../built.js';
import { controlOf } from '../sandbox.js';
import { limitOrder, product, uuid } from './fix-world.js';
import { orderSession, type OrderSession, type OrderSessionOptions } from './process-clients.js';
import { exchangeOf, rich, type TestKey, testTrader } from './traders.js';

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-fix-kill-'));
  await buildSandboxIfStale();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Number of orders in a round. They end at once, so that none is refused because another has its ClOrdID. */
const burst = 20;
const order = (number: number) => limitOrder(number, { timeInForce: '3' });

/** An open session. */
async function join50(
  process: SandboxProcess,
  key: TestKey,
  handlers: NonNullable<OrderSessionOptions['handlers']>,
): Promise<OrderSession> {
  const fix = orderSession(() => process, key, { reconnect: false, handlers });
  await fix.opened();
  return fix;
}

test('fix-12: over kills of the whole process, each order is accepted exactly once', async (context: TestContext) => {
  context.skip(missingSqlite !== undefined, missingSqlite);
  const random = randomFrom(seed);
  const words = ['--journal', `sqlite:${join(folder, 'journal.db')}`, '--seed', 'kill'];
  let sandbox = await startProcess(...words);
  const place = { url: sandbox.url, control: controlOf(sandbox) };
  const trader = await testTrader(place, { funds: rich });
  const acceptedIds = new Map<string, string>();
  let pending: readonly number[] = [];
  let next = 1;
  const note = ({ clOrdId = '', execType, orderId }: ExecutionReport): void => {
    if (execType !== '0') return;
    // No order has a second identifier.
    expect(acceptedIds.get(clOrdId) ?? orderId).toBe(orderId);
    acceptedIds.set(clOrdId, orderId);
  };
  /** Asks for each order without a report, and sends those again that were not accepted. */
  const recover = async (fix: OrderSession): Promise<void> => {
    for (const number of pending) {
      const clOrdId = uuid(number);
      const ask = { type: 'OrderStatusRequest', clOrdId, symbol: product } as const;
      const { execType, orderId } = await fix.request(ask);
      if (execType === 'I') acceptedIds.set(clOrdId, orderId);
      else note(await fix.request(order(number)));
    }
  };
  const count = rounds(60, 2);
  for (let round = 0; round < count; round += 1) {
    // It is killed before anything is reported, or after some reports of the two that each order has.
    const killAfter = random() < 0.4 ? 0 : Math.floor(random() * 2 * burst);
    let reports = 0;
    let onEnough: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => {
      onEnough = resolve;
    });
    const fix = await join50(sandbox, trader.key, {
      ExecutionReport(report) {
        note(report);
        reports += 1;
        if (reports >= killAfter) onEnough();
      },
    });
    await recover(fix);
    reports = 0;
    const numbers = Array.from({ length: burst }, (_, index) => next + index);
    next += burst;
    const sending = Promise.all(numbers.map((number) => fix.send(order(number))));
    if (killAfter === 0) onEnough();
    await enough;
    await sandbox.kill();
    await sending.catch(() => undefined);
    await fix.close().catch(() => undefined);
    pending = numbers.filter((number) => !acceptedIds.has(uuid(number)));
    sandbox = await startProcess(...words);
  }
  const fix = await join50(sandbox, trader.key, { ExecutionReport: note });
  await recover(fix);
  expect(acceptedIds.size).toBe(next - 1);
  await fix.close();
  const placed = new Map<string, string>();
  const { orders } = exchangeOf(sandbox.url, trader.key);
  for await (const { client_oid = '', id } of orders.list({ status: ['done'] }))
    placed.set(client_oid, id);
  expect(placed).toEqual(acceptedIds);
  await sandbox.stop();
}, 3_600_000);

test('quotes-2: over a kill of the whole process, a request keeps its quote and its deadline', async (context: TestContext) => {
  context.skip(missingSqlite !== undefined, missingSqlite);
  const words = ['--journal', `sqlite:${join(folder, 'quotes.db')}`, '--seed', 'kill'];
  let sandbox = await startProcess(...words);
  const place = { url: sandbox.url, control: controlOf(sandbox) };
  const taker = await testTrader(place, { funds: rich });
  const maker = await testTrader(place, { funds: rich });
  /** A session of the maker, and the first report on a quote that it receives. */
  const enter = async () => {
    let onReport: (report: QuoteStatusReport) => void = () => undefined;
    const report = new Promise<QuoteStatusReport>((resolve) => {
      onReport = resolve;
    });
    const fix = await join50(sandbox, maker.key, {
      QuoteRequest: ({ quoteReqId }) =>
        fix.send({
          type: 'Quote',
          quoteReqId,
          quoteId: 'q1',
          symbol: product,
          offerPx: '100',
          offerSize: '1',
        }),
      QuoteStatusReport: onReport,
    });
    return { fix, report };
  };
  await place.control.clock.freeze();
  const before = await enter();
  await before.fix.send({ type: 'RFQRequest', rfqReqId: 'all' });
  // AH has no reply: the one to the next message says that it is handled.
  await before.fix.request({ type: 'OrderStatusRequest', symbol: product, clOrdId: uuid(1) });
  const terms = { product, side: 'buy', size: '1' } as const;
  const { id } = await place.control.exchange.requestQuotes(taker.profileId, terms);
  expect(await before.report).toMatchObject({ quoteStatus: QuoteStatus.Active });
  await sandbox.kill();
  await before.fix.close().catch(() => undefined);
  sandbox = await startProcess(...words);
  const control = controlOf(sandbox);
  expect(await control.exchange.getQuoteRequest(id)).toMatchObject({ status: 'open' });
  const after = await enter();
  await control.clock.step({ milliseconds: 251 });
  expect(await after.report).toMatchObject({ quoteStatus: QuoteStatus.PendingEndTrade });
  expect(await control.exchange.getQuoteRequest(id)).toMatchObject({
    status: 'traded',
    quotes: [{ quoteId: 'q1', status: 'selected' }],
  });
  await after.fix.close();
  await sandbox.stop();
}, 120_000);
