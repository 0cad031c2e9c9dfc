import type { BookDescriptor, FeedDescriptor } from '@tallystick/runtime/websocket';

/** A market with every kind of channel: rows, levels, orders, keys that are optional, keys that are accounts, no keys at all. */
export const market: FeedDescriptor = {
  title: 'Market',
  version: '1.0.0',
  servers: [{ url: 'wss://{host}/feed' }],
  variables: { host: { default: 'market.example' } },
  messages: {
    subscribe: { match: [{ pointer: '/type', const: 'subscribe' }] },
    unsubscribe: { match: [{ pointer: '/type', const: 'unsubscribe' }] },
    subscriptions: { match: [{ pointer: '/type', const: 'subscriptions' }] },
    error: { match: [{ pointer: '/type', const: 'error' }] },
    status: { match: [{ pointer: '/type', const: 'status' }] },
    ticker: { match: [{ pointer: '/type', const: 'ticker' }] },
    snapshot: { match: [{ pointer: '/type', const: 'snapshot' }] },
    l2update: { match: [{ pointer: '/type', const: 'l2update' }] },
    balance: { match: [{ pointer: '/type', const: 'balance' }] },
    open: { match: [{ pointer: '/0', const: 'open' }] },
    done: { match: [{ pointer: '/0', const: 'done' }] },
    match: { match: [{ pointer: '/0', const: 'match' }] },
    change: { match: [{ pointer: '/0', const: 'change' }] },
    noop: { match: [{ pointer: '/0', const: 'noop' }] },
  },
  channels: {
    status: { name: 'status', messages: { status: {} }, auth: 'none' },
    ticker: {
      name: 'ticker',
      messages: { ticker: {} },
      keys: { name: 'product_ids', pointer: '/product_id', required: true },
      auth: 'none',
      sequence: { pointer: '/sequence', scope: 'key', mode: 'increasing' },
      conflate: { mode: 'latest' },
      slowConsumer: { policy: 'conflate', limit: 2000 },
    },
    level2: {
      name: 'level2',
      messages: { snapshot: {}, l2update: {} },
      keys: { name: 'product_ids', pointer: '/product_id', required: true },
      auth: 'required',
      book: levels(),
      slowConsumer: { policy: 'disconnect', limit: 2000 },
    },
    level2Batch: {
      name: 'level2_batch',
      echo: 'level2_50',
      messages: { snapshot: {}, l2update: {} },
      keys: { name: 'product_ids', pointer: '/product_id', required: true },
      auth: 'none',
      book: levels(),
      interval: 50,
      conflate: { mode: 'merge', list: '/changes', row: ['/0', '/1'] },
    },
    level3: {
      name: 'level3',
      messages: { open: {}, done: {}, match: {}, change: {}, noop: {} },
      keys: { name: 'product_ids', pointer: '/1', required: true },
      auth: 'required',
      sequence: { pointer: '/2', scope: 'key', mode: 'contiguous' },
      book: {
        kind: 'orders',
        snapshot: {
          sequence: '/sequence',
          bids: '/bids',
          asks: '/asks',
          price: '/0',
          size: '/1',
          id: '/2',
        },
        updates: {
          open: {
            does: 'add',
            id: '/3',
            side: '/4',
            bid: 'buy',
            ask: 'sell',
            price: '/5',
            size: '/6',
          },
          done: { does: 'remove', id: '/3' },
          match: { does: 'reduce', id: '/3', size: '/4' },
          change: { does: 'change', id: '/3', size: '/4' },
        },
        resync: { operation: 'getBook' },
      },
    },
    balance: {
      name: 'balance',
      messages: { balance: {} },
      keys: { name: 'account_ids', pointer: '/account_id' },
      auth: 'required',
      slowConsumer: { policy: 'drop', limit: 2000 },
    },
  },
  control: {
    subscribe: {
      message: 'subscribe',
      template: {
        type: 'subscribe',
        channels: [
          {
            name: '{channel}',
            product_ids: '{keys.product_ids}',
            account_ids: '{keys.account_ids}',
          },
        ],
        key: '{auth.key}',
        signature: '{auth.signature}',
      },
      read: {
        entries: '/channels',
        channel: '/name',
        keys: { product_ids: '/product_ids', account_ids: '/account_ids' },
        sharedKeys: { product_ids: '/product_ids', account_ids: '/account_ids' },
        auth: { key: '/key', signature: '/signature' },
      },
    },
    unsubscribe: {
      message: 'unsubscribe',
      template: {
        type: 'unsubscribe',
        channels: [
          {
            name: '{channel}',
            product_ids: '{keys.product_ids}',
            account_ids: '{keys.account_ids}',
          },
        ],
      },
      read: {
        entries: '/channels',
        channel: '/name',
        keys: { product_ids: '/product_ids', account_ids: '/account_ids' },
        sharedKeys: { product_ids: '/product_ids', account_ids: '/account_ids' },
      },
    },
    subscribed: {
      message: 'subscriptions',
      list: {
        items: '/channels',
        channel: '/name',
        keys: { product_ids: '/product_ids', account_ids: '/account_ids' },
      },
      template: { type: 'subscriptions', channels: '{subscriptions}' },
      item: {
        name: '{channel}',
        product_ids: '{keys.product_ids}',
        account_ids: '{keys.account_ids}',
      },
    },
    error: {
      message: 'error',
      text: '/message',
      reason: '/reason',
      template: { type: 'error', message: '{message}', reason: '{reason}' },
    },
  },
  slowConsumer: {
    policy: 'disconnect',
    notice: { message: 'error', template: { type: 'error', message: 'ErrSlowConsume' } },
  },
  limits: { firstSubscribe: 5000 },
};

