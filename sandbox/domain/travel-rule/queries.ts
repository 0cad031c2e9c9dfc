import type { View } from '../subject.js';
import type { Page, PageRange } from '../lists.js';
import { senderKey, type TravelRuleRow, type TravelRuleState } from './state.js';

/** A page of the entries of a user, newest first; only those about an address, if one is given (travel-rule-3). */
export function listTravelRules(
  { byUser, bySender }: View<TravelRuleState>,
  user: string,
  address: string | undefined,
  range: PageRange,
): Page<TravelRuleRow> {
  return address === undefined
    ? byUser.page(user, range)
    : bySender.page(senderKey(user, address), range);
}
