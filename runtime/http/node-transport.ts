import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as TlsAgent, type AgentOptions, request as tlsRequest } from 'node:https';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { env } from 'node:process';
import type { SecureContextOptions } from 'node:tls';
import { givenSignal } from '../core/abort-signal.js';
import { isStreamBody } from '../core/body.js';
import { closable, type Closable } from '../core/closable.js';
import { ClientOptionsError } from '../core/errors.js';
import { keepRedactor } from '../core/hidden-secrets.js';
import { createRedactor } from '../core/redact.js';
import type { Transport, WireRequest, WireResponse } from '../core/wire.js';
import { hasHeader, isBeyondAscii } from '../core/headers.js';
import { withFraming } from './message-framing.js';
import { sendStream } from './node-stream.js';
import { type Proxy, type ProxyOptions, proxiesOf, readProxies } from './proxy.js';
import { readableChunks } from './readable-chunks.js';
import { TunnelAgent } from './tunnel.js';
import {
  acceptedEncodings,
  isBodiless,
  declaredLength,
  contentDecoder,
} from './content-encoding.js';

/** Options of {@link nodeTransport}. */
export interface NodeTransportOptions {
  /**
   * Decides which IP addresses may be called, for example {@link isPublicAddress}. Called for
   * every address that a host name resolves to, when a connection is made. If it returns
   * `false` for any of them, the request fails with a {@link RefusedAddressError}. The name is
   * resolved only once, so it cannot resolve to another address between check and connection.
   */
  readonly admits?: (address: string) => boolean;
  /** Client certificate and key, and trusted certificate authorities, for mutual TLS. */
  readonly tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx'>;
  /** Maximum number of simultaneous connections to one host. Default: 64. */
  readonly maxSockets?: number;
  /**
   * Proxy for all requests as a URL, or one for each scheme; `false` for no proxy. Default: the proxies that the
   * environment variables `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (or their lower-case forms) specify.
   *
   * Requests to `https:` URLs use a tunnel, so the proxy sees only the host. With {@link NodeTransportOptions.admits}
   * the default is no proxy, and setting one is an error, because the proxy would resolve the host names.
   */
  readonly proxy?: string | URL | ProxyOptions | false;
  /** If true, requests compressed responses and decompresses them. Default: true. */
  readonly compression?: boolean;
}

/** Transport that owns its connections. */
export interface NodeTransport extends Transport, Closable {
  /** Closes all connections, including idle ones. Calls in progress fail. */
  close(): void;
}

/** Thrown if the address of a host may not be called. The message does not contain the address. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code: 'refused-address' = 'refused-address';
}

/**
 * Creates a transport on `node:http` and `node:https` that keeps connections alive.
 *
 * It never follows redirects, sends and returns headers as raw pairs, and streams response bodies, decompressed.
 *
 * ```ts
 * import { nodeTransport } from '@tallystick/runtime/http/node';
 *
 * const transport = nodeTransport({ maxSockets: 20 });
 * ```
 *
 * @throws {ClientOptionsError} if both `admits` and `proxy` are set.
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const { admits, tls, maxSockets = 64, compression = true } = options;
  if (admits !== undefined && (options.proxy ?? false) !== false)
    throw new ClientOptionsError('"admits" cannot check addresses that a proxy resolves');
  const proxies = readProxies(options.proxy ?? (admits === undefined ? proxiesOf(env) : false));
  const lookupOption = admits === undefined ? {} : { lookup: guardedLookup(admits) };
  const agents = {
    http: new PlainAgent({ keepAlive: true, maxSockets, ...lookupOption }),
    https: new TlsAgent({ keepAlive: true, maxSockets, ...tls, ...lookupOption }),
  };
  const viaProxy = proxyAgents({ keepAlive: true, maxSockets, ...tls });
  let endpoint = endpointOf('http', 'localhost');
  const transport: Transport = (request) => {
    const { scheme, authority } = request;
    if (endpoint.authority !== authority || endpoint.scheme !== scheme)
      endpoint = endpointOf(scheme, authority);
    // An IP address is not resolved, so the lookup function would never see it.
    if (admits !== undefined && isIP(endpoint.host) !== 0 && !admits(endpoint.host))
      return Promise.reject(new RefusedAddressError('calls to this address are not allowed'));
    const proxy = proxies.choose(endpoint);
    return proxy === undefined
      ? exchange(request, endpoint, agents[scheme], compression)
      : exchange(request, endpoint, viaProxy.agentFor(proxy, scheme), compression, proxy);
  };
  keepRedactor(transport, () =>
    proxies.secrets.length === 0 ? undefined : createRedactor(proxies.secrets),
  );
  const close = (): void => {
    agents.http.destroy();
    agents.https.destroy();
    viaProxy.destroy();
  };
  return closable(Object.assign(transport, { close }), close);
}

/** Host and port of a request, parsed from its authority. */
interface Endpoint extends Pick<WireRequest, 'scheme' | 'authority'> {
  /** An IPv6 address has no brackets here. */
  readonly host: string;
  readonly port: number;
}

