import type {
  FeedConflate,
  FeedHeartbeat,
  FeedRate,
  FeedRates,
  FeedSlowConsumer,
} from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import { objectAt, optional, textsAt } from '../../openapi/node.js';
import type { Node } from '../../openapi/node.js';
import { checkExtension, extensionAt, refuse } from '../extension.js';
import { messageAt, numberAt, pointerAt, templateAt, wordAt } from './members.js';

/** `x-heartbeat`: of the whole connection where the channel has `x-control`, else of its own messages. */
export function readHeartbeat(
  channel: Node,
  messages: readonly ChannelMessage[],
  isControl: boolean,
): FeedHeartbeat | undefined {
  const known = isControl ? ['interval', 'ping'] : ['message', 'interval'];
  const node = extensionAt(channel, 'x-heartbeat', known);
  if (node === undefined) return undefined;
  const interval = numberAt(node, 'interval', 1, 'milliseconds');
  if (isControl) {
    const ping = readSaid(node, 'ping', messages);
    return { ...optional('interval', interval), ...optional('ping', ping), origin: node.origin };
  }
  const message = messageAt(node, 'message', messages, '"x-heartbeat"');
  if (!Object.hasOwn(node.value, 'interval')) refuse(node, [], '"x-heartbeat" has no "interval"');
  if (message === undefined || interval === undefined) return undefined;
  return { message, interval, origin: node.origin };
}

/** `x-interval` of a channel: milliseconds between batches. */
export function readInterval(channel: Node): number | undefined {
  return numberAt(channel, 'x-interval', 1, 'milliseconds');
}

/** `x-conflate` of a channel, its form checked. */
export function readConflate(channel: Node): FeedConflate | undefined {
  const node = extensionAt(channel, 'x-conflate', ['mode', 'key', 'list', 'row']);
  if (node === undefined) return undefined;
  const mode = wordAt(node, 'mode', ['latest', 'merge', 'none'] as const);
  if (!Object.hasOwn(node.value, 'mode')) refuse(node, [], '"x-conflate" has no "mode"');
  const list = pointerAt(node, 'list');
  if (mode === 'merge' && list === undefined && !Object.hasOwn(node.value, 'list')) {
    return refuse(
      node,
      [],
      '"x-conflate" merges, but has no "list"',
      'it says whose rows are collected',
    );
  }
  if (mode !== undefined && mode !== 'merge') {
    for (const name of ['list', 'row']) {
      if (Object.hasOwn(node.value, name)) refuse(node, [name], `"${name}" is for "mode: merge"`);
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

/** `x-slow-consumer`: the notice is a message of the channel with `x-control`, and is described there. */
export function readSlowConsumer(
  channel: Node,
  messages: readonly ChannelMessage[],
  isControl: boolean,
): FeedSlowConsumer | undefined {
  const known = ['policy', 'limit', 'code', ...(isControl ? ['notice'] : [])];
  const node = extensionAt(channel, 'x-slow-consumer', known);
  if (node === undefined) return undefined;
  const policy = wordAt(node, 'policy', ['disconnect', 'drop', 'conflate'] as const);
  if (!Object.hasOwn(node.value, 'policy')) refuse(node, [], '"x-slow-consumer" has no "policy"');
  const code = numberAt(node, 'code', 1000, 'a close code');
  if (code !== undefined && !isCloseCode(code)) {
    refuse(
      node,
      ['code'],
      `${code} is no code that a connection is closed with`,
      'RFC 6455 section 7.4 lists them',
    );
  }
  const notice = readSaid(node, 'notice', messages);
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

/** A message with the template of what is sent. */
function readSaid(
  parent: Node,
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

/** `x-rate-limit` of a server or of the channel with `x-control`. */
export function readFeedRates(owner: Node): FeedRates | undefined {
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
  parent: Node,
  name: string,
  bases: readonly ('connection' | 'ip')[],
): (FeedRate & { readonly per: 'connection' | 'ip' }) | undefined {
  const node = objectAt(parent, name);
  if (node === undefined) return undefined;
  checkExtension(node, ['rate', 'burst', 'per'], `"${name}"`);
  const rate = numberAt(node, 'rate', 0, 'tokens a second');
  if (rate === undefined || rate === 0) {
    if (rate === 0) refuse(node, ['rate'], '"rate" lets nothing through');
    else if (!Object.hasOwn(node.value, 'rate')) refuse(node, [], `"${name}" has no "rate"`);
    return undefined;
  }
  const burst = numberAt(node, 'burst', 1, 'tokens') ?? Math.max(1, rate);
  const per = wordAt(node, 'per', bases) ?? bases[0] ?? 'connection';
  return { rate, burst, per };
}
