import { describe, expect, test } from 'vitest';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { day, hour, second } from '../../../sandbox/domain/time.js';
import { withdrawalLimit } from '../../../sandbox/domain/transfers/rules.js';
import { settings } from '../../../sandbox/settings.js';
import { addresses, Money } from './money.js';

/** Time after which a withdrawal was sent, and not received yet. */
const untilSent = 1.5 * second;

/** A user with 5,000 ETH. */
function funded(country?: string): Money {
  const world = new Money(country);
  world.deposit('ETH', '5000');
  world.deposit('XRP', '1000');
  world.deposit('USDC', '10000');
  return world;
}

function form(member: string, problem: unknown = expect.any(String)): unknown {
  return { code: 'form', data: { member, problem } };
}

describe('withdrawals', () => {
  test('transfers-1: the currency is known, and the network is one of the currency; without one it is the default', () => {
    const world = funded();
    expect(world.withdraw().network).toBe('ethereum');
    expect(world.withdraw({ network: 'base' }).network).toBe('base');
    expect(
      world.withdraw({ currency: 'XRP', amount: '30', address: addresses.ripple, tag: '1' })
        .network,
    ).toBe('ripple');
    expect(world.withdrawRefused({ currency: 'DOGE' })).toEqual(form('currency'));
    expect(world.withdrawRefused({ network: 'bitcoin' })).toEqual(form('network'));
    expect(world.withdrawRefused({ currency: 'USD' })).toEqual(form('network'));
    world.reconcile();
  });

  test('transfers-2: the address is valid on the network', () => {
    const world = funded();
    const wrong = addresses.evm.replace('5aAe', '5aae');
    for (const address of [wrong, `${addresses.evm}0`, addresses.bitcoin, 'x'])
      expect(world.withdrawRefused({ address })).toEqual(
        form('crypto_address', 'is not an address of ethereum'),
      );
  });

  test('transfers-2: a network with tags needs a tag that fits, or no_destination_tag', () => {
    const world = funded();
    const xrp = { currency: 'XRP', amount: '30', address: addresses.ripple };
    expect(world.withdrawRefused(xrp)).toEqual(form('destination_tag'));
    expect(world.withdrawRefused({ ...xrp, tag: 'memo' })).toEqual(form('destination_tag'));
    expect(world.withdrawRefused({ ...xrp, tag: '12345678901' })).toEqual(form('destination_tag'));
    expect(world.withdrawRefused({ ...xrp, tag: '1', hasNoTag: true })).toEqual(
      form('no_destination_tag'),
    );
    expect(world.withdrawRefused({ tag: '1' })).toEqual(form('destination_tag'));
    expect(world.withdraw({ ...xrp, tag: '1234567890' }).tag).toBe('1234567890');
    expect(world.withdraw({ ...xrp, hasNoTag: true }).tag).toBeUndefined();
  });

  test('transfers-3: the amount is above zero and within the bounds of currency and network', () => {
    const world = funded();
    for (const amount of ['0', '0.0009', '7450.00000001', '0.000000001', '0.0000000000000000001'])
      expect(world.withdrawRefused({ amount }), amount).toEqual(form('amount'));
    expect(world.withdraw({ amount: '0.0011' }).total).toBe(1_100_000_000_000_000n);
    // The network's own minimum decides.
    expect(world.withdraw({ amount: '0.0002', network: 'base' }).network).toBe('base');
  });

  test('transfers-3: the window slides: what was withdrawn counts for a day, and what failed does not', () => {
    const world = funded();
    const remaining = (): string => {
      const { user } = world.ada;
      const limit = withdrawalLimit(world.state.transfers, user, 'ETH', world.now);
      return printDecimal(limit?.remaining ?? -1n);
    };
    const start = world.now;
    expect(remaining()).toBe('1000');
    world.withdraw({ amount: '600' });
    expect(remaining()).toBe('400');
    expect(world.withdrawRefused({ amount: '400.00000001' })).toEqual(
      form('amount', 'is above what remains of the withdrawal limit'),
    );
    world.step(12 * hour);
    const second = world.withdraw({ amount: '400' });
    expect(remaining()).toBe('0');
    expect(world.withdrawRefused({ amount: '0.01' })).toMatchObject({ code: 'form' });
    world.ok('transfers.fail', { id: second.id });
    expect(remaining()).toBe('400');
    // Midnight changes nothing: a day after the first one, exactly its amount is free again.
    const first = world.entries.find(({ command }) => command.type === 'transfers.withdraw');
    expect(first?.at).toBeGreaterThanOrEqual(start);
    world.step((first?.at ?? 0) + day - 1 - world.now);
    expect(remaining()).toBe('400');
    world.step(1);
    expect(remaining()).toBe('1000');
    world.reconcile();
  });

  test('transfers-3: the window is of the user, over all profiles', () => {
    const world = funded();
    const { user } = world.ada;
    const { id: profile } = world.ok('users.create-profile', { user, name: 'second' });
    world.deposit('ETH', '900', { user, profile });
    world.withdraw({ amount: '600' });
    expect(world.withdrawRefused({ profile, amount: '401' })).toEqual(form('amount'));
    expect(world.withdraw({ profile, amount: '400' }).profile).toBe(profile);
  });

  test('transfers-3: a nonce is used once per profile', () => {
    const world = funded();
    const { user } = world.ada;
    world.withdraw({ nonce: '7' });
    expect(world.withdrawRefused({ nonce: '7' })).toEqual(form('nonce'));
    world.withdraw({ nonce: '8' });
    const { id: profile } = world.ok('users.create-profile', { user, name: 'second' });
    world.deposit('ETH', '2', { user, profile });
    world.withdraw({ nonce: '7', profile });
    // A refused withdrawal uses no number.
    expect(world.withdrawRefused({ nonce: '9', amount: '0' })).toEqual(form('amount'));
    world.withdraw({ nonce: '9' });
  });

  test('transfers-4: the fee is deducted from the amount or added to it, to the last unit', () => {
    const world = funded();
    const deducted = world.withdraw({ amount: '1.00000001' });
    expect([deducted.total, deducted.fee].map(printDecimal)).toEqual(['1.00000001', '0.001']);
    expect(world.money('ETH')).toEqual(['5000', '1.00000001', '4998.99999999']);
    const added = world.withdraw({ amount: '1.00000001', addsFee: true });
    expect([added.total, added.fee].map(printDecimal)).toEqual(['1.00100001', '0.001']);
    world.step(untilSent);
    expect(world.money('ETH')).toEqual(['4997.99899998', '0', '4997.99899998']);
    expect(world.withdrawRefused({ amount: '0.001' })).toEqual(form('amount'));
    expect(printDecimal(world.withdraw({ amount: '0.001', addsFee: true }).total)).toBe('0.002');
    world.step(untilSent);
    const fees = world.state.ledger.accounts.get('house:fees ETH')?.balance ?? 0n;
    expect(printDecimal(fees)).toBe('0.003');
    world.reconcile();
  });

  test('transfers-5: the transfer keeps that it is for a third party, and the jurisdiction', () => {
    const world = funded();
    const third = { isIntermediary: true, intermediaryJurisdiction: 'DE' };
    const { id } = world.withdraw(third);
    expect(world.state.transfers.transfers.get(id)).toMatchObject(third);
    const own = world.withdraw({ isIntermediary: false, intermediaryJurisdiction: 'DE' });
    const row = world.state.transfers.transfers.get(own.id);
    expect(row).toMatchObject({ isIntermediary: false });
    expect(row?.intermediaryJurisdiction).toBeUndefined();
  });

  test('transfers-6: the amount is held, then paid with a ledger entry, then done', () => {
    const world = funded();
    const { id, payoutAt } = world.withdraw();
    const status = (): unknown => world.state.transfers.transfers.get(id)?.status;
    expect([status(), world.money('ETH')]).toEqual(['created', ['5000', '1', '4999']]);
    expect(payoutAt).toBe((world.entries.at(-1)?.at ?? 0) + second);
    world.step(untilSent);
    expect([status(), world.money('ETH')]).toEqual(['sent', ['4999', '0', '4999']]);
    const account = world.state.ledger.accounts.get(`${world.ada.profile} ETH`);
    expect(world.state.ledger.entriesByAccount.rows(account?.id ?? '').at(-1)).toMatchObject({
      type: 'transfer',
      amount: -1_000_000_000_000_000_000n,
      details: { transferId: id, transferType: 'withdraw' },
    });
    world.step(2 * second);
    expect(status()).toBe('done');
    expect(world.refused('transfers.fail', { id })).toMatchObject({ code: 'state' });
    world.reconcile();
  });

  test('transfers-6: a failed transfer returns the amount, before it was sent and after', () => {
    for (const isSent of [false, true]) {
      const world = funded();
      const { id } = world.withdraw({ addsFee: true });
      if (isSent) world.ok('transfers.send', { id });
      world.ok('transfers.fail', { id });
      expect(world.money('ETH')).toEqual(['5000', '0', '5000']);
      world.step(day);
      expect(world.state.transfers.transfers.get(id)?.status).toBe('failed');
      world.reconcile();
    }
  });

  test('transfers-6, shape-3: every step outside of the table is refused, without effect', () => {
    const world = funded();
    world.ok('progress.set', { ...settings['transfers-6'], mode: 'manual' });
    const { id } = world.withdraw();
    world.step(day);
    expect(world.state.transfers.transfers.get(id)?.status).toBe('created');
    const state = { code: 'state', data: { what: 'transfer', state: 'created' } };
    expect(world.refused('transfers.finish', { id })).toEqual(state);
    world.ok('transfers.send', { id });
    expect(world.refused('transfers.send', { id })).toMatchObject({ data: { state: 'sent' } });
    world.ok('transfers.finish', { id });
    for (const type of ['transfers.send', 'transfers.finish', 'transfers.fail'] as const)
      expect(world.refused(type, { id })).toMatchObject({ data: { state: 'done' } });
    expect(world.refused('transfers.send', { id: 'x' })).toMatchObject({ code: 'not-found' });
  });

  test('transfers-3: two withdrawals race for one balance, and one is refused', () => {
    const world = new Money();
    world.deposit('ETH', '1');
    world.withdraw({ amount: '0.6' });
    expect(world.withdrawRefused({ amount: '0.6' })).toEqual({
      code: 'insufficient-funds',
      data: { what: 'ETH' },
    });
    world.withdraw({ amount: '0.4' });
    expect(world.money('ETH')).toEqual(['1', '1', '0']);
    world.reconcile();
  });
});

