import type { Reporter } from '../../core/diagnostic.js';
import { isBinaryMessage } from '../../model/analysis/binary-schema.js';
import { messagesWith } from '../../model/analysis/channel-flows.js';
import type { Api } from '../../model/api.js';
import type { Channel, Flow, Message, Reply } from '../../model/message.js';
import type { Shape, Shapes } from '../../model/shape/shape.js';
import { matchMessages } from '../../plan/message-conditions.js';
import { exportedIdentifier, nameOf, type NameScope } from '../../plan/names/name-scope.js';
import { chooseNames, type NameRequest } from '../../plan/names/names.js';
import { camelCase, lowerFirst, pascalCase, wordsOf } from '../../plan/names/words.js';
import type { Plan } from '../../plan/plan.js';
import { dereferencedShape } from '../../plan/schemas/pointer-schema.js';
import { planArguments } from './plan-arguments.js';
import { planBindings, planMessageBindings } from './plan-bindings.js';
import {
  isListed,
  type BrokerMessagePlan,
  type BrokerOperationPlan,
  type BrokerReplyPlan,
  type BrokersPlan,
  type OperationMessagePlan,
} from './plan.js';

/** Input for planning publishers and subscribers. */
export interface BrokersContext {
  readonly plan: Plan;
  readonly names: NameScope;
  readonly reporter: Reporter;
  readonly options: { readonly role?: 'publisher' | 'subscriber' | 'both' };
}

const file = 'broker.ts';

/** An operation before it has a name for its method. */
interface Candidate {
  readonly name: string;
  readonly channel: Channel;
  readonly flow?: Flow;
}

/** An operation before the forms of its messages are known. */
type DescribedOperation = Omit<BrokerOperationPlan, 'arguments'>;

/** Members of the classes of the runtime, which methods must not replace. */
const classMembers = ['constructor', 'publish', 'request', 'receive', 'respond', 'close'];

/** Plans publishers and subscribers of the channels whose servers are message brokers. */
export function planBrokers({
  plan,
  names,
  reporter,
  options: { role = 'both' },
}: BrokersContext): BrokersPlan | undefined {
  const { api, shapes, baseName: base } = plan;
  const candidates = candidatesOf(api);
  if (candidates.length === 0) return undefined;
  const methods = chooseNames(candidates.map(methodRequest), new Set(classMembers));
  const operations = candidates.flatMap((candidate): readonly DescribedOperation[] => {
    const { name, channel, flow } = candidate;
    const { address, parameters } = channel;
    const keys = flow?.messages ?? channel.messages.map(({ message }) => message);
    if (address === null) return [];
    const text = flow?.description ?? flow?.summary ?? channel.description ?? channel.summary;
    return [
      {
        ...(flow === undefined ? {} : { flow: flow.key }),
        channel: channel.key,
        ...(flow?.reply?.channel === undefined ? {} : { replyChannel: flow.reply.channel }),
        name,
        method: nameOf(methods, keyOf(candidate)),
        ...(text === undefined ? {} : { description: text }),
        address,
        parameters,
        givenParameters: parameters.filter(({ location }) => location === undefined),
        messages: matched(messagesWith(api, keys), shapes),
        ...(flow?.reply === undefined
          ? {}
          : { reply: planReply(api, shapes, channel, flow.reply) }),
        bindings: planBindings(channel, flow, reporter),
      },
    ];
  });
  if (operations.length === 0) return undefined;
  const chosen = names.choose([
    request('descriptor', `${lowerFirst(base)}BrokerDescriptor`),
    request('checks', `${lowerFirst(base)}BrokerChecks`),
    request('publisher', `${base}Publisher`, `${base}BrokerPublisher`),
    request('subscriber', `${base}Subscriber`, `${base}BrokerSubscriber`),
    ...codecRequests(operations),
  ]);
  const identifier = (key: string): BrokersPlan['descriptor'] =>
    exportedIdentifier(chosen, key, file, 'value');
  const messages = planMessages(api, shapes, operations, candidates, reporter).map(
    (each): BrokerMessagePlan =>
      each.form === 'codec' ? { ...each, codec: identifier(codecKey(each.message)) } : each,
  );
  return {
    file,
    descriptor: identifier('descriptor'),
    checks: identifier('checks'),
    ...(role === 'subscriber' ? {} : { publisher: identifier('publisher') }),
    ...(role === 'publisher' ? {} : { subscriber: identifier('subscriber') }),
    operations: operations.map((operation) => ({
      ...operation,
      arguments: planArguments(operation.messages, messages),
    })),
    messages,
    requiresHeaders: messages.some(({ requiresHeaders }) => requiresHeaders),
    hasListedParameters: operations.some(({ parameters }) => parameters.some(isListed)),
  };
}

/** Names of the codecs of payloads: `userPayload` for the message `user`. */
function codecRequests(operations: readonly DescribedOperation[]): readonly NameRequest[] {
  const messages = new Set(messagesOf(operations).filter(({ language }) => language !== undefined));
  return [...messages].map((message) => {
    const name = camelCase(wordsOf(message.name));
    return request(codecKey(message), `${name}Payload`, `${name}PayloadCodec`);
  });
}

function codecKey({ key }: Message): string {
  return `codec:${key}`;
}

/** Messages and replies of operations. */
function messagesOf(operations: readonly DescribedOperation[]): readonly Message[] {
  return operations.flatMap(({ messages, reply }) =>
    [...messages, ...(reply?.messages ?? [])].map(({ message }) => message),
  );
}

function request(key: string, ...candidates: readonly string[]): NameRequest {
  return { key, candidates };
}

