import { parsePointer } from '../../core/pointer.js';
import { isBinaryMessage } from '../../model/analysis/binary-schema.js';
import type { Message } from '../../model/message.js';
import type { FeedChannelPlan, FeedOperationPlan, FeedPlan } from './plan.js';
import type { Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { bodyType } from '../../typescript/body-type.js';
import { code, type Code, identifier, propertyName, stringLiteral } from '../../printer/code.js';
import { call, returns } from '../../printer/values.js';
import { generic, objectType, union } from '../../printer/types.js';
import { exportedClass, exportedInterface, type Method } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { typeExpression } from '../../typescript/type-expression.js';
import { carriedProperties } from './carried.js';
import { addressMembers, constructorOf } from './address.js';
import { docsOf } from '../../typescript/docblock.js';

/** Declares the types of each channel of a feed. */
export function channelsType(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  return exportedInterface(scope.name(feed.channelsType), {
    docs: [code`Types of the channels.`],
    members: feed.channels.map((channel) => ({
      name: propertyName(channel.name),
      type: channelType(plan, scope, channel, feed.address),
      docs: docsOf(channel.channel.description ?? channel.channel.summary ?? channel.channel.title),
    })),
  });
}

function channelType(
  plan: Plan,
  scope: FileScope,
  { channel, messages, book, heartbeat, resync }: FeedChannelPlan,
  address: FeedPlan['address'],
): Code {
  const keys = channel.feed.subscription?.keys;
  const keyMode =
    keys === undefined ? code`'none'` : keys.required ? code`'required'` : code`'optional'`;
  const properties = carriedProperties(channel.feed.subscription?.match ?? [], plan.shapes.int64);
  const withProperties = (all: readonly Message[]): Code => {
    const type = payloads(plan, scope, all, 'receive');
    return properties === undefined
      ? type
      : generic(scope.name(runtimeNames.socket.Carried), [type, properties]);
  };
  const members = [
    { label: code`readonly keys`, type: keyMode },
    { label: code`readonly message`, type: withProperties(messages) },
    ...(resync === undefined
      ? []
      : [{ label: code`readonly snapshot`, type: snapshotType(plan, scope, resync) }]),
    ...(heartbeat === undefined
      ? []
      : [
          {
            label: code`readonly heartbeat`,
            type: heartbeatType(scope, heartbeat, withProperties([heartbeat.message])),
          },
        ]),
    ...(book === undefined ? [] : [{ label: code`readonly book`, type: stringLiteral(book.kind) }]),
    ...addressMembers(scope, address),
  ];
  return objectType(members);
}

/**
 * Type of a heartbeat as the program supplies it. Properties that the server fills in are optional.
 */
function heartbeatType(
  scope: FileScope,
  { filled }: NonNullable<FeedChannelPlan['heartbeat']>,
  type: Code,
): Code {
  if (filled.length === 0) return type;
  const members = union(filled.map((name) => stringLiteral(name)));
  return generic(scope.name(runtimeNames.socket.IdOptional), [type, members]);
}

/** Type of a snapshot: the union of the operation's success bodies. */
function snapshotType(
  plan: Plan,
  scope: FileScope,
  { operation }: NonNullable<FeedChannelPlan['resync']>,
): Code {
  const bodies = operation.outcomes
    .filter(({ success }) => success)
    .map(({ outcome }) => bodyType(plan, scope, outcome.contents, 'client-receives'));
  return union(bodies);
}

/** Union of the payload types of messages. */
export function payloads(
  plan: Plan,
  scope: FileScope,
  messages: readonly Message[],
  direction: 'send' | 'receive',
): Code {
  const types = messages.map((message) => {
    const { payload } = message;
    if (isBinaryMessage(plan.api.schemas, message)) return code`Uint8Array`;
    return payload === undefined
      ? code`unknown`
      : typeExpression(plan, scope, payload, { direction, representation: 'value' });
  });
  return union(types);
}

/** Declares the client: a subclass of the runtime's with a method for each operation. */
export function clientClass(plan: Plan, scope: FileScope, feed: FeedPlan): Declaration {
  const { FeedClient } = runtimeNames.socket;
  const sent = feed.operations.flatMap(({ messages }) => messages);
  const parameters = [
    scope.name(feed.channelsType),
    ...(sent.length === 0 ? [] : [payloads(plan, scope, sent, 'send')]),
  ];
  return exportedClass(scope.name(feed.client), {
    docs: docsOf(feed.description),
    extends: generic(scope.name(FeedClient), parameters),
    fields: [],
    ...constructorOf(scope, feed),
    methods: feed.operations.map((operation) => method(plan, scope, feed, operation)),
  });
}

function method(
  plan: Plan,
  scope: FileScope,
  feed: FeedPlan,
  operation: FeedOperationPlan,
): Method & { readonly statements: readonly Code[] } {
  const { flow, messages, reply } = operation;
  const docs = docsOf(flow.description ?? flow.summary ?? flow.title);
  const name = identifier(operation.method);
  if (reply === undefined) {
    const type = payloads(plan, scope, messages, 'send');
    return {
      name,
      parameters: [{ name: code`message`, type }],
      returnType: code`void`,
      docs,
      statements: [code`this.send(message);`],
    };
  }
  const replyType = payloads(plan, scope, reply, 'receive');
  const options = scope.name(runtimeNames.socket.FeedRequestOptions);
  return {
    name,
    parameters: [
      { name: code`message`, type: requestType(plan, scope, feed, messages) },
      { name: code`options`, type: options, optional: true },
    ],
    returnType: generic(code`Promise`, [replyType]),
    docs,
    statements: [
      returns(
        call(
          code`this.request`,
          [stringLiteral(operation.name), code`message`, code`options`],
          [replyType],
        ),
      ),
    ],
  };
}

/**
 * Type of a request. The property that the reply repeats is optional, because the client can fill
 * it in.
 */
function requestType(
  plan: Plan,
  scope: FileScope,
  feed: FeedPlan,
  messages: readonly Message[],
): Code {
  const types = messages.map((message) => {
    const type = payloads(plan, scope, [message], 'send');
    const planned = feed.messages.find((each) => each.message === message);
    const path = parsePointer(planned?.correlation?.pointer ?? '') ?? [];
    const [member] = path;
    if (member === undefined || path.length > 1) return type;
    return generic(scope.name(runtimeNames.socket.IdOptional), [type, stringLiteral(member)]);
  });
  return union(types);
}
