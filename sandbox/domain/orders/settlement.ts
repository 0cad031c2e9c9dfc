import type { Postings } from '../ledger/postings.js';
import { house, type LedgerDetails } from '../ledger/state.js';
import type { Decimal } from '../numbers.js';
import type { DomainState } from '../subjects.js';
import { userOfProfile } from '../users/queries.js';

/** What a sale brings in, fee deducted. */
export interface Proceeds {
  readonly profile: string;
  /** Currency of the price. */
  readonly currency: string;
  readonly amount: Decimal;
  readonly details: LedgerDetails;
}

/**
 * Credits what a sale for US dollars has brought in the currency that its owner prefers (products-4): the exchange converts it, one to one
 * and without a fee. Call it after the entries of the fill.
 */
export function creditSale(
  { users }: Pick<DomainState, 'users'>,
  postings: Postings,
  { profile, currency, amount, details }: Proceeds,
): void {
  if (currency !== 'USD' || amount <= 0n) return;
  const preferred = userOfProfile(users, profile)?.settlementPreference ?? currency;
  if (preferred === currency) return;
  postings.move(profile, house.conversions, currency, amount, 'conversion', details);
  postings.move(house.conversions, profile, preferred, amount, 'conversion', details);
}
