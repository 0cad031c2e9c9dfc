import { canTransferStatusTransition, type TransferStatus } from '@platform/exchange';
import { Postings } from '../ledger/postings.js';
import { house, type LedgerDetails } from '../ledger/state.js';
import type { Decimal } from '../numbers.js';
import { timeOfStep } from '../progress/commands.js';
import { accept, type Context, type Decision, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { planPayout } from './chain.js';
import { event } from './events.js';
import type { TransferRow } from './state.js';

/** Why a step of a transfer is refused. */
export type StepRefusal = 'not-found' | 'state';

type Step = Decision<TransferRow, StepRefusal>;

/** Sends a withdrawal: the account pays, and on a network of the sandbox the chain has the transaction. */
export function send(context: Context<DomainState>, id: string): Step {
  const { state, now } = context;
  const row = advanceable(state, id, 'sent');
  if ('refusal' in row) return row;
  const { profile, currency, total } = row;
  const postings = new Postings(state.ledger, context.random);
  postings.hold(profile, currency, -total);
  pay(postings, row, total);
  const payout = planPayout(context, postings, row);
  const { transaction } = payout;
  const next = timeOfStep(context, 'finish-transfer');
  return accept(
    { ...row, transaction, status: 'sent', updatedAt: now },
    event('transfers.sent', { id: row.id, transaction, next }),
    ...payout.events,
    ...postings.events(),
  );
}

/** The network has received a withdrawal. */
export function finish({ state, now }: Context<DomainState>, id: string): Step {
  const row = advanceable(state, id, 'done');
  if ('refusal' in row) return row;
  return accept(
    { ...row, status: 'done', updatedAt: now },
    event('transfers.done', { id: row.id }),
  );
}

/** A withdrawal fails: what it held, or has paid, is available again. */
export function fail({ state, now, random }: Context<DomainState>, id: string): Step {
  const row = advanceable(state, id, 'failed');
  if ('refusal' in row) return row;
  const { profile, currency, total } = row;
  const postings = new Postings(state.ledger, random);
  if (row.status === 'sent') pay(postings, row, -total);
  else postings.hold(profile, currency, -total);
  return accept(
    { ...row, status: 'failed', updatedAt: now },
    event('transfers.failed', { id: row.id }),
    ...postings.events(),
  );
}

/** A transfer whose status can become another one. */
function advanceable(
  { transfers }: DomainState,
  id: string,
  to: TransferStatus,
): TransferRow | Refused<StepRefusal> {
  const row = transfers.transfers.get(id.toLowerCase());
  if (row === undefined) return refuse('not-found', { what: 'transfer' });
  return canTransferStatusTransition(row.status, to)
    ? row
    : refuse('state', { what: 'transfer', state: row.status });
}

/** Moves what a withdrawal costs out of the account, or back into it if the amount is negative: the fee to the exchange. */
function pay(
  postings: Postings,
  { id, profile, currency, fee }: TransferRow,
  amount: Decimal,
): void {
  const details: LedgerDetails = { transferId: id, transferType: 'withdraw' };
  const kept = amount < 0n ? -fee : fee;
  postings.post(profile, currency, -amount, 'transfer', details);
  postings.post(house.outside, currency, amount - kept, 'transfer', details);
  postings.post(house.fees, currency, kept, 'transfer', details);
}
