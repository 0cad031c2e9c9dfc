import type {
  ChangeMessage,
  DoneMessage,
  Level3ChangeRow,
  Level3DoneRow,
  Level3MatchRow,
  Level3NoopRow,
  Level3OpenRow,
  LevelChange,
  MatchMessage,
  OpenMessage,
  OrderBookEntry,
  OrderSide,
  PriceLevel,
  ProductBook,
  ReceivedMessage,
} from '@platform/exchange/types';

export const product = 'BTC-USD';
const time = '2025-01-28T09:30:00.123456Z';

/** The same event as each of the channels has it. */
export interface MarketEvent {
  readonly full: ReceivedMessage | OpenMessage | DoneMessage | MatchMessage | ChangeMessage;
  readonly level3: Level3OpenRow | Level3DoneRow | Level3MatchRow | Level3ChangeRow | Level3NoopRow;
  /** Absent where no price has another size. */
  readonly level2?: LevelChange;
}

/** A market that trades by the dice, and always knows its own truth. */
export interface Market {
  readonly next: () => MarketEvent;
  readonly sequence: () => number;
  /** The book as single orders, as REST answers at level 3. */
  readonly orders: () => ProductBook;
  /** The book as prices, the best first. */
  readonly levels: (side: OrderSide) => readonly PriceLevel[];
}

interface Order {
  readonly id: string;
  readonly side: OrderSide;
  price: number;
  size: number;
}

/** Prices and sizes are counted in hundredths, so that the truth is exact. */
export function createMarket(fraction: () => number, most = 150): Market {
  const orders = new Map<string, Order>();
  let sequence = 0;
  let counter = 0;
  const text = (hundredths: number): string => (hundredths / 100).toFixed(2);
  const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const level = ({ side, price }: Pick<Order, 'side' | 'price'>): LevelChange => {
    const total = [...orders.values()]
      .filter((order) => order.side === side && order.price === price)
      .reduce((sum, { size }) => sum + size, 0);
    return [side, text(price), total === 0 ? '0' : text(total)];
  };
  const randomBelow = (most: number): number => Math.floor(fraction() * most);
  const rows = (side: OrderSide): OrderBookEntry[] =>
    [...orders.values()]
      .filter((order) => order.side === side)
      .map(({ id, price, size }) => [text(price), text(size), id]);

  const open = (): MarketEvent => {
    counter += 1;
    const side: OrderSide = fraction() < 0.5 ? 'buy' : 'sell';
    const price = side === 'buy' ? 9_500 + randomBelow(500) : 10_001 + randomBelow(500);
    const order = { id: uuid(counter), side, price, size: 1 + randomBelow(500) };
    orders.set(order.id, order);
    const common = { time, product_id: product, sequence, order_id: order.id, side };
    return {
      full: { type: 'open', ...common, price: text(price), remaining_size: text(order.size) },
      level3: ['open', product, sequence, order.id, side, text(price), text(order.size), time],
      level2: level(order),
    };
  };
  const done = (order: Order): MarketEvent => {
    orders.delete(order.id);
    const { id, side, price, size } = order;
    const common = { time, product_id: product, sequence, order_id: id, side };
    return {
      full: {
        type: 'done',
        ...common,
        reason: 'canceled',
        price: text(price),
        remaining_size: text(size),
      },
      level3: ['done', product, sequence, id, time],
      level2: level(order),
    };
  };
  const match = (order: Order): MarketEvent => {
    const taken = 1 + randomBelow(order.size);
    const { id, side, price } = order;
    order.size -= taken;
    if (order.size === 0) orders.delete(id);
    const taker = uuid(counter + 500_000);
    return {
      full: {
        type: 'match',
        trade_id: sequence,
        sequence,
        maker_order_id: id,
        taker_order_id: taker,
        time,
        product_id: product,
        size: text(taken),
        price: text(price),
        side,
      },
      level3: ['match', product, sequence, id, taker, text(price), text(taken), time],
      level2: level(order),
    };
  };
  const change = (order: Order): MarketEvent => {
    const before = text(order.size);
    order.size = 1 + randomBelow(order.size);
    const { id, side, price } = order;
    return {
      full: {
        type: 'change',
        reason: 'STP',
        time,
        sequence,
        order_id: id,
        side,
        product_id: product,
        old_size: before,
        new_size: text(order.size),
        price: text(price),
      },
      level3: ['change', product, sequence, id, text(price), text(order.size), time],
      level2: level(order),
    };
  };
  const received = (): MarketEvent => ({
    full: {
      type: 'received',
      time,
      product_id: product,
      sequence,
      order_id: uuid(900_000 + sequence),
      side: 'buy',
      order_type: 'market',
      funds: '100.00',
    },
    level3: ['noop', product, sequence, time],
  });

  return {
    sequence: () => sequence,
    orders: () => ({ sequence, time, bids: rows('buy'), asks: rows('sell') }),
    levels(side) {
      const sums = new Map<number, number>();
      for (const order of orders.values())
        if (order.side === side) sums.set(order.price, (sums.get(order.price) ?? 0) + order.size);
      const best = side === 'buy' ? -1 : 1;
      return [...sums]
        .sort(([one], [other]) => best * (one - other))
        .map(([price, size]) => [text(price), text(size)]);
    },
    next() {
      sequence += 1;
      const names = [...orders.values()];
      const order = names[randomBelow(names.length)];
      const kind = fraction();
      if (order === undefined || (kind < 0.4 && names.length < most)) return open();
      if (kind < 0.5) return received();
      if (kind < 0.65) return done(order);
      return kind < 0.85 ? match(order) : change(order);
    },
  };
}
