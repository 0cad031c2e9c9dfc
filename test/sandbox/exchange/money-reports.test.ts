import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentsOf } from '../../../sandbox/domain/reports/contents.js';
import { isExpired, listReports } from '../../../sandbox/domain/reports/queries.js';
import type { ReportRow, ReportTerms } from '../../../sandbox/domain/reports/state.js';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { day, second } from '../../../sandbox/domain/time.js';
import { settings } from '../../../sandbox/settings.js';
import { printPdf } from '../../../sandbox/surfaces/exchange/pdf.js';
import { printCsv } from '../../../sandbox/surfaces/exchange/report-files.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { Money, type Owner } from './money.js';
import { testTrader, type Trader } from './traders.js';

function request(world: Money, terms: Partial<ReportTerms>, owner: Owner = world.ada): ReportRow {
  return world.ok('reports.create', termsOf(terms, owner));
}

function termsOf(terms: Partial<ReportTerms>, owner: Owner): ReportTerms & Owner {
  return { type: 'balance', format: 'csv', params: '{}', ...owner, ...terms };
}

function statusOf(world: Money, { id }: ReportRow): unknown {
  return world.state.reports.reports.get(id)?.status;
}

/** The rows of a report, without the columns that a test does not name. */
function rows(world: Money, report: ReportRow, ...columns: string[]): readonly string[][] {
  const table = contentsOf(world.state, report);
  const places = columns.map((column) => table.columns.indexOf(column));
  return table.rows.map((row) => places.map((place) => row[place] ?? '?'));
}

/** Rows whose balance is not zero: a profile has an account for every currency. */
function notZero(table: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return table.filter((row) => row.at(-1) !== '0');
}

describe('the life of a report', () => {
  test('reports-1: pending, creating, ready, and the file is gone when it expires', () => {
    const world = new Money();
    const report = request(world, {});
    expect(report.status).toBe('pending');
    world.step(1.5 * second);
    expect(statusOf(world, report)).toBe('creating');
    world.step(second);
    const ready = world.state.reports.reports.get(report.id);
    expect(ready).toMatchObject({ status: 'ready' });
    const { completedAt = 0, expiresAt = 0 } = ready ?? {};
    expect(expiresAt - completedAt).toBe(settings['reports-1'].lifetime);
    const { profile } = world.ada;
    const list = (now: number): number =>
      listReports(world.state.reports, profile, { ignoresExpired: true }, { limit: 9 }, now).slots
        .length;
    expect([list(expiresAt - 1), list(expiresAt)]).toEqual([1, 0]);
    expect(isExpired(ready ?? report, expiresAt)).toBe(true);
    world.checkReplay();
  });

  test('reports-1, shape-3: a report fails before it is ready, and never afterwards', () => {
    const world = new Money();
    const first = request(world, {});
    world.ok('reports.fail', { id: first.id });
    world.step(day);
    expect(statusOf(world, first)).toBe('failed');
    const other = request(world, {});
    expect(world.refused('reports.finish', { id: other.id })).toMatchObject({
      data: { state: 'pending' },
    });
    world.ok('reports.start', { id: other.id });
    world.ok('reports.finish', { id: other.id });
    for (const type of ['reports.start', 'reports.finish', 'reports.fail'] as const)
      expect(world.refused(type, { id: other.id })).toMatchObject({ data: { state: 'ready' } });
    expect(world.refused('reports.start', { id: 'x' })).toMatchObject({ code: 'not-found' });
  });

  test('reports-2: three reports of accounts at a time, and a failed one frees its place', () => {
    const world = new Money();
    const account = { type: 'account' } as const;
    const first = request(world, account);
    request(world, account);
    request(world, account);
    const refused = (terms: Partial<ReportTerms>, owner = world.ada): unknown =>
      world.refused('reports.create', termsOf(terms, owner));
    const tooMany = { code: 'too-many', data: { what: 'reports', limit: 3 } };
    expect(refused(account)).toEqual(tooMany);
    // Other types, and other profiles, are not counted.
    for (let at = 0; at < 5; at += 1) request(world, {});
    request(world, account, world.newUser());
    world.ok('reports.fail', { id: first.id });
    request(world, account);
    expect(refused(account)).toEqual(tooMany);
    world.step(3 * second);
    request(world, account);
    world.checkReplay();
  });

  test('reports-2: three reports of fills of a product; one over all products counts for each', () => {
    const world = new Money();
    const fills = (product?: string): Partial<ReportTerms> => ({ type: 'fills', product });
    const refused = (product?: string): unknown =>
      world.refused('reports.create', termsOf(fills(product), world.ada)).code;
    request(world, fills('BTC-USD'));
    request(world, fills('BTC-USD'));
    request(world, fills());
    expect(refused('BTC-USD')).toBe('too-many');
    expect(refused()).toBe('too-many');
    request(world, fills('ETH-USD'));
    request(world, fills('ETH-USD'));
    expect(refused('ETH-USD')).toBe('too-many');
    request(world, fills('SOL-USD'));
  });
});

