import type { ServerResponse } from 'node:http';
import { isBeyondAscii } from '../core/headers.js';
import type { Awaitable } from '../core/server/options.js';
import type { WireResponse } from '../core/wire.js';
import { sendStream } from './node-stream.js';

/** What decides how an answer is sent. */
export interface Answered {
  readonly method: string | undefined;
  /** Something of the request's body is still to come, and nobody will read it. */
  readonly isUnread: boolean;
  /** Its signal fires when its caller goes. */
  readonly request: { readonly signal: AbortSignal };
}

/** Sends an answer by a response of `node:http`. A stream waits for a slow reader; what it throws is thrown on. */
export function sendAnswer(
  { status, headers, body }: WireResponse,
  outgoing: ServerResponse,
  { method, isUnread, request }: Answered,
): Awaitable<void> {
  const raw = isUnread ? [...headers, 'Connection', 'close'] : [...headers];
  const withoutBody = method === 'HEAD' || status === 204 || status === 304;
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    if (!withoutBody) raw.push('Content-Length', String(Buffer.byteLength(body ?? '')));
    writeHead(outgoing, status, raw);
    // Text goes out with the head in one piece, in one encoding.
    const whole = typeof body === 'string' && isBeyondAscii(raw) ? Buffer.from(body) : body;
    outgoing.end(withoutBody ? undefined : whole);
    return;
  }
  if (body.length !== undefined) raw.push('Content-Length', String(body.length));
  writeHead(outgoing, status, raw);
  // Of what has no length the first piece may be long in coming, and the caller waits for the head.
  if (body.length === undefined) outgoing.flushHeaders();
  return sendStream(body.stream, outgoing, request.signal);
}

/**
 * Writes a head of raw pairs. Where a framework has set headers before, Node takes each pair in place of the one before it, so that of lines with
 * one name only the last would be sent.
 */
function writeHead(outgoing: ServerResponse, status: number, raw: string[]): void {
  if (outgoing.getHeaderNames().length === 0) {
    outgoing.writeHead(status, raw);
    return;
  }
  const lines = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const known = lines.get(name.toLowerCase());
    if (known === undefined) lines.set(name.toLowerCase(), [name, raw[index + 1] ?? '']);
    else known.push(raw[index + 1] ?? '');
  }
  for (const [name = '', ...values] of lines.values())
    outgoing.setHeader(name, values.length === 1 ? (values[0] ?? '') : values);
  outgoing.writeHead(status);
}