/** Operations over brokers in the order of the description; a channel without operations counts as one. */
function candidatesOf(api: Api): readonly Candidate[] {
  const channels = new Map(
    api.connections
      .filter(({ protocol }) => protocol === 'broker')
      .flatMap((connection) => connection.channels)
      .flatMap((key) => api.channels.filter((channel) => channel.key === key))
      .map((channel) => [channel.key, channel]),
  );
  const flows = api.flows.flatMap((flow): readonly Candidate[] => {
    const channel = channels.get(flow.channel);
    return channel === undefined ? [] : [{ name: flow.name, channel, flow }];
  });
  const used = new Set(
    api.flows.flatMap(({ channel, reply }) => [
      channel,
      ...(reply?.channel === undefined ? [] : [reply.channel]),
    ]),
  );
  const taken = new Set(flows.map(({ name }) => name));
  const unused = [...channels.values()].filter(({ key }) => !used.has(key));
  return [
    ...flows,
    ...unused.map((channel) => ({
      name: taken.has(channel.name) ? channel.key : channel.name,
      channel,
    })),
  ];
}

function keyOf({ channel, flow }: Candidate): string {
  return flow?.key ?? channel.key;
}

function methodRequest(candidate: Candidate): NameRequest {
  const words = wordsOf(candidate.name.replaceAll(/\{[^{}]*\}/g, ' '));
  const own = camelCase(words.length === 0 ? wordsOf(candidate.name) : words);
  return {
    key: keyOf(candidate),
    candidates: [
      own,
      camelCase(wordsOf(candidate.name)),
      `${own}Operation`,
      `on${pascalCase(words)}`,
    ],
  };
}

/** Conditions for each message. A single message needs none, so that its check reports how it differs. */
function matched(messages: readonly Message[], shapes: Shapes): readonly OperationMessagePlan[] {
  if (messages.length === 1) return messages.map((message) => ({ message, match: [] }));
  const all = matchMessages(messages, shapes);
  // Messages without conditions match anything, so they come last.
  return [
    ...all.filter(({ match }) => match.length > 0),
    ...all.filter(({ match }) => match.length === 0),
  ];
}

function planReply(
  api: Api,
  shapes: Shapes,
  channel: Channel,
  { channel: key, messages }: Reply,
): BrokerReplyPlan {
  const replyChannel = api.channels.find((each) => each.key === key);
  const address = replyChannel?.address;
  const isOwn = replyChannel === undefined || replyChannel.key === channel.key;
  const isFixed =
    address !== null &&
    address !== undefined &&
    address.parts.every((part) => typeof part === 'string');
  return {
    messages: matched(messagesWith(api, messages), shapes),
    ...(isFixed && !isOwn ? { address: address.text } : {}),
  };
}

function planMessages(
  api: Api,
  shapes: Shapes,
  operations: readonly DescribedOperation[],
  candidates: readonly Candidate[],
  reporter: Reporter,
): readonly BrokerMessagePlan[] {
  const directions = new Map<string, 'send' | 'receive'>();
  for (const { flow } of candidates) {
    const [forward, backward] =
      flow?.to === 'server' ? (['send', 'receive'] as const) : (['receive', 'send'] as const);
    for (const key of flow?.messages ?? []) directions.set(key, forward);
    for (const key of flow?.reply?.messages ?? [])
      if (!directions.has(key)) directions.set(key, backward);
  }
  return [...new Set(messagesOf(operations))].map((message): BrokerMessagePlan => ({
    message,
    form: formOf(api, shapes, message),
    direction: directions.get(message.key) ?? 'receive',
    ...planHeaders(shapes, message),
    bindings: planMessageBindings(message, reporter),
  }));
}

/** Form of a payload. A payload in a language that is not supported is bytes for a codec of the program. */
function formOf(api: Api, shapes: Shapes, message: Message): BrokerMessagePlan['form'] {
  const { payload, payloadFormat, contentType, language } = message;
  if (language !== undefined) return 'codec';
  if (payloadFormat !== undefined || isBinaryMessage(api.schemas, message)) return 'bytes';
  const isText = /^text\//i.test(contentType.trim());
  const shape = payload === undefined ? undefined : dereferencedShape(shapes, payload);
  return isText && (shape === undefined || shape.kind === 'string') ? 'text' : 'json';
}

function planHeaders(
  shapes: Shapes,
  { headers }: Message,
): Pick<BrokerMessagePlan, 'headerTypes' | 'requiresHeaders'> {
  const shape = headers === undefined ? undefined : dereferencedShape(shapes, headers);
  const members = shape === undefined ? [] : membersOf(shape);
  return {
    headerTypes: members.flatMap(({ name, shape: member }) => {
      const type = headerType(shapes, member);
      return type === undefined ? [] : [[name, type] as const];
    }),
    requiresHeaders: members.some(({ optional }) => !optional),
  };
}

function membersOf(
  shape: Shape,
): readonly { readonly name: string; readonly optional: boolean; readonly shape: Shape }[] {
  return shape.kind === 'object' ? shape.members : [];
}

/** Type of a header that is not text; `undefined` for text. */
function headerType(shapes: Shapes, shape: Shape): 'number' | 'boolean' | 'json' | undefined {
  const known = shape.kind === 'reference' ? dereferencedShape(shapes, shape.target) : shape;
  switch (known.kind) {
    case 'string':
    case 'branded':
    case 'unknown':
      return undefined;
    case 'number':
    case 'boolean':
      return known.kind;
    case 'literal':
      return typeof known.value === 'string' ? undefined : 'json';
    default:
      return isTextUnion(known) ? undefined : 'json';
  }
}

/** True for a list of texts, such as an enum. */
function isTextUnion(shape: Shape): boolean {
  return (
    shape.kind === 'union' &&
    shape.members.every(
      (member) =>
        member.kind === 'string' || (member.kind === 'literal' && typeof member.value === 'string'),
    )
  );
}
