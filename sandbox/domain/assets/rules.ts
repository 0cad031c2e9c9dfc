import type { EvmNetwork } from '@platform/platform';
import { type Context, type DomainEvent, refuse, type Refused } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { Postings } from '../ledger/postings.js';
import { depositsOfBlock } from '../transfers/chain.js';
import { eventsOfBlock } from '../webhooks/matching.js';
import { type BlockMade, event } from './events.js';
import { transferLog, zeroAddress } from './logs.js';
import { balanceOf, blockOf, findAsset, headOf } from './queries.js';
import {
  type Asset,
  type Block,
  keyOf,
  type Log,
  type Transaction,
  type Transfer,
  type Unit,
  unitKey,
} from './state.js';

/** A transfer to be made. */
export interface NewTransfer {
  readonly asset: string;
  /** Decimal identifier of a token of a collection. */
  readonly token?: string | undefined;
  /** The zero address creates what is transferred. */
  readonly from: string;
  /** The zero address destroys it. */
  readonly to: string;
  readonly value: bigint;
}

/** A log entry to be written. */
export interface NewLog {
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** A transaction to be put in a block. */
export interface NewTransaction {
  /** Default: a random hash. */
  readonly hash?: string | undefined;
  readonly from: string;
  readonly to: string | null;
  readonly value?: bigint | undefined;
  readonly input?: string | undefined;
  /** False for a transaction that is reverted. Default: true. */
  readonly succeeded?: boolean | undefined;
  /** Each transfer of a token is also logged. */
  readonly transfers?: readonly NewTransfer[] | undefined;
  /** Further log entries, after those of the transfers. */
  readonly logs?: readonly NewLog[] | undefined;
  /** The only organisation whose webhooks are told; absent for all. */
  readonly organization?: string | undefined;
}

/** A block that was planned: the events of its entry. */
export interface PlannedBlock {
  readonly block: Block;
  readonly events: readonly DomainEvent[];
}

/** Why a block cannot be made. */
export type BlockRefusal = 'form' | 'not-found' | 'insufficient-funds' | 'already-exists';

/** Largest amount: that of 256 bits. */
const largest = 2n ** 256n - 1n;

/**
 * Plans the next block of a network with these transactions, in order. Accept the events of the result in one entry: they move the balances,
 * create the deliveries of the webhooks that match (webhooks-6), and credit deposits to the exchange (transfers-7).
 *
 * @param postings of a decision that changes balances of the exchange, too; its events must be accepted after these
 */
export function planBlock(
  context: Context<DomainState>,
  network: EvmNetwork,
  transactions: readonly NewTransaction[],
  postings?: Postings,
): PlannedBlock | Refused<BlockRefusal> {
  const { state, random, now } = context;
  const plan = new Plan(state, network);
  const planned: Transaction[] = [];
  for (const transaction of transactions) {
    const hash = transaction.hash?.toLowerCase() ?? `0x${random.hex(32)}`;
    const added = plan.add(transaction, hash, planned.length);
    if ('refusal' in added) return added;
    planned.push(added);
  }
  const number = headOf(state.assets, network) + 1;
  const parentHash = blockOf(state.assets, network, number - 1)?.hash ?? `0x${'0'.repeat(64)}`;
  const hash = `0x${random.hex(32)}`;
  const made: BlockMade = {
    network,
    number,
    hash,
    parentHash,
    transactions: planned,
    ...plan.changes(),
  };
  const block = { network, number, hash, parentHash, time: now, transactions: planned, changes: 0 };
  const credits = postings ?? new Postings(state.ledger, random);
  const organizations = transactions.map(({ organization }) => organization);
  return {
    block,
    events: [
      event('assets.block-made', made),
      ...eventsOfBlock(context, block, organizations),
      ...depositsOfBlock(context, credits, block),
      ...(postings === undefined ? credits.events() : []),
    ],
  };
}

/** Balances and owners while a block is planned. */
class Plan {
  readonly #state: DomainState;
  readonly #network: EvmNetwork;
  readonly #balances = new Map<string, { readonly unit: Unit; readonly value: bigint }>();
  readonly #owners = new Map<
    string,
    { readonly asset: string; readonly token: string; readonly owner: string }
  >();
  #logs = 0;

  constructor(state: DomainState, network: EvmNetwork) {
    this.#state = state;
    this.#network = network;
  }

