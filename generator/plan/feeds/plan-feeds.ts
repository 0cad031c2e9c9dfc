import type { Reporter } from '../../core/diagnostic.js';
import type { Api } from '../../model/api.js';
import { type FeedAddress, feedAddress } from '../../model/feed-address.js';
import type { Channel, Connection, Flow, Message } from '../../model/message.js';
import type { Shapes } from '../../model/shape.js';
import { exported, nameOf } from '../exported.js';
import { chooseNames, type Wish } from '../names.js';
import type { OperationPlan } from '../plan.js';
import { camelCase, lowerFirst, pascalCase, wordsOf } from '../words.js';
import { channelNames } from './channel-names.js';
import { isCarried, planControl } from './feed-control.js';
import { planHeartbeat } from './feed-heartbeat.js';
import { directionsOf, planMessages, requestsOf } from './feed-messages.js';
import { placesOf } from './feed-places.js';
import { planResync } from './feed-resync.js';
import type {
  FeedAddressPlan,
  FeedChannelPlan,
  FeedControlPlan,
  FeedOperationPlan,
  FeedPlan,
} from './plan.js';

/** What feeds are planned with, beside the description. */
export interface FeedContext {
  readonly shapes: Shapes;
  /** What classes are called after. */
  readonly base: string;
  readonly taken: Set<string>;
  /** Of the whole package: one of them may make books whole. */
  readonly operations: readonly OperationPlan[];
  readonly reporter: Reporter;
}

/** The connections over WebSockets on which something is said, with their names. */
export function planFeeds(api: Api, context: FeedContext): readonly FeedPlan[] {
  const found = api.connections.flatMap((connection) => {
    if (connection.protocol !== 'websocket') return [];
    const channels = connection.channels.flatMap(
      (key) => api.channels.find((each) => each.key === key) ?? [],
    );
    const directions = directionsOf(api, channels);
    const isFeed = directions.client.size > 0;
    return isFeed ? [{ connection, channels, directions }] : [];
  });
  const names = chooseNames(
    found.flatMap(({ connection, channels }) =>
      wishes(context.base, connection, feedAddress(api.schemas, connection, channels).address),
    ),
    context.taken,
  );
  return found.map(({ connection, channels, directions }): FeedPlan => {
    const { key } = connection;
    const control = planControl(api, channels);
    const planned = planChannels(api, channels, control, context);
    const { address } = feedAddress(api.schemas, connection, channels);
    const places = placesOf(api, connection, control, address?.path !== undefined);
    const name = (part: string, from: string, kind: 'type' | 'value'): FeedPlan['client'] =>
      exported(names, `${part} ${key}`, from, kind);
    return {
      connection,
      descriptor: name('descriptor', 'feed.ts', 'value'),
      channelsType: name('channels', 'feed.ts', 'type'),
      client: name('client', 'feed.ts', 'value'),
      server: name('server', 'feed-server.ts', 'value'),
      serverOptions: name('server options', 'feed-server.ts', 'type'),
      operationsType: name('operations', 'feed-server.ts', 'type'),
      checks: name('checks', 'feed-checks.ts', 'value'),
      ...(planned.some(({ resync }) => resync !== undefined)
        ? { snapshots: name('snapshots', 'feed-snapshots.ts', 'value') }
        : {}),
      ...descriptionOf(api, connection),
      ...places,
      ...(address === undefined ? {} : { address: planAddress(address, name) }),
      messages: planMessages(api, context.shapes, channels, directions),
      channels: planned,
      operations: planOperations(api, channels, control),
      ...(control === undefined ? {} : { control }),
      demandsCredentials:
        planned.some(({ auth }) => auth === 'required') ||
        places.servers.some(({ demandsCredentials }) => demandsCredentials),
    };
  });
}

/** In a package of several descriptions the document's words are those of another one: the server has its own. */
function descriptionOf(api: Api, { servers }: Connection): { readonly description?: string } {
  const own = api.messageServers.find(({ name }) => servers.includes(name))?.description;
  const text = api.speaks.includes('http') ? own : (api.description ?? api.title);
  return text === undefined ? {} : { description: text };
}

/** Channels over which a client is sent something of its own accord; where subscribing is said is none of them. */
function planChannels(
  api: Api,
  channels: readonly Channel[],
  control: FeedControlPlan | undefined,
  { shapes, operations, reporter }: FeedContext,
): readonly FeedChannelPlan[] {
  const own = new Set(channels.map(({ key }) => key));
  const nameOf = channelNames(channels);
  return channels.flatMap((channel) => {
    if (channel.feed.control !== undefined) return [];
    const flows = api.flows.filter((flow) => flow.channel === channel.key && flow.to === 'client');
    // Replies to what was asked over another connection come of their own accord here.
    const foreign = api.flows.flatMap(({ channel: asked, to, reply }) =>
      to === 'server' && reply?.channel === channel.key && !own.has(asked) ? reply.messages : [],
    );
    const keys = new Set([...flows.flatMap((flow) => flow.messages), ...foreign]);
    const messages = api.messages.filter((message) => keys.has(message.key));
    if (messages.length === 0) return [];
    const { book, subscription } = channel.feed;
    const isSecured = flows.some(({ security }) => isCarried(api, control, security));
    const resync = book && planResync(book, shapes, operations, reporter);
    const heartbeat = planHeartbeat(channel, messages, shapes);
    return [
      {
        channel,
        name: nameOf(channel),
        messages,
        auth: subscription?.auth ?? (isSecured ? 'required' : 'none'),
        ...(book === undefined ? {} : { book }),
        ...(heartbeat === undefined ? {} : { heartbeat }),
        ...(resync === undefined ? {} : { resync }),
      },
    ];
  });
}

