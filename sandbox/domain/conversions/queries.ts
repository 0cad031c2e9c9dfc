import { newestFirst } from '../filtered.js';
import type { Decimal } from '../numbers.js';
import { listCurrencies } from '../products/queries.js';
import { settings } from '../../settings.js';
import type { View } from '../subject.js';
import type { DomainState } from '../subjects.js';
import type { Page, PageRange } from '../lists.js';
import { day, type Instant } from '../time.js';
import type { ConversionRow, ConversionsState } from './state.js';

/** A page of the conversions of a profile, newest first. */
export function listConversions(
  { byProfile }: View<ConversionsState>,
  profile: string,
  range: PageRange,
): Page<ConversionRow> {
  return byProfile.page(profile, range);
}

/** Days of the net volume. */
const days = 30;

/** Net volume of the last 30 days in US dollars: conversions in opposite directions cancel out (conversions-2). */
export function netVolume(
  { byProfile }: View<ConversionsState>,
  profile: string,
  now: Instant,
): Decimal {
  let sum = 0n;
  for (const { createdAt, signedValue } of newestFirst(byProfile, profile)) {
    if (createdAt < now - days * day) break;
    sum += signedValue;
  }
  return sum < 0n ? -sum : sum;
}

/** The rate of the fee that the next conversion of a profile pays (conversions-2). */
export function feeRateOf(
  conversions: View<ConversionsState>,
  profile: string,
  now: Instant,
): Decimal {
  const volume = netVolume(conversions, profile, now);
  const reached = settings['conversions-2'].tiers.filter((tier) => tier.volume <= volume);
  return reached.at(-1)?.rate ?? 0n;
}

/** The pairs of currencies that the exchange names as convertible. */
export function convertiblePairs({
  products,
}: DomainState): readonly { readonly from: string; readonly to: string }[] {
  return listCurrencies(products).flatMap(({ id, convertibleTo }) =>
    convertibleTo.map((to) => ({ from: id, to })),
  );
}

/** What was converted in a product since a time, in its base currency (conversions-3). */
export function conversionVolume(
  { byProduct }: View<ConversionsState>,
  product: string,
  since: Instant,
): Decimal {
  let sum = 0n;
  for (const { createdAt, baseAmount } of newestFirst(byProduct, product)) {
    if (createdAt < since) break;
    sum += baseAmount;
  }
  return sum;
}
