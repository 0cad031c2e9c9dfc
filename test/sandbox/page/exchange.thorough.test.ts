import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ExchangeFeed } from '@platform/exchange';
import {
  createExchangeFix50OrderEntryInitiator,
  logonKey as logonKey50,
} from '@platform/exchange-fix-5.0';
import type { CreateOrderRequest, Order } from '@platform/exchange/types';
import { openFix } from '@tallystick/runtime/fix/node';
import type { LevelBookView } from '@tallystick/runtime/websocket';
import { wsSocket } from '@tallystick/runtime/websocket/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingSqlite, startProcess } from '../built.js';
import { newKey, rich, testTrader, type Trader } from '../exchange/traders.js';
import { chromium, chromiumTitle, OpenPage } from './open-page.js';

const product = 'BTC-USD';

/** Places a limit order. */
function place(
  { exchange }: Pick<Trader, 'exchange'>,
  side: 'buy' | 'sell',
  price: number,
  size: number,
): Promise<Order> {
  const prices = { price: String(price), size: String(size) };
  return exchange.orders.create({ type: 'limit', side, product_id: product, ...prices });
}

/** The ladder's prices with their sizes, without separators and trailing zeros, best price first. */
async function ladder({ page }: OpenPage, side: 'asks' | 'bids'): Promise<readonly string[]> {
  const rows = (await page.evaluate(
    `[...document.querySelectorAll('.ladder .${side} tr')].map((row) => [row.cells[0].firstChild.textContent, row.cells[1].textContent])`,
  )) as readonly (readonly [string, string])[];
  const shown = rows.map(([price, size]) => `${Number(price.replaceAll(',', ''))} ${Number(size)}`);
  return side === 'asks' ? shown.toReversed() : shown;
}

/** The book of the REST API in the same form. */
async function bookOf(
  { exchange }: Pick<Trader, 'exchange'>,
  side: 'asks' | 'bids',
): Promise<readonly string[]> {
  const book = await exchange.products.getBook(product, { level: 'L2' });
  return book[side].slice(0, 10).map(([price, size]) => `${Number(price)} ${Number(size)}`);
}

/** Resolves when the page shows the book of the REST API, which must not change in the meantime. */
async function showsBook(open: OpenPage, trader: Pick<Trader, 'exchange'>): Promise<void> {
  for (const side of ['asks', 'bids'] as const) {
    const want = await bookOf(trader, side);
    await expect.poll(() => ladder(open, side)).toEqual(want);
  }
}