describe('contents of reports', () => {
  test('reports-3: balances at a time are the ledger replayed to that time', () => {
    const world = new Money();
    world.deposit('USD', '1000');
    world.deposit('BTC', '1');
    world.trade('BTC-USD', '20000');
    const moments: { readonly at: number; readonly usd: string; readonly btc: string }[] = [];
    for (let at = 0; at < 20; at += 1) {
      world.step(second);
      const { profile } = world.ada;
      world.ok('conversions.convert', { profile, from: 'BTC', to: 'USD', amount: '0.01' });
      const entry = world.entries.at(-1)?.at ?? 0;
      moments.push({ at: entry, usd: world.money('USD')[0], btc: world.money('BTC')[0] });
    }
    world.step(second);
    for (const [at, moment] of moments.entries()) {
      const report = request(world, { moment: moment.at });
      expect(notZero(rows(world, report, 'currency', 'balance'))).toEqual([
        ['USD', moment.usd],
        ['BTC', moment.btc],
      ]);
      const before = moments[at - 1];
      const earlier = request(world, { moment: moment.at - 1 });
      expect(notZero(rows(world, earlier, 'currency', 'balance'))).toEqual([
        ['USD', before?.usd ?? '1000'],
        ['BTC', before?.btc ?? '1'],
      ]);
    }
    const never = request(world, { moment: 0 });
    expect(notZero(rows(world, never, 'balance'))).toEqual([]);
  });

  test('reports-3: what happens after the request is not in the report, even in its last microsecond', () => {
    const world = new Money();
    world.deposit('USD', '1');
    const account = request(world, { type: 'account' });
    const balance = request(world, {});
    world.deposit('USD', '2');
    world.step(day);
    expect(rows(world, account, 'amount', 'balance')).toEqual([['1', '1']]);
    expect(notZero(rows(world, balance, 'balance'))).toEqual([['1']]);
    expect(rows(world, request(world, { type: 'account' }), 'amount')).toEqual([['1'], ['2']]);
  });

  test('reports-3: activity between dates, both included, of one account or all', () => {
    const world = new Money();
    const times: number[] = [];
    for (const amount of ['1', '2', '3', '4']) {
      world.deposit('USD', amount);
      times.push(world.entries.at(-1)?.at ?? 0);
      world.step(second);
    }
    world.deposit('BTC', '0.00000001');
    const [, from, to] = times;
    const report = (terms: Partial<ReportTerms>): unknown =>
      rows(world, request(world, { type: 'account', ...terms }), 'entry', 'amount', 'balance');
    expect(report({ from, to })).toEqual([
      ['2', '2', '3'],
      ['3', '3', '6'],
    ]);
    world.step(3 * second);
    const { id: account = '' } = world.state.ledger.accounts.get(`${world.ada.profile} BTC`) ?? {};
    expect(report({ account })).toEqual([['1', '0.00000001', '0.00000001']]);
    const refused = (terms: Partial<ReportTerms>): unknown =>
      world.refused('reports.create', termsOf({ type: 'account', ...terms }, world.ada));
    expect(refused({ from: to, to: from })).toMatchObject({ data: { member: 'end_date' } });
    expect(refused({ account: 'x' })).toMatchObject({ data: { member: 'account_id' } });
    expect(refused({ type: 'fills', product: 'X-Y' })).toMatchObject({
      data: { member: 'product_id' },
    });
    expect(refused({ type: 'balance', moment: world.now + second })).toMatchObject({
      data: { member: 'datetime' },
    });
  });

  test('reports-3: fills of a product or of all, exact to the digit', () => {
    const world = new Money();
    world.deposit('USD', '1000');
    const bob = world.newUser();
    world.deposit('BTC', '1', bob);
    const order = { product: 'BTC-USD', surface: 'test', type: 'limit', price: '99.99' } as const;
    world.ok('orders.place', { ...order, profile: bob.profile, side: 'sell', size: '1' });
    world.ok('orders.place', {
      ...order,
      profile: world.ada.profile,
      side: 'buy',
      size: '0.33333333',
    });
    const report = request(world, { type: 'fills' });
    expect(rows(world, report, 'product_id', 'side', 'liquidity', 'price', 'size')).toEqual([
      ['BTC-USD', 'buy', 'T', '99.99', '0.33333333'],
    ]);
    const [fill] = world.state.orders.fillsByProfile.rows(world.ada.profile);
    expect(rows(world, report, 'fee')).toEqual([[printDecimal(fill?.fee ?? -1n)]]);
    const other = request(world, { type: 'fills', product: 'ETH-USD' });
    expect(rows(world, other, 'size')).toEqual([]);
    expect(rows(world, request(world, { type: 'rfq-fills' }), 'size')).toEqual([]);
  });

  test('reports-3: reports for tax offices fail', () => {
    const world = new Money();
    for (const type of ['tax-invoice', '1099k-transaction-history'] as const) {
      const report = request(world, { type });
      world.step(3 * second);
      expect(statusOf(world, report)).toBe('failed');
    }
  });

  test('reports-3: CSV quotes what it must, and PDF has the text in objects at the places that it lists', () => {
    const table = {
      columns: ['a', 'b'],
      rows: [
        ['1,5', 'say "x"'],
        ['', 'two\nlines'],
      ],
    };
    expect(printCsv(table)).toBe('a,b\r\n"1,5","say ""x"""\r\n,"two\nlines"\r\n');
    const pdf = printPdf(Array.from({ length: 100 }, (_, at) => `line (${at}) \\ é`));
    expect(pdf.startsWith('%PDF-1.4\n')).toBe(true);
    expect(pdf).toContain('(line \\(99\\) \\\\ ?) Tj');
    expect(pdf).toContain('/Count 2');
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    const places = pdf.slice(start).match(/^\d{10}(?= 00000 n )/gm) ?? [];
    expect(places).toHaveLength(7);
    for (const [at, place] of places.entries())
      expect(pdf.slice(Number(place)).startsWith(`${at + 1} 0 obj\n`)).toBe(true);
    for (const [, length = '', stream = ''] of pdf.matchAll(
      /<< \/Length (\d+) >>\nstream\n([^]*?)endstream/g,
    ))
      expect(stream).toHaveLength(Number(length));
  });
});

