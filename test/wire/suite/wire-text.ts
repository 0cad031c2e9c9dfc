import type { Body, WireRequest, WireResponse } from '@tallystick/runtime';
import type { HeaderLines, WireAnswer, WireCase, WireText } from './case.js';
import { authority } from './document.js';

/** A request in a form that can be compared and printed. */
export interface PlainRequest {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** A response in a form that can be compared and printed. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
}

/** What a case says of its request. */
export function statedRequest({ request, name }: WireCase): WireText {
  if (request === undefined) throw new Error(`"${name}" says nothing of its request`);
  return typeof request === 'string' ? { line: request } : request;
}

/** A request as a server gets it, `Host` included. */
export function wireRequest(stated: WireText): WireRequest {
  const at = stated.line.indexOf(' ');
  return {
    method: stated.line.slice(0, at),
    scheme: 'https',
    authority,
    target: stated.line.slice(at + 1),
    headers: ['Host', authority, ...headerPairs(stated.headers)],
    body: stated.body,
  };
}

/** A response as a client gets it. */
export function wireResponse({ status, headers, body }: WireAnswer): WireResponse {
  return {
    status,
    headers: headerPairs(headers),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
  };
}

/** Flat pairs of header lines. */
export function headerPairs(headers: HeaderLines = {}): readonly string[] {
  return Array.isArray(headers) ? headers.flat() : Object.entries(headers).flat();
}

/** What a case says of its request, to be compared with {@link plainRequest}. */
export function plainStatedRequest(stated: WireText): PlainRequest {
  return {
    line: stated.line,
    headers: headerPairs(stated.headers),
    body: plainBytes(stated.body ?? ''),
  };
}

/** A request that was sent. */
export async function plainRequest(request: WireRequest): Promise<PlainRequest> {
  const { method, target, headers, body } = request;
  return { line: `${method} ${target}`, headers, body: await plainBody(body) };
}

/** What a case says of its response, to be compared with {@link plainResponse}. */
export function plainStatedResponse({ status, headers, body }: WireAnswer): PlainResponse {
  return { status, headers: headerPairs(headers), body: plainBytes(body ?? '') };
}

/** A response that was answered. */
export async function plainResponse({
  status,
  headers,
  body,
}: WireResponse): Promise<PlainResponse> {
  return { status, headers, body: await plainBody(body) };
}

async function plainBody(body: Body): Promise<string> {
  if (body === undefined) return '';
  if (typeof body === 'string' || body instanceof Uint8Array) return plainBytes(body);
  const pieces: Uint8Array[] = [];
  for await (const piece of body.stream) pieces.push(piece);
  return plainBytes(Buffer.concat(pieces));
}

/** A body that can be compared: text where bytes are text, hexadecimal digits where they are not. */
export function plainBytes(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return `hex ${Buffer.from(body).toString('hex')}`;
  }
}
