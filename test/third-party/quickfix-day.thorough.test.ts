import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { exchangeKey, ExchangeClient } from '@platform/exchange';
import { compileProgram } from '../fix/interop/quickfix.js';
import { rich, type TestKey, testTrader } from '../sandbox/exchange/traders.js';
import { type TestSandbox, testSandbox } from '../sandbox/sandbox.js';
import {
  type Fields,
  missing,
  type QuickFix,
  type SessionEvent,
  startQuickFix,
  valueOf,
} from './quickfix/initiator.js';

const second = 1000;
/** How far the clock is moved at once: the interval of heartbeats. */
const step = 30 * second;
const minute = 60 * second;
const hour = 60 * minute;

let folder = '';
let program = '';
beforeAll(() => {
  if (missing !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'sandbox-quickfix-'));
  program = compileProgram('test/third-party/quickfix/initiator.cpp', folder);
}, 300_000);
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

/** How far Los Angeles is ahead of UTC, in milliseconds. */
function offsetAt(time: number): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    timeZoneName: 'longOffset',
  });
  const { value = '' } =
    format.formatToParts(time).find(({ type }) => type === 'timeZoneName') ?? {};
  return Number(value.slice('GMT'.length, 'GMT-08'.length)) * hour;
}

/** The next hour at which Los Angeles changes its clocks. It is on a Sunday. */
function nextChange(now: number): number {
  let time = Math.ceil(now / hour) * hour;
  while (offsetAt(time) === offsetAt(time - hour)) time += hour;
  return time;
}

type Orders = 'orders-5.0' | 'orders-4.2';

/** A sandbox and QuickFIX, on one clock. */
class TradingDay {
  /** Session of each order, and the ExecTypes that its reports must have there, by OrderID. */
  readonly wanted = new Map<
    string,
    { readonly session: Orders; readonly types: readonly string[] }
  >();
  /** Texts with which orders were refused. */
  readonly refusals = new Set<string>();
  readonly #sandbox: TestSandbox;
  readonly #quickfix: QuickFix;
  readonly #maker: ExchangeClient;
  #now: number;
  #seen = 0;

  constructor(sandbox: TestSandbox, quickfix: QuickFix, maker: TestKey, now: number) {
    this.#sandbox = sandbox;
    this.#quickfix = quickfix;
    this.#now = now;
    this.#maker = this.client(maker);
  }

  get events(): readonly SessionEvent[] {
    return this.#quickfix.events;
  }

  get now(): number {
    return this.#now;
  }

  /** A client of the REST API that signs at the time of the day. */
  client({ name, secret, passphrase }: TestKey): ExchangeClient {
    const clock = { now: () => this.#now };
    return new ExchangeClient({
      baseUrl: this.#sandbox.url,
      credentials: { exchangeKey: exchangeKey({ key: name, secret, passphrase }, { clock }) },
    });
  }

  /** Passes time. After each Logon for market data the book is requested. */
  async pass(milliseconds: number): Promise<void> {
    for (const end = this.#now + milliseconds; this.#now < end;) {
      this.#now += step;
      await this.#sandbox.control.clock.step({ milliseconds: step });
      this.#quickfix.setClock(this.#now);
      await this.#quickfix.poll();
      const last = this.events.slice(this.#seen);
      this.#seen = this.events.length;
      if (last.some(({ session, kind }) => session === 'snapshots' && kind === 'logon'))
        await this.#quickfix.send('snapshots', '35=V|262=book|263=1|146:55=BTC-USD');
    }
  }

  /** Resolves to the first message of a session that is as wanted, as soon as it has arrived. */
  async received(
    wanted: SessionEvent['session'],
    isWanted: (fields: Fields) => boolean,
  ): Promise<Fields> {
    for (;;) {
      const found = this.events.find(
        ({ session, kind, fields }) =>
          session === wanted && kind === 'received' && isWanted(fields),
      );
      if (found !== undefined) return found.fields;
      await this.#quickfix.poll();
    }
  }

  /** Places a limit order to buy, whose reports are to have these ExecTypes. Resolves to its ClOrdID after the first one. */
  async #buy(session: Orders, fields: string, reported: readonly string[]): Promise<string> {
    const id = randomUUID();
    await this.#quickfix.send(session, `35=D|11=${id}|55=BTC-USD|54=1|40=2|${fields}`);
    const first = await this.#report(session, id, reported[0] ?? '');
    this.wanted.set(valueOf(first, 37), { session, types: reported });
    return id;
  }

  /** Cancels (F) or changes (G) an order. Resolves to the new ClOrdID after the report. */
  async #change(session: Orders, type: 'F' | 'G', id: string, fields = ''): Promise<string> {
    const next = randomUUID();
    const message = `35=${type}|11=${next}|41=${id}|55=BTC-USD|54=1${fields}`;
    await this.#quickfix.send(session, message);
    await this.#report(session, next, type === 'F' ? '4' : '5');
    return next;
  }

