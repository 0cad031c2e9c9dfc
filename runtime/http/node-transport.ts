import {
  Agent as PlainAgent,
  request as plainRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { givenSignal } from '../core/abort-signal.js';
import { isStreamBody } from '../core/body.js';
import type { Exchange, WireRequest, WireResponse } from '../core/wire.js';
import { hasHeader, isBeyondAscii } from '../core/headers.js';
import { framed } from './framed.js';
import { sendStream } from './node-stream.js';
import { readablePieces } from './readable-pieces.js';
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
  const lookedUp = admits === undefined ? {} : { lookup: guarded(admits) };
  const agents = {
    http: new PlainAgent({ keepAlive: true, maxSockets, ...lookedUp }),
    https: new TlsAgent({ keepAlive: true, maxSockets, ...tls, ...lookedUp }),
  };
  let place = placeOf('http', 'localhost');
  const transport: Exchange = (request) => {
    const { scheme, authority } = request;
    if (place.authority !== authority || place.scheme !== scheme)
      place = placeOf(scheme, authority);
    // What is an address already is never looked up.
    if (admits !== undefined && isIP(place.host) !== 0 && !admits(place.host))
      return Promise.reject(new RefusedAddressError('this address may not be called'));
    return exchange(request, place, agents[scheme], compression);
  };
  return Object.assign(transport, {
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  });
}

/** Where a request goes, read out of its authority. */
interface Place extends Pick<WireRequest, 'scheme' | 'authority'> {
  /** Without the brackets of an address. */
  readonly host: string;
  readonly port: string | undefined;
}

function placeOf(scheme: Place['scheme'], authority: string): Place {
  const { hostname, port } = new URL(`${scheme}://${authority}`);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { scheme, authority, host, port: port === '' ? undefined : port };
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
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const { scheme, authority, method, target, headers, body, onAbort } = request;
    const signal = givenSignal(request);
    const send = scheme === 'https' ? tlsRequest : plainRequest;
    const outgoing = send({
      agent,
      host,
      port,
      path: target,
      method,
      headers: [...framed(request, authority), ...codingsOf(headers, compression)],
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
