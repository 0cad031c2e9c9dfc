import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExchangeClient, TravelRule } from '@platform/exchange';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import { addresses } from './money.js';
import { exchangeOf, newKey, testTrader, type Trader } from './traders.js';

let sandbox: TestSandbox;
let ada: Trader;
let deposit: (currency: string, amount: string) => Promise<unknown>;

beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  await sandbox.control.clock.freeze();
  ada = await testTrader(sandbox);
  deposit = (currency, amount) =>
    sandbox.control.money.createDeposit(ada.profileId, { currency, amount });
  await deposit('ETH', '100');
  await deposit('USDC', '100');
});

afterAll(() => sandbox.close());

const eth = { currency: 'ETH', amount: '1', crypto_address: addresses.evm };

/** What a refused call resolves to. */
function said(status: number, message: string, further: object = {}): object {
  return { ok: false, status, value: { message, ...further } };
}

async function clientWith(
  permissions: readonly ('view' | 'trade' | 'transfer')[],
): Promise<ExchangeClient> {
  return exchangeOf(sandbox.url, await newKey(sandbox, ada.profileId, { permissions }));
}

describe('withdrawals over REST', () => {
  test('transfers-1: a withdrawal needs the permission to transfer', async () => {
    const viewer = await clientWith(['view', 'trade']);
    expect(await viewer.withdrawals.createCrypto.result(eth)).toMatchObject(said(403, 'Forbidden'));
    const transferring = await clientWith(['view', 'transfer']);
    await transferring.withdrawals.createCrypto(eth);
  });

  test('transfers-4: the response has the amount, the fee, the rest and the time of the payout', async () => {
    const { id, payout_at, ...sums } = await ada.exchange.withdrawals.createCrypto(eth);
    expect(sums).toEqual({ amount: '1', currency: 'ETH', fee: '0.001', subtotal: '0.999' });
    expect(payout_at).toMatch(/^\d{4}-.*Z$/);
    const added = await ada.exchange.withdrawals.createCrypto({
      ...eth,
      add_network_fee_to_total: true,
    });
    expect(added).toMatchObject({ amount: '1', fee: '0.001', subtotal: '1' });
    const [newest, before] = await sandbox.control.money.listTransfers(ada.profileId);
    expect(newest).toMatchObject({ id: added.id, total: '1.001', status: 'created' });
    expect(before).toMatchObject({ id, total: '1', travelRule: 'not-required' });
  });

  test('transfers-5: an intermediary names its jurisdiction', async () => {
    const { withdrawals } = ada.exchange;
    const third = { ...eth, is_intermediary: true } as const;
    // The compiler refuses it, too.
    const incomplete = third as object as typeof eth;
    expect(await withdrawals.createCrypto.result(incomplete)).toMatchObject({ status: 400 });
    const { id } = await withdrawals.createCrypto({ ...third, intermediary_jurisdiction: 'DE' });
    const [newest] = await sandbox.control.money.listTransfers(ada.profileId);
    expect(newest).toMatchObject({ id, isIntermediary: true, intermediaryJurisdiction: 'DE' });
  });

  test('tenancy-8: the profile of another key is forbidden', async () => {
    const bob = await testTrader(sandbox);
    expect(
      await ada.exchange.withdrawals.createCrypto.result({ ...eth, profile_id: bob.profileId }),
    ).toMatchObject(said(403, 'Forbidden'));
    await ada.exchange.withdrawals.createCrypto({ ...eth, profile_id: ada.profileId });
  });

  test('transfers-3: refusals name the member, or have the text that programs recognise', async () => {
    const { withdrawals } = ada.exchange;
    expect(await withdrawals.createCrypto.result({ ...eth, amount: '0' })).toMatchObject(
      said(400, 'amount must be above zero'),
    );
    expect(await withdrawals.createCrypto.result({ ...eth, amount: '500' })).toMatchObject(
      said(400, 'Insufficient funds'),
    );
    expect(await withdrawals.createCrypto.result({ ...eth, currency: 'DOGE' })).toMatchObject(
      said(400, 'currency is not a currency of the exchange'),
    );
    await withdrawals.createCrypto({ ...eth, nonce: 0.5 });
    expect(await withdrawals.createCrypto.result({ ...eth, nonce: 0.5 })).toMatchObject(
      said(400, 'nonce was used before'),
    );
  });

  test('transfers-3: the limits of withdrawals decrease by what is withdrawn', async () => {
    const { users, withdrawals } = ada.exchange;
    const remaining = async (): Promise<number | undefined> =>
      (await users.getExchangeLimits()).transfer_limits.exchange_withdraw['ETH']?.remaining;
    const before = (await remaining()) ?? Number.NaN;
    const { amount = '' } = await withdrawals.createCrypto(eth);
    expect(before - ((await remaining()) ?? Number.NaN)).toBeCloseTo(Number(amount), 9);
  });

  test('transfers-6: the control plane takes the steps, or time does', async () => {
    const { money, clock } = sandbox.control;
    const progress = await money.getProgress();
    await money.setProgress({ mode: 'manual' });
    const { id, payout_at } = await ada.exchange.withdrawals.createCrypto(eth);
    expect(payout_at).toBeUndefined();
    expect(await money.sendTransfer(id)).toMatchObject({ status: 'sent' });
    expect(await money.finishTransfer(id)).toMatchObject({ status: 'done' });
    expect(await money.failTransfer.result(id)).toMatchObject({
      status: 409,
      value: { code: 'state' },
    });
    await money.setProgress(progress);
    const other = await ada.exchange.withdrawals.createCrypto(eth);
    await clock.step({ milliseconds: 10_000 });
    const [newest] = await money.listTransfers(ada.profileId);
    expect(newest).toMatchObject({ id: other.id, status: 'done' });
  });
});

