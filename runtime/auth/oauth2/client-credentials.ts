import { encodeBase64 } from '../../core/base64.js';
import { fetchTransport } from '../../core/client/sending/fetch-transport.js';
import { systemTimers, type Clock, type Timers } from '../../core/clock.js';
import { isHeaderValue } from '../../core/headers.js';
import { keepSecrets } from '../../core/hidden-secrets.js';
import type { TokenCredential } from '../../core/security.js';
import type { Awaitable } from '../../core/server/options.js';
import { withoutSecrets } from '../../core/secret-runs.js';
import { encodeFormComponent } from '../../core/target.js';
import type { Transport, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import { type JsonResponse, requestJson } from './request-json.js';
import { readEndpoint, type Endpoint, discovery } from './discovery.js';
import { sha256Hex } from '../../core/sha256.js';

/** Source of tokens: a token endpoint, or the discovery document that names it. */
export type TokenSource =
  | { readonly tokenUrl: string | URL }
  /** Complete URL of the configuration, as in a description: `https://id.example/.well-known/openid-configuration`. */
  | { readonly openIdConnectUrl: string | URL };

/** Options of {@link clientCredentials}. */
export interface ClientCredentialsOptions<Scope extends string = string> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes to request. Default: those that the server grants by itself. */
  readonly scopes?: readonly Scope[];
  /** Additional parameters of the token request, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Location of the client secret: `basic` for the `Authorization` header, `body` for the form parameters. Default: as discovery
   * specifies, otherwise `basic`.
   */
  readonly authentication?: 'basic' | 'body';
  /**
   * Cache of tokens that several processes share. It contains valid tokens, so its storage must be as secret as they are. If it
   * fails, a token is requested. Default: tokens are cached in this process only.
   */
  readonly cache?: TokenCache;
  /** Seconds before its expiry at which a token is no longer used; at most half of its lifetime. Default 60. */
  readonly leeway?: number;
  /** Sends the token request. Default: `fetch`. */
  readonly transport?: Transport;
  /** Timeout of a token request in milliseconds, after which all waiting calls fail. Default 30000. */
  readonly timeout?: number;
  /** Clock for the expiry of tokens. Default: the timers. */
  readonly clock?: Clock;
  /** Timers for the timeout. Default: the system's. */
  readonly timers?: Timers;
}

/** Tokens of the client credentials grant. Pass it as a client's credential. */
export interface ClientCredentials extends TokenCredential {
  /** Discards the cached token, for example if a server no longer accepts it. */
  forget(): void;
}

/** Lifetime in seconds of a token without `expires_in` (RFC 6749 section 5.1 only recommends it). */
const defaultLifetime = 60;

/** A token and the end of its use. */
export interface CachedToken {
  readonly text: string;
  /** Time in milliseconds since the epoch until which the token is used. */
  readonly until: number;
}

/** Stores tokens by the digest of their request. */
export interface TokenCache {
  /** Returns a token that is usable at the time `now`. */
  get(key: string, now: number): Awaitable<CachedToken | undefined>;
  set(key: string, token: CachedToken): Awaitable<void>;
  /** Removes the token, if it is still this one. Without a text, removes any. */
  delete(key: string, text?: string): Awaitable<void>;
}

/** Creates a cache in memory, which several credentials of one process can share. */
export function memoryTokenCache(): TokenCache {
  const tokens = new Map<string, CachedToken>();
  return {
    get(key, now) {
      const token = tokens.get(key);
      return token !== undefined && token.until > now ? token : undefined;
    },
    set: (key, token) => void tokens.set(key, token),
    delete(key, text) {
      if (text === undefined || tokens.get(key)?.text === text) tokens.delete(key);
    },
  };
}

/**
 * Creates a credential that obtains tokens with the client credentials grant (RFC 6749 section 4.4).
 *
 * A token is cached until shortly before its expiry, and simultaneous calls share one token request. A token with a lifetime of 0
 * seconds is used only by the calls that wait for it. Printing the credential never shows the secret.
 *
 * @throws {AuthError} for invalid options. Later, `token` rejects with an `AuthError` if no token was issued.
 */
