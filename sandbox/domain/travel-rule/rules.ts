import type { Decimal } from '../numbers.js';
import type { TravelData } from '../transfers/state.js';
import { settings } from '../../settings.js';

/** A row of the table that says when the travel rule requires information. */
export interface TravelRow {
  /** Country of the user. */
  readonly country: string;
  /** Country of the other provider; absent for any, and for an unknown one. */
  readonly provider?: string;
  /** Value in US dollars from which it applies. */
  readonly threshold: Decimal;
  /** Members that are required of a deposit. */
  readonly deposit: readonly string[];
  /** Members that are required of a withdrawal. */
  readonly withdrawal: readonly string[];
}

/** A transfer as the table sees it. */
export interface TravelCase {
  readonly country: string;
  readonly provider: string | undefined;
  /** Value in US dollars; `undefined` if nothing says what it is worth: then it is above every threshold. */
  readonly value: Decimal | undefined;
}

/** The row that applies to a transfer (travel-rule-1). */
export function rowFor({ country, provider, value }: TravelCase): TravelRow | undefined {
  const row = settings['travel-rule-1'].rows.find(
    (each) =>
      each.country === country && (each.provider === undefined || each.provider === provider),
  );
  return row !== undefined && (value === undefined || value >= row.threshold) ? row : undefined;
}

/** Names of the members that are missing, sorted. An empty text or object is missing, too. */
export function missingOf(required: readonly string[], data: TravelData = {}): readonly string[] {
  return required.filter((member) => !isPresent(data, member)).sort();
}

/** Text of a member; `undefined` if it is something else. */
export function textOf(data: TravelData | undefined, member: string): string | undefined {
  const value = data !== undefined && Object.hasOwn(data, member) ? data[member] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isPresent(data: TravelData, member: string): boolean {
  const value = Object.hasOwn(data, member) ? data[member] : undefined;
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