describe('addresses over REST', () => {
  test('transfers-8: addresses are added, listed and deleted', async () => {
    const { addresses: book } = ada.exchange;
    const added = await book.add({
      addresses: [
        { currency: 'ETH', to: { address: addresses.evm }, label: 'Cold', vasp_id: 'p' },
        { currency: 'XRP', to: { address: addresses.ripple, destination_tag: '1' } },
      ],
    });
    expect(added).toMatchObject([
      { address: addresses.evm, label: 'Cold', network: 'ethereum', vasp_id: 'p' },
      { destination_tag: '1', label: '' },
    ]);
    expect(await book.list()).toEqual(added);
    const twice = { currency: 'ETH', to: { address: addresses.evm } };
    expect(await book.add.result({ addresses: [twice] })).toMatchObject(
      said(400, 'There is already such an address.'),
    );
    const id = added[0]?.id ?? '';
    await book.delete(id.toUpperCase().replaceAll('-', ''));
    expect(await book.delete.result(id)).toMatchObject(said(404, 'NotFound'));
    const viewer = await clientWith(['view']);
    expect(await viewer.addresses.add.result({ addresses: [twice] })).toMatchObject({
      status: 403,
    });
    expect(await viewer.addresses.list()).toHaveLength(1);
    const bob = await testTrader(sandbox);
    expect(await bob.exchange.addresses.list()).toEqual([]);
  });

  test('transfers-9: validation says it for each network, and changes nothing', async () => {
    const { addresses: book } = ada.exchange;
    const before = await sandbox.control.state.get();
    const eth = { currency: 'ETH', address_info: { address: addresses.evm } };
    expect(await book.validate(eth)).toEqual({
      is_valid: true,
      networks: [{ network: 'ethereum', is_valid: true }],
    });
    expect(await book.validate({ ...eth, source: 'address_book' })).toMatchObject({
      networks: [{ network: 'ethereum' }, { network: 'base' }],
    });
    const wrong = { address: addresses.evm.replace('5aAe', '5aae') };
    expect(await book.validate({ ...eth, address_info: wrong })).toMatchObject({ is_valid: false });
    expect(await book.validate.result({ address_info: wrong })).toMatchObject(
      said(400, 'address_info needs a network or a currency'),
    );
    expect(await sandbox.control.state.get()).toEqual(before);
  });
});

