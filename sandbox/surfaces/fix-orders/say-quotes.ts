import type { Refusals } from '../../domain/refusals.js';
import type { Commands } from '../../domain/subjects.js';
import { orderTexts } from '../exchange/order-texts.js';

/** Codes with which a quote is refused. */
export type QuoteCode = Commands['quotes.quote']['refusal'] | 'forbidden' | 'too-many';

/** A refusal of a quote. */
export type QuoteRefusal = {
  readonly [Code in QuoteCode]: { readonly code: Code; readonly data: Refusals[Code] };
}[QuoteCode];

/** Names of members of quotes in FIX. */
const fields: Readonly<Record<string, string>> = {
  bid: 'BidPx (132)',
  bidSize: 'BidSize (134)',
  offer: 'OfferPx (133)',
  offerSize: 'OfferSize (135)',
};

const texts: { readonly [Code in QuoteCode]: (data: Refusals[Code]) => string } = {
  forbidden: orderTexts.forbidden,
  increment: orderTexts.increment,
  'not-found': ({ what }) => `${what} not found`,
  state: ({ what, state }) => `the ${what} is ${state}`,
  form: ({ member, problem }) => `${fields[member] ?? member} ${problem}`,
  'already-exists': ({ what }) => `there is a ${what} already`,
  'too-many': ({ what }) => `too many ${what}`,
};

/** The Text (58) of a refusal of a quote. */
export function quoteText({ code, data }: QuoteRefusal): string {
  const text = texts[code] as (data: unknown) => string;
  return text(data);
}
