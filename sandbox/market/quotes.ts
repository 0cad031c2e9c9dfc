import type { Pair } from './products.js';

/** Side of an order. */
export type QuoteSide = 'buy' | 'sell';

/** An order that the maker has, or wants to have. */
export interface Quote {
  readonly side: QuoteSide;
  readonly price: number;
}

/** An order of the maker in the book. */
export interface OpenQuote extends Quote {
  readonly id: string;
}

/** Levels of the book on each side. */
export const quoteLevels = 8;

/** Distance of the best quote from the middle, and of a level from the one before it, as parts of the price. */
const distance = { first: 0.0003, next: 0.0004 };

/** What the maker wants in the book around a price, the best quotes first. */
export function wantedQuotes({ increment }: Pair, middle: number): readonly Quote[] {
  return Array.from({ length: quoteLevels }, (_, level): readonly Quote[] => {
    const part = distance.first + level * distance.next;
    // At least an increment away, however low the price.
    const away = Math.max(part * middle, (level + 1) * increment);
    return [
      { side: 'buy', price: middle - away },
      { side: 'sell', price: middle + away },
    ];
  }).flat();
}

/** What makes the book more like what the maker wants. */
export interface Requote {
  readonly cancel: readonly OpenQuote[];
  readonly place: readonly Quote[];
}

/** Compares the open orders with those that are wanted. An order is left where it is if it is near enough to a wanted one. */
export function requote(
  { increment }: Pair,
  middle: number,
  open: readonly OpenQuote[],
  wanted: readonly Quote[],
): Requote {
  const tolerance = Math.max(middle * distance.next * 0.6, increment);
  const free = new Set(open);
  const place = wanted.filter(({ side, price }) => {
    const [near] = [...free]
      .filter((quote) => quote.side === side && Math.abs(quote.price - price) <= tolerance)
      .sort((left, right) => Math.abs(left.price - price) - Math.abs(right.price - price));
    if (near !== undefined) free.delete(near);
    return near === undefined;
  });
  // Those that are in the way first, and then those that are furthest away.
  const cancel = [...free].sort((left, right) => inTheWay(right, middle) - inTheWay(left, middle));
  return { cancel, place };
}

/** How far an order is on the wrong side of the middle; below zero if it is on the right one. */
function inTheWay({ side, price }: Quote, middle: number): number {
  return side === 'buy' ? price - middle : middle - price;
}
