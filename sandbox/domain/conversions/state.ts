import type { Decimal } from '../numbers.js';
import { type Index, Table } from '../tables.js';
import type { Instant } from '../time.js';

/** A conversion of one currency into another. */
export interface ConversionRow {
  readonly id: string;
  readonly profile: string;
  readonly from: string;
  readonly to: string;
  /** Accounts of the profile. */
  readonly fromAccount: string;
  readonly toAccount: string;
  /** In the source currency, fee included. */
  readonly amount: Decimal;
  /** In the source currency. */
  readonly fee: Decimal;
  /** In the target currency. */
  readonly received: Decimal;
  /** Value in US dollars: positive for a sale of the base currency of the pair, negative for the opposite (conversions-2). */
  readonly signedValue: Decimal;
  /** The product of the two currencies, with the amount in its base currency; absent without one. */
  readonly product?: string | undefined;
  readonly baseAmount: Decimal;
  readonly createdAt: Instant;
}

/** State of the subject `conversions`. */
export interface ConversionsState {
  /** By id. */
  readonly conversions: Table<ConversionRow>;
  readonly byProfile: Index<ConversionRow>;
  readonly byProduct: Index<ConversionRow>;
}

export function createConversions(): ConversionsState {
  const conversions = new Table<ConversionRow>();
  return {
    conversions,
    byProfile: conversions.index(({ profile }) => profile),
    byProduct: conversions.index(({ product }) => product),
  };
}
