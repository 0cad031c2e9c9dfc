import { describe, expect, test } from 'vitest';
import { settings } from '../../../sandbox/settings.js';
import { addresses, Money, type Owner } from './money.js';

const address = addresses.other;

/** What users in Germany must tell about a deposit, and about a withdrawal. */
const sender = {
  originator_name: 'Bob Example',
  originator_country: 'DE',
  originator_address: { city: 'Berlin' },
};
const recipient = {
  beneficiary_name: 'Bob Example',
  beneficiary_address: { city: 'Berlin' },
  transfer_purpose: 'rent',
};

/** Makes a deposit from an address, and returns its id. */
function arrive(world: Money, amount = '2', { profile }: Owner = world.ada): string {
  return world.ok('transfers.deposit', { profile, currency: 'USDC', amount, address }).id;
}

/** Every subset of the members of an object. */
function subsetsOf(data: Readonly<Record<string, unknown>>): Record<string, unknown>[] {
  return Object.entries(data).reduce<Record<string, unknown>[]>(
    (subsets, [name, value]) => subsets.flatMap((subset) => [subset, { ...subset, [name]: value }]),
    [{}],
  );
}

describe('the travel rule of withdrawals', () => {
  test('travel-rule-1: a withdrawal that lacks information is refused, with the missing members, sorted', () => {
    for (const told of subsetsOf(recipient)) {
      const world = new Money('DE');
      world.deposit('ETH', '5');
      const missing = Object.keys(recipient).filter((member) => !Object.hasOwn(told, member));
      const texts = { travelText: JSON.stringify(told) };
      if (missing.length === 0) expect(world.withdraw(texts).travel).toBe('satisfied');
      else
        expect(world.withdrawRefused(texts)).toEqual({
          code: 'travel-rule',
          data: { missing: missing.sort() },
        });
    }
  });

  test('travel-rule-1: an empty text, an empty object and null tell nothing', () => {
    const world = new Money('DE');
    world.deposit('ETH', '5');
    for (const nothing of ['', {}, null])
      expect(
        world.withdrawRefused({
          travelText: JSON.stringify({ ...recipient, transfer_purpose: nothing }),
        }),
      ).toEqual({ code: 'travel-rule', data: { missing: ['transfer_purpose'] } });
  });

  test('travel-rule-1: an intermediary tells for whom, too', () => {
    const world = new Money('DE');
    world.deposit('ETH', '5');
    const third = { isIntermediary: true, intermediaryJurisdiction: 'DE' };
    expect(world.withdrawRefused({ ...third, travelText: JSON.stringify(recipient) })).toEqual({
      code: 'travel-rule',
      data: { missing: settings['travel-rule-1'].intermediary },
    });
    const told = JSON.stringify({ ...recipient, originator_name: 'Eve' });
    expect(world.withdraw({ ...third, travelText: told }).travel).toBe('satisfied');
  });

  test('travel-rule-1: from a threshold upwards, by the value in US dollars', () => {
    const world = new Money('GB');
    world.deposit('USDC', '5000');
    const usdc = { currency: 'USDC', network: 'base' };
    expect(world.withdraw({ ...usdc, amount: '999.999999' }).travel).toBe('not-required');
    expect(world.withdrawRefused({ ...usdc, amount: '1000' })).toMatchObject({
      code: 'travel-rule',
    });
    // What has no price is above every threshold; with one, the value decides.
    world.deposit('BTC', '1');
    const btc = { currency: 'BTC', address: addresses.bitcoin, amount: '0.01' };
    expect(world.withdrawRefused(btc)).toMatchObject({ code: 'travel-rule' });
    world.trade('BTC-USD', '99999.99');
    expect(world.withdraw(btc).travel).toBe('not-required');
    world.trade('BTC-USD', '100000');
    expect(world.withdrawRefused(btc)).toMatchObject({ code: 'travel-rule' });
  });

  test("travel-rule-1: the country of the other provider decides, and the user's", () => {
    const world = new Money('GB');
    world.deposit('USDC', '5000');
    const usdc = { currency: 'USDC', network: 'base', amount: '2000' };
    const travelText = JSON.stringify({ vasp_country: 'US' });
    expect(world.withdraw({ ...usdc, travelText }).travel).toBe('not-required');
    const other = JSON.stringify({ vasp_country: 'SG' });
    expect(world.withdrawRefused({ ...usdc, travelText: other })).toMatchObject({
      data: { missing: ['beneficiary_name', 'transfer_purpose'] },
    });
    world.ok('users.set-country', { user: world.ada.user, country: 'US' });
    expect(world.withdraw({ ...usdc, travelText: other }).travel).toBe('not-required');
    world.reconcile();
  });
});

