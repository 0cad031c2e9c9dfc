import { canStakeWrapStatusTransition, type StakeWrapStatus } from '@platform/exchange';
import { Postings } from '../ledger/postings.js';
import { house } from '../ledger/state.js';
import { type Decimal, divide, multiply, parseDecimal, roundTo } from '../numbers.js';
import { currencyOf } from '../products/queries.js';
import { timeOfStep } from '../progress/commands.js';
import {
  accept,
  type CommandType,
  type Context,
  type Decide,
  type Decision,
  refuse,
  type Refused,
} from '../subject.js';
import type { DomainState } from '../subjects.js';
import { amountOf } from '../transfers/rules.js';
import { event } from './events.js';
import type { StakeWrapRow, WrappedAssetRow } from './state.js';

/** Commands of the subject `wrappedAssets`. */
export interface WrappedAssetsCommands {
  /** Stakes and wraps an amount, or unwraps it (wrapped-assets-1). */
  readonly 'wrappedAssets.request': CommandType<
    {
      readonly profile: string;
      readonly from: string;
      readonly to: string;
      /** In the source currency. */
      readonly amount: string;
    },
    StakeWrapRow,
    'form' | 'insufficient-funds'
  >;
  /** Completes a stake-wrap: by the control plane with its id, or because it is due. */
  readonly 'wrappedAssets.complete': CommandType<
    { readonly reference: string },
    StakeWrapRow,
    'not-found' | 'state'
  >;
  readonly 'wrappedAssets.cancel': CommandType<
    { readonly id: string },
    StakeWrapRow,
    'not-found' | 'state'
  >;
  readonly 'wrappedAssets.set-rate': CommandType<
    { readonly asset: string; readonly rate: string },
    WrappedAssetRow,
    'not-found' | 'form'
  >;
}

export const wrappedAssetsCommands: {
  readonly [Name in keyof WrappedAssetsCommands]: Decide<WrappedAssetsCommands[Name], DomainState>;
} = {
  'wrappedAssets.request'(context, { profile, from, to, amount: text }) {
    const { state, random, now } = context;
    const asset = assetOfPair(state, from, to);
    const source = currencyOf(state.products, from);
    const target = currencyOf(state.products, to);
    if (asset === undefined || source === undefined || target === undefined)
      return refuse('form', { member: 'to_currency', problem: 'does not go with from_currency' });
    const amount = amountOf(source, text);
    if (typeof amount !== 'bigint') return amount;
    const isWrapping = to === asset.id;
    if (!isWrapping && amount > asset.circulatingSupply)
      return refuse('form', { member: 'amount', problem: 'is more than the circulating supply' });
    const { rate } = asset;
    const exact = isWrapping ? divide(amount, rate, 'down') : multiply(amount, rate, 'down');
    const received = roundTo(exact, target.precision, 'down');
    if (received <= 0n)
      return refuse('form', { member: 'amount', problem: `is less than one unit of ${to}` });
    const postings = new Postings(state.ledger, random);
    if (postings.available(profile, from) < amount)
      return refuse('insufficient-funds', { what: from });
    postings.hold(profile, from, amount);
    postings.open(profile, to);
    const row = {
      id: random.uuid(),
      profile,
      asset: asset.id,
      from,
      to,
      fromAccount: postings.account(profile, from)?.id ?? '',
      toAccount: postings.account(profile, to)?.id ?? '',
      amount,
      received,
      rate,
    };
    const next = timeOfStep(context, 'complete-stake-wrap');
    return accept(
      { ...row, status: 'pending', createdAt: now, completedAt: null, canceledAt: null },
      event('wrappedAssets.requested', { ...row, next }),
      ...postings.events(),
    );
  },

  'wrappedAssets.complete': complete,

  'wrappedAssets.cancel'({ state, random, now }, { id }) {
    const row = advanceable(state, id, 'canceled');
    if ('refusal' in row) return row;
    const postings = new Postings(state.ledger, random);
    postings.hold(row.profile, row.from, -row.amount);
    return accept(
      { ...row, status: 'canceled', canceledAt: now },
      event('wrappedAssets.canceled', { id: row.id }),
      ...postings.events(),
    );
  },

  'wrappedAssets.set-rate'({ state }, { asset: id, rate: text }) {
    const asset = state.wrappedAssets.assets.get(id);
    if (asset === undefined) return refuse('not-found', { what: 'wrapped asset' });
    const rate: Decimal | undefined = parseDecimal(text);
    if (rate === undefined || rate <= 0n)
      return refuse('form', { member: 'rate', problem: 'must be a decimal above zero' });
    return accept({ ...asset, rate }, event('wrappedAssets.rate-set', { asset: id, rate }));
  },
};

/** Writes both sides of a stake-wrap to the ledger, and moves the supplies (wrapped-assets-2). */
function complete(
  { state, random, now }: Context<DomainState>,
  { reference: id }: { readonly reference: string },
): Decision<StakeWrapRow, 'not-found' | 'state'> {
  const row = advanceable(state, id, 'completed');
  if ('refusal' in row) return row;
  const { profile, from, to, amount, received } = row;
  const postings = new Postings(state.ledger, random);
  postings.hold(profile, from, -amount);
  postings.move(profile, house.wrapping, from, amount, 'conversion', {});
  postings.move(house.wrapping, profile, to, received, 'conversion', {});
  return accept(
    { ...row, status: 'completed', completedAt: now },
    event('wrappedAssets.completed', { id: row.id }),
    ...postings.events(),
  );
}

/** The wrapped asset of two currencies, in either direction. */
function assetOfPair(
  { wrappedAssets }: DomainState,
  from: string,
  to: string,
): WrappedAssetRow | undefined {
  for (const [id, other] of [
    [from, to],
    [to, from],
  ] as const) {
    const asset = wrappedAssets.assets.get(id);
    if (asset?.underlying === other) return asset;
  }
  return undefined;
}

/** A stake-wrap whose status can become another one. */
function advanceable(
  { wrappedAssets }: DomainState,
  id: string,
  to: StakeWrapStatus,
): StakeWrapRow | Refused<'not-found' | 'state'> {
  const row = wrappedAssets.stakeWraps.get(id.toLowerCase());
  if (row === undefined) return refuse('not-found', { what: 'stake-wrap' });
  return canStakeWrapStatusTransition(row.status, to)
    ? row
    : refuse('state', { what: 'stake-wrap', state: row.status });
}
