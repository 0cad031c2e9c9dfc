import { expect, test } from 'vitest';
import { statisticsOf, statisticsUpTo } from '../../../sandbox/domain/orders/statistics.js';
import { DayExtremes } from '../../../sandbox/surfaces/feed/day-extremes.js';
import { randomFrom, rounds, seed } from '../../rounds.js';
import { feedWorld, product } from './feed-world.js';

test('products-1: statistics of tickers are those of the REST API at the time of the trade, as days pass', async () => {
  const world = await feedWorld();
  const [ada, bob] = [world.trader(), world.trader()];
  const { orders } = world.core.loop.state;
  const extremes = new DayExtremes();
  const random = randomFrom(seed);
  const trades = rounds(1000);
  for (let number = 0; number < trades; number += 1) {
    const price = String(90 + Math.floor(random() * 20));
    world.place(ada, { side: 'sell', price, size: '1' });
    world.place(bob, { side: 'buy', price, size: String((1 + Math.floor(random() * 9)) / 10) });
    const cancelled = { profile: ada.profile };
    world.core.loop.execute('orders.cancel-all', cancelled, { surface: 'test', caller: '' });
    const trade = orders.tradesByProduct.last(product);
    if (trade === undefined) throw new Error('There is no trade.');
    extremes.add(trade);
    const known = statisticsUpTo(orders.tradesByProduct, trade, trade.at, (start) =>
      extremes.since(start),
    );
    expect(known).toEqual(statisticsOf(orders, product, trade.at));
    await world.timers.advance(Math.floor(random() * 4 * 3_600_000));
  }
  await world.close();
});