describe('transfers on the chain of the sandbox', () => {
  test('transfers-6: a sent transfer is a transaction of the chain', () => {
    const world = funded();
    const { id } = world.withdraw({ currency: 'USDC', amount: '25.5', network: 'base' });
    world.step(untilSent);
    const hash = world.state.transfers.transfers.get(id)?.transaction;
    const place = world.state.assets.transactions.get(`base ${hash}`);
    const block = world.state.assets.blocks.get(`base ${place?.block}`);
    const [transaction] = block?.transactions ?? [];
    expect(transaction?.transfers.at(-1)).toMatchObject({
      asset: 'usdc',
      to: addresses.evm.toLowerCase(),
      value: 25_490_000n,
    });
    world.reconcile();
  });

  test('transfers-7: what the chain transfers to the address of a profile is credited', () => {
    const world = new Money();
    const { profile } = world.ada;
    const { address } = world.ok('transfers.create-address', { profile, network: 'base' });
    expect(world.ok('transfers.create-address', { profile, network: 'base' }).address).toBe(
      address,
    );
    const from = `0x${'0'.repeat(40)}`;
    const transfers = [
      { asset: 'eth', from, to: address, value: 1_500_000_000_000_000_000n },
      { asset: 'usdc', from, to: address, value: 7n },
      // Less than the smallest amount of the currency.
      { asset: 'eth', from, to: address, value: 9n },
    ];
    world.ok('assets.make-block', {
      network: 'base',
      transactions: [{ from, to: address, transfers }],
    });
    expect(world.money('ETH')[0]).toBe('1.5');
    expect(world.money('USDC')[0]).toBe('0.000007');
    const [first] = world.state.transfers.byProfile.rows(profile);
    expect(first).toMatchObject({
      type: 'deposit',
      status: 'done',
      network: 'base',
      address: from,
    });
    world.reconcile();
  });

  test('transfers-7: a withdrawal to the address of a profile is a deposit there, in the same entry', () => {
    const world = funded();
    const bob = world.newUser();
    const { address } = world.ok('transfers.create-address', {
      profile: bob.profile,
      network: 'base',
    });
    const own = world.ok('transfers.create-address', {
      profile: world.ada.profile,
      network: 'base',
    });
    world.withdraw({ network: 'base', address });
    world.withdraw({ network: 'base', address: own.address, amount: '2' });
    world.step(untilSent);
    expect(world.money('ETH', bob)[0]).toBe('0.99999');
    expect(world.money('ETH')).toEqual(['4998.99999', '0', '4998.99999']);
    world.reconcile();
  });
});

describe('deposits', () => {
  test('transfers-7: a deposit of the control plane is credited at once', () => {
    const world = new Money();
    const { profile } = world.ada;
    const deposit = { profile, currency: 'ETH', amount: '2' };
    world.ok('transfers.deposit', { ...deposit, network: 'base', address: addresses.other });
    expect(world.money('ETH')).toEqual(['2', '0', '2']);
    const refused = (changes: object): unknown =>
      world.refused('transfers.deposit', { ...deposit, ...changes });
    expect(refused({ profile: 'x' })).toMatchObject({ code: 'not-found' });
    expect(refused({ currency: 'DOGE' })).toEqual(form('currency'));
    expect(refused({ amount: '0' })).toEqual(form('amount'));
    expect(refused({ network: 'ripple' })).toEqual(form('network'));
    expect(refused({ address: addresses.bitcoin })).toEqual(form('address'));
    world.reconcile();
  });
});
