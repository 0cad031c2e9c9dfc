import type { Order } from '@platform/exchange';
import type { Role } from './accounts.js';
import type { Desk } from './desk.js';
import { type OpenQuote, type Quote, type QuoteSide, requote, wantedQuotes } from './quotes.js';

/** Orders that the maker places and cancels in one turn, each. */
const changesPerTurn = 4;

/** Orders of the noise bot that rest on a book. */
const noiseOrders = 4;

/** How far the trend bot looks ahead, in milliseconds, and the part of the price below which it does nothing. */
const trendAhead = { milliseconds: 120_000, least: 0.0002 };

/** What each bot does in one turn. */
export const botTurns: Readonly<Record<Role, (desk: Desk) => Promise<void>>> = {
  maker: makeMarket,
  taker: takeOrder,
  noise: makeNoise,
  trend: followTrend,
};

/** Fills an empty book with the best orders of each side, and trades once. Requests are few enough for the rate limits. */
export async function openMarket(desks: readonly Desk[], levels: number): Promise<void> {
  const plans = await Promise.all(desks.map(async (desk) => ({ desk, place: await plan(desk) })));
  for (let level = 0; level < levels; level += 1)
    await Promise.all(
      plans.flatMap(({ desk, place }) =>
        place.slice(2 * level, 2 * level + 2).map((quote) => placeQuote(desk, quote)),
      ),
    );
  await Promise.all(
    desks.map((desk) =>
      desk.trade('taker', sideOf(desk), desk.pair.size * (0.1 + 0.3 * desk.random())),
    ),
  );
}

async function plan(desk: Desk): Promise<readonly Quote[]> {
  const open = await desk.open('maker');
  const middle = desk.middle();
  const wanted = wantedQuotes(desk.pair, middle);
  return open === undefined
    ? []
    : requote(desk.pair, middle, open.flatMap(openQuote), wanted).place;
}

/** The maker keeps quotes on both sides, and moves those that are too far from where they should be. */
async function makeMarket(desk: Desk): Promise<void> {
  const open = await desk.open('maker');
  if (open === undefined) return;
  const middle = desk.middle();
  const wanted = wantedQuotes(desk.pair, middle);
  const { cancel, place } = requote(desk.pair, middle, open.flatMap(openQuote), wanted);
  for (const { id } of cancel.slice(0, changesPerTurn)) await desk.cancel('maker', id);
  const possible = place.filter((quote) => !crosses(desk, quote));
  for (const quote of possible.slice(0, changesPerTurn)) await placeQuote(desk, quote);
}

/** The taker buys or sells a little. */
function takeOrder(desk: Desk): Promise<void> {
  return desk.trade('taker', sideOf(desk), desk.pair.size * (0.05 + 1.5 * desk.random() ** 2));
}

/** The noise bot places orders near the best ones, and cancels them again. */
async function makeNoise(desk: Desk): Promise<void> {
  const open = await desk.open('noise');
  if (open === undefined) return;
  if (open.length >= noiseOrders) {
    const order = open[Math.floor(desk.random() * open.length)];
    if (order !== undefined) await desk.cancel('noise', order.id);
    return;
  }
  const side = sideOf(desk);
  const best = desk.best(side);
  if (best === undefined) return;
  const away = (desk.random() - 0.15) * 0.0015 * best;
  const quote = { side, price: side === 'buy' ? best - away : best + away };
  const size = desk.pair.size * (0.1 + 2 * desk.random());
  if (!crosses(desk, quote)) await desk.place('noise', { ...quote, size });
}

/** The trend bot trades in the direction in which the market moves, as long as it gets the better price for it. */
async function followTrend(desk: Desk): Promise<void> {
  const goal = desk.goal(trendAhead.milliseconds);
  const [bid, ask] = [desk.best('buy'), desk.best('sell')];
  const size = desk.pair.size * (0.5 + 2 * desk.random());
  if (ask !== undefined && goal > ask * (1 + trendAhead.least))
    await desk.place('trend', { side: 'buy', price: goal, size, isImmediate: true });
  else if (bid !== undefined && goal < bid * (1 - trendAhead.least))
    await desk.place('trend', { side: 'sell', price: goal, size, isImmediate: true });
}

function placeQuote(desk: Desk, { side, price }: Quote): Promise<void> {
  const away = Math.abs(price / desk.goal(0) - 1);
  // There is more further away from where the market is.
  const size = desk.pair.size * (0.5 + desk.random()) * (1 + 300 * Math.min(away, 0.01));
  return desk.place('maker', { side, price, size });
}

function crosses(desk: Desk, { side, price }: Quote): boolean {
  const other = desk.best(side === 'buy' ? 'sell' : 'buy');
  if (other === undefined) return false;
  return side === 'buy' ? price >= other : price <= other;
}

function sideOf({ random }: Desk): QuoteSide {
  return random() < 0.5 ? 'buy' : 'sell';
}

function openQuote({ id, side, price }: Order): readonly OpenQuote[] {
  return side === 'buy' || side === 'sell' ? [{ id, side, price: Number(price) }] : [];
}
