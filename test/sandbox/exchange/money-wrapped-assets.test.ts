import { describe, expect, test } from 'vitest';
import { printDecimal } from '../../../sandbox/domain/numbers.js';
import { day, second } from '../../../sandbox/domain/time.js';
import { listStakeWraps, yieldOf } from '../../../sandbox/domain/wrapped-assets/queries.js';
import type { StakeWrapRow } from '../../../sandbox/domain/wrapped-assets/state.js';
import { Money } from './money.js';

const rate = '1.0875';

function request(world: Money, from: string, to: string, amount: string): StakeWrapRow {
  return world.ok('wrappedAssets.request', { profile: world.ada.profile, from, to, amount });
}

function supplies(world: Money): readonly (string | undefined)[] {
  const asset = world.state.wrappedAssets.assets.get('CBETH');
  return [asset?.totalSupply, asset?.circulatingSupply].map((each) => printDecimal(each ?? -1n));
}

describe('stake-wraps', () => {
  test('wrapped-assets-1: wrapping divides by the rate and unwrapping multiplies, rounded down', () => {
    const world = new Money();
    world.deposit('ETH', '100');
    const wrapped = request(world, 'ETH', 'CBETH', '10.875');
    expect([wrapped.received, wrapped.rate].map(printDecimal)).toEqual(['10', rate]);
    expect(printDecimal(request(world, 'ETH', 'CBETH', '1').received)).toBe('0.91954022');
    world.step(3 * second);
    expect(printDecimal(request(world, 'CBETH', 'ETH', '0.00000003').received)).toBe('0.00000003');
    expect(printDecimal(request(world, 'CBETH', 'ETH', '10').received)).toBe('10.875');
    world.reconcile();
  });

  test('wrapped-assets-1: the amount is held, and the rate is that of the request', () => {
    const world = new Money();
    world.deposit('ETH', '20');
    const { id } = request(world, 'ETH', 'CBETH', '10.875');
    expect(world.money('ETH')).toEqual(['20', '10.875', '9.125']);
    world.ok('wrappedAssets.set-rate', { asset: 'CBETH', rate: '2' });
    world.reconcile();
    world.step(3 * second);
    expect(world.state.wrappedAssets.stakeWraps.get(id)).toMatchObject({ status: 'completed' });
    expect(world.money('ETH')).toEqual(['9.125', '0', '9.125']);
    expect(world.money('CBETH')).toEqual(['10', '0', '10']);
    expect(printDecimal(request(world, 'ETH', 'CBETH', '2').received)).toBe('1');
    world.reconcile();
  });

  test('wrapped-assets-1: only pairs of the settings, only amounts that are there', () => {
    const world = new Money();
    world.deposit('ETH', '1');
    const refused = (from: string, to: string, amount: string): unknown =>
      world.refused('wrappedAssets.request', { profile: world.ada.profile, from, to, amount }).code;
    expect(refused('ETH', 'BTC', '1')).toBe('form');
    expect(refused('ETH', 'ETH', '1')).toBe('form');
    expect(refused('CBETH', 'CBETH', '1')).toBe('form');
    expect(refused('ETH', 'CBETH', '0')).toBe('form');
    expect(refused('ETH', 'CBETH', '0.00000001')).toBe('form');
    expect(refused('ETH', 'CBETH', '1.00000001')).toBe('insufficient-funds');
    expect(refused('CBETH', 'ETH', '1')).toBe('insufficient-funds');
    expect(refused('CBETH', 'ETH', '2000000')).toBe('form');
  });

  test('wrapped-assets-1: cancelled, the amount is available again; cancelled after completion is refused', () => {
    const world = new Money();
    world.deposit('ETH', '20');
    const { id } = request(world, 'ETH', 'CBETH', '10');
    world.ok('wrappedAssets.cancel', { id });
    expect(world.money('ETH')).toEqual(['20', '0', '20']);
    world.step(day);
    expect(world.state.wrappedAssets.stakeWraps.get(id)).toMatchObject({ status: 'canceled' });
    const other = request(world, 'ETH', 'CBETH', '10');
    world.step(3 * second);
    for (const refused of [
      world.refused('wrappedAssets.cancel', { id: other.id }),
      world.refused('wrappedAssets.complete', { reference: other.id }),
    ])
      expect(refused).toEqual({ code: 'state', data: { what: 'stake-wrap', state: 'completed' } });
    world.reconcile();
  });

  test('wrapped-assets-2: supplies are those of the start and the sum of the stake-wraps', () => {
    const world = new Money();
    expect(supplies(world)).toEqual(['1200000', '1168432.5']);
    world.deposit('ETH', '100');
    request(world, 'ETH', 'CBETH', '21.75');
    expect(supplies(world)).toEqual(['1200000', '1168432.5']);
    world.step(3 * second);
    expect(supplies(world)).toEqual(['1200020', '1168452.5']);
    request(world, 'CBETH', 'ETH', '15');
    world.step(3 * second);
    expect(supplies(world)).toEqual(['1200005', '1168437.5']);
    world.reconcile();
  });

  test('wrapped-assets-2: the yield follows the rate over 30 days', () => {
    const world = new Money();
    const apy = (): string => {
      const asset = world.state.wrappedAssets.assets.get('CBETH');
      if (asset === undefined) throw new Error('There is no such asset.');
      return printDecimal(yieldOf(world.state.wrappedAssets, asset, world.now));
    };
    expect(apy()).toBe('0');
    world.ok('wrappedAssets.set-rate', { asset: 'CBETH', rate: '1.08967500' });
    // A growth of two thousandths in 30 days.
    expect(apy()).toBe('0.0243');
    world.step(31 * day);
    expect(apy()).toBe('0');
    expect(world.refused('wrappedAssets.set-rate', { asset: 'CBETH', rate: '0' })).toMatchObject({
      code: 'form',
    });
    expect(world.refused('wrappedAssets.set-rate', { asset: 'ETH', rate: '2' })).toMatchObject({
      code: 'not-found',
    });
  });

  test("wrapped-assets-2: the list is the profile's, newest first, with its filters in both directions", () => {
    const world = new Money();
    world.deposit('ETH', '100');
    const ids: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const { id } = request(world, 'ETH', 'CBETH', '1');
      if (at % 3 === 0) world.ok('wrappedAssets.cancel', { id });
      ids.push(id);
    }
    const list = (filter: object, range: object): readonly string[] =>
      listStakeWraps(world.state.wrappedAssets, world.ada.profile, filter, {
        limit: 3,
        ...range,
      }).slots.map(({ row }) => row.id);
    const canceled = ids.filter((_, at) => at % 3 === 0).reverse();
    expect(list({ status: 'canceled' }, {})).toEqual(canceled.slice(0, 3));
    const position = world.state.wrappedAssets.stakeWraps.positionOf(canceled[2] ?? '');
    expect(list({ status: 'canceled' }, { olderThan: position })).toEqual(canceled.slice(3));
    expect(list({ status: 'canceled' }, { newerThan: position })).toEqual(canceled.slice(0, 2));
    expect(list({ from: 'CBETH' }, {})).toEqual([]);
    expect(list({ from: 'ETH', to: 'CBETH' }, {})).toEqual(ids.slice(-3).reverse());
    const bob = world.newUser();
    expect(listStakeWraps(world.state.wrappedAssets, bob.profile, {}, { limit: 3 }).slots).toEqual(
      [],
    );
  });
});
