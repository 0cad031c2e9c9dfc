import { lookup as resolve, type LookupAddress } from 'node:dns';
import { request as requestPlain, type IncomingMessage } from 'node:http';
import { request as requestSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../runtime/http/public-address.js';
import type { NetworkAnswer, NetworkReach, NetworkRequest } from '../core/network.js';

/**
 * One GET. The address that a name stands for is checked and then connected to, the very one, so that no second answer of a name server
 * leads elsewhere. Nothing is followed, no proxy, cookie or credential is taken from anywhere.
 */
export function get(request: NetworkRequest): Promise<NetworkAnswer> {
  const { headers, reach, maximumBytes, milliseconds } = request;
  const url = new URL(request.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !permits(host, reach)) return Promise.resolve(forbidden(host));
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  return new Promise((settle) => {
    const signal = AbortSignal.timeout(milliseconds);
    const fail = (error: Error): void =>
      settle({ ok: false, why: signal.aborted ? 'it takes too long to answer' : reasonOf(error) });
    const sent = send(url, { headers, signal, agent: false, lookup: lookupWithin(reach) });
    sent.on('error', fail);
    sent.on('response', (response) => {
      response.on('error', fail);
      collect(response, maximumBytes, settle);
    });
    sent.end();
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

/** Looks a name up, and fails if any of its addresses is one that it must not stand for. */
function lookupWithin(reach: NetworkReach): LookupFunction {
  return (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses: readonly LookupAddress[]) => {
      const stray = addresses?.find(({ address }) => !permits(address, reach));
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) done(error ?? new Error('no address'), '');
      else if (stray !== undefined) done(new Error(forbidden(stray.address).why), '');
      else if (options.all === true) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

/** Addresses of networks that are one's own: RFC 1918, RFC 6598 and RFC 4193. */
const own = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  own.addSubnet(network, prefix, 'ipv4');
own.addSubnet('fc00::', 7, 'ipv6');

function permits(address: string, reach: NetworkReach): boolean {
  if (reach === 'any' || isPublicAddress(address)) return true;
  return reach === 'private' && own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function forbidden(address: string): { readonly ok: false; readonly why: string } {
  return { ok: false, why: `its address ${address} is none of the public internet` };
}

/** What went wrong in words of the system; a message of ours as it is. */
function reasonOf(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code === undefined ? error.message : `nothing is to be had there (${code})`;
}