describe('the travel rule of deposits', () => {
  test('travel-rule-2: a deposit that needs information is in balance and hold, but not available, until it is there', () => {
    const world = new Money('DE');
    const { user } = world.ada;
    const transfer = arrive(world);
    expect(world.money('USDC')).toEqual(['2', '2', '0']);
    expect(
      world.refused('travelRule.submit', { user, transfer, data: { originator_name: 'Bob' } }),
    ).toEqual({
      code: 'travel-rule',
      data: { missing: ['originator_address', 'originator_country'] },
    });
    world.reconcile();
    world.ok('travelRule.submit', { user, transfer, data: sender });
    expect(world.money('USDC')).toEqual(['2', '0', '2']);
    world.reconcile();
  });

  test('travel-rule-2: submitted twice it is refused; unknown or of another user it is unknown', () => {
    const world = new Money('DE');
    const { user } = world.ada;
    const transfer = arrive(world);
    const bob = world.newUser();
    const unknown = { code: 'not-found', data: { what: 'transfer' } };
    const submit = { user, transfer, data: sender };
    expect(world.refused('travelRule.submit', { ...submit, user: bob.user })).toEqual(unknown);
    expect(world.refused('travelRule.submit', { ...submit, transfer: 'x' })).toEqual(unknown);
    world.ok('travelRule.submit', submit);
    expect(world.refused('travelRule.submit', submit)).toMatchObject({ code: 'form' });
    // What never needed information does not wait for it, either.
    const free = arrive(world, '1', bob);
    expect(
      world.refused('travelRule.submit', { user: bob.user, transfer: free, data: sender }),
    ).toMatchObject({ code: 'form' });
  });

  test('travel-rule-2: a deposit below the threshold, or one that is on no network, does not wait', () => {
    const world = new Money('GB');
    arrive(world, '999.999999');
    expect(world.money('USDC')[1]).toBe('0');
    arrive(world, '1000');
    expect(world.money('USDC')[1]).toBe('1000');
    world.deposit('USD', '50000');
    expect(world.money('USD')[1]).toBe('0');
    const { profile } = world.ada;
    const fromUs = { profile, currency: 'USDC', amount: '2000', address, vaspCountry: 'US' };
    expect(world.ok('transfers.deposit', fromUs).travel).toBe('not-required');
    world.reconcile();
  });

  test('travel-rule-3: an entry releases the deposits from its address that wait', () => {
    const world = new Money('DE');
    const { user } = world.ada;
    arrive(world);
    arrive(world, '3');
    const { profile } = world.ada;
    const elsewhere = { profile, currency: 'USDC', amount: '7', address: addresses.evm };
    world.ok('transfers.deposit', elsewhere);
    expect(world.money('USDC')[1]).toBe('12');
    world.ok('travelRule.create', { user, address: address.toLowerCase(), data: sender });
    expect(world.money('USDC')[1]).toBe('7');
    world.reconcile();
  });

  test('travel-rule-3: after its deletion later deposits wait again, and released ones stay released', () => {
    const world = new Money('DE');
    const { user } = world.ada;
    const { id } = world.ok('travelRule.create', { user, address, data: sender });
    arrive(world);
    expect(world.money('USDC')).toEqual(['2', '0', '2']);
    const bob = world.newUser();
    expect(world.refused('travelRule.delete', { user: bob.user, id })).toMatchObject({
      code: 'not-found',
    });
    world.ok('travelRule.delete', { user, id });
    expect(world.refused('travelRule.delete', { user, id })).toMatchObject({ code: 'not-found' });
    expect(world.money('USDC')).toEqual(['2', '0', '2']);
    arrive(world, '5');
    expect(world.money('USDC')).toEqual(['7', '5', '2']);
    world.reconcile();
  });

  test("travel-rule-3: an entry must have everything, and is the user's alone", () => {
    const world = new Money('DE');
    const bob = world.newUser('DE');
    for (const data of subsetsOf(sender)) {
      const missing = Object.keys(sender).filter((member) => !Object.hasOwn(data, member));
      const entry = { user: bob.user, address, data };
      if (missing.length === 0) world.ok('travelRule.create', entry);
      else
        expect(world.refused('travelRule.create', entry)).toEqual({
          code: 'travel-rule',
          data: { missing: missing.sort() },
        });
    }
    arrive(world);
    expect(world.money('USDC')[1]).toBe('2');
    arrive(world, '4', bob);
    expect(world.money('USDC', bob)).toEqual(['4', '0', '4']);
    world.reconcile();
  });
});
