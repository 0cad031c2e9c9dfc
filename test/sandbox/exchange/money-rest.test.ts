import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loan, OpenLoanRequest } from '@platform/exchange/types';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { addresses } from './money.js';
import { exchangeOf, newKey, refusalOf, rich, testTrader, type Trader } from './traders.js';

let sandbox: TestSandbox;
let ada: Trader;

beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  await sandbox.control.clock.freeze();
  ada = await testTrader(sandbox, { funds: { USD: '10000', USDC: '1000', ETH: '20' } });
  // A bitcoin is worth 1,000 dollars.
  const order = { type: 'limit', product_id: 'BTC-USD', price: '1000', size: '1' } as const;
  for (const side of ['sell', 'buy'] as const) {
    const { exchange } = await testTrader(sandbox, { funds: rich });
    await exchange.orders.create({ ...order, side });
  }
});

afterAll(() => sandbox.close());

async function balance(currency: string): Promise<string | undefined> {
  const accounts = await ada.exchange.accounts.list();
  return accounts.find((account) => account.currency === currency)?.balance;
}

function step(milliseconds: number): Promise<unknown> {
  return sandbox.control.clock.step({ milliseconds });
}

describe('loans over REST', () => {
  const loan_id = randomUUID();

  async function request(changes: Partial<OpenLoanRequest> = {}): Promise<OpenLoanRequest> {
    const options = await ada.exchange.loans.listOptions();
    const option = options.find(({ currency }) => currency === 'BTC') ?? expect.fail();
    return {
      loan_id,
      currency: 'BTC',
      native_amount: '2',
      interest_rate: option.interest_rate,
      term_start_date: option.term_start_date ?? '',
      term_end_date: option.term_end_date ?? '',
      profile_id: ada.profileId,
      ...changes,
    };
  }

  async function own(): Promise<Loan> {
    const [loan] = await ada.exchange.loans.list({ ids: [loan_id] });
    return loan ?? expect.fail('There is no loan.');
  }

  test('loans-1: opening one needs the permission to transfer', async () => {
    const key = await newKey(sandbox, ada.profileId, { permissions: ['view', 'trade'] });
    const { loans } = exchangeOf(sandbox.url, key);
    expect(refusalOf(await loans.open.result(await request()))).toEqual([403, 'Forbidden']);
    expect(await loans.listAssets()).toMatchObject({});
  });

  test('loans-1: terms that are not offered, and profiles of others, are refused by name', async () => {
    const { loans } = ada.exchange;
    const said = async (changes: Partial<OpenLoanRequest>): Promise<string> => {
      const [status, message] = refusalOf(await loans.open.result(await request(changes)));
      expect(status).toBe(400);
      return String(message);
    };
    const bob = await testTrader(sandbox);
    expect(await said({ interest_rate: '0.00001' })).toBe('currency is not offered on these terms');
    expect(await said({ native_amount: '100000' })).toContain('native_amount');
    expect(await said({ native_amount: '0' })).toContain('native_amount');
    expect(await said({ currency: 'NO' })).toContain('currency');
    expect(await said({ profile_id: bob.profileId })).toContain('profile_id');
    expect(await loans.list()).toEqual([]);
  });

  test('loans-5: a preview is what the position is after the loan', async () => {
    const { loans } = ada.exchange;
    const { current, preview } = await loans.preview({ currency: 'BTC', native_amount: '2' });
    expect(current).toMatchObject({ open_loan_value: '0' });
    await loans.open(await request());
    const { overview } = await loans.getLendingOverview();
    expect(overview).toEqual(preview);
    expect(overview).toMatchObject({ open_loan_value: '2000', withdrawal_restricted: false });
  });

  test('loans-1, loans-2: the same request is the same loan, which is paid out when its term begins', async () => {
    const { loans } = ada.exchange;
    expect(await own()).toMatchObject({ status: 'loan_pending', currency: 'BTC' });
    expect(await loans.open(await request())).toMatchObject({ id: loan_id });
    expect(refusalOf(await loans.open.result(await request({ native_amount: '1' })))[0]).toBe(400);
    expect(await loans.list()).toHaveLength(1);
    const { term_start_date = '' } = await request();
    const { now } = await sandbox.control.clock.get();
    await step(Math.max(0, Date.parse(String(term_start_date)) - Date.parse(now)) + 1000);
    expect(await own()).toMatchObject({ status: 'loan_active' });
    expect(await balance('BTC')).toBe('2');
  });

  test('loans-4: a repayment is made once, and its preview is what the position is then', async () => {
    const { loans } = ada.exchange;
    const part = {
      loan_id,
      idem: randomUUID(),
      from_profile_id: ada.profileId,
      currency: 'BTC',
      native_amount: '0.5',
    } as const;
    const { preview } = await loans.previewRepayment({
      loan_id,
      currency: 'BTC',
      native_amount: '0.5',
    });
    await loans.repayPrincipal(part);
    await loans.repayPrincipal(part);
    expect(await balance('BTC')).toBe('1.5');
    expect((await loans.getLendingOverview()).overview).toEqual(preview);
    const again = { ...part, native_amount: '0.6' };
    expect(refusalOf(await loans.repayPrincipal.result(again))).toEqual([
      400,
      expect.stringContaining('idem'),
    ]);
    const more = { ...part, idem: randomUUID(), native_amount: '1.6' };
    expect(refusalOf(await loans.repayPrincipal.result(more))).toEqual([
      400,
      expect.stringContaining('native_amount'),
    ]);
    const other = { ...part, idem: randomUUID(), loan_id: randomUUID() };
    expect(refusalOf(await loans.repayPrincipal.result(other))[0]).toBe(400);
  });

  test('refusals-1, loans-2: restricted is 403, after the term of a loan', async () => {
    const { withdrawals, loans } = ada.exchange;
    const crypto_address = addresses.evm;
    const withdrawal = { currency: 'ETH', amount: '1', crypto_address } as const;
    await withdrawals.createCrypto(withdrawal);
    const { term_end_date = '' } = await request();
    const { now } = await sandbox.control.clock.get();
    await step(Date.parse(String(term_end_date)) - Date.parse(now) + 1000);
    expect(refusalOf(await withdrawals.createCrypto.result(withdrawal))).toEqual([
      403,
      'Forbidden',
    ]);
    expect((await loans.getLendingOverview()).loans).toMatchObject([{ status: 'loan_active' }]);
  });
});

