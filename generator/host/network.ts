import {
  request as requestPlain,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { proxiesOf, readProxies, type ChooseProxy, type Proxy } from '../../runtime/http/proxy.js';
import { TunnelAgent } from '../../runtime/http/tunnel.js';
import { isLoopbackUrl } from '../core/address.js';
import type { NetworkResponse, NetworkRequest } from '../core/host.js';
import { forbidden, lookupWithin, permits, findForbiddenAddress } from './addresses.js';
import { failureOf } from './failure.js';

/**
 * Creates the function that sends requests, through the proxies of an environment (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in lower case
 * as well).
 *
 * Without a proxy, the address that was checked is also the one that is connected to, so that a second DNS reply cannot redirect the
 * request. Through a proxy, a host that a pattern leaves open must not resolve locally to an address outside the scope. Loopback requests
 * never use a proxy, for which the address would mean another machine. Redirects are not followed, and cookies and credentials are ignored
 * except for the proxy's.
 */
export function createGet(
  environment: Readonly<Record<string, string | undefined>>,
): (request: NetworkRequest) => Promise<NetworkResponse> {
  let choose: ChooseProxy | undefined;
  return async (request) => {
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !permits(host, request.scope)) return forbidden(host);
    let proxy: Proxy | undefined;
    try {
      choose ??= readProxies(proxiesOf(environment)).choose;
      proxy = isLoopbackUrl(request.url) ? undefined : choose(proxyTarget(url, host));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, why: `HTTPS_PROXY or HTTP_PROXY: ${why}` };
    }
    const isUnverified = proxy !== undefined && isIP(host) === 0 && request.scope === 'public';
    const address = isUnverified ? await findForbiddenAddress(host, 'public') : undefined;
    return address === undefined ? send(request, url, proxy) : forbidden(address);
  };
}

function proxyTarget(url: URL, host: string): Parameters<ChooseProxy>[0] {
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  return { scheme, host, port: Number(url.port) || (scheme === 'https' ? 443 : 80) };
}

function send(
  { headers, scope, maximumBytes, milliseconds }: NetworkRequest,
  url: URL,
  proxy: Proxy | undefined,
): Promise<NetworkResponse> {
  return new Promise((settle) => {
    const signal = AbortSignal.timeout(milliseconds);
    const agent =
      proxy === undefined || url.protocol === 'http:' ? undefined : new TunnelAgent(proxy, {});
    const end = (response: NetworkResponse): void => {
      agent?.destroy();
      settle(response);
    };
    const fail = (error: Error): void =>
      end(
        signal.aborted
          ? { ok: false, why: 'it takes too long to answer' }
          : failureOf(error, proxy),
      );
    const options = { headers, signal };
    const outgoing =
      proxy === undefined || agent !== undefined
        ? request(url, {
            ...options,
            agent: agent ?? false,
            ...(agent === undefined && { lookup: lookupWithin(scope) }),
          })
        : requestThroughProxy(url, options, proxy);
    outgoing.on('error', fail);
    outgoing.on('response', (response) => {
      response.on('error', fail);
      collect(response, maximumBytes, end);
    });
    outgoing.end();
  });
}

function request(url: URL, options: RequestOptions): ClientRequest {
  return (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
}

/** A request in absolute form, as a proxy requires (RFC 9112 section 3.2.2). */
function requestThroughProxy(
  url: URL,
  { headers, ...options }: RequestOptions,
  proxy: Proxy,
): ClientRequest {
  const [name, authorization] = proxy.authorization;
  return (proxy.scheme === 'https' ? requestSecure : requestPlain)({
    ...options,
    agent: false,
    host: proxy.host,
    port: proxy.port,
    path: url.href,
    headers: {
      ...headers,
      host: url.host,
      ...(name === undefined ? {} : { [name]: authorization }),
    },
  });
}

function collect(
  response: IncomingMessage,
  maximumBytes: number,
  settle: (response: NetworkResponse) => void,
): void {
  const { statusCode: status = 0, headers } = response;
  if (!['identity', undefined].includes(headers['content-encoding']?.toLowerCase())) {
    response.destroy();
    settle({ ok: false, why: 'its answer is compressed, which nobody asked for' });
    return;
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  response.on('data', (chunk: Uint8Array) => {
    length += chunk.byteLength;
    chunks.push(chunk);
    if (length <= maximumBytes) return;
    response.destroy();
    settle({ ok: false, why: `its answer is longer than ${maximumBytes} bytes` });
  });
  response.on('end', () => {
    const { location, etag } = headers;
    const bytes = Buffer.concat(chunks);
    settle({
      ok: true,
      status,
      bytes,
      ...(location !== undefined && { location }),
      ...(etag !== undefined && { etag }),
    });
  });
}
