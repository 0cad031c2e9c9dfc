import { headerValues } from '../../runtime/core/headers.js';
import { credentialLocation } from '../../runtime/core/server/credentials.js';
import type { AcceptSocket, SocketRefusal, SocketRequest } from '../../runtime/websocket/socket.js';
import type { Api, NameKey } from '../model/api.js';
import type { Channel, Connection, Flow, Message } from '../model/message.js';
import type { SchemaId } from '../model/schema.js';
import type { Security } from '../model/security.js';
import { restrictTo, shapesOf } from './compile-operation.js';
import { describeApi } from './endpoints.js';
import type { MockSettings } from './http-handler.js';
import { createValues, type Values } from './response-bodies.js';

/** WebSocket connections of a description that share an address. */
export interface MockFeed {
  /** Address with parameters in braces, such as `/feed/{symbol}`. */
  readonly address: string;
  readonly channels: readonly string[];
  /** True if a path, without its query, is this address. */
  matches(path: string): boolean;
  /** Texts of the messages that the server publishes, in order, again and again. */
  publish(count: number): string | undefined;
  readonly security: Security;
  readonly api: Api;
}

/** Finds the WebSocket channels of a description. Their messages are made when they are first published. */
export function feedsOf(api: Api, seed: number): readonly MockFeed[] {
  return api.connections
    .filter(({ protocol }) => protocol === 'websocket')
    .flatMap((connection) => {
      const channels = api.channels.filter(({ key }) => connection.channels.includes(key));
      const bases = basesOf(api, connection);
      const publish = publisher(api, channels, seed);
      return bases.map((base): MockFeed => {
        const address = `${base}${connection.address?.text ?? ''}` || '/';
        const pattern = addressPattern(address);
        return {
          address,
          channels: channels.map(({ name }) => name),
          matches: (path) => pattern.length === segmentsOf(path).length && fits(pattern, path),
          publish,
          security: securityOf(api, connection),
          api,
        };
      });
    });
}

