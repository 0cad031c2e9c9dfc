import { settings } from '../../settings.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  refuse,
  type Refused,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { networkOf, targetProblem } from './rules.js';
import { type AddressBookRow, targetKey } from './state.js';

/** An address to add. */
export interface NewAddressBookEntry {
  readonly currency: string;
  readonly network?: string | undefined;
  readonly address: string;
  readonly tag?: string | undefined;
  readonly label?: string | undefined;
  readonly vaspId?: string | undefined;
  readonly isVerifiedSelfHosted?: boolean | undefined;
}

/** Commands of the subject `addressBook`. */
export interface AddressBookCommands {
  /** Adds all entries or none (transfers-8). */
  readonly 'addressBook.add': CommandType<
    { readonly user: string; readonly addresses: readonly NewAddressBookEntry[] },
    readonly AddressBookRow[],
    'form' | 'already-exists'
  >;
  readonly 'addressBook.delete': CommandType<
    { readonly user: string; readonly id: string },
    undefined,
    'not-found'
  >;
}

export const addressBookCommands: {
  readonly [Name in keyof AddressBookCommands]: Decide<AddressBookCommands[Name], DomainState>;
} = {
  'addressBook.add'(context, { user, addresses }) {
    const { state, now } = context;
    const country = state.users.users.get(user)?.country ?? '';
    const mustTell = settings['transfers-8'].countries.includes(country);
    const entries: Omit<AddressBookRow, 'addedAt'>[] = [];
    const keys = new Set<string>();
    for (const [at, given] of addresses.entries()) {
      const member = `addresses/${at}`;
      if (mustTell && given.vaspId === undefined && given.isVerifiedSelfHosted === undefined)
        return refuse('form', {
          member,
          problem: 'needs vasp_id or is_verified_self_hosted_wallet',
        });
      const entry = entryOf(context, user, given);
      if ('refusal' in entry) return within(member, entry);
      const key = targetKey(entry);
      if (keys.has(key) || state.addressBook.byTarget.get(key) !== undefined)
        return refuse('already-exists', { what: 'address' });
      keys.add(key);
      entries.push(entry);
    }
    return accept(
      entries.map((entry) => ({ ...entry, addedAt: now })),
      event('addressBook.added', { entries }),
    );
  },

  'addressBook.delete'({ state }, { user, id }) {
    if (state.addressBook.entries.get(id)?.user !== user)
      return refuse('not-found', { what: 'address' });
    return accept(undefined, event('addressBook.deleted', { id }));
  },
};

function entryOf(
  { state, random }: Context<DomainState>,
  user: string,
  { currency: code, network: name, address, tag, label = '', ...rest }: NewAddressBookEntry,
): Omit<AddressBookRow, 'addedAt'> | Refused<'form'> {
  const found = networkOf(state, code, name);
  if ('refusal' in found) return found;
  const { currency, network } = found;
  const problem = targetProblem(network, { address, tag });
  if (problem !== undefined) return problem;
  const { vaspId, isVerifiedSelfHosted } = rest;
  return {
    id: random.uuid(),
    user,
    currency: currency.id,
    network: network.id,
    address,
    tag,
    label,
    vaspId,
    isVerifiedSelfHosted,
  };
}

/** The same refusal, about a part of a list. */
function within(member: string, { refusal }: Refused<'form'>): Refused<'form'> {
  const { data } = refusal;
  return refuse('form', { ...data, member: `${member}/${data.member}` });
}
