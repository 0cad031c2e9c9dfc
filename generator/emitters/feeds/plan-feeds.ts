import { flowsOver, messagesWith } from '../../model/analysis/channel-flows.js';
import type { Reporter } from '../../core/diagnostic.js';
import type { Api } from '../../model/api.js';
import { type FeedAddress, feedAddress } from '../../model/feed-address.js';
import type { Channel, Connection, Flow } from '../../model/message.js';
import type { Security } from '../../model/security.js';
import type { Shapes } from '../../model/shape/shape.js';
import { exportedIdentifier, nameOf, type NameScope } from '../../plan/names/name-scope.js';
import { chooseNames, type NameRequest } from '../../plan/names/names.js';
import type { OperationPlan } from '../../plan/plan.js';
import { camelCase, lowerFirst, pascalCase, wordsOf } from '../../plan/names/words.js';
import { isCarried, planControl } from './feed-control.js';
import { hasEvents, planEvents } from './feed-events.js';
import { planHeartbeat } from './feed-heartbeat.js';
import { directionsOf, planMessages, requestsOf } from './feed-messages.js';
import { planResync } from './feed-resync.js';
import type {
  FeedAddressArgumentsPlan,
  FeedChannelPlan,
  FeedControlPlan,
  FeedOperationPlan,
  FeedPlan,
  FeedAddressPlan,
} from './plan.js';

/** Input for planning feeds, besides the description. */
interface FeedContext {
  readonly shapes: Shapes;
  /** Base name of the generated classes. */
  readonly base: string;
  readonly names: NameScope;
  /** Operations of the whole package. One of them may return snapshots of order books. */
  readonly operations: readonly OperationPlan[];
  readonly reporter: Reporter;
}

/** Plans the WebSocket connections on which a server sends messages. */
export function planFeeds(api: Api, context: FeedContext): readonly FeedPlan[] {
  const feeds = api.connections.flatMap((connection) => {
    if (connection.protocol !== 'websocket') return [];
    const channels = connection.channels.flatMap(
      (key) => api.channels.find((each) => each.key === key) ?? [],
    );
    const directions = directionsOf(api, channels);
    const isFeed = directions.client.size > 0;
    return isFeed ? [{ connection, channels, directions }] : [];
  });
  const names = context.names.choose(
    feeds.flatMap(({ connection, channels }) =>
      nameRequests(
        context.base,
        connection,
        feedAddress(api.schemas, connection, channels).address,
        hasEvents(api, channels),
      ),
    ),
  );
  return feeds.map(({ connection, channels, directions }): FeedPlan => {
    const { key } = connection;
    const control = planControl(api, channels);
    const planned = planChannels(api, channels, control, context);
    const events = planEvents(api, planned);
    const { address } = feedAddress(api.schemas, connection, channels);
    const addresses = feedAddresses(api, connection, control, address?.path !== undefined);
    const name = (part: string, from: string, kind: 'type' | 'value'): FeedPlan['client'] =>
      exportedIdentifier(names, `${part} ${key}`, from, kind);
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
      ...addresses,
      ...(address === undefined ? {} : { address: planAddress(address, name) }),
      messages: planMessages(api, context.shapes, channels, directions),
      channels: planned,
      operations: planOperations(api, channels, control),
      ...(events.length === 0
        ? {}
        : {
            events: {
              typesType: name('events', 'feed-server.ts', 'type'),
              eventType: name('event', 'feed-server.ts', 'type'),
              all: events,
            },
          }),
      ...(control === undefined ? {} : { control }),
      demandsCredentials:
        planned.some(({ auth }) => auth === 'required') ||
        addresses.servers.some(({ demandsCredentials }) => demandsCredentials),
    };
  });
}

/**
 * Description of a feed. In a package of several documents, the document's text describes another
 * part, so the server's own text is used.
 */
function descriptionOf(api: Api, { servers }: Connection): { readonly description?: string } {
  const serverText = api.messageServers.find(({ name }) => servers.includes(name))?.description;
  const text = api.speaks.includes('http') ? serverText : (api.description?.text ?? api.title);
  return text === undefined ? {} : { description: text };
}

/**
 * Plans the channels on which the server sends messages unprompted. The control channel is not one
 * of them.
 */
function planChannels(
  api: Api,
  channels: readonly Channel[],
  control: FeedControlPlan | undefined,
  { shapes, operations, reporter }: FeedContext,
): readonly FeedChannelPlan[] {
  const connectionKeys = new Set(channels.map(({ key }) => key));
  const nameOf = channelNames(channels);
  return channels.flatMap((channel) => {
    if (channel.feed.control !== undefined) return [];
    const over = flowsOver(api, [channel.key]);
    const flows = over.filter((flow) => flow.channel === channel.key && flow.to === 'client');
    // Replies to requests from another connection arrive unprompted on this one.
    const foreignReplies = over.flatMap(({ channel: requestChannel, to, reply }) =>
      to === 'server' && reply?.channel === channel.key && !connectionKeys.has(requestChannel)
        ? reply.messages
        : [],
    );
    const keys = new Set([...flows.flatMap((flow) => flow.messages), ...foreignReplies]);
    const messages = messagesWith(api, keys);
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
        scopes: isSecured ? scopesOf(flows.flatMap(({ security = [] }) => security)) : [],
        ...(book === undefined ? {} : { book }),
        ...(heartbeat === undefined ? {} : { heartbeat }),
        ...(resync === undefined ? {} : { resync }),
      },
    ];
  });
}

