import { encodeBase64 } from '../../core/base64.js';
import { fetchTransport } from '../../core/client/fetch-transport.js';
import { systemTimers, type Clock, type Timers } from '../../core/clock.js';
import { isHeaderValue } from '../../core/headers.js';
import { keepSecrets } from '../../core/hidden-secrets.js';
import type { TokenCredential } from '../../core/security.js';
import { withoutSecrets } from '../../core/secret-runs.js';
import { encodeFormComponent } from '../../core/target.js';
import type { Exchange, WireRequest } from '../../core/wire.js';
import { AuthError } from '../error.js';
import { type Answer, askForJson } from './ask.js';
import { readEndpoint, type Endpoint } from './endpoint.js';
import { discovery } from './discovery.js';

/** Where tokens are to be had: a token endpoint, or the document that names it. */
export type TokenSource =
  | { readonly tokenUrl: string | URL }
  /** The whole address of the configuration, as a description has it: `https://id.example/.well-known/openid-configuration`. */
  | { readonly openIdConnectUrl: string | URL };

/** Who asks for tokens, and how. */
export interface ClientCredentialsOptions<Scope extends string = string> {
  readonly clientId: string;
  readonly clientSecret: string;
  /** What is asked for; what the server gives by itself if absent. */
  readonly scopes?: readonly Scope[];
  /** Further parameters of the request, such as `audience` or `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /**
   * Where the client's secret stands: `basic` in the `Authorization` header, `body` among the parameters. Default: what discovery says,
   * else `basic`.
   */
  readonly authentication?: 'basic' | 'body';
  /** Seconds before its end at which a token is no longer used; at most half of its life. Default 60. */
  readonly leeway?: number;
  /** How the token's request travels; `fetch` by default. */
  readonly transport?: Exchange;
  /** Milliseconds for an answer of the authorization server, after which all calls that wait for a token are told. Default 30000. */
  readonly timeout?: number;
  /** What tells how long a token is good. Default: the timers. */
  readonly clock?: Clock;
  /** What ends a request that takes too long. Default: the system's. */
  readonly timers?: Timers;
}

/** Tokens of the client credentials grant, for the `credentials` of a client. */
export interface ClientCredentials extends TokenCredential {
  /** Forgets the token that is kept, such as one that a server no longer takes. */
  forget(): void;
}

/** Seconds that a token is used whose life the server does not tell (RFC 6749 section 5.1 only recommends it). */
const unknownLife = 60;

interface Kept {
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Gets tokens with a client's own credentials (RFC 6749 section 4.4). A token is kept until shortly before its end; calls that need
 * one at the same time wait for the same request. One that lives for 0 seconds is for the calls that wait for it, and for no other. The secret appears in nothing that this object says about itself.
 *
 * @throws {AuthError} for options that can not work; later, `token` rejects with one where no token is given
 */
export function clientCredentials(
  source: TokenSource,
  options: ClientCredentialsOptions,
): ClientCredentials {
  const { clientId, clientSecret, leeway = 60, timeout = 30_000 } = options;
  const { timers = systemTimers, clock = timers } = options;
  const asking = { transport: options.transport ?? fetchTransport(), timeout, timers };
  if (typeof clientId !== 'string' || clientId === '')
    throw new AuthError('parameter-missing', 'clientId: a text is needed that is not empty');
  if (typeof clientSecret !== 'string' || clientSecret === '')
    throw new AuthError('key-missing', 'The secret is missing');
  if (!(leeway >= 0)) throw new AuthError('description', 'leeway: a number is needed');
  if (!(timeout > 0)) throw new AuthError('description', 'timeout: a number above zero is needed');
  const find =
    'tokenUrl' in source
      ? fixed({ url: readEndpoint(String(source.tokenUrl), 'tokenUrl') })
      : discovery(String(source.openIdConnectUrl), asking);
  let kept: Kept | undefined;
  let pending: Promise<Kept> | undefined;

  const fetchToken = async (): Promise<Kept> => {
    const endpoint = await find();
    const asked = clock.now();
    const response = await askForJson(asking, tokenRequest(endpoint, options));
    const { token, life } = readToken(response, clientSecret);
    const seconds = life ?? unknownLife;
    const usable = seconds - Math.min(leeway, seconds / 2);
    return { text: token, until: asked + usable * 1000 };
  };

  const credential: ClientCredentials = Object.freeze({
    needs: 'head' as const,
    async token() {
      if (kept !== undefined && clock.now() < kept.until) return kept.text;
      pending ??= fetchToken().finally(() => {
        pending = undefined;
      });
      const got = await pending;
      kept = got;
      return got.text;
    },
    renew(refused: string) {
      // Many calls may be refused with one token, and the first of them has another by now.
      if (kept?.text === refused) kept = undefined;
      return true;
    },
    forget() {
      kept = undefined;
    },
  });
  keepSecrets(credential, () => [clientSecret, kept?.text]);
  return credential;
}

function fixed(endpoint: Endpoint): () => Promise<Endpoint> {
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
  // RFC 6749 section 2.3.1: both are form-encoded before they are joined.
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
  { status, body }: Answer,
  secret: string,
): {
  readonly token: string;
  /** Seconds; none are left where the server says that the token has ended. */
  readonly life: number | undefined;
} {
  const { access_token: token, token_type: type, expires_in: life, error } = body;
  if (status !== 200) {
    // RFC 6749 section 5.2: a code of a few characters, and nothing else of the answer.
    const known = typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? `: ${error}` : '';
    throw new AuthError(
      'token-refused',
      `The token endpoint answered ${status}${withoutSecrets(known, [secret])}`,
    );
  }
  if (typeof token !== 'string' || token === '' || !isHeaderValue(token))
    throw new AuthError('token-refused', 'The token endpoint answered without a token');
  if (typeof type !== 'string' || type.toLowerCase() !== 'bearer')
    throw new AuthError('token-refused', 'The token endpoint gave a token that is no Bearer token');
  const seconds = typeof life === 'string' && /^\d{1,10}$/.test(life) ? Number(life) : life;
  return {
    token,
    life:
      typeof seconds === 'number' && seconds >= 0 && Number.isFinite(seconds) ? seconds : undefined,
  };
}