/** Members that every client has, which methods must not take the place of. */
const CLIENT_MEMBERS = [
  'isOpen',
  'connect',
  'on',
  'subscribe',
  'levelBook',
  'orderBook',
  'send',
  'request',
  'resync',
  'close',
  'constructor',
];

function planOperations(
  api: Api,
  channels: readonly Channel[],
  control: FeedControlPlan | undefined,
): readonly FeedOperationPlan[] {
  const keys = new Set(channels.map(({ key }) => key));
  const taken = new Set<string>(control === undefined ? [] : requestsOf(control.control));
  const ping = control?.heartbeat?.ping?.message;
  const flows = api.flows.flatMap((flow) => {
    if (!keys.has(flow.channel) || flow.to !== 'server') return [];
    // What comes back over another connection answers nothing here.
    const answers = keys.has(flow.reply?.channel ?? flow.channel)
      ? flow.reply?.messages
      : undefined;
    const messages = messagesOf(api, flow.messages).filter(
      ({ key }) => !taken.has(key) && (answers !== undefined || key !== ping),
    );
    const reply = answers === undefined ? undefined : messagesOf(api, answers);
    return messages.length === 0 ? [] : [{ flow, messages, reply }];
  });
  const methods = chooseNames(
    flows.map(({ flow }) => methodWish(flow)),
    new Set(CLIENT_MEMBERS),
  );
  return flows.map(({ flow, messages, reply }): FeedOperationPlan => ({
    name: flow.name,
    method: nameOf(methods, flow.key),
    flow,
    messages,
    ...(reply === undefined ? {} : { reply }),
  }));
}

function methodWish({ key, name }: Flow): Wish {
  const own = camelCase(wordsOf(name));
  return { key, candidates: [own, `send${pascalCase(wordsOf(name))}`, `${own}Operation`] };
}

function messagesOf(api: Api, keys: readonly string[]): readonly Message[] {
  return api.messages.filter(({ key }) => keys.includes(key));
}

function planAddress(
  address: FeedAddress,
  name: (part: string, from: string, kind: 'type') => FeedPlan['client'],
): FeedAddressPlan {
  const { parameters, query } = address;
  return {
    ...address,
    ...(parameters.length === 0 ? {} : { parametersType: name('parameters', 'feed.ts', 'type') }),
    ...(query.length === 0
      ? {}
      : {
          queryType: name('query', 'feed.ts', 'type'),
          optionsType: name('options', 'feed.ts', 'type'),
        }),
  };
}

function wishes(
  base: string,
  { key, address, servers }: Connection,
  filled: FeedAddress | undefined,
): readonly Wish[] {
  const literal = (address?.parts ?? []).filter((part) => typeof part === 'string').join('/');
  const [first, ...rest] = wordsOf(literal);
  const short = base + pascalCase(first === base.toLowerCase() ? rest : wordsOf(literal));
  const whole = base + pascalCase(wordsOf(address?.text ?? ''));
  const placed = base + pascalCase(wordsOf(servers.join(' '))) + pascalCase(wordsOf(literal));
  const wish = (part: string, name: (base: string) => string): Wish => ({
    key: `${part} ${key}`,
    candidates: [name(short), name(whole), name(placed), name(`${whole}Socket`)],
  });
  return [
    wish('descriptor', (name) => `${lowerFirst(name)}FeedDescriptor`),
    wish('channels', (name) => `${name}FeedChannels`),
    wish('client', (name) => `${name}Feed`),
    wish('server', (name) => `create${name}FeedServer`),
    wish('server options', (name) => `${name}FeedServerOptions`),
    wish('operations', (name) => `${name}FeedOperations`),
    wish('checks', (name) => `${lowerFirst(name)}FeedChecks`),
    wish('snapshots', (name) => `${lowerFirst(name)}FeedSnapshots`),
    ...(filled === undefined || filled.parameters.length === 0
      ? []
      : [wish('parameters', (name) => `${name}FeedParameters`)]),
    ...(filled === undefined || filled.query.length === 0
      ? []
      : [
          wish('query', (name) => `${name}FeedQuery`),
          wish('options', (name) => `${name}FeedOptions`),
        ]),
  ];
}
