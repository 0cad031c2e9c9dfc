import { entryFor } from '../address-book/queries.js';
import { networkOf, type NetworkOfCurrency, targetProblem } from '../address-book/rules.js';
import { Postings } from '../ledger/postings.js';
import { isWithdrawalRestricted } from '../loans/queries.js';
import type { Decimal } from '../numbers.js';
import { timeOfStep } from '../progress/commands.js';
import { usdValue } from '../prices.js';
import { accept, type Context, type Decision, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { missingOf, rowFor, textOf } from '../travel-rule/rules.js';
import { settings } from '../../settings.js';
import type { Instant } from '../time.js';
import { event, nonceKey } from './events.js';
import { amountOf, feeOf, withdrawalLimit } from './rules.js';
import type { TransferRow, TravelData, TravelState } from './state.js';

/** A withdrawal to an address. */
export interface NewWithdrawal {
  readonly user: string;
  readonly profile: string;
  readonly currency: string;
  readonly amount: string;
  readonly address: string;
  readonly tag?: string | undefined;
  /** True if the address needs no tag, on a network with tags. */
  readonly hasNoTag?: boolean | undefined;
  readonly network?: string | undefined;
  /** True if the network fee is added to the amount; otherwise it is deducted. */
  readonly addsFee?: boolean | undefined;
  /** A number that the profile uses once, as text. */
  readonly nonce?: string | undefined;
  readonly isIntermediary?: boolean | undefined;
  readonly intermediaryJurisdiction?: string | undefined;
  /** What is told about the recipient: any JSON object, as text. */
  readonly travelText?: string | undefined;
}

/** A new withdrawal, with the time at which it will be sent; `null` if the control plane sends it. */
export interface CreatedWithdrawal extends TransferRow {
  readonly payoutAt: Instant | null;
}

/** Why a withdrawal is refused. */
export type WithdrawalRefusal = 'form' | 'restricted' | 'travel-rule' | 'insufficient-funds';

/** Decides a withdrawal. The first rule that it breaks is the reason. */
export function withdraw(
  context: Context<DomainState>,
  data: NewWithdrawal,
): Decision<CreatedWithdrawal, WithdrawalRefusal> {
  const { state, random, now } = context;
  const { user, profile } = data;
  const place = networkOf(state, data.currency, data.network);
  if ('refusal' in place) return place;
  const problem = addressProblem(state, place, data);
  if (problem !== undefined) return problem;
  const total = totalOf(context, place, data);
  if (typeof total !== 'bigint') return total;
  if (isWithdrawalRestricted(state, user, now)) return refuse('restricted', { reason: 'loans' });
  if (data.nonce !== undefined && state.transfers.nonces.has(nonceKey(profile, data.nonce)))
    return refuse('form', { member: 'nonce', problem: 'was used before' });
  const travel = travelOf(state, place, data, total);
  if (typeof travel !== 'string') return travel;
  const { id: currency } = place.currency;
  const postings = new Postings(state.ledger, random);
  if (postings.available(profile, currency) < total)
    return refuse('insufficient-funds', { what: currency });
  const { nonce, tag, isIntermediary, intermediaryJurisdiction, travelText } = data;
  const row = {
    id: random.uuid(),
    type: 'withdrawal' as const,
    user,
    profile,
    currency,
    total,
    fee: feeOf(place),
    travel,
    network: place.network.id,
    address: data.address,
    tag,
    isIntermediary,
    intermediaryJurisdiction: isIntermediary === true ? intermediaryJurisdiction : undefined,
    travelText,
  };
  postings.hold(profile, currency, total);
  const next = timeOfStep(context, 'send-transfer');
  return accept(
    { ...row, status: 'created', createdAt: now, updatedAt: now, payoutAt: next },
    event('transfers.created', { ...row, nonce, next }),
    ...postings.events(),
  );
}

/** Address and tag (transfers-2), and the setting that withdrawals go to the address book only (transfers-8). */
function addressProblem(
  { addressBook }: DomainState,
  { currency, network }: NetworkOfCurrency,
  { user, address, tag, hasNoTag = false }: NewWithdrawal,
): Refused<'form'> | undefined {
  const problem = targetProblem(network, { address, tag });
  if (problem !== undefined) {
    const { data } = problem.refusal;
    return refuse('form', data.member === 'address' ? { ...data, member: 'crypto_address' } : data);
  }
  const hasTags = network.destinationTagRegex !== '';
  if (hasTags && tag === undefined && !hasNoTag)
    return refuse('form', {
      member: 'destination_tag',
      problem: `or no_destination_tag is needed on ${network.id}`,
    });
  if (tag !== undefined && hasNoTag)
    return refuse('form', {
      member: 'no_destination_tag',
      problem: 'must not be true with a destination_tag',
    });
  const target = { user, currency: currency.id, network: network.id, address, tag };
  if (settings['transfers-8'].bookOnly && entryFor(addressBook, target) === undefined)
    return refuse('form', { member: 'crypto_address', problem: 'is not in the address book' });
  return undefined;
}

/** What the account pays: within the bounds of the currency, the network and the window (transfers-3, transfers-4). */
function totalOf(
  { state, now }: Context<DomainState>,
  place: NetworkOfCurrency,
  { user, amount: text, addsFee = false }: NewWithdrawal,
): Decimal | Refused<'form'> {
  const { currency, network } = place;
  const amount = amountOf(currency, text);
  if (typeof amount !== 'bigint') return amount;
  const problem = (says: string): Refused<'form'> =>
    refuse('form', { member: 'amount', problem: says });
  if (amount > currency.maxWithdrawal) return problem('is above the maximum of the currency');
  if (amount < network.minWithdrawal) return problem('is below the minimum of the network');
  if (amount > network.maxWithdrawal) return problem('is above the maximum of the network');
  const fee = feeOf(place);
  if (!addsFee && amount <= fee) return problem('is not above the network fee');
  const total = addsFee ? amount + fee : amount;
  const limit = withdrawalLimit(state.transfers, user, currency.id, now);
  if (limit !== undefined && total > limit.remaining)
    return problem('is above what remains of the withdrawal limit');
  return total;
}

/** What the travel rule asks of a withdrawal (travel-rule-1). */
function travelOf(
  state: DomainState,
  { currency }: NetworkOfCurrency,
  { user, travelText = '{}', isIntermediary = false }: NewWithdrawal,
  total: Decimal,
): TravelState | Refused<'travel-rule'> {
  const travelData = JSON.parse(travelText) as TravelData;
  const row = rowFor({
    country: state.users.users.get(user)?.country ?? '',
    provider: textOf(travelData, 'vasp_country'),
    value: usdValue(state, currency.id, total),
  });
  if (row === undefined) return 'not-required';
  const further = isIntermediary ? settings['travel-rule-1'].intermediary : [];
  const missing = missingOf([...row.withdrawal, ...further], travelData);
  return missing.length === 0 ? 'satisfied' : refuse('travel-rule', { missing });
}
