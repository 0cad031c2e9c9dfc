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
import { isOfThisMachine } from '../core/address.js';
import type { NetworkAnswer, NetworkRequest } from '../core/network.js';
import { forbidden, lookupWithin, permits, strayAddress } from './addresses.js';
import { failureOf } from './failure.js';

/**
 * A way to the network, by the proxies that an environment names (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in small letters too). Without a
 * proxy the address that a name stands for is checked and then connected to, the very one, so that no second answer of a name server leads
 * elsewhere. Through one, a host whose name was left open must not stand for another address here. This machine is never asked for through a
 * proxy, for which it would be another. Nothing is followed, and no cookie or credential is taken from anywhere but for the proxy.
 */
export function createGet(
  environment: Readonly<Record<string, string | undefined>>,
): (request: NetworkRequest) => Promise<NetworkAnswer> {
  let choose: ChooseProxy | undefined;
  return async (request) => {
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !permits(host, request.reach)) return forbidden(host);
    let proxy: Proxy | undefined;
    try {
      choose ??= readProxies(proxiesOf(environment)).choose;
      proxy = isOfThisMachine(request.url) ? undefined : choose(placeOf(url, host));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { ok: false, why: `HTTPS_PROXY or HTTP_PROXY: ${why}` };
    }
    const isOpen = proxy !== undefined && isIP(host) === 0 && request.reach === 'public';
    const stray = isOpen ? await strayAddress(host, 'public') : undefined;
    return stray === undefined ? send(request, url, proxy) : forbidden(stray);
  };
}

function placeOf(url: URL, host: string): Parameters<ChooseProxy>[0] {
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  return { scheme, host, port: Number(url.port) || (scheme === 'https' ? 443 : 80) };
}

function send(
  { headers, reach, maximumBytes, milliseconds }: NetworkRequest,
  url: URL,
  proxy: Proxy | undefined,
): Promise<NetworkAnswer> {
  return new Promise((settle) => {
    const signal = AbortSignal.timeout(milliseconds);
    const agent =
      proxy === undefined || url.protocol === 'http:' ? undefined : new TunnelAgent(proxy, {});
    const end = (answer: NetworkAnswer): void => {
      agent?.destroy();
      settle(answer);
    };
    const fail = (error: Error): void =>
      end(
        signal.aborted
          ? { ok: false, why: 'it takes too long to answer' }
          : failureOf(error, proxy),
      );
    const asked = { headers, signal };
    const sent =
      proxy === undefined || agent !== undefined
        ? request(url, {
            ...asked,
            agent: agent ?? false,
            ...(agent === undefined && { lookup: lookupWithin(reach) }),
          })
        : requestOf(url, asked, proxy);
    sent.on('error', fail);
    sent.on('response', (response) => {
      response.on('error', fail);
      collect(response, maximumBytes, end);
    });
    sent.end();
  });
}

function request(url: URL, options: RequestOptions): ClientRequest {
  return (url.protocol === 'https:' ? requestSecure : requestPlain)(url, options);
}

/** A request that tells a proxy the whole address (RFC 9112 section 3.2.2). */
function requestOf(url: URL, { headers, ...asked }: RequestOptions, proxy: Proxy): ClientRequest {
  const [name, authorization] = proxy.authorization;
  return (proxy.scheme === 'https' ? requestSecure : requestPlain)({
    ...asked,
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
  settle: (answer: NetworkAnswer) => void,
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
    const { location } = headers;
    const bytes = Buffer.concat(chunks);
    settle({ ok: true, status, bytes, ...(location === undefined ? {} : { location }) });
  });
}