export function clientCredentials(
  source: TokenSource,
  options: ClientCredentialsOptions,
): ClientCredentials {
  const { clientId, clientSecret, leeway = 60, timeout = 30_000 } = options;
  const { timers = systemTimers, clock = timers } = options;
  const requestOptions = { transport: options.transport ?? fetchTransport(), timeout, timers };
  if (typeof clientId !== 'string' || clientId === '')
    throw new AuthError('parameter-missing', 'clientId: must be a non-empty string');
  if (typeof clientSecret !== 'string' || clientSecret === '')
    throw new AuthError('key-missing', 'The secret is missing');
  if (!(leeway >= 0)) throw new AuthError('description', 'leeway: must be a number');
  if (!(timeout > 0)) throw new AuthError('description', 'timeout: must be a positive number');
  const find =
    'tokenUrl' in source
      ? constant({ url: readEndpoint(String(source.tokenUrl), 'tokenUrl') })
      : discovery(String(source.openIdConnectUrl), requestOptions);
  let cached: CachedToken | undefined;
  let pending: Promise<CachedToken> | undefined;

  const { cache } = options;
  const identity = [
    Object.values(source).map(String),
    clientId,
    options.scopes,
    options.parameters,
  ];
  const keyOf = async (): Promise<string> =>
    sha256Hex(new TextEncoder().encode(JSON.stringify(identity)));
  /** A cache that fails is no reason for a call to fail. */
  const withCache = async <Result>(
    action: (cache: TokenCache, key: string) => Awaitable<Result>,
  ): Promise<Result | undefined> => {
    if (cache === undefined) return undefined;
    try {
      return await action(cache, await keyOf());
    } catch {
      return undefined;
    }
  };
  let refusedToken: string | undefined;
  const findToken = async (): Promise<CachedToken> => {
    const shared = await withCache((each, key) => each.get(key, clock.now()));
    if (shared !== undefined && shared.text !== refusedToken) return shared;
    const fetched = await fetchToken();
    if (fetched.until > clock.now()) await withCache((each, key) => each.set(key, fetched));
    return fetched;
  };

  const fetchToken = async (): Promise<CachedToken> => {
    const endpoint = await find();
    const requestTime = clock.now();
    const response = await requestJson(requestOptions, tokenRequest(endpoint, options));
    const { token, life } = readToken(response, clientSecret);
    const seconds = life ?? defaultLifetime;
    const usable = seconds - Math.min(leeway, seconds / 2);
    return { text: token, until: requestTime + usable * 1000 };
  };

  const credential: ClientCredentials = Object.freeze({
    needs: 'head' as const,
    async token() {
      if (cached !== undefined && clock.now() < cached.until) return cached.text;
      pending ??= findToken().finally(() => {
        pending = undefined;
      });
      const fetched = await pending;
      cached = fetched;
      return fetched.text;
    },
    renew(refused: string) {
      // Several calls may be rejected with the same token, and the first of them may already have obtained a new one.
      if (cached?.text === refused) cached = undefined;
      refusedToken = refused;
      void withCache((each, key) => each.delete(key, refused));
      return true;
    },
    forget() {
      if (cached !== undefined) refusedToken = cached.text;
      cached = undefined;
      void withCache((each, key) => each.delete(key));
    },
  });
  keepSecrets(credential, () => [clientSecret, cached?.text]);
  return credential;
}

function constant(endpoint: Endpoint): () => Promise<Endpoint> {
  return () => Promise.resolve(endpoint);
}

function tokenRequest(endpoint: Endpoint, options: ClientCredentialsOptions): WireRequest {
  const { clientId, clientSecret, scopes = [], parameters = {} } = options;
  const { url } = endpoint;
  const inBody = (options.authentication ?? endpoint.authentication ?? 'basic') === 'body';
  const form = [
    ['grant_type', 'client_credentials'],
    ...(scopes.length === 0 ? [] : [['scope', scopes.join(' ')]]),
    ...Object.entries(parameters),
    ...(inBody
      ? [
          ['client_id', clientId],
          ['client_secret', clientSecret],
        ]
      : []),
  ];
  // RFC 6749 section 2.3.1: both are form-encoded before they are concatenated.
  const pair = `${encodeFormComponent(clientId)}:${encodeFormComponent(clientSecret)}`;
  return {
    method: 'POST',
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: url.host,
    target: url.pathname + url.search,
    headers: [
      'Content-Type',
      'application/x-www-form-urlencoded',
      'Accept',
      'application/json',
      ...(inBody ? [] : ['Authorization', `Basic ${encodeBase64(new TextEncoder().encode(pair))}`]),
    ],
    body: form.map((pairs) => pairs.map((text) => encodeFormComponent(text)).join('=')).join('&'),
  };
}

function readToken(
  { status, body }: JsonResponse,
  secret: string,
): {
  readonly token: string;
  /** In seconds; zero if the token has already expired. */
  readonly life: number | undefined;
} {
  const { access_token: token, token_type: type, expires_in: life, error } = body;
  if (status !== 200) {
    // RFC 6749 section 5.2: the error code is short. Nothing else of the response is shown.
    const known = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : '';
    throw new AuthError(
      'token-refused',
      `The token endpoint responded with status ${status}${withoutSecrets(known, [secret])}`,
    );
  }
  if (typeof token !== 'string' || token === '' || !isHeaderValue(token))
    throw new AuthError('token-refused', 'The token endpoint returned no token');
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw new AuthError(
      'token-refused',
      'The token endpoint returned a token that is not a Bearer token',
    );
  const seconds = typeof life === 'string' && /^\d{1,10}$/.test(life) ? Number(life) : life;
  return {
    token,
    life:
      typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined,
  };
}
