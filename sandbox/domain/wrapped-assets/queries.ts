import { filtered, newestFirst } from '../filtered.js';
import { type Decimal, divide, one, roundTo } from '../numbers.js';
import { settings } from '../../settings.js';
import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import { day, type Instant } from '../time.js';
import type { StakeWrapRow, WrappedAssetRow, WrappedAssetsState } from './state.js';

/** All wrapped assets. */
export function listWrappedAssets({
  assets,
}: View<WrappedAssetsState>): readonly WrappedAssetRow[] {
  return [...assets.rows()];
}

/** A filter of stake-wraps: those that have the given members. */
export interface StakeWrapFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly status?: string | undefined;
}

/** A page of the stake-wraps of a profile that a filter keeps, newest first. */
export function listStakeWraps(
  { byProfile }: View<WrappedAssetsState>,
  profile: string,
  { from, to, status }: StakeWrapFilter,
  range: PageRange,
): Page<StakeWrapRow> {
  const read = filtered<StakeWrapRow>(
    (part) => byProfile.page(profile, part),
    (row) =>
      (from === undefined || row.from === from) &&
      (to === undefined || row.to === to) &&
      (status === undefined || row.status === status),
  );
  return read(range);
}

/** A stake-wrap of a profile. */
export function stakeWrapOf(
  { stakeWraps }: View<WrappedAssetsState>,
  profile: string,
  id: string,
): StakeWrapRow | undefined {
  const row = stakeWraps.get(id);
  return row?.profile === profile ? row : undefined;
}

/** Days over which the yield is measured. */
const days = 30;

/** The annual yield of an asset: the growth of its rate over the last 30 days, simple, to four decimals (wrapped-assets-2). */
export function yieldOf(
  { ratesByAsset }: View<WrappedAssetsState>,
  { id, rate }: WrappedAssetRow,
  now: Instant,
): Decimal {
  const { assets } = settings['wrapped-assets-1'];
  let before = assets.find((each) => each.id === id)?.rate ?? rate;
  for (const change of newestFirst(ratesByAsset, id))
    if (change.at <= now - days * day) {
      before = change.rate;
      break;
    }
  const growth = divide(rate, before, 'half-even') - one;
  return roundTo((growth * 365n) / BigInt(days), one / 10_000n, 'half-even');
}