describe('the travel rule over REST', () => {
  const sender = {
    originator_name: 'Bob',
    originator_country: 'DE',
    originator_address: { city: 'Berlin' },
  } as const;

  test('travel-rule-1: missing members are listed', async () => {
    const eva = await testTrader(sandbox, { country: 'DE' });
    const { withdrawals, travelRules } = eva.exchange;
    const missing = (...fields: string[]): object =>
      said(400, 'missing fields to satisfy travel rule requirements', { missing_fields: fields });
    expect(
      await withdrawals.createCrypto.result({
        ...eth,
        travel_rule_data: { beneficiary_name: 'Bob' },
      }),
    ).toMatchObject(missing('beneficiary_address', 'transfer_purpose'));
    const { originator_address: _, ...partly } = sender;
    expect(await travelRules.create.result({ address: addresses.evm, ...partly })).toMatchObject(
      missing('originator_address'),
    );
  });

  test('travel-rule-2: a waiting deposit is released by information about it', async () => {
    const eva = await testTrader(sandbox, { country: 'DE' });
    const transfer = await sandbox.control.money.createDeposit(eva.profileId, {
      currency: 'ETH',
      amount: '1',
      address: addresses.evm,
    });
    expect(transfer).toMatchObject({ status: 'done', travelRule: 'waiting' });
    const { travelRules } = eva.exchange;
    expect(await ada.exchange.travelRules.submit.result(transfer.id, sender)).toMatchObject(
      said(404, 'NotFound'),
    );
    await travelRules.submit(transfer.id, sender);
    expect(await travelRules.submit.result(transfer.id, sender)).toMatchObject(
      said(400, 'transfer_id does not wait for information'),
    );
    const [newest] = await sandbox.control.money.listTransfers(eva.profileId);
    expect(newest).toMatchObject({ travelRule: 'satisfied' });
  });

  test('travel-rule-3, pages-2: entries are listed newest first, by address, in both directions', async () => {
    const eva = await testTrader(sandbox);
    const { travelRules } = eva.exchange;
    const created: TravelRule[] = [];
    for (let at = 0; at < 5; at += 1)
      created.push(
        await travelRules.create({
          address: at % 2 === 0 ? addresses.evm : addresses.other,
          ...sender,
        }),
      );
    created.reverse();
    const listed: TravelRule[] = [];
    for await (const rule of travelRules.list({ limit: 2 })) listed.push(rule);
    expect(listed).toEqual(created);
    const of: TravelRule[] = [];
    for await (const rule of travelRules.list({ address: addresses.other.toLowerCase() }))
      of.push(rule);
    expect(of).toEqual(created.filter(({ address }) => address === addresses.other));
    const first = await travelRules.list.result({ limit: 2 });
    const newer = await travelRules.create({ address: addresses.evm, ...sender });
    const before = first.headers?.['CB-BEFORE'] ?? '';
    expect((await travelRules.list.result({ before })).value).toEqual([newer]);
    await travelRules.delete(newer.id);
    expect((await travelRules.list.result({ before })).value).toEqual([]);
    const after = first.headers?.['CB-AFTER'] ?? '';
    expect(await travelRules.list.result({ before, after })).toMatchObject({ status: 400 });
    // A cursor is of one caller and one filter.
    expect(await ada.exchange.travelRules.list.result({ after })).toMatchObject({ status: 400 });
    expect(await travelRules.list.result({ after, address: addresses.evm })).toMatchObject({
      status: 400,
    });
  });
});
