import { listCurrencies, currencyOf } from '../products/queries.js';
import type { CurrencyNetwork } from '../products/state.js';
import { refuse, type Refused, type View } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { networkOf, type Target, targetProblem } from './rules.js';
import { type AddressBookRow, type AddressBookState, targetKey } from './state.js';

/** The address book of a user, in the order of addition. */
export function addressesOf(
  { byUser }: View<AddressBookState>,
  user: string,
): readonly AddressBookRow[] {
  return byUser.rows(user);
}

/** The entry for a target of withdrawals; `undefined` if the user has none. */
export function entryFor(
  { byTarget }: View<AddressBookState>,
  target: Parameters<typeof targetKey>[0],
): AddressBookRow | undefined {
  return byTarget.get(targetKey(target));
}

/** A question about an address. */
export interface AddressQuestion extends Target {
  readonly currency: string | undefined;
  readonly network: string | undefined;
  /** True for an address of the address book, which is looked at on all supported networks. */
  readonly isForBook: boolean;
}

/** The answer for one network. */
export interface AddressAnswer {
  readonly network: string;
  readonly isValid: boolean;
}

/** Whether an address is valid, on each network that is asked about (transfers-9). */
export function validateAddress(
  state: DomainState,
  question: AddressQuestion,
): readonly AddressAnswer[] | Refused<'form'> {
  const networks = networksAsked(state, question);
  if ('refusal' in networks) return networks;
  return networks.map((network) => ({
    network: network.id,
    isValid: targetProblem(network, question) === undefined,
  }));
}

function networksAsked(
  state: DomainState,
  { currency: code, network, isForBook }: AddressQuestion,
): readonly CurrencyNetwork[] | Refused<'form'> {
  if (code !== undefined && !isForBook) {
    const found = networkOf(state, code, network);
    return 'refusal' in found ? found : [found.network];
  }
  const currency = code === undefined ? undefined : currencyOf(state.products, code);
  if (code !== undefined && currency === undefined)
    return refuse('form', { member: 'currency', problem: 'is not a currency of the exchange' });
  const currencies = currency === undefined ? listCurrencies(state.products) : [currency];
  // Two currencies may have the same network.
  const all = new Map(
    currencies.flatMap(({ networks }) => networks).map((each) => [each.id, each]),
  );
  if (isForBook) return [...all.values()];
  if (network === undefined)
    return refuse('form', { member: 'address_info', problem: 'needs a network or a currency' });
  const known = all.get(network);
  return known === undefined
    ? refuse('form', { member: 'network', problem: 'is not a network of the exchange' })
    : [known];
}