describe('conversions over REST', () => {
  test('conversions-1, conversions-2: they are listed newest first, in pages, with the fee that was quoted', async () => {
    const { conversions } = ada.exchange;
    const { fees } = await conversions.getFees();
    const fee = fees.find(({ from, to }) => from === 'USDC' && to === 'USD');
    const amounts = ['100', '200', '300'];
    for (const amount of amounts)
      await sandbox.control.money.convert(ada.profileId, { from: 'USDC', to: 'USD', amount });
    const listed: string[] = [];
    for await (const { amount, from, to, fee_amount } of conversions.list({ limit: 2 })) {
      listed.push(amount);
      expect([from, to]).toEqual(['USDC', 'USD']);
      expect(Number(fee_amount)).toBeCloseTo(Number(amount) * Number(fee?.fee_rate), 9);
    }
    expect(listed).toEqual(amounts.toReversed());
    expect((await conversions.getFees()).net_volume_30day).not.toBe('0');
  });

  test('conversions-1: those of other profiles are not seen', async () => {
    const bob = await testTrader(sandbox);
    const listed: unknown[] = [];
    for await (const conversion of bob.exchange.conversions.list()) listed.push(conversion);
    expect(listed).toEqual([]);
    const foreign = { profile_id: ada.profileId };
    expect(refusalOf(await bob.exchange.conversions.list.result(foreign))).toEqual([
      403,
      'Forbidden',
    ]);
  });
});

describe('wrapped assets over REST', () => {
  test('wrapped-assets-1, wrapped-assets-2: a stake-wrap is pending, then complete, and moves supplies', async () => {
    const { wrappedAssets } = ada.exchange;
    const before = await wrappedAssets.get('CBETH');
    const { id } = await wrappedAssets.createStakeWrap({
      from_currency: 'ETH',
      to_currency: 'CBETH',
      amount: '1.0875',
    });
    expect(await wrappedAssets.getStakeWrap(id)).toMatchObject({ status: 'pending' });
    await step(60_000);
    expect(await wrappedAssets.getStakeWrap(id)).toMatchObject({
      status: 'completed',
      from_amount: '1.0875',
      to_amount: '1',
      conversion_rate: '1.0875',
    });
    expect(await balance('CBETH')).toBe('1');
    const { total_supply } = await wrappedAssets.get('CBETH');
    expect(Number(total_supply) - Number(before.total_supply)).toBe(1);
    expect(await wrappedAssets.list()).toMatchObject([{ id: 'CBETH', total_supply }]);
  });

  test('wrapped-assets-2: the list has filters, and shows the profile alone', async () => {
    const { wrappedAssets } = ada.exchange;
    const bob = await testTrader(sandbox);
    const count = async ({ exchange }: Trader, query: object): Promise<number> => {
      let total = 0;
      for await (const _ of exchange.wrappedAssets.listStakeWraps(query)) total += 1;
      return total;
    };
    const pair = { from_currency: 'CBETH', to_currency: 'ETH', amount: '0.5' };
    const { id } = await wrappedAssets.createStakeWrap(pair);
    expect(await count(ada, {})).toBe(2);
    expect(await count(ada, { from: 'CBETH' })).toBe(1);
    expect(await count(ada, { status: 'pending' })).toBe(1);
    expect(await count(bob, {})).toBe(0);
    expect(refusalOf(await bob.exchange.wrappedAssets.getStakeWrap.result(id))).toEqual([
      404,
      'NotFound',
    ]);
  });

  test('wrapped-assets-1: other pairs, and more than there is, are refused', async () => {
    const { wrappedAssets } = ada.exchange;
    const said = async (from: string, to: string, amount: string): Promise<readonly unknown[]> =>
      refusalOf(
        await wrappedAssets.createStakeWrap.result({
          from_currency: from,
          to_currency: to,
          amount,
        }),
      );
    expect(await said('ETH', 'CBETH', '500')).toEqual([400, 'Insufficient funds']);
    expect(await said('ETH', 'BTC', '1')).toEqual([400, expect.stringMatching(/currency/)]);
    expect(await said('ETH', 'CBETH', '0')).toEqual([400, expect.stringMatching(/amount/)]);
  });
});
