import { describe, expect, test } from 'vitest';
import { validateAddress } from '../../../sandbox/domain/address-book/queries.js';
import type { NewAddressBookEntry } from '../../../sandbox/domain/address-book/commands.js';
import { addresses, Money } from './money.js';

const eth: NewAddressBookEntry = { currency: 'ETH', address: addresses.evm };

describe('the address book', () => {
  test('transfers-8: where the law asks for it, an entry says who holds the address', () => {
    const world = new Money('DE');
    const { user } = world.ada;
    const add = (entry: NewAddressBookEntry): unknown =>
      world.ok('addressBook.add', { user, addresses: [entry] });
    expect(
      world.refused('addressBook.add', { user, addresses: [{ ...eth, vaspId: 'p' }, eth] }),
    ).toEqual({
      code: 'form',
      data: { member: 'addresses/1', problem: 'needs vasp_id or is_verified_self_hosted_wallet' },
    });
    add({ ...eth, vaspId: 'provider' });
    add({ ...eth, network: 'base', isVerifiedSelfHosted: false });
    add({ ...eth, address: addresses.other, isVerifiedSelfHosted: true });
    expect(world.state.addressBook.byUser.count(user)).toBe(3);
  });

  test("transfers-8: the country is the user's at the time of the request", () => {
    const world = new Money('US');
    const { user } = world.ada;
    world.ok('addressBook.add', { user, addresses: [eth] });
    world.ok('users.set-country', { user, country: 'FR' });
    const other = { ...eth, address: addresses.other };
    expect(world.refused('addressBook.add', { user, addresses: [other] })).toMatchObject({
      code: 'form',
    });
    world.ok('users.set-country', { user, country: 'US' });
    world.ok('addressBook.add', { user, addresses: [other] });
    world.checkReplay();
  });

  test('transfers-8: a request adds all addresses or none', () => {
    const world = new Money();
    const { user } = world.ada;
    const bad = { ...eth, address: 'x' };
    expect(world.refused('addressBook.add', { user, addresses: [eth, bad] })).toEqual({
      code: 'form',
      data: { member: 'addresses/1/address', problem: 'is not an address of ethereum' },
    });
    expect(world.state.addressBook.byUser.count(user)).toBe(0);
    for (const wrong of [
      { ...eth, currency: 'DOGE' },
      { ...eth, network: 'solana' },
      { ...eth, tag: '1' },
    ])
      expect(world.refused('addressBook.add', { user, addresses: [wrong] })).toMatchObject({
        code: 'form',
      });
  });

  test('transfers-8: the same currency, network, address and tag twice is refused', () => {
    const world = new Money();
    const { user } = world.ada;
    const xrp = { currency: 'XRP', address: addresses.ripple };
    world.ok('addressBook.add', { user, addresses: [eth, xrp, { ...xrp, tag: '1' }] });
    const again = { code: 'already-exists', data: { what: 'address' } };
    for (const twice of [
      [eth],
      [{ ...eth, network: 'ethereum', address: addresses.evm.toLowerCase() }],
      [{ ...xrp, tag: '1' }],
      [
        { ...xrp, tag: '2' },
        { ...xrp, tag: '2' },
      ],
    ])
      expect(world.refused('addressBook.add', { user, addresses: twice })).toEqual(again);
    const bob = world.newUser();
    world.ok('addressBook.add', { user: bob.user, addresses: [eth] });
  });

  test('transfers-8: a deleted entry is unknown, and its address can be added again', () => {
    const world = new Money();
    const { user } = world.ada;
    const [entry] = world.ok('addressBook.add', { user, addresses: [eth] });
    const data = { user, id: entry?.id ?? '' };
    const bob = world.newUser();
    expect(world.refused('addressBook.delete', { ...data, user: bob.user })).toMatchObject({
      code: 'not-found',
    });
    world.ok('addressBook.delete', data);
    expect(world.refused('addressBook.delete', data)).toMatchObject({ code: 'not-found' });
    world.ok('addressBook.add', { user, addresses: [eth] });
    world.checkReplay();
  });
});

describe('validation of addresses', () => {
  const { state } = new Money();
  const ask = (question: Partial<Parameters<typeof validateAddress>[1]>): unknown => {
    const none = { currency: undefined, network: undefined, address: addresses.evm };
    const answers = validateAddress(state, { ...none, isForBook: false, ...question });
    return 'refusal' in answers
      ? answers.refusal.data.member
      : Object.fromEntries(answers.map(({ network, isValid }) => [network, isValid]));
  };

  test('transfers-9: on the network given, or the default network of the currency', () => {
    expect(ask({ currency: 'ETH' })).toEqual({ ethereum: true });
    expect(ask({ currency: 'ETH', network: 'base' })).toEqual({ base: true });
    expect(ask({ network: 'bitcoin' })).toEqual({ bitcoin: false });
    expect(ask({ network: 'bitcoin', address: addresses.bitcoin })).toEqual({ bitcoin: true });
    expect(ask({ currency: 'XRP', address: addresses.ripple, tag: '1' })).toEqual({ ripple: true });
    expect(ask({ currency: 'XRP', address: addresses.ripple, tag: 'x' })).toEqual({
      ripple: false,
    });
    expect(ask({ currency: 'DOGE' })).toBe('currency');
    expect(ask({ currency: 'ETH', network: 'ripple' })).toBe('network');
    expect(ask({ network: 'dogecoin' })).toBe('network');
    expect(ask({})).toBe('address_info');
  });

  test('transfers-9: for the address book on all supported networks, and valid if it is on any', () => {
    expect(ask({ currency: 'ETH', isForBook: true, network: 'ripple' })).toEqual({
      ethereum: true,
      base: true,
    });
    expect(ask({ isForBook: true })).toEqual({
      ethereum: true,
      base: true,
      solana: false,
      bitcoin: false,
      ripple: false,
    });
    expect(ask({ currency: 'DOGE', isForBook: true })).toBe('currency');
  });
});
