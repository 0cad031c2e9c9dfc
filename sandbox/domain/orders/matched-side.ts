import type { Decimal } from '../numbers.js';
import type { MatchedSide } from './events.js';
import { charge } from './fees.js';
import { holdOf, type Units } from './holds.js';
import type { OrderRow } from './state.js';

/** What a fill takes from an order. */
export interface OrderFill {
  readonly size: Decimal;
  /** Price × size. */
  readonly value: Decimal;
  readonly usdVolume: Decimal;
  /** Rate of the fee. */
  readonly rate: Decimal;
  /** What the book shows of the order after it. */
  readonly shown: Decimal;
}

/** One side of a trade: an order with its progress after a fill. */
export function matchedSide(row: OrderRow, fill: OrderFill, units: Units): MatchedSide {
  const { size, value, usdVolume, rate, shown } = fill;
  const { id, profile, clientId, side } = row;
  const charged = charge(row, value, rate, units.precision);
  const fee = charged.fees - row.fees;
  const isByFunds = row.fundsLeft > 0n;
  const spent = side === 'buy' ? value + fee : value;
  const left = isByFunds ? 0n : row.left - size;
  const fundsLeft = isByFunds ? row.fundsLeft - spent : 0n;
  const { fees, exactFees } = charged;
  return {
    id,
    profile,
    clientId,
    fee,
    rate,
    usdVolume,
    left,
    fundsLeft,
    shown,
    filled: row.filled + size,
    value: row.value + value,
    fees,
    exactFees,
    hold: holdOf(row, { left, fundsLeft, fees, exactFees }, units),
  };
}