  #report(session: Orders, id: string, type: string): Promise<Fields> {
    return this.received(
      session,
      (fields) => valueOf(fields, 11) === id && valueOf(fields, 150) === type,
    );
  }

  /** One of the things that traders do, until the last report of it. */
  async trade(session: Orders, number: number): Promise<void> {
    switch (number % 5) {
      case 0: {
        const id = await this.#buy(session, '38=1|44=90|59=1', ['0', '4']);
        await this.#change(session, 'F', id);
        return;
      }
      case 1: {
        const sale = { type: 'limit', side: 'sell', product_id: 'BTC-USD' } as const;
        await this.#maker.orders.create({ ...sale, price: '100', size: '0.5' });
        const reported = session === 'orders-5.0' ? ['0', 'F'] : ['0', '1', '3'];
        const id = await this.#buy(session, '38=0.5|44=100|59=1', reported);
        await this.#report(session, id, reported.at(-1) ?? '');
        return;
      }
      case 2: {
        const id = await this.#buy(session, '38=2|44=90|59=1', ['0', '5', '4']);
        const next = await this.#change(session, 'G', id, '|40=2|38=1|44=91');
        await this.#change(session, 'F', next);
        return;
      }
      case 3: {
        const id = await this.#buy(session, '38=1|44=90|59=3', ['0', '4']);
        await this.#report(session, id, '4');
        return;
      }
      default: {
        const id = randomUUID();
        const order = `35=D|11=${id}|55=BTC-USD|54=1|40=2|38=1|44=90.001|59=1`;
        await this.#quickfix.send(session, order);
        const report = await this.#report(session, id, '8');
        this.refusals.add(valueOf(report, 58));
      }
    }
  }
}

