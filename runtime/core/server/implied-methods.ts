import type { WireResponse } from '../wire.js';

/** Adds `HEAD` if there is `GET`, and `OPTIONS`. */
export function withImplied(declared: Iterable<string>): readonly string[] {
  const methods = new Set(declared);
  if (methods.has('GET')) methods.add('HEAD');
  methods.add('OPTIONS');
  return [...methods].sort();
}

/** Response to `OPTIONS`. */
export function allowed(methods: readonly string[]): WireResponse {
  return { status: 204, headers: ['Allow', methods.join(', ')], body: undefined };
}

/** Response to `HEAD`: the same head, with the length of the omitted body (RFC 9110 section 9.3.2). */
export function withoutBody(response: WireResponse): WireResponse {
  const { status, headers, body } = response;
  if (body === undefined) return response;
  const length = lengthOf(body);
  if (length === undefined && typeof body === 'object' && 'stream' in body)
    void discard(body.stream);
  const sized = length === undefined ? headers : [...headers, 'Content-Length', String(length)];
  return { status, headers: sized, body: undefined };
}

function lengthOf(body: NonNullable<WireResponse['body']>): number | undefined {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  return body.length;
}

/** Closes an unread stream. */
async function discard(stream: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await stream[Symbol.asyncIterator]().return?.();
  } catch {
    // There is no caller to report this to.
  }
}
