import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import { didYouMean } from '../../../../core/suggestion.js';
import type { EventMessage, FeedEvent } from '../../../feed.js';
import type { Channel, Flow } from '../../../message.js';
import { isArray, isObject } from '../../json.js';
import { asNode, childAt, mapAt, optional, textAt, textsAt } from '../../openapi/node.js';
import type { ObjectNode, ValueNode } from '../../openapi/node.js';
import { checkExtension, refuse, trueAt } from '../extension.js';

/** A message that the server sends on a channel, by its name in the channel. */
interface SentMessage {
  readonly name: string;
  readonly channel: Channel;
  readonly message: EventMessage['message'];
}

/** Reads `x-events` of the document; `undefined` if there are none. */
export function readEvents(
  root: ObjectNode,
  channels: readonly Channel[],
  flows: readonly Flow[],
): readonly FeedEvent[] | undefined {
  const entries = mapAt(root, 'x-events');
  if (entries.length === 0) return undefined;
  const sent = sentMessages(channels, flows);
  return entries.flatMap(([name, valueNode]) => {
    if (name === 'x-basis') return [];
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
      const sentence = invalidExtension.name({ name, kind: 'an event' });
      const hint = 'a name consists of letters, digits, "_" and "-", and begins with a letter';
      valueNode.reporter.report(sentence, valueNode.origin, { part: 'key', hint });
      return [];
    }
    return readEvent(name, valueNode, sent) ?? [];
  });
}

function sentMessages(
  channels: readonly Channel[],
  flows: readonly Flow[],
): readonly SentMessage[] {
  return channels.flatMap((channel) => {
    if (channel.feed.control !== undefined) return [];
    const toClient = flows.filter((flow) => flow.channel === channel.key && flow.to === 'client');
    const keys = new Set(toClient.flatMap(({ messages }) => messages));
    return channel.messages.flatMap(({ name, message }) =>
      keys.has(message) ? [{ name, channel, message }] : [],
    );
  });
}

function readEvent(
  name: string,
  valueNode: ValueNode,
  sent: readonly SentMessage[],
): FeedEvent | undefined {
  const what = `the event "${name}"`;
  const node = asNode(valueNode, what);
  if (node === undefined) return undefined;
  checkExtension(node, ['description', 'messages'], what);
  const list = childAt(node, 'messages');
  if (list === undefined)
    return refuse(node, [], invalidExtension.missing({ what, name: 'messages' }));
  if (!isArray(list.value) || list.value.length === 0) {
    const expected = 'a list with at least one message';
    return refuse(node, ['messages'], invalidExtension.value({ what: '"messages"', expected }));
  }
  const messages: EventMessage[] = [];
  for (const index of list.value.keys()) {
    const item = childAt(list, index);
    const message = item === undefined ? undefined : readEventMessage(item, sent);
    if (item === undefined || message === undefined) continue;
    if (messages.some((other) => other.message === message.message)) {
      const text = sent.find((each) => each.message === message.message)?.name ?? '';
      const sentence = invalidExtension.duplicate({ what: 'the message', name: text });
      item.reporter.report(sentence, item.origin);
    } else messages.push(message);
  }
  const description = textAt(node, 'description');
  return { name, ...optional('description', description), messages, origin: node.origin };
}

/** Reads a message of an event: its name, or an object with the name and channels. */
function readEventMessage(
  valueNode: ValueNode,
  sent: readonly SentMessage[],
): EventMessage | undefined {
  const { value, origin, reporter } = valueNode;
  const node = isObject(value) ? asNode(valueNode, 'a message of an event') : undefined;
  if (node !== undefined) {
    checkExtension(node, ['message', 'channels', 'optional'], 'a message of an event');
    if (!Object.hasOwn(node.value, 'message')) {
      const what = 'a message of an event';
      return refuse(node, [], invalidExtension.missing({ what, name: 'message' }));
    }
  }
  const name = node === undefined ? value : textAt(node, 'message');
  if (typeof name !== 'string') {
    if (node !== undefined) return undefined;
    const expected = 'its name, or an object';
    reporter.report(invalidExtension.value({ what: 'a message of an event', expected }), origin);
    return undefined;
  }
  const found = sent.filter((each) => each.name === name);
  if (found.length === 0) {
    const { hint } = didYouMean(name, [...new Set(sent.map((each) => each.name))]);
    reporter.report(
      invalidExtension.eventMessage({ name }),
      origin,
      hint === undefined ? {} : { hint },
    );
    return undefined;
  }
  const selected = node === undefined ? found : selectChannels(node, name, found);
  const [first] = selected;
  if (first === undefined) return undefined;
  if (selected.some(({ message }) => message !== first.message)) {
    const names = selected.map(({ channel }) => channel.name);
    reporter.report(invalidExtension.eventMessages({ name, channels: names }), origin, {
      hint: 'list each of them with its "channels"',
    });
    return undefined;
  }
  return {
    message: first.message,
    channels: selected.map(({ channel }) => channel.key),
    optional: node !== undefined && trueAt(node, 'optional'),
    origin,
  };
}

function selectChannels(
  node: ObjectNode,
  message: string,
  found: readonly SentMessage[],
): readonly SentMessage[] {
  if (!Object.hasOwn(node.value, 'channels')) return found;
  return textsAt(node, 'channels').flatMap((name, index) => {
    const one = found.find(({ channel }) => channel.name === name);
    if (one !== undefined) return [one];
    const { hint } = didYouMean(
      name,
      found.map(({ channel }) => channel.name),
    );
    refuse(node, ['channels', index], invalidExtension.eventChannel({ name, message }), hint);
    return [];
  });
}