describe('reports over REST', () => {
  let sandbox: TestSandbox;
  let ada: Trader;

  beforeAll(async () => {
    sandbox = await testSandbox({ hasRateLimits: false });
    await sandbox.control.clock.freeze();
    ada = await testTrader(sandbox);
    await sandbox.control.money.createDeposit(ada.profileId, { currency: 'USD', amount: '12.34' });
  });

  afterAll(() => sandbox.close());

  test('reports-4: the file is at a signed address, for who has it, until it expires', async () => {
    const { reports } = ada.exchange;
    const { now } = await sandbox.control.clock.step({ milliseconds: 1000 });
    const created = await reports.create({ type: 'balance', balance: { datetime: now } });
    expect(created).toMatchObject({
      type: 'balance',
      status: 'pending',
      user_id: ada.userId,
      params: { format: 'csv', balance: { datetime: now } },
    });
    expect(created.file_url).toBeUndefined();
    await sandbox.control.clock.step({ milliseconds: 5000 });
    const { file_url: url = '', expires_at: expires = '' } = await reports.get(created.id);
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe('account_id,currency,balance');
    expect(lines[1]).toMatch(/^[0-9a-f-]{36},USD,12\.34$/);
    const other = url.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    expect((await fetch(other)).status).toBe(403);
    expect((await fetch(url.slice(0, -1))).status).not.toBe(200);
    const unknown = url.replace(created.id, ada.profileId);
    expect((await fetch(unknown)).status).toBe(404);
    const left = Date.parse(expires) - Date.parse((await sandbox.control.clock.get()).now);
    await sandbox.control.clock.step({ milliseconds: left + 1 });
    expect((await fetch(url)).status).toBe(404);
    const expired = await reports.get(created.id);
    expect(expired).toMatchObject({ status: 'ready' });
    expect(expired.file_url).toBeUndefined();
  });

  test('reports-4: a PDF is one that says so', async () => {
    const { reports } = ada.exchange;
    const created = await reports.create({
      type: 'account',
      format: 'pdf',
      email: 'ada@example.com',
      account: {},
    });
    await sandbox.control.clock.step({ milliseconds: 5000 });
    const { file_url: url = '', params } = await reports.get(created.id);
    expect(params).toMatchObject({ format: 'pdf', email: 'ada@example.com' });
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const text = await response.text();
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    expect(text).toContain('12.34');
  });

  test("reports-2: the fourth report, another profile, and another user's report are refused", async () => {
    const { reports } = ada.exchange;
    const fills = { type: 'fills', fills: { product_id: 'BTC-USD' } } as const;
    for (let at = 0; at < 3; at += 1) await reports.create(fills);
    expect(await reports.create.result(fills)).toMatchObject({
      status: 400,
      value: { message: 'too many reports' },
    });
    const page = await reports.list.result({ limit: 1 });
    const [newest] = page.ok ? page.value : [];
    await sandbox.control.money.failReport(newest?.id ?? '');
    await reports.create(fills);
    const bob = await testTrader(sandbox);
    const foreign = { ...fills, profile_id: ada.profileId };
    expect(await bob.exchange.reports.create.result(foreign)).toMatchObject({ status: 403 });
    expect(await bob.exchange.reports.get.result(newest?.id ?? '')).toMatchObject({ status: 404 });
    expect(await bob.exchange.reports.list.result({ profile_id: ada.profileId })).toMatchObject({
      status: 403,
    });
    const failed: string[] = [];
    for await (const { status } of reports.list({ type: 'fills' })) failed.push(status);
    expect(failed).toEqual(['pending', 'failed', 'pending', 'pending']);
  });
});
