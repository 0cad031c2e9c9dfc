import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type { ChannelFeed, FeedSequence } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { optional, type ObjectNode } from '../../openapi/node.js';
import { refuse, extensionAt } from '../extension.js';
import { readBook } from './book.js';
import { readControl } from './control.js';
import { readDiscriminatorPointer } from './discriminator.js';
import {
  readConflate,
  readFeedRates,
  readHeartbeat,
  readInterval,
  readSlowConsumer,
} from './flow-control.js';
import { readSubscription } from './subscription.js';
import { perMessage, requiredPointer, wordAt } from './members.js';

/** Extensions of channels that clients subscribe to. A channel with `x-control` cannot have them. */
const FEED_EXTENSIONS = ['x-subscription', 'x-sequence', 'x-book', 'x-interval', 'x-conflate'];

/** Reads the feed extensions of a channel. `common` is the `x-discriminator` of the document. */
export function readChannelFeed(
  node: ObjectNode,
  messages: readonly ChannelMessage[],
  common: string | undefined,
): ChannelFeed {
  const isControl = Object.hasOwn(node.value, 'x-control');
  if (isControl) {
    for (const name of FEED_EXTENSIONS) {
      if (Object.hasOwn(node.value, name))
        refuse(
          node,
          [name],
          invalidExtension.beside({ name, other: 'x-control' }),
          'clients do not subscribe to the channel with "x-control"',
        );
    }
  } else if (Object.hasOwn(node.value, 'x-rate-limit')) {
    refuse(
      node,
      ['x-rate-limit'],
      invalidExtension.location({ name: 'x-rate-limit', what: 'a channel without "x-control"' }),
      'it limits a connection: move it to the channel with "x-control", or to a server',
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
    ...optional('discriminator', readDiscriminatorPointer(node) ?? common),
  };
}

/** Reads `x-sequence` of a channel, and checks its form. */
function readSequence(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
): FeedSequence | undefined {
  const node = extensionAt(channel, 'x-sequence', ['pointer', 'scope', 'mode', 'messages']);
  if (node === undefined) return undefined;
  const pointer = requiredPointer(node, 'pointer', '"x-sequence"');
  const mode = wordAt(node, 'mode', ['contiguous', 'increasing', 'none'] as const);
  if (!Object.hasOwn(node.value, 'mode'))
    refuse(node, [], invalidExtension.missing({ what: '"x-sequence"', name: 'mode' }));
  const scope = Object.hasOwn(node.value, 'scope')
    ? wordAt(node, 'scope', ['key', 'connection'] as const)
    : 'key';
  const own = perMessage(node, 'messages', messages);
  if (pointer === undefined || mode === undefined || scope === undefined) return undefined;
  return { pointer, mode, scope, messages: own, origin: node.origin };
}