function levels(): BookDescriptor {
  return {
    kind: 'levels',
    snapshot: { message: 'snapshot', bids: '/bids', asks: '/asks', price: '/0', size: '/1' },
    update: {
      message: 'l2update',
      changes: '/changes',
      side: '/0',
      bid: 'buy',
      ask: 'sell',
      price: '/1',
      size: '/2',
    },
    resync: 'resubscribe',
  };
}

export interface Ticker {
  readonly type: 'ticker';
  readonly product_id: string;
  readonly sequence: number;
  readonly price: string;
}

export type Levels =
  | {
      readonly type: 'snapshot';
      readonly product_id: string;
      readonly bids: readonly (readonly [string, string])[];
      readonly asks: readonly (readonly [string, string])[];
    }
  | {
      readonly type: 'l2update';
      readonly product_id: string;
      readonly changes: readonly (readonly ['buy' | 'sell', string, string])[];
    };

export type Row =
  | readonly ['open', string, number, string, 'buy' | 'sell', string, string]
  | readonly ['done', string, number, string]
  | readonly ['match', string, number, string, string]
  | readonly ['change', string, number, string, string]
  | readonly ['noop', string, number];

export interface Book {
  readonly sequence: number;
  readonly bids: readonly (readonly [string, string, string])[];
  readonly asks: readonly (readonly [string, string, string])[];
}

/** Types of the market. */
export interface MarketTypes {
  readonly status: { readonly keys: 'none'; readonly message: { readonly type: 'status' } };
  readonly ticker: { readonly keys: 'required'; readonly message: Ticker };
  readonly level2: {
    readonly keys: 'required';
    readonly message: Levels;
    readonly book: 'levels';
  };
  readonly level2Batch: {
    readonly keys: 'required';
    readonly message: Levels;
    readonly book: 'levels';
  };
  readonly level3: {
    readonly keys: 'required';
    readonly message: Row;
    readonly snapshot: Book;
    readonly book: 'orders';
  };
  readonly balance: {
    readonly keys: 'optional';
    readonly message: {
      readonly type: 'balance';
      readonly account_id: string;
      readonly available: string;
    };
  };
}