describe.skipIf(chromium === undefined)(`page of the exchange (${chromiumTitle})`, () => {
  let open: OpenPage;
  let maker: Trader;
  let taker: Trader;

  beforeAll(async () => {
    open = await OpenPage.open();
    const { control } = open;
    const place = { control, url: open.sandbox.url };
    maker = await testTrader(place, { funds: rich });
    taker = await testTrader(place, { funds: rich });
  });
  afterAll(() => open?.close());

  /** Enters price and size into the ticket, and places the order. */
  async function order(price: string, size: string): Promise<void> {
    await open.fill('.ticket [name=price]', price);
    await open.fill('.ticket [name=size]', size);
    await open.page.press('Enter');
  }

  test('page-7: with the keyboard alone, an order is placed on the page, appears in the book of the feed, and is cancelled', async () => {
    const { page } = open;
    const feed = new ExchangeFeed({
      url: open.sandbox.url.replace('http', 'ws'),
      open: wsSocket(),
    });
    let look = (_: LevelBookView): void => undefined;
    const changed = (): Promise<LevelBookView> =>
      new Promise((resolve) => {
        look = resolve;
      });
    const { book } = await feed.levelBook('level2_batch', product, {
      onUpdate: (current) => look(current),
    });
    await open.openPanel('market');
    await open.shows('The book is empty');
    await open.capture('market-empty');
    const placed = changed();
    await page.tabTo('.ticket [name=price]');
    await page.type('100.25');
    await page.tabTo('.ticket [name=size]');
    await page.type('0.5');
    await page.press('Enter');
    await placed;
    expect(book.bestBid).toEqual({ price: '100.25', size: '0.5' });
    await open.shows('accepted');
    await open.shows('yours');
    expect(await ladder(open, 'bids')).toEqual(['100.25 0.5']);
    const [listed] = await open.sample.exchange.orders.list({ status: ['open'] });
    expect(listed).toMatchObject({ price: '100.25', size: '0.5', side: 'buy' });

    const cancelled = changed();
    await page.tabTo('[aria-label^="Cancel: buy"]');
    await page.press('Enter');
    await open.shows('Cancel the order?');
    await page.press('Enter');
    await cancelled;
    expect(book.bestBid).toBeUndefined();
    await open.shows('The book is empty');
    await feed.close();
  });

  test('page-7: the ticket says why an order is refused, and what became of one that is not', async () => {
    const { page } = open;
    await place(maker, 'sell', 101, 3);
    await open.openPanel('market');
    await open.shows('101.00');
    await order('100.001', '1');
    await open.shows('price too precise');
    await open.capture('refused');
    await order('100000', '1000');
    await open.shows('Insufficient funds');
    await order('', '1');
    await open.shows('body/price');
    await page.evaluate(`document.querySelector('.ticket [type=checkbox]').click()`);
    await open.pressButton('.ticket', 'Best ask');
    await open.fill('.ticket [name=size]', '0.25');
    await page.press('Enter');
    await open.shows('rejected');
    await page.evaluate(`document.querySelector('.ticket [type=checkbox]').click()`);
    await page.tabTo('.ticket button[type=submit]');
    await page.press('Enter');
    await page.until(`document.querySelector('.verdict.good')?.innerText.includes('filled')`);
    const [filled] = await open.sample.exchange.orders.list({ status: ['done'] });
    expect(filled).toMatchObject({ price: '101', size: '0.25', done_reason: 'filled' });
  });

  test('page-7: a product that refuses orders says so', async () => {
    const { control } = open;
    await open.openPanel('market');
    await control.exchange.updateProduct(product, { cancelOnly: true });
    await open.shows('cancel only');
    await order('100', '1');
    await open.shows('Cancel only mode');
    await control.exchange.updateProduct(product, { cancelOnly: false });
    await open.page.until(`!document.querySelector('.market-head').innerText.includes('cancel')`);
  });

  test('page-7: book, depth and trades follow the market', async () => {
    const { page } = open;
    await open.openPanel('market');
    for (let level = 1; level <= 12; level += 1) {
      await place(maker, 'buy', 100 - level, level * 0.5);
      await place(maker, 'sell', 101 + level, level * 0.25);
    }
    await showsBook(open, maker);
    await place(taker, 'sell', 97, 2);
    await place(taker, 'buy', 102, 1);
    await showsBook(open, maker);
    await page.until(`document.querySelectorAll('.trades .sells').length >= 3`);
    const trades = await page.evaluate(
      `[...document.querySelectorAll('.trades tbody tr')].slice(0, 2).map((row) => row.innerText.split('\\t').slice(1))`,
    );
    expect(trades).toEqual([
      ['buys', '101.00', expect.stringMatching(/^1\.0*$/)],
      ['sells', '97.00', expect.stringMatching(/^0\.50*$/)],
    ]);
    await page.until(`document.querySelector('.depth canvas').width > 300`);
    await open.shows('10 bids');
    await open.capture('market');
  });

  test('page-7: however many updates arrive, the book is drawn at most once in a frame', async () => {
    const { page } = open;
    await open.openPanel('market');
    await showsBook(open, maker);
    await page.evaluate(`(() => {
      let frame = 0;
      window.draws = [];
      const next = () => { frame += 1; requestAnimationFrame(next); };
      requestAnimationFrame(next);
      new MutationObserver(() => window.draws.push(frame)).observe(
        document.querySelector('.ladder'),
        { subtree: true, childList: true, characterData: true, attributes: true },
      );
    })()`);
    // A profile may send thirty orders at once.
    const crowd = await Promise.all(
      Array.from({ length: 4 }, () =>
        testTrader({ control: open.control, url: open.sandbox.url }, { funds: rich }),
      ),
    );
    // What surrounds the book is drawn again by other changes.
    const others = Array.from({ length: 5 }, (_, index) => `Crowd ${index}`);
    for (const name of others)
      await Promise.all([
        open.control.tenancy.createOrganization({ name }),
        ...crowd.flatMap((trader) =>
          Array.from({ length: 5 }, (_, level) => place(trader, 'buy', 99 - level, 0.02)),
        ),
      ]);
    await showsBook(open, maker);
    const draws = (await page.evaluate('window.draws')) as readonly number[];
    expect(draws.length).toBeGreaterThan(0);
    expect(new Set(draws).size).toBe(draws.length);
  });

  test('page-7: orders show their life cycle, whoever places them', async () => {
    const { page, sample } = open;
    const { orders } = sample.exchange;
    await open.openPanel('orders');
    const state = (want: string): Promise<void> =>
      page.until(`document.querySelector('main .card .badge')?.textContent === '${want}'`);
    const placed = await place(sample, 'buy', 100, 2);
    await state('open');
    await place(taker, 'sell', 100, 0.5);
    await state('partly filled');
    await open.shows('filled 0.5 of 2');
    await place(taker, 'sell', 100, 1.5);
    await state('filled');
    await page.evaluate(`document.querySelector('main .card summary').click()`);
    await open.shows(placed.id);
    await page.until(`document.querySelectorAll('main .card .events .good').length === 2`);
    const events = await page.evaluate(
      `[...document.querySelectorAll('main .card .events')][0].innerText`,
    );
    for (const step of ['received', 'open', 'match', 'done']) expect(events).toContain(step);
    await open.capture('order');

    const stop: CreateOrderRequest = {
      type: 'stop',
      side: 'sell',
      product_id: product,
      stop: 'loss',
      stop_price: '96',
      price: '90',
      size: '0.1',
    };
    await orders.create(stop);
    await state('active');
    await page.evaluate(`document.querySelector('.section-head input').click()`);
    await page.until(`document.querySelectorAll('main .card').length === 1`);
    await page.tabTo('[aria-label^="Cancel: sell"]');
    await page.press('Enter');
    await page.press('Enter');
    await open.shows('None is open');
    expect(await orders.list({ status: ['active'] })).toEqual([]);
    await page.evaluate(`document.querySelector('.section-head input').click()`);
    await state('canceled');
  });

  test('page-7: balances and the ledger follow trades and credits', async () => {
    const { page, sample } = open;
    await open.openPanel('funds');
    await open.shows('Ledger of');
    await page.evaluate(`document.querySelector('[aria-label="Show the ledger of BTC"]').click()`);
    await open.shows('Ledger of BTC');
    const rows = (): Promise<unknown> =>
      page.evaluate(
        `[...document.querySelectorAll('.ledger tbody tr')].map((row) => row.cells[0].innerText)`,
      );
    await place(maker, 'sell', 103, 1);
    const before = (await sample.exchange.accounts.list()).find(({ currency: c }) => c === 'BTC');
    await sample.exchange.orders.create({
      type: 'market',
      side: 'buy',
      product_id: product,
      size: '0.125',
    });
    const balance = (Number(before?.balance) + 0.125).toString();
    await page.until(
      `document.querySelector('.balances .chosen')?.innerText.includes('${balance}')`,
    );
    await expect.poll(rows).toContain(`match ${product}`);
    await page.evaluate(
      `((select) => { select.value = 'USDC'; select.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('form[aria-label="Credit an amount"] select'))`,
    );
    await open.fill('form[aria-label="Credit an amount"] input', '7');
    await page.press('Enter');
    await open.shows('1,000,007');
    await open.capture('funds');
  });

  test('page-7: FIX sessions and connections of the feed are listed while they are open', async () => {
    const { control, sandbox, sample } = open;
    await open.openPanel('connections');
    await open.shows('None is open');
    const { name, secret, passphrase } = await newKey(
      { control, url: sandbox.url },
      sample.profileId,
    );
    const port = Number(/FIX 5\.0 SP2 orders +[^:]+:(\d+)/.exec(sandbox.output)?.[1]);
    const session = createExchangeFix50OrderEntryInitiator({
      open: openFix(),
      address: { host: '127.0.0.1', port },
      senderCompId: name,
      sign: (field) => logonKey50({ key: name, secret, passphrase }).sign(field),
      logonFields: [
        [553, name],
        [9406, 'Y'],
      ],
      reconnect: false,
    });
    await session.opened();
    await open.shows('FIX 5.0 SP2 orders');
    await open.shows('drop copy');
    await open.shows(name);
    const feed = new ExchangeFeed({ url: sandbox.url.replace('http', 'ws'), open: wsSocket() });
    const subscription = await feed.subscribe('ticker', { keys: [product, 'ETH-USD'] });
    await open.shows('without a key');
    await open.page.until(
      `document.querySelector('.chips')?.innerText.includes('ticker BTC-USD, ETH-USD')`,
    );
    await open.capture('connections');
    await subscription.unsubscribe();
    await open.page.until(`document.querySelector('.chips') === null`);
    await feed.close();
    await session.close();
    await open.page.until(`document.querySelectorAll('main .empty').length === 2`);
  });

  test('page-7: if its key is revoked, the page gets another one', async () => {
    const { control, sample } = open;
    await open.openPanel('market');
    await showsBook(open, maker);
    const own = (await control.exchange.listKeys(sample.profileId)).filter(
      ({ label }) => label === 'Sandbox page',
    );
    expect(own).toHaveLength(1);
    for (const { name } of own) await control.exchange.revokeKey(sample.profileId, name);
    await expect
      .poll(async () =>
        (await control.exchange.listKeys(sample.profileId)).map(({ label }) => label),
      )
      .toContain('Sandbox page');
    await place(maker, 'buy', 95, 0.75);
    await showsBook(open, maker);
    await order('90', '0.1');
    await open.shows('accepted');
  });

  test('page-7: another user is chosen, or created if there is none', async () => {
    const { control, page } = open;
    const [project] = await control.tenancy.listProjects();
    await control.exchange.createUser(project?.organizationId ?? '', { name: 'Grace' });
    await open.openPanel('funds');
    await page.until(`document.querySelectorAll('.whose option').length === 3`);
    await page.evaluate(
      `((select) => { select.selectedIndex = 1; select.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('.whose select'))`,
    );
    await page.until(`document.querySelector('.balances td')?.textContent === '0'`);
    const organization = await control.tenancy.createOrganization({ name: 'Second' });
    await control.tenancy.createProject({ organizationId: organization.id, name: 'Bare' });
    await page.until(`document.querySelector('.project select')?.options.length === 2`);
    await page.evaluate(
      `((select) => { select.selectedIndex = 1; select.dispatchEvent(new Event('change', { bubbles: true })); })(document.querySelector('.project select'))`,
    );
    await open.shows('no user of the exchange yet');
    await open.capture('no-user');
    await open.fill('main form input', 'Linus');
    await page.press('Enter');
    await open.shows('Ledger of');
    expect(page.complaints.filter((each) => !each.includes('status of 4'))).toEqual([]);
  });
});

describe.skipIf(chromium === undefined || missingSqlite !== undefined)(
  `page of an exchange that is killed (${missingSqlite ?? chromiumTitle})`,
  () => {
    test('page-7: the book is right again after the sandbox was killed and started again', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tallystick-page-'));
      const journal = `sqlite:${join(folder, 'journal.db')}`;
      const open = await OpenPage.open(journal);
      try {
        const { control, sandbox } = open;
        const maker = await testTrader({ control, url: sandbox.url }, { funds: rich });
        await place(maker, 'buy', 100, 1);
        await open.openPanel('market');
        await showsBook(open, maker);
        await sandbox.kill();
        await open.shows('The feed is disconnected');
        await open.capture('market-lost');
        const { port } = new URL(sandbox.url);
        open.sandbox = await startProcess('--journal', journal, '--port', port);
        await place(maker, 'buy', 101, 2);
        await place(maker, 'sell', 103, 3);
        await showsBook(open, maker);
        await open.page.until(`!document.body.innerText.includes('disconnected')`);
      } finally {
        await open.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  },
);
