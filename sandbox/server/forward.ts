import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpHandler, WireRequest, WireResponse } from '@tallystick/runtime';
import { headerValue, systemTimers } from '@tallystick/runtime';
import { type NodeTransport, nodeTransport } from '@tallystick/runtime/http/node';
import type { LeaderRecord } from '../journal/leader.js';
import { nothingHere } from './listen.js';

/** Header with the peer's address of a forwarded request, and the proof that a process with the same seed forwarded it. */
const headerName = 'Sandbox-Forwarded';

/** Seconds for which the proof is valid, before and after, since clocks of machines differ. */
const validity = 60;

/** Headers that belong to a connection and not to the message. */
const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

/** Thrown if there is no leader that a request could be sent to. Nothing of it was sent. */
export class NoLeaderError extends Error {
  override readonly name = 'NoLeaderError';
}

/** Sends requests to the leader, and recognises those that another process has sent (journal-11). */
export class Forwarder {
  readonly #key: Uint8Array;
  readonly #now = (): number => systemTimers.now();
  #target:
    | { readonly epoch: number; readonly address: string; readonly transport: NodeTransport }
    | undefined;

  /** @param key that all processes of the deployment have */
  constructor(key: Uint8Array) {
    this.#key = key;
  }

  /**
   * Sends a request to the leader unchanged, with the address of its peer.
   *
   * @throws {NoLeaderError} if there is no leader, or it does not accept connections
   * @throws {Error} if the connection was lost. Whether the request had an effect is unknown.
   */
  async send(request: WireRequest, leader: LeaderRecord): Promise<WireResponse> {
    const { transport, address } = this.#targetOf(leader);
    const time = Math.floor(this.#now() / 1000);
    const peer = request.peer?.address ?? '';
    const proof = `${time} ${peer} ${this.#proofOf(request, time, peer)}`;
    const headers = [...ownHeaders(request.headers), headerName, proof];
    const { protocol, host } = new URL(address);
    const scheme = protocol === 'https:' ? 'https' : 'http';
    try {
      const response = await transport({ ...request, scheme, authority: host, headers });
      return { ...response, headers: withoutLength(ownHeaders(response.headers)) };
    } catch (error) {
      if (isRefusedConnection(error)) throw new NoLeaderError();
      throw error;
    }
  }

  /** The request that another process has forwarded, with its real peer; `undefined` for any other request. */
  accept(request: WireRequest): WireRequest | undefined {
    const value = headerValue(request.headers, headerName);
    if (value === undefined) return undefined;
    const [text = '', peer = '', proof = ''] = value.split(' ');
    const time = Number(text);
    if (!(Math.abs(this.#now() / 1000 - time) <= validity)) return undefined;
    const wanted = Buffer.from(this.#proofOf(request, time, peer));
    const given = Buffer.from(proof);
    if (wanted.length !== given.length || !timingSafeEqual(wanted, given)) return undefined;
    const headers = pairsOf(request.headers)
      .filter(([name]) => name.toLowerCase() !== headerName.toLowerCase())
      .flat();
    return { ...request, headers, peer: { address: peer } };
  }

  /** Ends requests in progress. */
  close(): void {
    this.#target?.transport.close();
    this.#target = undefined;
  }

  /** Ends requests to a leader that is none any more: it may be unable to respond. */
  retire(leader: LeaderRecord): void {
    if (this.#target !== undefined && this.#target.epoch < leader.epoch) this.close();
  }

  #targetOf(leader: LeaderRecord): { readonly address: string; readonly transport: NodeTransport } {
    const { epoch, address } = leader;
    if (address === undefined) throw new NoLeaderError();
    this.retire(leader);
    this.#target ??= {
      epoch,
      address,
      transport: nodeTransport({ proxy: false, compression: false, maxSockets: 256 }),
    };
    return this.#target;
  }

  #proofOf({ method, target, headers }: WireRequest, time: number, peer: string): string {
    const host = headerValue(headers, 'host') ?? '';
    return createHmac('sha256', this.#key)
      .update([time, peer, method, host, target].join('\n'))
      .digest('base64url');
  }
}

/** Reads a body. Of one that is longer than a number of bytes, one byte too many is read. */
export async function wholeBody(body: WireRequest['body'], longest: number): Promise<Buffer> {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body);
  if (!('stream' in body)) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body.stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > longest) break;
  }
  return Buffer.concat(chunks).subarray(0, longest + 1);
}

/** Serves what other processes of the deployment forward, and says to everybody else that there is nothing. */
export function forwardedOnly(handler: HttpHandler, forwarder: Forwarder): HttpHandler {
  return (request) =>
    forwarder.accept(request) === undefined ? Promise.resolve(nothingHere) : handler(request);
}

function ownHeaders(headers: readonly string[]): readonly string[] {
  const ignored = headerName.toLowerCase();
  return pairsOf(headers)
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return lower !== ignored && !connectionHeaders.has(lower);
    })
    .flat();
}

/** The adapter writes the length itself. */
function withoutLength(headers: readonly string[]): readonly string[] {
  return pairsOf(headers)
    .filter(([name]) => name.toLowerCase() !== 'content-length')
    .flat();
}

function pairsOf(headers: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2)
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  return pairs;
}

function isRefusedConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code);
}