/** Alternatives of scopes; none if one of them is open to every credential. */
function scopesOf(security: Security = []): readonly (readonly string[])[] {
  const scopes = security.map(({ schemes }) => schemes.flatMap((scheme) => scheme.scopes));
  return scopes.every((needed) => needed.length > 0) ? scopes : [];
}

/** Members of every feed client, which generated methods must not shadow. */
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
  const flows = flowsOver(api, keys).flatMap((flow) => {
    if (!keys.has(flow.channel) || flow.to !== 'server') return [];
    // A reply sent over another connection is not a reply here.
    const replyKeys = keys.has(flow.reply?.channel ?? flow.channel)
      ? flow.reply?.messages
      : undefined;
    const messages = messagesWith(api, flow.messages).filter(
      ({ key }) => !taken.has(key) && (replyKeys !== undefined || key !== ping),
    );
    const reply = replyKeys === undefined ? undefined : messagesWith(api, replyKeys);
    return messages.length === 0 ? [] : [{ flow, messages, reply }];
  });
  const methods = chooseNames(
    flows.map(({ flow }) => methodRequest(flow)),
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

function methodRequest({ key, name }: Flow): NameRequest {
  const own = camelCase(wordsOf(name));
  return { key, candidates: [own, `send${pascalCase(wordsOf(name))}`, `${own}Operation`] };
}

function planAddress(
  address: FeedAddress,
  name: (part: string, from: string, kind: 'type') => FeedPlan['client'],
): FeedAddressArgumentsPlan {
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

function nameRequests(
  base: string,
  { key, address, servers }: Connection,
  parsed: FeedAddress | undefined,
  hasEvents: boolean,
): readonly NameRequest[] {
  const literal = (address?.parts ?? []).filter((part) => typeof part === 'string').join('/');
  const [first, ...rest] = wordsOf(literal);
  const short = base + pascalCase(first === base.toLowerCase() ? rest : wordsOf(literal));
  const full = base + pascalCase(wordsOf(address?.text ?? ''));
  const withServer = base + pascalCase(wordsOf(servers.join(' '))) + pascalCase(wordsOf(literal));
  const request = (part: string, name: (base: string) => string): NameRequest => ({
    key: `${part} ${key}`,
    candidates: [name(short), name(full), name(withServer), name(`${full}Socket`)],
  });
  return [
    request('descriptor', (name) => `${lowerFirst(name)}FeedDescriptor`),
    request('channels', (name) => `${name}FeedChannels`),
    request('client', (name) => `${name}Feed`),
    request('server', (name) => `create${name}FeedServer`),
    request('server options', (name) => `${name}FeedServerOptions`),
    request('operations', (name) => `${name}FeedOperations`),
    ...(hasEvents
      ? [
          request('events', (name) => `${name}FeedEvents`),
          request('event', (name) => `${name}FeedEvent`),
        ]
      : []),
    request('checks', (name) => `${lowerFirst(name)}FeedChecks`),
    request('snapshots', (name) => `${lowerFirst(name)}FeedSnapshots`),
    ...(parsed === undefined || parsed.parameters.length === 0
      ? []
      : [request('parameters', (name) => `${name}FeedParameters`)]),
    ...(parsed === undefined || parsed.query.length === 0
      ? []
      : [
          request('query', (name) => `${name}FeedQuery`),
          request('options', (name) => `${name}FeedOptions`),
        ]),
  ];
}

/**
 * Plans the URLs of a feed: its address below the URL of each server. If the address has
 * parameters, it is added at run time.
 */
function feedAddresses(
  api: Api,
  { servers, address }: Connection,
  control: FeedControlPlan | undefined,
  hasParameters: boolean,
): Pick<FeedPlan, 'servers' | 'variables'> {
  const feedServers = api.messageServers.filter(({ name }) => servers.includes(name));
  const path = hasParameters ? '' : (address?.text ?? '');
  const variables = feedServers.flatMap((server) => server.variables);
  return {
    servers: feedServers.map(({ name, url, security, rates }): FeedAddressPlan => ({
      name,
      url: joinUrl(url, path),
      demandsCredentials: isCarried(api, control, security),
      scopes: isCarried(api, control, security) ? scopesOf(security) : [],
      ...(rates === undefined ? {} : { rates }),
    })),
    variables: [...new Map(variables.map((variable) => [variable.name, variable])).values()],
  };
}

function joinUrl(url: string, path: string): string {
  if (path === '' || path === '/') return url;
  return `${url.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;
}

/**
 * Chooses the program names of a connection's channels: their names in the document. AsyncAPI 2
 * names a channel by its address. If the address has parameters, the remaining words are used,
 * unless another channel has that name.
 */
function channelNames(channels: readonly Channel[]): (channel: Channel) => string {
  const candidates = channels.map((channel) => candidateName(channel.name));
  return ({ name }) => {
    const candidate = candidateName(name);
    return candidates.filter((each) => each === candidate).length > 1 ? name : candidate;
  };
}

function candidateName(name: string): string {
  if (!name.includes('{')) return name;
  const words = camelCase(wordsOf(name.replaceAll(/\{[^{}]*\}/g, ' ')));
  return words === '' ? name : words;
}
