import { invalidExtension } from '../../../../core/diagnostics/extensions.js';
import type { ControlAnswer, ControlError, ControlRequest, FeedControl } from '../../../feed.js';
import type { ChannelMessage } from '../../../message.js';
import type { Json } from '../../../schema.js';
import { parsePointer } from '../../../../core/pointer.js';
import { objectAt, optional } from '../../openapi/node.js';
import type { ObjectNode } from '../../openapi/node.js';
import { checkExtension, extensionAt, refuse } from '../extension.js';
import {
  messageAt,
  numberAt,
  pointerAt,
  pointersAt,
  requiredPointer,
  templateAt,
  wordAt,
} from './members.js';

const MEMBERS = ['subscribe', 'unsubscribe', 'subscribed', 'unsubscribed', 'error', 'limits'];
const READER = ['entries', 'channel', 'keys', 'sharedKeys', 'auth', 'id', 'options'];

/** Reads `x-control` of a channel: the control messages for subscriptions on its connection. */
export function readControl(
  channel: ObjectNode,
  messages: readonly ChannelMessage[],
): FeedControl | undefined {
  const node = extensionAt(channel, 'x-control', MEMBERS);
  if (node === undefined) return undefined;
  if (!Object.hasOwn(node.value, 'subscribe')) {
    return refuse(node, [], invalidExtension.missing({ what: '"x-control"', name: 'subscribe' }));
  }
  const subscribe = readRequest(node, 'subscribe', messages);
  const rest = {
    ...optional('unsubscribe', readRequest(node, 'unsubscribe', messages)),
    ...optional('subscribed', readReply(node, 'subscribed', messages)),
    ...optional('unsubscribed', readReply(node, 'unsubscribed', messages)),
    ...optional('error', readError(node, messages)),
    limits: readLimits(node),
    origin: node.origin,
  };
  return subscribe === undefined ? undefined : { subscribe, ...rest };
}

function readRequest(
  control: ObjectNode,
  name: string,
  messages: readonly ChannelMessage[],
): ControlRequest | undefined {
  const what = `"${name}"`;
  const node = objectAt(control, name);
  if (node === undefined) return undefined;
  checkExtension(node, ['message', 'template', 'read'], what);
  const message = messageAt(node, 'message', messages, what);
  const template = templateAt(node, 'template', what);
  const read = readReader(node, what);
  if (message === undefined || template === undefined || read === undefined) return undefined;
  return { message, template, read, origin: node.origin };
}

function readReader(request: ObjectNode, what: string): ControlRequest['read'] | undefined {
  const node = objectAt(request, 'read');
  if (node === undefined) {
    return Object.hasOwn(request.value, 'read')
      ? undefined
      : refuse(
          request,
          [],
          invalidExtension.missing({ what, name: 'read' }),
          'it describes how a server reads the request',
        );
  }
  checkExtension(node, READER, '"read"');
  const channel = requiredPointer(node, 'channel', '"read"');
  if (channel === undefined) return undefined;
  return {
    ...optional('entries', pointerAt(node, 'entries')),
    channel,
    ...optional('keys', pointersAt(node, 'keys')),
    ...optional('sharedKeys', pointersAt(node, 'sharedKeys')),
    ...optional('auth', pointersAt(node, 'auth')),
    ...optional('id', pointerAt(node, 'id')),
    ...optional('options', pointersAt(node, 'options')),
  };
}

function readReply(
  control: ObjectNode,
  name: string,
  messages: readonly ChannelMessage[],
): ControlAnswer | undefined {
  const what = `"${name}"`;
  const node = objectAt(control, name);
  if (node === undefined) return undefined;
  checkExtension(node, ['message', 'match', 'list', 'template', 'item', 'each'], what);
  const message = messageAt(node, 'message', messages, what);
  const template = templateAt(node, 'template', what);
  const item = Object.hasOwn(node.value, 'item') ? templateAt(node, 'item', what) : undefined;
  const each = wordAt(node, 'each', ['request', 'channel', 'key'] as const);
  if (message === undefined || template === undefined) return undefined;
  return {
    message,
    ...optional('match', readMatch(node)),
    ...optional('list', readList(node)),
    template,
    ...optional('item', item),
    ...optional('each', each),
    origin: node.origin,
  };
}

function readList(answer: ObjectNode): ControlAnswer['list'] {
  const node = objectAt(answer, 'list');
  if (node === undefined) return undefined;
  checkExtension(node, ['items', 'channel', 'keys'], '"list"');
  const items = requiredPointer(node, 'items', '"list"');
  const channel = requiredPointer(node, 'channel', '"list"');
  if (items === undefined || channel === undefined) return undefined;
  return { items, channel, ...optional('keys', pointersAt(node, 'keys')) };
}

function readError(
  control: ObjectNode,
  messages: readonly ChannelMessage[],
): ControlError | undefined {
  const node = objectAt(control, 'error');
  if (node === undefined) return undefined;
  checkExtension(node, ['message', 'match', 'text', 'reason', 'code', 'template'], '"error"');
  const message = messageAt(node, 'message', messages, '"error"');
  const text = requiredPointer(node, 'text', '"error"');
  const template = templateAt(node, 'template', '"error"');
  if (message === undefined || text === undefined || template === undefined) return undefined;
  return {
    message,
    ...optional('match', readMatch(node)),
    text,
    ...optional('reason', pointerAt(node, 'reason')),
    ...optional('code', pointerAt(node, 'code')),
    template,
    origin: node.origin,
  };
}

/** Reads templates, each with the pointer to the value that must equal it. */
function readMatch(answer: ObjectNode): { readonly [pointer: string]: Json } | undefined {
  const node = objectAt(answer, 'match');
  if (node === undefined) return undefined;
  return Object.fromEntries(
    Object.keys(node.value).flatMap((pointer): [string, Json][] => {
      if (pointer === 'x-basis') return [];
      if (parsePointer(pointer) === undefined) {
        refuse(
          node,
          [pointer],
          invalidExtension.pointer({ text: pointer }),
          `did you mean "/${pointer}"?`,
        );
        return [];
      }
      const template = templateAt(node, pointer, '"match"');
      return template === undefined ? [] : [[pointer, template]];
    }),
  );
}

function readLimits(control: ObjectNode): FeedControl['limits'] {
  const node = objectAt(control, 'limits');
  if (node === undefined) return {};
  checkExtension(node, ['firstSubscribe', 'subscriptionsPerKey', 'messageBytes'], '"limits"');
  return {
    ...optional('firstSubscribe', numberAt(node, 'firstSubscribe', 1, 'milliseconds')),
    ...optional('subscriptionsPerKey', numberAt(node, 'subscriptionsPerKey', 1, 'subscriptions')),
    ...optional('messageBytes', numberAt(node, 'messageBytes', 1, 'bytes')),
  };
}
