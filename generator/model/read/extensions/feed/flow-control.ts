import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type {
  FeedConflate,
  FeedHeartbeat,
  FeedRate,
  FeedRates,
  FeedSlowConsumer,
} from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { objectAt, optional, textsAt } from '../../openapi/node.js';
import type { ObjectNode } from '../../openapi/node.js';
import { checkExtension, extensionAt, refuse } from '../extension.js';
import { messageAt, numberAt, pointerAt, templateAt, wordAt } from './members.js';

/** Reads `x-heartbeat`. On a channel with `x-control` it applies to the connection, otherwise to the channel's own messages. */
export function readHeartbeat(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
  isControl: boolean,
): FeedHeartbeat | undefined {
  const known = isControl ? ['interval', 'ping'] : ['message', 'interval'];
  const node = extensionAt(channel, 'x-heartbeat', known);
  if (node === undefined) return undefined;
  const interval = numberAt(node, 'interval', 1, 'milliseconds');
  if (isControl) {
    const ping = readMessageTemplate(node, 'ping', messages);
    return { ...optional('interval', interval), ...optional('ping', ping), origin: node.origin };
  }
  const message = messageAt(node, 'message', messages, '"x-heartbeat"');
  if (!Object.hasOwn(node.value, 'interval'))
    refuse(node, [], invalidExtension.missing({ what: '"x-heartbeat"', name: 'interval' }));
  if (message === undefined || interval === undefined) return undefined;
  return { message, interval, origin: node.origin };
}

/** Reads `x-interval` of a channel: milliseconds between batches. */
export function readInterval(channel: ObjectNode): number | undefined {
  return numberAt(channel, 'x-interval', 1, 'milliseconds');
}

/** Reads `x-conflate` of a channel, and checks its form. */
export function readConflate(channel: ObjectNode): FeedConflate | undefined {
  const node = extensionAt(channel, 'x-conflate', ['mode', 'key', 'list', 'row']);
  if (node === undefined) return undefined;
  const mode = wordAt(node, 'mode', ['latest', 'merge', 'none'] as const);
  if (!Object.hasOwn(node.value, 'mode'))
    refuse(node, [], invalidExtension.missing({ what: '"x-conflate"', name: 'mode' }));
  const list = pointerAt(node, 'list');
  if (mode === 'merge' && list === undefined && !Object.hasOwn(node.value, 'list')) {
    return refuse(
      node,
      [],
      invalidExtension.missing({ what: '"x-conflate" with "mode: merge"', name: 'list' }),
      'it is the pointer to the rows that are merged',
    );
  }
  if (mode !== undefined && mode !== 'merge') {
    for (const name of ['list', 'row']) {
      if (Object.hasOwn(node.value, name))
        refuse(node, [name], invalidExtension.condition({ name, condition: 'mode: merge' }));
    }
  }
  const row = Object.hasOwn(node.value, 'row') ? textsAt(node, 'row') : undefined;
  if (mode === undefined) return undefined;
  return {
    mode,
    ...optional('key', pointerAt(node, 'key')),
    ...optional('list', list),
    ...optional('row', row),
    origin: node.origin,
  };
}

/** Reads `x-slow-consumer`. The notice is a message of the channel with `x-control`, so it is declared there. */
export function readSlowConsumer(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
  isControl: boolean,
): FeedSlowConsumer | undefined {
  const known = ['policy', 'limit', 'code', ...(isControl ? ['notice'] : [])];
  const node = extensionAt(channel, 'x-slow-consumer', known);
  if (node === undefined) return undefined;
  const policy = wordAt(node, 'policy', ['disconnect', 'drop', 'conflate'] as const);
  if (!Object.hasOwn(node.value, 'policy'))
    refuse(node, [], invalidExtension.missing({ what: '"x-slow-consumer"', name: 'policy' }));
  const code = numberAt(node, 'code', 1000, 'close code');
  if (code !== undefined && !isCloseCode(code)) {
    refuse(
      node,
      ['code'],
      invalidExtension.value({ what: '"code"', expected: 'a close code of a WebSocket' }),
      'RFC 6455 section 7.4 lists them',
    );
  }
  const notice = readMessageTemplate(node, 'notice', messages);
  if (policy === undefined) return undefined;
  return {
    policy,
    ...optional('limit', numberAt(node, 'limit', 1, 'bytes')),
    ...optional('notice', notice),
    ...optional('code', code),
    origin: node.origin,
  };
}

function isCloseCode(code: number): boolean {
  if (!Number.isInteger(code)) return false;
  const reserved = [1004, 1005, 1006, 1015];
  return (code <= 1014 && !reserved.includes(code)) || (code >= 3000 && code <= 4999);
}

/** Reads a message with the template of its content. */
function readMessageTemplate(
  parent: ObjectNode,
  name: string,
  messages: readonly ChannelMessage[],
): FeedSlowConsumer['notice'] {
  const node = objectAt(parent, name);
  if (node === undefined) return undefined;
  checkExtension(node, ['message', 'template'], `"${name}"`);
  const message = messageAt(node, 'message', messages, `"${name}"`);
  const template = templateAt(node, 'template', `"${name}"`);
  return message === undefined || template === undefined ? undefined : { message, template };
}

/** Reads `x-rate-limit` of a server, or of the channel with `x-control`. */
export function readFeedRates(owner: ObjectNode): FeedRates | undefined {
  const node = extensionAt(owner, 'x-rate-limit', ['connections', 'messages']);
  if (node === undefined) return undefined;
  const connections = readRate(node, 'connections', ['ip']);
  const messages = readRate(node, 'messages', ['connection', 'ip']);
  return {
    ...optional(
      'connections',
      connections === undefined ? undefined : { rate: connections.rate, burst: connections.burst },
    ),
    ...optional('messages', messages),
  };
}

function readRate(
  parent: ObjectNode,
  name: string,
  bases: readonly ('connection' | 'ip')[],
): (FeedRate & { readonly per: 'connection' | 'ip' }) | undefined {
  const node = objectAt(parent, name);
  if (node === undefined) return undefined;
  checkExtension(node, ['rate', 'burst', 'per'], `"${name}"`);
  const rate = numberAt(node, 'rate', 0, 'tokens a second');
  if (rate === undefined || rate === 0) {
    if (rate === 0)
      refuse(
        node,
        ['rate'],
        invalidExtension.value({ what: '"rate"', expected: 'greater than 0' }),
      );
    else if (!Object.hasOwn(node.value, 'rate'))
      refuse(node, [], invalidExtension.missing({ what: `"${name}"`, name: 'rate' }));
    return undefined;
  }
  const burst = numberAt(node, 'burst', 1, 'tokens') ?? Math.max(1, rate);
  const per = wordAt(node, 'per', bases) ?? bases[0] ?? 'connection';
  return { rate, burst, per };
}
