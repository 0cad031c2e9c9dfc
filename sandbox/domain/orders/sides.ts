import type { OrderSide } from '@platform/exchange';
import type { Decimal } from '../numbers.js';
import type { Progress } from './state.js';

/** Reasons for cancellations that the owner did not ask for. */
export const cancelReasons = {
  time: '101:Time In Force',
  selfTrade: '102:Self Trade Prevention',
  highBid: '109:High Bid Limit',
} as const;

/** The side that an order meets. */
export function opposite(side: OrderSide): OrderSide {
  return side === 'buy' ? 'sell' : 'buy';
}

/** The members of an order that fills change. */
export function progressOf(row: Progress): Progress {
  const { left, fundsLeft, shown, filled, value, fees, exactFees, hold } = row;
  return { left, fundsLeft, shown, filled, value, fees, exactFees, hold };
}

/** True if the limit of a side allows a price. */
export function reaches(side: OrderSide, limit: Decimal, price: Decimal): boolean {
  return side === 'buy' ? limit >= price : limit <= price;
}

/** The lower of two amounts. */
export function lower(left: Decimal, right: Decimal): Decimal {
  return left < right ? left : right;
}
