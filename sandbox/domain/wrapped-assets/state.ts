import type { StakeWrapStatus } from '@platform/exchange';
import { settings } from '../../settings.js';
import { Log, type LogIndex } from '../log.js';
import type { Decimal } from '../numbers.js';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** A coin that represents a staked coin. */
export interface WrappedAssetRow {
  /** Code of its currency. */
  readonly id: string;
  /** Code of the staked coin. */
  readonly underlying: string;
  /** Amount of the staked coin that one unit stands for. */
  readonly rate: Decimal;
  readonly totalSupply: Decimal;
  /** Never more than {@link totalSupply}. */
  readonly circulatingSupply: Decimal;
}

/** A rate from a time on. */
export interface RateChange {
  readonly asset: string;
  readonly rate: Decimal;
  readonly at: Instant;
}

/** A staking and wrapping of an amount, or the reverse. */
export interface StakeWrapRow {
  readonly id: string;
  readonly profile: string;
  /** The wrapped asset of the two currencies. */
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  /** Accounts of the profile. */
  readonly fromAccount: string;
  readonly toAccount: string;
  readonly amount: Decimal;
  readonly received: Decimal;
  /** The rate at the time of the request, which it keeps (wrapped-assets-1). */
  readonly rate: Decimal;
  readonly status: StakeWrapStatus;
  readonly createdAt: Instant;
  readonly completedAt: Instant | null;
  readonly canceledAt: Instant | null;
}

/** State of the subject `wrappedAssets`. */
export interface WrappedAssetsState {
  /** By id. */
  readonly assets: Table<WrappedAssetRow>;
  readonly rates: Log<RateChange>;
  readonly ratesByAsset: LogIndex<RateChange>;
  /** By id. */
  readonly stakeWraps: Table<StakeWrapRow>;
  readonly byProfile: Index<StakeWrapRow>;
}

export function createWrappedAssets(): WrappedAssetsState {
  const assets = new Table<WrappedAssetRow>();
  const rates = new Log<RateChange>({
    asset: 'value',
    rate: 'decimal',
    at: 'integer',
  });
  for (const asset of settings['wrapped-assets-1'].assets) assets.set(asset.id, asset);
  const stakeWraps = new Table<StakeWrapRow>();
  return {
    assets,
    rates,
    ratesByAsset: rates.index(({ asset }) => asset),
    stakeWraps,
    byProfile: stakeWraps.index(({ profile }) => profile),
  };
}