/** Paths of the servers of a connection, without a trailing slash. */
function basesOf(api: Api, { servers }: Connection): readonly string[] {
  const paths = api.messageServers
    .filter(({ name }) => servers.includes(name))
    .map(({ url, variables }) => {
      const expanded = variables.reduce(
        (text, variable) => text.replaceAll(`{${variable.name}}`, () => variable.default),
        url,
      );
      const [, path = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(expanded) ?? [];
      return path.replace(/\/+$/, '');
    });
  return paths.length === 0 ? [''] : [...new Set(paths)];
}

/** Segments of an address; those that contain a parameter match any text. */
function addressPattern(address: string): readonly (string | undefined)[] {
  return segmentsOf(address).map((segment) => (segment.includes('{') ? undefined : segment));
}

function segmentsOf(path: string): readonly string[] {
  const [text = ''] = path.split('?', 1);
  return text.replace(/^\//, '').replace(/\/$/, '').split('/');
}

function fits(pattern: readonly (string | undefined)[], path: string): boolean {
  return segmentsOf(path).every((segment, index) => {
    const expected = pattern[index];
    return expected === undefined ? segment !== '' : expected === segment;
  });
}

/** Requirements of the server, or of the first flow that has its own. */
function securityOf(api: Api, { servers, channels }: Connection): Security {
  const own = api.flows.find(
    ({ channel, security }) => channels.includes(channel) && security !== undefined,
  );
  const server = api.messageServers.find(({ name }) => servers.includes(name));
  return own?.security ?? server?.security ?? [];
}

/** Texts of the messages that clients receive. Each round has another seed. */
function publisher(
  api: Api,
  channels: readonly Channel[],
  seed: number,
): (count: number) => string | undefined {
  const messages = receivedMessages(api, channels);
  let values: Values | undefined;
  return (count) => {
    const message = messages[count % messages.length];
    if (message === undefined) return undefined;
    const round = Math.floor(count / messages.length);
    const payloads = messages.flatMap(({ payload }) => payload ?? []);
    values ??= createValues(shapesOf(restrictTo(api, [], messages)), payloads);
    const value = payloadOf(message, values, seed, round);
    return value === undefined ? undefined : textOf(value);
  };
}

function receivedMessages(api: Api, channels: readonly Channel[]): readonly Message[] {
  const keys = new Set(channels.map(({ key }) => key));
  const flows = api.flows.filter(({ channel }) => keys.has(channel));
  const toClient = flows.filter(({ to }) => to === 'client');
  const named = flows.length > 0 ? keysOf(toClient) : allOf(channels);
  return api.messages.filter(({ key }) => named.has(key));
}

function keysOf(flows: readonly Flow[]): ReadonlySet<NameKey> {
  return new Set(flows.flatMap(({ messages }) => messages));
}

function allOf(channels: readonly Channel[]): ReadonlySet<NameKey> {
  return new Set(channels.flatMap(({ messages }) => messages.map(({ message }) => message)));
}

/** A valid example in the first rounds, then fakes. */
function payloadOf(
  { examples, payload }: Message,
  values: Values,
  seed: number,
  round: number,
): unknown {
  const isValid = (value: unknown, id: SchemaId | undefined): boolean =>
    id === undefined || values.isValid(id, value);
  const described = examples.flatMap((example) =>
    example.payload !== undefined && isValid(example.payload, payload) ? [example.payload] : [],
  );
  if (round < described.length) return described[round];
  return payload === undefined ? {} : values.fake(payload, seed + round - described.length);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Waiting bytes of a connection from which on messages are left out, because its reader is slow. */
const maxBuffered = 1024 * 1024;

/** Settings of published messages. */
export interface PublishSettings extends Pick<MockSettings, 'log'> {
  /** Milliseconds between two messages on a connection. */
  readonly interval: number;
}

/** Accepts the connections of all feeds. Each receives a message at once, and then one at every interval. */
export function acceptFeeds(
  feeds: readonly MockFeed[],
  { interval, log }: PublishSettings,
): AcceptSocket {
  const feedAt = (request: SocketRequest): MockFeed | undefined =>
    feeds.find(({ matches }) => matches(request.target));
  const report = (request: SocketRequest, status: number, why: string): void => {
    const [path = ''] = request.target.split('?', 1);
    log({ method: 'WS', path, status, why });
  };
  const accept: AcceptSocket = (request, socket) => {
    const feed = feedAt(request);
    report(request, 101, `fakes of ${feed?.channels.join(', ') ?? ''}`);
    let count = 0;
    const send = (): void => {
      const text = socket.buffered > maxBuffered ? undefined : feed?.publish(count);
      count += 1;
      if (text !== undefined) socket.send(text);
    };
    send();
    const timer = setInterval(send, interval);
    return {
      frame: () => undefined,
      alive: () => undefined,
      drained: () => undefined,
      closed: () => clearInterval(timer),
    };
  };
  const admit = (request: SocketRequest): SocketRefusal | undefined => {
    const feed = feedAt(request);
    const refusal =
      feed === undefined
        ? { status: 404, reason: 'No channel has this address.' }
        : hasCredentials(feed, request)
          ? undefined
          : { status: 401, reason: 'Credentials are required.' };
    if (refusal !== undefined) report(request, refusal.status, refusal.reason);
    return refusal;
  };
  return Object.assign(accept, { admit });
}

/** True if the request has some value for every scheme of one of the alternatives. */
function hasCredentials({ security, api }: MockFeed, request: SocketRequest): boolean {
  if (security.length === 0) return true;
  const described = describeApi(api).security;
  const [, query] = request.target.split('?', 2);
  const source = {
    request: { ...request, method: 'GET', scheme: 'http', body: undefined } as const,
    query,
    queryKeys: 100,
    pathValue: () => undefined,
  };
  const isPresented = (key: string): boolean => {
    const scheme = Object.hasOwn(described, key) ? described[key] : undefined;
    if (scheme === undefined) return true;
    if (scheme.kind !== 'apiKey') return headerValues(request.headers, 'authorization').length > 0;
    return credentialLocation(scheme)
      .read(source)
      .some((text) => text !== '');
  };
  return security.some(({ schemes }) => schemes.every(({ key }) => isPresented(key)));
}
