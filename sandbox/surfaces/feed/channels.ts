import type { HmacPrincipal } from '@tallystick/runtime/auth/hmac';
import type {
  FeedHandlers,
  Refusal,
  SubscriptionRequest,
} from '@tallystick/runtime/websocket/server';
import type { ExchangeFeedChannels } from '@platform/exchange';
import type { Level3SchemaMessage } from '@platform/exchange/types';
import { accountOf } from '../../domain/ledger/queries.js';
import type { DomainState } from '../../domain/subjects.js';
import { printInstant } from '../../domain/time.js';
import type { SandboxLoop } from '../../server/core.js';
import type { Committed } from './committed.js';
import { lastMatch, snapshot, ticker } from './messages.js';
import { say } from './say.js';
import { status } from './status.js';

/** What the channels are made of. */
export interface ChannelParts {
  readonly loop: Pick<SandboxLoop, 'state' | 'now' | 'settled'>;
  readonly committed: Committed;
  /** Resolves when {@link committed} is: it began with a state that was ahead of the journal. */
  readonly ready: Promise<void>;
  /** Resolves when everything that was committed before the call is applied in this process. */
  readonly caughtUp: () => Promise<void>;
}

/** The channels: who may subscribe, and what new subscribers receive first (feed-5). */
export function channels({
  loop,
  committed,
  ready,
  caughtUp,
}: ChannelParts): FeedHandlers<ExchangeFeedChannels, HmacPrincipal> {
  /** Decides by the state. The answer is given when what it reflects is durable. */
  const decided = async (
    refusalOf: (state: DomainState) => Refusal | undefined,
  ): Promise<Refusal | undefined> => {
    await caughtUp();
    const refusal = refusalOf(loop.state);
    await loop.settled();
    await ready;
    return refusal;
  };
  const ofProducts = {
    authorize: ({ keys }: SubscriptionRequest<HmacPrincipal>) =>
      decided((state) => {
        const unknown = keys.find((key) => !state.products.products.has(key));
        return unknown === undefined ? undefined : say('unknown-product', unknown);
      }),
  };
  const tickers = {
    ...ofProducts,
    snapshot(product = '') {
      const { lastTrade } = committed.market(product);
      return lastTrade === undefined ? [] : [ticker(lastTrade, committed)];
    },
  };
  const levels = {
    ...ofProducts,
    snapshot: (product = '') => [snapshot(product, committed.market(product), loop.now)],
  };
  return {
    full: ofProducts,
    user: ofProducts,
    auctionfeed: ofProducts,
    rfq_matches: ofProducts,
    ticker: tickers,
    ticker_batch: tickers,
    level2: levels,
    level2_batch: levels,
    level3: { ...ofProducts, snapshot: () => [level3Schema] },
    matches: {
      ...ofProducts,
      snapshot(product = '') {
        const { lastTrade } = committed.market(product);
        return lastTrade === undefined ? [] : [lastMatch(lastTrade)];
      },
    },
    heartbeat: {
      ...ofProducts,
      heartbeat(product = '') {
        const { sequence, lastTrade } = committed.market(product);
        return { sequence, last_trade_id: lastTrade?.trade ?? 0, time: printInstant(loop.now) };
      },
    },
    status: { authorize: () => decided(() => undefined), snapshot: () => [status(committed)] },
    balance: {
      authorize: ({ keys, principal }) =>
        decided((state) => {
          const profile = principal?.project ?? '';
          const unknown = keys.find((key) => accountOf(state.ledger, profile, key) === undefined);
          return unknown === undefined ? undefined : say('unknown-account', unknown);
        }),
    },
  };
}

/** Columns of the rows of level3. */
const level3Schema: Level3SchemaMessage = {
  type: 'level3',
  schema: {
    change: ['type', 'product_id', 'sequence', 'order_id', 'price', 'size', 'time'],
    done: ['type', 'product_id', 'sequence', 'order_id', 'time'],
    match: [
      'type',
      'product_id',
      'sequence',
      'maker_order_id',
      'taker_order_id',
      'price',
      'size',
      'time',
    ],
    noop: ['type', 'product_id', 'sequence', 'time'],
    open: ['type', 'product_id', 'sequence', 'order_id', 'side', 'price', 'size', 'time'],
  },
};
