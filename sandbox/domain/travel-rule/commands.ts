import { plainAddress } from '../address-book/state.js';
import { Postings } from '../ledger/postings.js';
import { isComplete, missingOfDeposit } from '../transfers/receiving.js';
import { event as transferEvent } from '../transfers/events.js';
import type { TransferRow, TravelData } from '../transfers/state.js';
import { accept, type CommandType, type Decide, type DomainEvent, refuse } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { missingOf, rowFor, textOf } from './rules.js';
import type { TravelRuleRow } from './state.js';

/** Commands of the subject `travelRule`. */
export interface TravelRuleCommands {
  /** Registers the sender behind an address, and releases the deposits from it that wait (travel-rule-3). */
  readonly 'travelRule.create': CommandType<
    { readonly user: string; readonly address: string; readonly data: TravelData },
    TravelRuleRow,
    'travel-rule'
  >;
  readonly 'travelRule.delete': CommandType<
    { readonly user: string; readonly id: string },
    undefined,
    'not-found'
  >;
  /** Tells the sender of a deposit that waits (travel-rule-2). */
  readonly 'travelRule.submit': CommandType<
    { readonly user: string; readonly transfer: string; readonly data: TravelData },
    undefined,
    'not-found' | 'form' | 'travel-rule'
  >;
}

export const travelRuleCommands: {
  readonly [Name in keyof TravelRuleCommands]: Decide<TravelRuleCommands[Name], DomainState>;
} = {
  'travelRule.create'({ state, random, now }, { user, address, data }) {
    // Whatever a deposit will be worth, the entry must be enough for it.
    const country = state.users.users.get(user)?.country ?? '';
    const provider = textOf(data, 'vasp_country');
    const row = rowFor({ country, provider, value: undefined });
    const missing = row === undefined ? [] : missingOf(row.deposit, data);
    if (missing.length > 0) return refuse('travel-rule', { missing });
    const entry = { id: random.uuid(), user, address, data };
    const postings = new Postings(state.ledger, random);
    const released = state.transfers.waiting
      .rows(user)
      .filter((each) => isFrom(each, address))
      .filter((each) => isComplete(missingOfDeposit(state, each, data)))
      .map((each) => releaseDeposit(postings, each, data));
    return accept(
      { ...entry, createdAt: now },
      event('travelRule.created', entry),
      ...released,
      ...postings.events(),
    );
  },

  'travelRule.delete'({ state }, { user, id }) {
    if (state.travelRule.entries.get(id)?.user !== user)
      return refuse('not-found', { what: 'entry' });
    return accept(undefined, event('travelRule.deleted', { id }));
  },

  'travelRule.submit'({ state, random }, { user, transfer: id, data }) {
    const transfer = state.transfers.transfers.get(id);
    if (transfer?.user !== user) return refuse('not-found', { what: 'transfer' });
    if (transfer.travel !== 'waiting')
      return refuse('form', { member: 'transfer_id', problem: 'does not wait for information' });
    const missing = missingOfDeposit(state, transfer, data) ?? [];
    if (missing.length > 0) return refuse('travel-rule', { missing });
    const postings = new Postings(state.ledger, random);
    const released = releaseDeposit(postings, transfer, data);
    return accept(undefined, released, ...postings.events());
  },
};

function isFrom({ address }: TransferRow, from: string): boolean {
  return address !== undefined && plainAddress(address) === plainAddress(from);
}

/** Makes a waiting deposit available. */
function releaseDeposit(
  postings: Postings,
  { id, profile, currency, total }: TransferRow,
  travelData: TravelData,
): DomainEvent {
  postings.hold(profile, currency, -total);
  return transferEvent('transfers.satisfied', { id, travelData });
}