test('fix-1, P12: QuickFIX trades for a day in which Los Angeles changes its clocks', async (context: TestContext) => {
  context.skip(missing !== undefined, missing);
  const sandbox = await testSandbox({ time: 'manual' });
  const { clock } = sandbox.control;
  const today = Date.parse((await clock.get()).now);
  const change = nextChange(today + 2 * hour);
  const start = change - 2 * hour;
  await clock.step({ milliseconds: start - today });
  const ada = await testTrader(sandbox, { funds: rich });
  const bob = await testTrader(sandbox, { funds: rich });
  const port = (name: keyof typeof sandbox.fixPorts): number => sandbox.fixPorts[name] ?? 0;
  const quickfix = startQuickFix(program, folder, ada.key, {
    now: start,
    sessions: [
      { session: 'orders-5.0', port: port('orders-5.0') },
      { session: 'orders-4.2', port: port('orders-4.2'), settings: { DropCopyFlag: 'Y' } },
      { session: 'snapshots', port: port('snapshots') },
    ],
  });
  const day = new TradingDay(sandbox, quickfix, bob.key, start);
  const logons = (): readonly SessionEvent[] => day.events.filter(({ kind }) => kind === 'logon');
  while (logons().length < 3) await quickfix.poll();
  // No trade is at a full hour, when sessions end.
  await day.pass(5 * minute);

  // Sessions end on Monday at 11:00 in Los Angeles, where it is 23 or 25 hours after midnight on Sunday that Monday begins.
  const noon = change + 24 * hour + 10 * hour;
  const restart = noon - (noon % (24 * hour)) + 11 * hour - offsetAt(noon);
  for (let number = 0; day.now < restart + 30 * minute; number += 1) {
    await day.pass(10 * minute);
    await day.trade(number % 2 === 0 ? 'orders-5.0' : 'orders-4.2', number);
  }
  const own = day.client(ada.key);
  const limit = { type: 'limit', product_id: 'BTC-USD', size: '0.5' } as const;
  await own.orders.create({ ...limit, side: 'buy', price: '80' });
  await day.client(bob.key).orders.create({ ...limit, side: 'sell', price: '120' });
  const { bids, asks } = await own.products.getBook('BTC-USD', { level: 'L3' });
  for (const [, , id] of [...bids, ...asks])
    await day.received('snapshots', (fields) => valueOf(fields, 278) === id);
  const fills = await own.fills.list({ product_id: 'BTC-USD' });
  await quickfix.close();
  await sandbox.close();

  const received = day.events.filter(({ kind }) => kind === 'received');
  const messagesOf = (wanted: SessionEvent['session'], type: string): readonly Fields[] =>
    received
      .filter(({ session, fields }) => session === wanted && valueOf(fields, 35) === type)
      .map(({ fields }) => fields);
  const sessions = ['orders-5.0', 'orders-4.2', 'snapshots'] as const;
  for (const name of sessions) {
    // At first, at midnight when QuickFIX begins a new session, and after the restart.
    expect(logons().filter(({ session }) => session === name)).toHaveLength(3);
    const scheduled = messagesOf(name, '5').filter((fields) => valueOf(fields, 58) !== '');
    expect(scheduled.map((fields) => [valueOf(fields, 52), valueOf(fields, 58)])).toEqual([
      [printed(restart), 'Scheduled disconnect'],
    ]);
    expect(['3', 'j', 'Y'].flatMap((type) => messagesOf(name, type))).toEqual([]);
  }
  expect(day.events.filter(({ kind }) => kind === 'rejected')).toEqual([]);

  for (const [id, { session, types }] of day.wanted) {
    const reports = messagesOf(session, '8').filter((fields) => valueOf(fields, 37) === id);
    expect(reports.map((fields) => valueOf(fields, 150))).toEqual(types);
  }
  expect([...day.refusals]).toEqual(['price too precise']);
  const copies = new Set(messagesOf('orders-4.2', '8').map((fields) => valueOf(fields, 17)));
  const originals = messagesOf('orders-5.0', '8').filter((fields) => valueOf(fields, 150) !== '8');
  expect(originals.length).toBeGreaterThan(100);
  expect(originals.filter((fields) => !copies.has(valueOf(fields, 17)))).toEqual([]);
  const filled = [...day.wanted.values()].filter(({ types }) => /[F3]/.test(types.at(-1) ?? ''));
  expect(fills).toHaveLength(filled.length);

  const changes = messagesOf('snapshots', 'X');
  const first = Number(valueOf(changes[0] ?? [], 83));
  expect(changes.map((fields) => Number(valueOf(fields, 83)))).toEqual(
    changes.map((_, index) => first + index),
  );
  const book = new Map<string, readonly string[]>();
  for (const fields of changes) {
    const [action, side, id] = [279, 269, 278].map((tag) => valueOf(fields, tag));
    if (side === '2' || id === undefined) continue;
    if (action === '2') book.delete(id);
    else book.set(id, [valueOf(fields, 270), valueOf(fields, 271), id]);
  }
  expect([...book.values()]).toEqual([...bids, ...asks]);
}, 900_000);

/** A time as FIX has it. */
function printed(time: number): string {
  return new Date(time)
    .toISOString()
    .replace('T', '-')
    .replace('Z', '')
    .replaceAll(/-(?=\d\d-)/g, '');
}
