import type { ChannelFeed } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { optional } from '../../openapi/node.js';
import type { Node } from '../../openapi/node.js';
import { refuse } from '../extension.js';
import { readBook } from './book.js';
import { readControl } from './control.js';
import { readDiscriminatorPlace } from './discriminator.js';
import {
  readConflate,
  readFeedRates,
  readHeartbeat,
  readInterval,
  readSlowConsumer,
} from './flow-control.js';
import { readSequence } from './sequence.js';
import { readSubscription } from './subscription.js';

/** Extensions of a channel that is subscribed to, which one with `x-control` is not. */
const OF_FEEDS = ['x-subscription', 'x-sequence', 'x-book', 'x-interval', 'x-conflate'];

/** What our extensions say of a channel as a feed. `common` is the `x-discriminator` of the document. */
export function readChannelFeed(
  node: Node,
  messages: readonly ChannelMessage[],
  common: string | undefined,
): ChannelFeed {
  const isControl = Object.hasOwn(node.value, 'x-control');
  if (isControl) {
    for (const name of OF_FEEDS) {
      if (Object.hasOwn(node.value, name))
        refuse(
          node,
          [name],
          `"${name}" stands beside "x-control"`,
          'nobody subscribes to the channel over which subscribing is said',
        );
    }
  } else if (Object.hasOwn(node.value, 'x-rate-limit')) {
    refuse(
      node,
      ['x-rate-limit'],
      '"x-rate-limit" stands on a channel without "x-control"',
      'it limits a whole connection: put it there, or on a server',
    );
  }
  return {
    ...optional('control', readControl(node, messages)),
    ...(isControl
      ? { ...optional('rates', readFeedRates(node)) }
      : {
          ...optional('subscription', readSubscription(node, messages)),
          ...optional('sequence', readSequence(node, messages)),
          ...optional('book', readBook(node, messages)),
          ...optional('interval', readInterval(node)),
          ...optional('conflate', readConflate(node)),
        }),
    ...optional('heartbeat', readHeartbeat(node, messages, isControl)),
    ...optional('slowConsumer', readSlowConsumer(node, messages, isControl)),
    ...optional('discriminator', readDiscriminatorPlace(node) ?? common),
  };
}
