import { networkNamed } from '../assets/networks.js';
import { networkOf, targetProblem } from '../address-book/rules.js';
import { Postings } from '../ledger/postings.js';
import { currencyOf } from '../products/queries.js';
import { accept, type CommandType, type Decide, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { event } from './events.js';
import { planDeposit } from './receiving.js';
import { amountOf } from './rules.js';
import { fail, finish, send, type StepRefusal } from './steps.js';
import type { DepositAddress, TransferRow } from './state.js';
import {
  type CreatedWithdrawal,
  type NewWithdrawal,
  withdraw,
  type WithdrawalRefusal,
} from './withdrawing.js';

/** Commands of the subject `transfers`. */
export interface TransfersCommands {
  readonly 'transfers.withdraw': CommandType<NewWithdrawal, CreatedWithdrawal, WithdrawalRefusal>;
  /** A deposit arrives (transfers-7). */
  readonly 'transfers.deposit': CommandType<
    {
      readonly profile: string;
      readonly currency: string;
      readonly amount: string;
      /** Absent for what is not on a network. */
      readonly network?: string | undefined;
      /** Where it comes from. */
      readonly address?: string | undefined;
      readonly tag?: string | undefined;
      readonly vaspCountry?: string | undefined;
    },
    TransferRow,
    'not-found' | 'form'
  >;
  readonly 'transfers.send': CommandType<{ readonly id: string }, TransferRow, StepRefusal>;
  readonly 'transfers.finish': CommandType<{ readonly id: string }, TransferRow, StepRefusal>;
  readonly 'transfers.fail': CommandType<{ readonly id: string }, TransferRow, StepRefusal>;
  /** Due: the next step of a transfer. */
  readonly 'transfers.advance': CommandType<
    { readonly reference: string },
    TransferRow,
    StepRefusal
  >;
  /** Creates the address of a profile for deposits on a network of the sandbox, or returns it. */
  readonly 'transfers.create-address': CommandType<
    { readonly profile: string; readonly network: string },
    DepositAddress,
    'not-found' | 'form'
  >;
}

export const transfersCommands: {
  readonly [Name in keyof TransfersCommands]: Decide<TransfersCommands[Name], DomainState>;
} = {
  'transfers.withdraw': withdraw,

  'transfers.deposit'(context, { profile, currency: code, amount: text, ...from }) {
    const { state } = context;
    if (!state.users.profiles.has(profile)) return refuse('not-found', { what: 'profile' });
    const currency = currencyOf(state.products, code);
    if (currency === undefined)
      return refuse('form', { member: 'currency', problem: 'is not a currency of the exchange' });
    const amount = amountOf(currency, text);
    if (typeof amount !== 'bigint') return amount;
    const network = networkOfDeposit(state, code, from);
    if (typeof network !== 'string' && network !== undefined) return network;
    const postings = new Postings(state.ledger, context.random);
    const arrival = { ...from, profile, currency: code, amount, network };
    const planned = planDeposit(context, postings, arrival);
    return accept(planned.row, planned.event, ...postings.events());
  },

  'transfers.send': (context, { id }) => send(context, id),
  'transfers.finish': (context, { id }) => finish(context, id),
  'transfers.fail': (context, { id }) => fail(context, id),

  'transfers.advance'(context, { reference: id }) {
    const status = context.state.transfers.transfers.get(id)?.status;
    return status === 'created' ? send(context, id) : finish(context, id);
  },

  'transfers.create-address'({ state, random, now }, { profile, network: name }) {
    if (!state.users.profiles.has(profile)) return refuse('not-found', { what: 'profile' });
    const network = networkNamed(name);
    if (network === undefined)
      return refuse('form', { member: 'network', problem: 'is not a network of the sandbox' });
    const known = state.transfers.addressOf.get(`${profile} ${network}`);
    if (known !== undefined) return accept(known);
    const address = { profile, network, address: `0x${random.hex(20)}` };
    return accept({ ...address, createdAt: now }, event('transfers.address-created', address));
  },
};

/** The network of a deposit, on which its address must exist; `undefined` for one that is on no network. */
function networkOfDeposit(
  state: DomainState,
  currency: string,
  {
    network: name,
    address,
    tag,
  }: {
    readonly network?: string | undefined;
    readonly address?: string | undefined;
    readonly tag?: string | undefined;
  },
): string | undefined | Refused<'form'> {
  if (name === undefined && address === undefined) return undefined;
  const found = networkOf(state, currency, name);
  if ('refusal' in found) return found;
  const problem =
    address === undefined ? undefined : targetProblem(found.network, { address, tag });
  return problem ?? found.network.id;
}
