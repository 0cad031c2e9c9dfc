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
import { ClientOptionsError } from '../core/errors.js';
import { keepSecrets } from '../core/hidden-secrets.js';
import type { Exchange, WireRequest, WireResponse } from '../core/wire.js';
import { hasHeader, isBeyondAscii } from '../core/headers.js';
import { framed } from './framed.js';
import { sendStream } from './node-stream.js';
import { type Proxy, type ProxyOptions, proxiesOf, readProxies } from './proxy.js';
import { readablePieces } from './readable-pieces.js';
import { TunnelAgent } from './tunnel.js';
import { acceptedCodings, isBodiless, saidLength, unpackerOf } from './unpacked.js';

/** How requests travel over Node's own client. */
export interface NodeTransportOptions {
  /**
   * Asked for every address that a name stands for, when a connection is made: `false` refuses the whole request. A name can not stand
   * for another address by the time the connection is made, since there is one look-up. {@link isPublicAddress} fits.
   */
  readonly admits?: (address: string) => boolean;
  /** Certificate and key that the client shows, and authorities that it trusts: mutual TLS. */
  readonly tls?: Pick<SecureContextOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'pfx'>;
  /** Connections to one host at one time. Default 64. */
  readonly maxSockets?: number;
  /**
   * Proxies that requests go through: the URL of one for all requests, or one for each scheme. Default: those that the environment names (`HTTP_PROXY`,
   * `HTTPS_PROXY`, `NO_PROXY`, also in small letters); `false` for none. `https:` goes through a tunnel, so that the proxy sees nothing but the host.
   * With {@link NodeTransportOptions.admits} there is none by default, and one that is given is an error: the proxy would look names up, and not this program.
   */
  readonly proxy?: string | URL | ProxyOptions | false;
  /** Asks for compressed answers, and unpacks what comes compressed. Default: yes. */
  readonly compression?: boolean;
}

/** A transport with connections of its own. */
export interface NodeTransport extends Exchange {
  /** Lets go of the connections that are kept; calls that are on their way break off. */
  close(): void;
}

/** A connection was not made, because the address is not one that may be called. Names no address. */
export class RefusedAddressError extends Error {
  override readonly name = 'RefusedAddressError';
  readonly code: 'refused-address' = 'refused-address';
}

/**
 * Sends requests with `node:http` and `node:https`, over connections that are kept. Redirects are never followed, headers go out and come
 * back as raw pairs, and bodies come piece by piece, unpacked where they were compressed.
 *
 * ```ts
 * import { nodeTransport } from '@tallystick/runtime/http/node';
 *
 * const transport = nodeTransport({ maxSockets: 20 });
 * ```
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const { admits, tls, maxSockets = 64, compression = true } = options;
  if (admits !== undefined && (options.proxy ?? false) !== false)
    throw new ClientOptionsError('"admits" cannot hold addresses that a proxy looks up');
  const proxies = readProxies(options.proxy ?? (admits === undefined ? proxiesOf(env) : false));
  const lookedUp = admits === undefined ? {} : { lookup: guarded(admits) };
  const agents = {
    http: new PlainAgent({ keepAlive: true, maxSockets, ...lookedUp }),
    https: new TlsAgent({ keepAlive: true, maxSockets, ...tls, ...lookedUp }),
  };
  const viaProxy = proxyAgents({ keepAlive: true, maxSockets, ...tls });
  let place = placeOf('http', 'localhost');
  const transport: Exchange = (request) => {
    const { scheme, authority } = request;
    if (place.authority !== authority || place.scheme !== scheme)
      place = placeOf(scheme, authority);
    // What is an address already is never looked up.
    if (admits !== undefined && isIP(place.host) !== 0 && !admits(place.host))
      return Promise.reject(new RefusedAddressError('this address may not be called'));
    const proxy = proxies.choose(place);
    return proxy === undefined
      ? exchange(request, place, agents[scheme], compression)
      : exchange(request, place, viaProxy.of(proxy, scheme), compression, proxy);
  };
  keepSecrets(transport, () => proxies.secrets);
  return Object.assign(transport, {
    close() {
      agents.http.destroy();
      agents.https.destroy();
      viaProxy.destroy();
    },
  });
}

/** Where a request goes, read out of its authority. */
interface Place extends Pick<WireRequest, 'scheme' | 'authority'> {
  /** Without the brackets of an address. */
  readonly host: string;
  readonly port: number;
}