function endpointOf(scheme: Endpoint['scheme'], authority: string): Endpoint {
  const { hostname, port } = new URL(`${scheme}://${authority}`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    scheme,
    authority,
    host,
    port: port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
  };
}

function guardedLookup(admits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // The trailing dot makes no difference for this name (RFC 6761 section 6.3), but some systems then resolve it by
    // DNS.
    const name = /^localhost\.$/iu.test(hostname) ? 'localhost' : hostname;
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      // One refused address is enough, because the program does not choose which of them is used.
      if (addresses.length === 0 || !addresses.every(({ address }) => admits(address)))
        return callback(new RefusedAddressError('calls to this address are not allowed'), []);
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

function exchange(
  request: WireRequest,
  { host, port }: Endpoint,
  agent: PlainAgent,
  compression: boolean,
  proxy?: Proxy,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const { scheme, authority, method, target, headers, body, onAbort } = request;
    const signal = givenSignal(request);
    // Inside a tunnel, a request is the same as without a proxy. Otherwise the proxy needs the absolute URL (RFC 9112
    // section 3.2.2).
    const plainProxy = scheme === 'http' ? proxy : undefined;
    const send = (plainProxy?.scheme ?? scheme) === 'https' ? tlsRequest : plainRequest;
    const outgoing = send({
      agent,
      host: plainProxy?.host ?? host,
      port: plainProxy?.port ?? port,
      path: plainProxy === undefined ? target : `http://${authority}${target}`,
      method,
      headers: [
        ...withFraming(request, authority),
        ...codingsOf(headers, compression),
        ...(plainProxy?.authorization ?? []),
      ],
      signal,
    });
    outgoing.on('error', reject);
    onAbort?.((reason) => {
      outgoing.destroy(reason instanceof Error ? reason : new Error('The request was aborted.'));
    });
    outgoing.on('response', (incoming) => {
      if (incoming.statusCode === 0) outgoing.destroy(new Error('The response has no status.'));
      else resolve(responseOf(incoming, method));
    });
    outgoing.on('upgrade', () => {
      outgoing.destroy();
      reject(
        new Error('The server switched to another protocol, which the request did not ask for.'),
      );
    });
    if (isStreamBody(body)) void sendBody(outgoing, body.stream, reject);
    else
      outgoing.end(typeof body === 'string' && isBeyondAscii(headers) ? Buffer.from(body) : body);
  });
}

/** Agents for proxied requests: one for `http:`, which keeps connections to proxies, and one per proxy for `https:`. */
function proxyAgents(options: AgentOptions): {
  readonly agentFor: (proxy: Proxy, scheme: Endpoint['scheme']) => PlainAgent;
  readonly destroy: () => void;
} {
  const { ca } = options;
  const common = { keepAlive: true, ...(ca === undefined ? {} : { ca }) };
  const { maxSockets = Infinity } = options;
  const toProxy = {
    http: new PlainAgent({ keepAlive: true, maxSockets }),
    https: new TlsAgent({ ...common, maxSockets }),
  };
  const tunnels = new Map<Proxy, TunnelAgent>();
  return {
    agentFor(proxy, scheme) {
      if (scheme === 'http') return toProxy[proxy.scheme];
      const tunnel = tunnels.get(proxy) ?? new TunnelAgent(proxy, options);
      tunnels.set(proxy, tunnel);
      return tunnel;
    },
    destroy() {
      toProxy.http.destroy();
      toProxy.https.destroy();
      for (const tunnel of tunnels.values()) tunnel.destroy();
    },
  };
}

async function sendBody(
  outgoing: ClientRequest,
  stream: AsyncIterable<Uint8Array>,
  reject: (cause: unknown) => void,
): Promise<void> {
  const closed = new AbortController();
  outgoing.on('close', () => closed.abort());
  try {
    await sendStream(stream, outgoing, closed.signal);
  } catch (cause) {
    outgoing.destroy();
    reject(cause);
  }
}

function codingsOf(headers: readonly string[], compression: boolean): readonly string[] {
  return compression && !hasHeader(headers, 'accept-encoding')
    ? ['Accept-Encoding', acceptedEncodings]
    : [];
}

function responseOf(incoming: IncomingMessage, method: string): WireResponse {
  const { statusCode: status = 0, rawHeaders: headers } = incoming;
  if (isBodiless(method, status)) {
    incoming.resume();
    return { status, headers, body: undefined };
  }
  const unpack = contentDecoder(headers);
  const stream = readableChunks(unpack?.(incoming) ?? incoming);
  const length = unpack === undefined ? declaredLength(headers) : undefined;
  return { status, headers, body: length === undefined ? { stream } : { stream, length } };
}
