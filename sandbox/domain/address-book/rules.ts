import { currencyOf } from '../products/queries.js';
import type { CurrencyNetwork, CurrencyRow } from '../products/state.js';
import { isAddressOf } from '../cryptography/addresses.js';
import { settings } from '../../settings.js';
import { refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';

/** A currency on one of its networks. */
export interface NetworkOfCurrency {
  readonly currency: CurrencyRow;
  readonly network: CurrencyNetwork;
}

/** A target of a withdrawal, as a request gives it. */
export interface Target {
  readonly address: string;
  readonly tag?: string | undefined;
}

/** A currency and one of its networks: the given one, or its default (transfers-1). */
export function networkOf(
  { products }: DomainState,
  code: string,
  name: string | undefined,
): NetworkOfCurrency | Refused<'form'> {
  const currency = currencyOf(products, code);
  if (currency === undefined)
    return refuse('form', { member: 'currency', problem: 'is not a currency of the exchange' });
  const { networks } = currency;
  const network =
    name === undefined
      ? (networks.find(({ id }) => id === currency.defaultNetwork) ?? networks[0])
      : networks.find(({ id }) => id === name);
  if (network === undefined)
    return refuse('form', { member: 'network', problem: `is not a network of ${currency.id}` });
  return { currency, network };
}

/** Longest address and tag. */
const longest = 256;

/** True if an address has the format of the network, and its checksum is right (transfers-9). */
export function isAddressOn(network: string, address: string): boolean {
  const { formats } = settings['transfers-2'];
  const format = Object.hasOwn(formats, network) ? formats[network] : undefined;
  if (format !== undefined) return isAddressOf(format, address);
  return address.length <= longest && /^\S+$/.test(address);
}

/** True if a tag fits a network. A network without tags takes none. */
export function isTagOf({ destinationTagRegex: pattern }: CurrencyNetwork, tag: string): boolean {
  return pattern !== '' && tag.length <= longest && new RegExp(pattern, 'u').test(tag);
}

/** Why a target does not exist on a network; `undefined` if it may exist (transfers-2). */
export function targetProblem(
  network: CurrencyNetwork,
  { address, tag }: Target,
): Refused<'form'> | undefined {
  if (!isAddressOn(network.id, address))
    return refuse('form', { member: 'address', problem: `is not an address of ${network.id}` });
  if (tag !== undefined && !isTagOf(network, tag))
    return refuse('form', {
      member: 'destination_tag',
      problem: `is not a tag of ${network.id}`,
    });
  return undefined;
}
