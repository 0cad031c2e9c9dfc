import type { EvmNetwork } from '@platform/platform';
import { zeroAddress } from '../assets/logs.js';
import { networkNamed } from '../assets/networks.js';
import { balanceOf, findAsset } from '../assets/queries.js';
import { type NewTransfer, planBlock } from '../assets/rules.js';
import type { Asset, Block } from '../assets/state.js';
import type { Postings } from '../ledger/postings.js';
import { type Decimal, roundTo, scale } from '../numbers.js';
import { currencyOf } from '../products/queries.js';
import { settings } from '../../settings.js';
import type { Context, DomainEvent } from '../subject.js';
import type { DomainState } from '../subjects.js';
import { addressKey } from './events.js';
import { planDeposit } from './receiving.js';
import type { TransferRow } from './state.js';

/** How a withdrawal leaves the exchange. */
export interface Payout {
  /** Hash of the transaction; absent on other networks than those of the sandbox. */
  readonly transaction?: string | undefined;
  readonly events: readonly DomainEvent[];
}

/**
 * Plans the transaction that pays a withdrawal out, in a block of its own (transfers-6). The wallet of the exchange always has enough: what it
 * lacks is created.
 */
export function planPayout(
  context: Context<DomainState>,
  postings: Postings,
  { currency, network: name = '', address = '', total, fee }: TransferRow,
): Payout {
  const { assets } = context.state;
  const network = networkNamed(name);
  const asset = network === undefined ? undefined : assetOf(context.state, network, currency);
  if (network === undefined || asset === undefined) return { events: [] };
  const { wallet } = settings['transfers-7'];
  const value = unitsOf(asset, total - fee);
  const unit = { network, address: wallet, asset: asset.id, token: '' };
  const lacking = value - balanceOf(assets, unit);
  const transfers: NewTransfer[] = [{ asset: asset.id, from: wallet, to: address, value }];
  if (lacking > 0n)
    transfers.unshift({ asset: asset.id, from: zeroAddress, to: wallet, value: lacking });
  const isNative = asset.contract === null;
  const to = asset.contract ?? address;
  const transaction = { from: wallet, to, value: isNative ? value : 0n, transfers };
  const planned = planBlock(context, network, [transaction], postings);
  // The chain refuses only an amount of more than 256 bits, which no account has.
  if ('refusal' in planned) throw new Error(`A payout was refused: ${planned.refusal.code}.`);
  return { transaction: planned.block.transactions[0]?.hash, events: planned.events };
}

/** Plans the deposits that a block brings: its transfers to addresses of profiles (transfers-7). */
export function depositsOfBlock(
  context: Context<DomainState>,
  postings: Postings,
  { network, transactions }: Pick<Block, 'network' | 'transactions'>,
): readonly DomainEvent[] {
  const { state } = context;
  const { addresses } = state.transfers;
  const events: DomainEvent[] = [];
  for (const { hash, transfers } of transactions)
    for (const { asset: id, from, to, value } of transfers) {
      const profile = addresses.get(addressKey(network, to))?.profile;
      const currency = currencyOf(state.products, currencyOfAsset(id));
      const asset = findAsset(state.assets, network, id);
      if (profile === undefined || currency === undefined || asset === undefined) continue;
      // What a currency has no decimals for is not credited.
      const amount = roundTo(decimalOf(asset, value), currency.precision, 'down');
      if (amount === 0n) continue;
      const arrival = {
        profile,
        currency: currency.id,
        amount,
        network,
        address: from,
        transaction: hash,
      };
      events.push(planDeposit(context, postings, arrival).event);
    }
  return events;
}

function assetOf(
  { assets }: DomainState,
  network: EvmNetwork,
  currency: string,
): Asset | undefined {
  const { assets: ids } = settings['transfers-7'];
  const id = Object.hasOwn(ids, currency) ? ids[currency] : undefined;
  return id === undefined ? undefined : findAsset(assets, network, id);
}

/** The currency that an asset is; empty if it is none. */
function currencyOfAsset(id: string): string {
  const { assets } = settings['transfers-7'];
  return Object.keys(assets).find((currency) => assets[currency] === id) ?? '';
}

/** An amount in the smallest units of an asset. Currencies have no more decimals than their assets. */
function unitsOf({ decimals }: Asset, amount: Decimal): bigint {
  return amount / 10n ** BigInt(scale - decimals);
}

function decimalOf({ decimals }: Asset, value: bigint): Decimal {
  return value * 10n ** BigInt(scale - decimals);
}
