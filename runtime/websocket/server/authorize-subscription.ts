import type { Correlation } from '../../core/server/correlation.js';
import { revocableKey } from '../../core/server/revocations.js';
import { writeJson } from '../../core/write-json.js';
import type { Channel } from '../feed.js';
import type { FeedConnection } from './connection.js';
import type { AnyHandler, Refusal, ServerSettings, Subscriber } from './options.js';
import type { ParsedEntry, ParsedRequest } from './read-request.js';
import type { SubscriptionCounts } from './subscription-counts.js';

/** Decides who may subscribe to what. */
export interface Authorization {
  /** Verifies the credentials of a request. Resolves to the subscriber or the refusal. */
  readonly identify: (
    connection: FeedConnection,
    request: ParsedRequest,
  ) => Promise<Subscriber | { readonly refusal: Refusal; readonly reason: string }>;
  /** Refusal of an entry of a request; `undefined` if it can be granted. */
  readonly refusalOf: (
    connection: FeedConnection,
    entry: ParsedEntry,
    subscriber: Subscriber,
  ) => Promise<Refusal | undefined>;
  /** Refusal of a subscription to a whole channel without a request; `undefined` if it can be granted. */
  readonly refusalOfChannel: (
    connection: FeedConnection,
    channel: Channel,
    correlation: Correlation,
  ) => Promise<Refusal | undefined>;
}

/** Creates the authorization of a server from its verifier, its limits, and the `authorize` functions of its channels. */
export function createAuthorization(
  settings: ServerSettings,
  handlers: Readonly<Record<string, AnyHandler | undefined>>,
  counts: SubscriptionCounts,
): Authorization {
  return {
    async identify(connection, request) {
      const { auth, entries } = request;
      const unverified = anonymousSubscriber(connection);
      if (auth === undefined || settings.verify === undefined) return unverified;
      const { revocations } = settings.revocation;
      const start = revocations?.now() ?? 0;
      const verdict = await settings.verify({
        auth,
        channels: entries.map(({ channel }) => channel.key),
        request: connection.request,
        parameters: connection.address.parameters,
        query: connection.address.query,
        now: settings.timers.now(),
      });
      if (!verdict.ok) {
        return { refusal: authenticationFailed, reason: verdict.reason };
      }
      const { principal, caller = writeJson(principal) ?? '' } = verdict;
      const key = revocableKey(principal, settings.revocation);
      if (key !== undefined && revocations?.isRevokedSince(key, start) === true) {
        return { refusal: authenticationFailed, reason: 'key-revoked' };
      }
      const missing = missingScope(settings.scopes, principal);
      if (missing !== undefined) {
        return {
          refusal: failedToSubscribe(`The server requires the permission ${missing}`, 'forbidden'),
          reason: 'key-scope',
        };
      }
      if (key !== undefined) connection.keys.add(key);
      if (!(await isCounted(settings, connection, principal))) {
        return {
          refusal: failedToSubscribe('Too many connections', 'rate-limited'),
          reason: 'too-many-connections',
        };
      }
      return { ...unverified, principal, caller };
    },

    async refusalOf(connection, entry, subscriber) {
      const { channel, keys, options } = entry;
      const { name, keys: division } = channel.descriptor;
      if (
        settings.authOf(channel.descriptor) === 'required' &&
        subscriber.principal === undefined
      ) {
        return failedToSubscribe(`${name} requires authentication`, 'unauthorized');
      }
      const missing = missingScope(channel.descriptor.scopes, subscriber.principal);
      if (missing !== undefined) {
        return failedToSubscribe(`${name} requires the permission ${missing}`, 'forbidden');
      }
      if (division?.required === true && keys.length === 0) {
        return failedToSubscribe(`${name} requires ${division.name}`, 'invalid-request');
      }
      const { subscriptionsPerKey = Infinity } = settings.limits;
      const tooMany = keys.find(
        (key) => counts.of(connection, subscriber.caller, channel, key) >= subscriptionsPerKey,
      );
      if (tooMany !== undefined) {
        return failedToSubscribe(`Too many subscriptions to ${name} of ${tooMany}`, 'rate-limited');
      }
      return await handlers[channel.key]?.authorize?.({ ...subscriber, keys, options });
    },

    async refusalOfChannel(connection, channel, correlation) {
      try {
        const request = { ...anonymousSubscriber(connection), keys: [], options: {} };
        return await handlers[channel.key]?.authorize?.(request);
      } catch (error) {
        const { id: correlationId } = correlation;
        settings.emit({ kind: 'failed', connection: connection.id, error, correlationId });
        return failedToSubscribe('Internal error', 'internal');
      }
    },
  };
}

/** A scope that a principal lacks for each of the alternatives. A subscriber without credentials needs none. */
function missingScope(
  alternatives: readonly (readonly string[])[] | undefined,
  principal: unknown,
): string | undefined {
  if (alternatives === undefined || principal === undefined) return undefined;
  const scopes: unknown =
    typeof principal === 'object' && principal !== null && 'scopes' in principal
      ? principal.scopes
      : undefined;
  const granted = new Set<unknown>(Array.isArray(scopes) ? scopes : []);
  const missing = alternatives.map((needed) => needed.find((scope) => !granted.has(scope)));
  return missing.includes(undefined) ? undefined : missing[0];
}

/** Counts a connection when its first credentials are verified. Resolves to false if a limit is reached. */
async function isCounted(
  { counted }: ServerSettings,
  connection: FeedConnection,
  principal: unknown,
): Promise<boolean> {
  if (counted === undefined || connection.counted !== undefined) return true;
  const opened = await counted.counter.open(counted.limitsOf(principal));
  if (connection.isOpen) connection.counted = opened;
  else opened?.close();
  return opened !== undefined;
}

/** The subscriber of a connection without credentials. */
export function anonymousSubscriber({ id, request, address }: FeedConnection): Subscriber {
  return {
    connection: id,
    principal: undefined,
    caller: request.peer?.address ?? '',
    request,
    parameters: address.parameters,
    query: address.query,
  };
}

/** Refusal of credentials. Clients recognise it by its message. */
const authenticationFailed: Refusal = {
  message: 'Authentication Failed',
  reason: 'The credentials are not valid',
  code: 'unauthorized',
};

/** Refusal of a subscription. */
export function failedToSubscribe(reason: string, code: string): Refusal {
  return { message: 'Failed to subscribe', reason, code };
}
