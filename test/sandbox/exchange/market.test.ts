import { ExchangeFeed } from '@platform/exchange';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import { afterEach, describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../../sandbox/index.js';
import type { StoredEntry } from '../../../sandbox/journal/journal.js';
import { memoryJournal } from '../../../sandbox/journal/memory.js';
import { marketProducts } from '../../../sandbox/market/products.js';
import { requote, wantedQuotes } from '../../../sandbox/market/quotes.js';
import { settings } from '../../../sandbox/settings.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { rich, testTrader } from './traders.js';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A sandbox with a market, where anything that fails fails the test, unless the test has its own log. */
async function market(options: SandboxOptions = {}): Promise<TestSandbox> {
  const failures: unknown[] = [];
  const log: SandboxOptions['log'] = ({ cause }) => {
    if (cause !== undefined) failures.push(cause);
  };
  // The tests send more requests than an address may.
  const own = { market: true, fix: false, hasRateLimits: false, log } as const;
  const sandbox = await testSandbox({ ...own, ...options });
  open.push({
    async close() {
      await sandbox.close();
      expect(failures).toEqual([]);
    },
  });
  return sandbox;
}

type Level = readonly [price: string, size: string, count: number];

/** The book of a product, as everyone sees it. */
async function bookOf({ url }: Pick<TestSandbox, 'url'>, product: string) {
  const response = await fetch(`${url}/products/${product}/book?level=2`);
  const { bids, asks } = (await response.json()) as {
    readonly bids: readonly Level[];
    readonly asks: readonly Level[];
  };
  return { bids, asks };
}

/** Lets the bots have one turn, in a sandbox whose clock only moves when it is told to. */
async function oneTurn({ control }: TestSandbox): Promise<void> {
  await control.clock.step({ milliseconds: settings['start-1'].lively });
}

/** How much has happened in the books so far: the sum of their sequence numbers. */
async function happened({ url }: TestSandbox): Promise<number> {
  let sum = 0;
  for (const product of marketProducts) {
    const response = await fetch(`${url}/products/${product}/book`);
    sum += ((await response.json()) as { readonly sequence: number }).sequence;
  }
  return sum;
}

describe('the market', () => {
  test('start-1: a new exchange has five products with orders on both sides, and a trade of each', async () => {
    const sandbox = await market();
    expect(marketProducts).toHaveLength(5);
    for (const product of marketProducts) {
      const { bids, asks } = await bookOf(sandbox, product);
      expect(bids.length).toBeGreaterThan(1);
      expect(asks.length).toBeGreaterThan(1);
      expect(Number(bids[0]?.[0])).toBeLessThan(Number(asks[0]?.[0]));
      const ticker = await fetch(`${sandbox.url}/products/${product}/ticker`);
      expect(Number(((await ticker.json()) as { readonly price: string }).price)).toBeGreaterThan(
        0,
      );
    }
  });

  test('start-1: the book of the feed changes, and there are trades, without anyone else', async () => {
    const { url } = await market();
    const feed = new ExchangeFeed({ url: url.replace('http', 'ws'), open: wsSocket() });
    open.push(feed);
    const [product = ''] = marketProducts;
    let changes = 0;
    const { book } = await feed.levelBook('level2_batch', product, {
      onUpdate: () => void (changes += 1),
    });
    const trades = await feed.subscribe('matches', { keys: [...marketProducts] });
    const seen: unknown[] = [];
    for await (const trade of trades) {
      if (trade.type === 'match') seen.push(trade);
      if (seen.length > 2 && changes > 2) break;
    }
    expect(book.bestBid).toBeDefined();
    expect(book.bestAsk).toBeDefined();
  });

  test('start-1: a user trades with the maker, who then offers again', async () => {
    const sandbox = await market({ time: 'manual' });
    const [product = ''] = marketProducts;
    const { exchange } = await testTrader(sandbox, { funds: rich });
    const before = await bookOf(sandbox, product);
    const best = Number(before.asks[0]?.[0]);
    // Nobody sells for less than the user, who buys all that the maker has offered so far.
    const sweep = await exchange.orders.create({
      type: 'limit',
      side: 'buy',
      product_id: product,
      price: (best * 1.01).toFixed(2),
      size: '1',
      time_in_force: 'IOC',
    });
    expect(await exchange.orders.get(sweep.id)).toMatchObject({ side: 'buy', status: 'done' });
    expect((await bookOf(sandbox, product)).asks).toEqual([]);
    await expect
      .poll(async () => {
        await oneTurn(sandbox);
        return (await bookOf(sandbox, product)).asks.length;
      })
      .toBeGreaterThan(1);
  }, 90_000);

  test('start-1: the market stands still while the clock does', async () => {
    const sandbox = await market({ time: 'manual' });
    const before = await happened(sandbox);
    // Time for many requests, if there were any.
    for (let count = 0; count < 20; count += 1) await sandbox.control.clock.get();
    expect(await happened(sandbox)).toBe(before);
    await expect
      .poll(async () => {
        await oneTurn(sandbox);
        return happened(sandbox);
      })
      .toBeGreaterThan(before + 20);
  });

  test('start-1: after a restart the bots go on with their profiles, keys and money', async () => {
    const journal = memoryJournal();
    const first = await market({ journal, time: 'manual' });
    const before = await ownedBy(first);
    expect(before.users).toHaveLength(1);
    expect(before.keys).toHaveLength(4);
    await open.pop()?.close();
    const stored: StoredEntry[] = [];
    for await (const entry of journal.read(1)) stored.push(entry);
    const credits = (entries: readonly StoredEntry[]): number =>
      entries.filter(({ text }) => text.includes('ledger.credit')).length;
    const again = memoryJournal();
    await again.append(stored);
    const second = await market({ journal: again, time: 'manual' });
    expect(await ownedBy(second)).toEqual(before);
    const after: StoredEntry[] = [];
    for await (const entry of again.read(1)) after.push(entry);
    expect(credits(after)).toBe(credits(stored));
    const { bids, asks } = await bookOf(second, 'BTC-USD');
    expect(bids.length).toBeGreaterThan(1);
    expect(asks.length).toBeGreaterThan(1);
  });

  test('start-1: bots whose keys were revoked get others', async () => {
    const failures: unknown[] = [];
    const sandbox = await market({ time: 'manual', log: ({ cause }) => failures.push(cause) });
    const { keys } = await ownedBy(sandbox);
    for (const { name, profileId } of keys)
      await sandbox.control.exchange.revokeKey(profileId, name);
    // After a failure they wait longer than between two turns.
    await expect
      .poll(async () => {
        await sandbox.control.clock.step({ milliseconds: settings['start-1'].retry });
        return (await ownedBy(sandbox)).keys.length;
      })
      .toBe(4);
    const before = await happened(sandbox);
    await expect
      .poll(async () => {
        await oneTurn(sandbox);
        return happened(sandbox);
      })
      .toBeGreaterThan(before + 10);
    expect(failures.map(String)).toContain('KeyRefused: The exchange does not know the key.');
  });

  test('start-1: bots neither use up the faults of a user nor are shown among the user’s requests', async () => {
    const sandbox = await market({ time: 'manual' });
    const { exchange } = await testTrader(sandbox, { funds: rich });
    const fault = { kind: 'unavailable', surface: 'exchange', path: '/orders', times: 1 } as const;
    await sandbox.control.faults.inject(fault);
    const before = await happened(sandbox);
    await expect
      .poll(async () => {
        await oneTurn(sandbox);
        return happened(sandbox);
      })
      .toBeGreaterThan(before + 10);
    const list = (): Promise<{ readonly status?: unknown }> =>
      exchange.orders.list.result({}, { retry: false });
    expect(await list()).toMatchObject({ status: 503 });
    expect(await list()).toMatchObject({ status: 200 });
    const requests = await sandbox.control.activity.listRequests();
    const own = requests.filter(({ path }) => !path.startsWith('/products'));
    expect(own.map(({ status }) => status)).toEqual([200, 503]);
  });

  test('start-1: a sandbox of a test has no market unless it asks for one', async () => {
    const sandbox = await testSandbox({ fix: false });
    open.push(sandbox);
    expect(await sandbox.control.tenancy.listOrganizations()).toEqual([]);
    expect(await bookOf(sandbox, 'BTC-USD')).toEqual({ bids: [], asks: [] });
  });
});

/** The users of the sample organisation, with their keys. */
async function ownedBy({ control }: TestSandbox) {
  const [organization] = await control.tenancy.listOrganizations();
  const users = await control.exchange.listUsers(organization?.id ?? '');
  const profiles = await control.exchange.listProfiles(users[0]?.id ?? '');
  const keys = await Promise.all(profiles.map(({ id }) => control.exchange.listKeys(id)));
  return { users, profiles, keys: keys.flat() };
}

describe('quotes of the maker', () => {
  const pair = { increment: 0.01, id: '', base: '', quote: '', start: 100, size: 1, decimals: 2 };

  test('start-1: after its changes the book has every wanted level, whatever it was before', () => {
    const random = randomFrom(seed);
    for (let round = 0; round < rounds(500); round += 1) {
      const middle = 50 + random() * 100;
      const open = Array.from({ length: Math.floor(random() * 30) }, (_, index) => ({
        id: String(index),
        side: random() < 0.5 ? ('buy' as const) : ('sell' as const),
        price: middle * (0.98 + random() * 0.04),
      }));
      const wanted = wantedQuotes(pair, middle);
      const { cancel, place } = requote(pair, middle, open, wanted);
      const kept = open.filter((quote) => !cancel.includes(quote));
      expect(kept.length + place.length).toBe(wanted.length);
      // And they are stable: the next turn changes nothing.
      const next = [...kept, ...place.map((quote, index) => ({ ...quote, id: `new-${index}` }))];
      expect(requote(pair, middle, next, wanted)).toEqual({ cancel: [], place: [] });
    }
  });
});