  add(
    { from, to, value = 0n, input = '0x', succeeded = true, ...rest }: NewTransaction,
    hash: string,
    index: number,
  ): Transaction | Refused<BlockRefusal> {
    const transfers: Transfer[] = [];
    const logs: Log[] = [];
    const write = ({ contract, topics, data }: NewLog): number => {
      const log = { index: this.#logs, contract: contract.toLowerCase(), topics, data };
      this.#logs += 1;
      logs.push(log);
      return log.index;
    };
    for (const transfer of succeeded ? (rest.transfers ?? []) : []) {
      const asset = findAsset(this.#state.assets, this.#network, transfer.asset);
      if (asset === undefined) return refuse('not-found', { what: 'asset' });
      const refused = this.#move(asset, transfer);
      if (refused !== undefined) return refused;
      const log = transferLog(asset, transfer);
      transfers.push({
        asset: asset.id,
        token: transfer.token ?? '',
        from: transfer.from.toLowerCase(),
        to: transfer.to.toLowerCase(),
        value: transfer.value,
        logIndex: log === undefined ? null : write(log),
      });
    }
    for (const log of succeeded ? (rest.logs ?? []) : []) write(log);
    const parties = { from: from.toLowerCase(), to: to?.toLowerCase() ?? null };
    return { hash, index, ...parties, value, input, succeeded, transfers, logs };
  }

  changes(): Pick<BlockMade, 'balances' | 'owners'> {
    const balances = [...this.#balances.values()].map(
      ({ unit: { address, asset, token }, value }) => ({ address, asset, token, value }),
    );
    return { balances, owners: [...this.#owners.values()] };
  }

  #move(asset: Asset, transfer: NewTransfer): Refused<BlockRefusal> | undefined {
    const { value, token = '' } = transfer;
    const problem = formProblem(asset, transfer);
    if (problem !== undefined) return refuse('form', problem);
    const [from, to] = [transfer.from.toLowerCase(), transfer.to.toLowerCase()];
    const isUnique = asset.type === 'erc721';
    if (from === zeroAddress) {
      if (isUnique && this.#ownerOf(asset, token) !== '')
        return refuse('already-exists', { what: 'token' });
    } else {
      const left = this.#balance(asset, from, token) - value;
      if (left < 0n) return refuse('insufficient-funds', { what: asset.id });
      this.#set(asset, from, token, left);
    }
    if (to !== zeroAddress) {
      const sum = this.#balance(asset, to, token) + value;
      if (sum > largest)
        return refuse('form', { member: 'value', problem: 'makes the balance too large' });
      this.#set(asset, to, token, sum);
    }
    if (isUnique) {
      const owner = to === zeroAddress ? '' : to;
      this.#owners.set(keyOf(asset.id, token), { asset: asset.id, token, owner });
    }
    return undefined;
  }

  #balance({ id }: Asset, address: string, token: string): bigint {
    const unit = { network: this.#network, address, asset: id, token };
    return this.#balances.get(unitKey(unit))?.value ?? balanceOf(this.#state.assets, unit);
  }

  #set({ id }: Asset, address: string, token: string, value: bigint): void {
    const unit = { network: this.#network, address, asset: id, token };
    this.#balances.set(unitKey(unit), { unit, value });
  }

  #ownerOf({ id }: Asset, token: string): string {
    const planned = this.#owners.get(keyOf(id, token));
    return planned?.owner ?? this.#state.assets.owners.get(keyOf(this.#network, id, token)) ?? '';
  }
}

function formProblem(
  { type }: Asset,
  { from, to, value, token }: NewTransfer,
): { readonly member: string; readonly problem: string } | undefined {
  if (!isAddress(from)) return { member: 'from', problem: 'is not an address' };
  if (!isAddress(to)) return { member: 'to', problem: 'is not an address' };
  if (value < 0n || value > largest)
    return { member: 'value', problem: 'must be an amount of at most 256 bits' };
  const hasTokens = type === 'erc721' || type === 'erc1155';
  if (!hasTokens && token !== undefined)
    return { member: 'token', problem: 'is only for collections' };
  if (hasTokens && (token === undefined || !isTokenId(token)))
    return { member: 'token', problem: 'must be a decimal integer of at most 256 bits' };
  if (type === 'erc721' && value !== 1n)
    return { member: 'value', problem: 'must be 1, because each token exists once' };
  return undefined;
}

/** True for an EVM address, in any case. */
export function isAddress(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

function isTokenId(text: string): boolean {
  return /^(?:0|[1-9][0-9]{0,77})$/.test(text) && BigInt(text) <= largest;
}
