import { describe, expect, test } from 'vitest';
import {
  conversionVolume,
  feeRateOf,
  listConversions,
  netVolume,
} from '../../../sandbox/domain/conversions/queries.js';
import type { ConversionRow } from '../../../sandbox/domain/conversions/state.js';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { day } from '../../../sandbox/domain/time.js';
import { settings } from '../../../sandbox/settings.js';
import { decimal, Money, type Owner } from './money.js';

function convert(
  world: Money,
  from: string,
  to: string,
  amount: string,
  { profile }: Owner = world.ada,
): ConversionRow {
  return world.ok('conversions.convert', { profile, from, to, amount });
}

function volume(world: Money, { profile }: Owner = world.ada): string {
  return printDecimal(netVolume(world.state.conversions, profile, world.now));
}

describe('conversions', () => {
  test('conversions-1: dollars are converted one to one, with a fee in the source currency', () => {
    const world = new Money();
    world.deposit('USD', '1000');
    const row = convert(world, 'USD', 'USDC', '100.01');
    // A thousandth is 0.10001, and cents are the precision of the source.
    expect([row.fee, row.received].map(printDecimal)).toEqual(['0.11', '99.9']);
    expect(world.money('USD')).toEqual(['899.99', '0', '899.99']);
    expect(world.money('USDC')).toEqual(['99.9', '0', '99.9']);
    world.reconcile();
  });

  test('conversions-1: other currencies are converted at the last price, in both directions', () => {
    const world = new Money();
    world.deposit('BTC', '1');
    const refused = { profile: world.ada.profile, from: 'BTC', to: 'USD', amount: '0.5' };
    expect(world.refused('conversions.convert', refused)).toEqual({
      code: 'form',
      data: { member: 'to', problem: 'has no price in BTC' },
    });
    world.trade('BTC-USD', '20000');
    expect(printDecimal(convert(world, 'BTC', 'USD', '0.5').received)).toBe('9990');
    expect(printDecimal(convert(world, 'USD', 'BTC', '200').received)).toBe('0.00999');
    world.reconcile();
  });

  test('conversions-1: what cannot be converted is refused', () => {
    const world = new Money();
    world.deposit('USD', '10');
    const { profile } = world.ada;
    const convert = { profile, from: 'USD', to: 'USDC', amount: '5' };
    const code = (changes: object): unknown =>
      world.refused('conversions.convert', { ...convert, ...changes }).code;
    expect(code({ profile: 'x' })).toBe('not-found');
    expect(code({ from: 'DOGE' })).toBe('form');
    expect(code({ to: 'USD' })).toBe('form');
    expect(code({ amount: '0' })).toBe('form');
    expect(code({ amount: '0.001' })).toBe('form');
    expect(code({ amount: '0.01' })).toBe('form');
    expect(code({ amount: '10.01' })).toBe('insufficient-funds');
  });

  test("conversions-1: the list is the profile's, newest first", () => {
    const world = new Money();
    world.deposit('USD', '100');
    const bob = world.newUser();
    world.deposit('USD', '100', bob);
    const rows = ['1', '2', '3'].map((amount) => convert(world, 'USD', 'USDC', amount).id);
    convert(world, 'USD', 'USDC', '4', bob);
    const { profile } = world.ada;
    const page = listConversions(world.state.conversions, profile, { limit: 2 });
    expect(page.slots.map(({ row }) => row.id)).toEqual(rows.slice(1).reverse());
    expect(page.hasMore).toBe(true);
  });

  test('conversions-2: opposite directions cancel out, and other profiles do not count', () => {
    const world = new Money();
    world.deposit('USD', '5000');
    world.deposit('USDC', '5000');
    const bob = world.newUser();
    world.deposit('USD', '900', bob);
    convert(world, 'USD', 'USDC', '1000');
    expect(volume(world)).toBe('1000');
    convert(world, 'USDC', 'USD', '400');
    expect(volume(world)).toBe('600');
    convert(world, 'USDC', 'USD', '599');
    convert(world, 'USD', 'USDC', '1500');
    convert(world, 'USDC', 'USD', '1501');
    expect(volume(world)).toBe('0');
    convert(world, 'USD', 'USDC', '900', bob);
    expect([volume(world), volume(world, bob)]).toEqual(['0', '900']);
  });

  test('conversions-2: the last 30 days count, to the microsecond', () => {
    const world = new Money();
    world.deposit('USD', '100');
    const { createdAt } = convert(world, 'USD', 'USDC', '100');
    world.step(createdAt + 30 * day - world.now);
    expect(volume(world)).toBe('100');
    world.step(1);
    expect(volume(world)).toBe('0');
  });

  test('conversions-2: the quoted rate is what the next conversion pays, in every tier', () => {
    const world = new Money();
    world.deposit('USD', '100000000');
    const { profile } = world.ada;
    for (const { volume: from, rate } of settings['conversions-2'].tiers) {
      const left = from - decimal(volume(world));
      if (left > 0n) convert(world, 'USD', 'USDC', printDecimal(left));
      const quoted = feeRateOf(world.state.conversions, profile, world.now);
      expect(quoted).toBe(rate);
      const { fee } = convert(world, 'USD', 'USDC', '1000');
      expect(fee).toBe(1000n * quoted);
    }
    world.reconcile();
  });

  test('conversions-3: two ledger entries, and the volume of the product', () => {
    const world = new Money();
    world.deposit('BTC', '1');
    world.trade('BTC-USD', '20000');
    const row = convert(world, 'BTC', 'USD', '0.25');
    convert(world, 'USD', 'BTC', '2000');
    const entries = (account: string): unknown =>
      world.state.ledger.entriesByAccount
        .rows(account)
        .map(({ type, amount }) => [type, printDecimal(amount)]);
    expect(entries(row.fromAccount)).toEqual([
      ['transfer', '1'],
      ['conversion', '-0.25'],
      ['conversion', '0.0999'],
    ]);
    expect(entries(row.toAccount)).toEqual([
      ['conversion', '4995'],
      ['conversion', '-2000'],
    ]);
    const { conversions } = world.state;
    expect(printDecimal(conversionVolume(conversions, 'BTC-USD', 0))).toBe('0.3499');
    expect(conversionVolume(conversions, 'BTC-USD', world.now + day)).toBe(0n);
  });
});