function placeOf(scheme: Place['scheme'], authority: string): Place {
  const { hostname, port } = new URL(`${scheme}://${authority}`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    scheme,
    authority,
    host,
    port: port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
  };
}

function guarded(admits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // The root's dot says nothing of this name (RFC 6761 section 6.3), and some systems look for it elsewhere then.
    const name = /^localhost\.$/iu.test(hostname) ? 'localhost' : hostname;
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      // One that may not be called is enough: which of them is taken is nobody's choice.
      if (addresses.length === 0 || !addresses.every(({ address }) => admits(address)))
        return callback(new RefusedAddressError('this address may not be called'), []);
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family);
    });
  };
}

function exchange(
  request: WireRequest,
  { host, port }: Place,
  agent: PlainAgent,
  compression: boolean,
  proxy?: Proxy,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const { scheme, authority, method, target, headers, body, onAbort } = request;
    const signal = givenSignal(request);
    // Through a tunnel a request is as it is without one; otherwise the proxy is told the whole address (RFC 9112 section 3.2.2).
    const asks = scheme === 'http' ? proxy : undefined;
    const send = (asks?.scheme ?? scheme) === 'https' ? tlsRequest : plainRequest;
    const outgoing = send({
      agent,
      host: asks?.host ?? host,
      port: asks?.port ?? port,
      path: asks === undefined ? target : `http://${authority}${target}`,
      method,
      headers: [
        ...framed(request, authority),
        ...codingsOf(headers, compression),
        ...(asks?.authorization ?? []),
      ],
      signal,
    });
    outgoing.on('error', reject);
    onAbort?.((reason) => {
      outgoing.destroy(reason instanceof Error ? reason : new Error('The request was given up.'));
    });
    outgoing.on('response', (incoming) => {
      if (incoming.statusCode === 0) outgoing.destroy(new Error('The answer has no status.'));
      else resolve(responseOf(incoming, method));
    });
    outgoing.on('upgrade', () => {
      outgoing.destroy();
      reject(new Error('The server speaks another protocol, which nobody asked for.'));
    });
    if (isStreamBody(body)) void streamed(outgoing, body.stream, reject);
    else
      outgoing.end(typeof body === 'string' && isBeyondAscii(headers) ? Buffer.from(body) : body);
  });
}

/** Agents for proxies: for `http:` one that keeps connections to proxies, for `https:` one for each proxy. */
function proxyAgents(options: AgentOptions): {
  readonly of: (proxy: Proxy, scheme: Place['scheme']) => PlainAgent;
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
    of(proxy, scheme) {
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

async function streamed(
  outgoing: ClientRequest,
  stream: AsyncIterable<Uint8Array>,
  reject: (cause: unknown) => void,
): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  try {
    await sendStream(stream, outgoing, gone.signal);
  } catch (cause) {
    outgoing.destroy();
    reject(cause);
  }
}

function codingsOf(headers: readonly string[], compression: boolean): readonly string[] {
  return compression && !hasHeader(headers, 'accept-encoding')
    ? ['Accept-Encoding', acceptedCodings]
    : [];
}

function responseOf(incoming: IncomingMessage, method: string): WireResponse {
  const { statusCode: status = 0, rawHeaders: headers } = incoming;
  if (isBodiless(method, status)) {
    incoming.resume();
    return { status, headers, body: undefined };
  }
  const unpack = unpackerOf(headers);
  const stream = readablePieces(unpack?.(incoming) ?? incoming);
  const length = unpack === undefined ? saidLength(headers) : undefined;
  return { status, headers, body: length === undefined ? { stream } : { stream, length } };
}
