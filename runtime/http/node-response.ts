import type { ServerResponse } from 'node:http';
import { isBeyondAscii } from '../core/headers.js';
import type { Awaitable } from '../core/server/options.js';
import type { WireResponse } from '../core/wire.js';
import { sendStream } from './node-stream.js';

/** Facts about the request that determine how its response is sent. */
export interface ResponseContext {
  readonly method: string | undefined;
  /** True if part of the request's body has not arrived, and nothing will read it. */
  readonly isUnread: boolean;
  /** The signal is aborted when the caller disconnects. */
  readonly request: { readonly signal: AbortSignal };
}

/** Sends a response through a `ServerResponse` of `node:http`. A stream waits for a slow client; its errors are rethrown. */
export function writeNodeResponse(
  { status, headers, body }: WireResponse,
  outgoing: ServerResponse,
  { method, isUnread, request }: ResponseContext,
): Awaitable<void> {
  const raw = isUnread ? [...headers, 'Connection', 'close'] : [...headers];
  const withoutBody = method === 'HEAD' || status === 204 || status === 304;
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (!withoutBody) raw.push('Content-Length', String(Buffer.byteLength(body ?? '')));
    writeHead(outgoing, status, raw);
    // Node can send text together with the head in one write if both have the same encoding.
    const payload = typeof body === 'string' && isBeyondAscii(raw) ? Buffer.from(body) : body;
    outgoing.end(withoutBody ? undefined : payload);
    return;
  }
  if (body.length !== undefined) raw.push('Content-Length', String(body.length));
  writeHead(outgoing, status, raw);
  // The first piece of a stream without a length may take long; the client receives the head immediately.
  if (body.length === undefined) outgoing.flushHeaders();
  return sendStream(body.stream, outgoing, request.signal);
}

/**
 * Writes a head from raw pairs. If a framework has already set headers, `writeHead` replaces lines with the same name,
 * so only the last of several would be sent. They are therefore set as arrays.
 */
function writeHead(outgoing: ServerResponse, status: number, raw: string[]): void {
  if (outgoing.getHeaderNames().length === 0) {
    outgoing.writeHead(status, raw);
    return;
  }
  const lines = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const line = lines.get(name.toLowerCase());
    if (line === undefined) lines.set(name.toLowerCase(), [name, raw[index + 1] ?? '']);
    else line.push(raw[index + 1] ?? '');
  }
  for (const [name = '', ...values] of lines.values())
    outgoing.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  outgoing.writeHead(status);
}
