import type { Postings } from '../ledger/postings.js';
import type { Decimal } from '../numbers.js';
import { usdValue } from '../prices.js';
import type { Context, DomainEvent } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { missingOf, rowFor, textOf } from '../travel-rule/rules.js';
import { senderKey } from '../travel-rule/state.js';
import { event } from './events.js';
import type { TransferRow, TravelData, TravelState } from './state.js';

/** A deposit that has arrived. */
export interface Arrival {
  readonly profile: string;
  readonly currency: string;
  readonly amount: Decimal;
  readonly network?: string | undefined;
  /** Where it comes from. */
  readonly address?: string | undefined;
  readonly tag?: string | undefined;
  readonly vaspCountry?: string | undefined;
  readonly transaction?: string | undefined;
}

/** A deposit that was planned. */
export interface PlannedDeposit {
  readonly row: TransferRow;
  readonly event: DomainEvent;
}

/**
 * Plans a deposit: it is credited at once, and held if the travel rule asks for something that is not known (travel-rule-2). Accept its
 * event and those of the postings in one entry.
 */
export function planDeposit(
  { state, random, now }: Context<DomainState>,
  postings: Postings,
  { profile, currency, amount, ...from }: Arrival,
): PlannedDeposit {
  const user = state.users.profiles.get(profile)?.user ?? '';
  const deposit = { user, currency, total: amount, ...from };
  const travel = travelOf(state, deposit);
  const row = {
    id: random.uuid(),
    type: 'deposit' as const,
    profile,
    fee: 0n,
    ...deposit,
    ...travel,
  };
  postings.deposit(profile, currency, amount, { transferId: row.id, transferType: 'deposit' });
  if (travel.travel === 'waiting') postings.hold(profile, currency, amount);
  return {
    row: { ...row, status: 'done', createdAt: now, updatedAt: now },
    event: event('transfers.received', row),
  };
}

/** A deposit as the travel rule sees it. */
type Deposit = Pick<TransferRow, 'user' | 'currency' | 'total' | 'address' | 'vaspCountry'>;

/** Names of the members that a deposit needs and that the information lacks, sorted; `undefined` if it needs none (travel-rule-1). */
export function missingOfDeposit(
  state: DomainState,
  { user, currency, total, vaspCountry }: Deposit,
  data: TravelData | undefined,
): readonly string[] | undefined {
  const row = rowFor({
    country: state.users.users.get(user)?.country ?? '',
    provider: vaspCountry ?? textOf(data, 'vasp_country'),
    value: usdValue(state, currency, total),
  });
  return row === undefined ? undefined : missingOf(row.deposit, data);
}

/** What the travel rule asks of a deposit. An entry for its address that has everything satisfies it. */
function travelOf(
  state: DomainState,
  deposit: Deposit,
): { readonly travel: TravelState; readonly travelData?: TravelData } {
  // What is not on a network has no sender to tell.
  if (deposit.address === undefined) return { travel: 'not-required' };
  const entries = state.travelRule.bySender.rows(senderKey(deposit.user, deposit.address));
  const missing = missingOfDeposit(state, deposit, undefined);
  if (missing === undefined) return { travel: 'not-required' };
  const complete = entries.find(({ data }) => isComplete(missingOfDeposit(state, deposit, data)));
  return complete === undefined
    ? { travel: 'waiting' }
    : { travel: 'satisfied', travelData: complete.data };
}

/** True if nothing is missing, or nothing is asked. */
export function isComplete(missing: readonly string[] | undefined): boolean {
  return missing === undefined || missing.length === 0;
}
