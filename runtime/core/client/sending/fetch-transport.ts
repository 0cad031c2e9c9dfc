import { signalOf } from '../../abort-signal.js';
import { isStreamBody } from '../../body.js';
import { hasHeader, headerValue } from '../../headers.js';
import type { Body, Transport, StreamBody } from '../../wire.js';

/** The part of `fetch` that the default transport uses. The global `fetch` is assignable to it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** Second argument of {@link Fetch}. */
export interface FetchInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | Blob | ReadableStream<Uint8Array> | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal | null;
  readonly duplex?: 'half';
}

/** Result of {@link Fetch}. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
  /** `cors` if a browser hides some headers; `opaqueredirect` if it hides a redirect. */
  readonly type?: string;
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/**
 * Creates a transport that sends requests with `fetch`, by default the global one.
 *
 * Redirects are never followed, because `fetch` would forward credentials in custom headers to another origin. Restrictions of
 * browsers apply: a redirect is hidden and a `Cookie` header would be dropped, so that both are reported as errors. A stream
 * cannot be sent over HTTP/1.
 */
export function fetchTransport(customFetch?: Fetch): Transport {
  const send: Fetch = customFetch ?? globalFetch;
  return async (request) => {
    const { scheme, authority, target, method, headers, body } = request;
    if (customFetch === undefined && hasHeader(headers, 'cookie') && dropsCookies())
      throw new TypeError('browsers do not let programs send a Cookie header');
    const sent = fetchBody(body);
    const init: FetchInit = {
      method,
      headers: pairs(headers),
      body: sent,
      redirect: 'manual',
      signal: signalOf(request) ?? null,
    };
    const response = await send(
      `${scheme}://${authority}${target}`,
      sent instanceof ReadableStream ? { ...init, duplex: 'half' } : init,
    );
    if (response.type === 'opaqueredirect')
      throw new TypeError('the response is a redirect, which browsers hide from programs');
    const raw: string[] = [];
    for (const [name, value] of response.headers) raw.push(name, value);
    const { status } = response;
    const isBodiless = method === 'HEAD' || [204, 205, 304].includes(status);
    return { status, headers: raw, body: isBodiless ? undefined : responseBody(response, raw) };
  };
}

/** Calls the global `fetch`. Its type has no iterable headers where a project omits the library "DOM.Iterable". */
const globalFetch: Fetch = (url, init) =>
  globalThis.fetch(url, init as RequestInit) as Promise<Response & FetchResponse>;

/** True if this platform drops the `Cookie` header (Fetch, section 2.2.2, "forbidden request-header"). */
function dropsCookies(): boolean {
  return !new Request('http://a', { headers: { Cookie: 'a' } }).headers.has('Cookie');
}

/**
 * Creates the body of a response. If the length is known, `fetch` collects the body, which is considerably cheaper, and no
 * stream is created unless it is read. In a `cors` response the length is not trusted, because a browser hides
 * `Content-Encoding` from other origins.
 */
function responseBody(response: FetchResponse, headers: readonly string[]): Body {
  const text = headerValue(headers, 'content-length') ?? '';
  const hasKnownLength =
    /^\d+$/.test(text) && response.type !== 'cors' && !hasHeader(headers, 'content-encoding');
  return (hasKnownLength && response.arrayBuffer !== undefined) || response.body !== null
    ? new FetchedBody(response, hasKnownLength ? Number(text) : undefined)
    : undefined;
}

/** A class, because creating an object literal with methods for each response would be the most expensive part of its body. */
class FetchedBody implements StreamBody, AsyncIterable<Uint8Array> {
  readonly stream: AsyncIterable<Uint8Array> = this;
  declare readonly length?: number;
  declare readonly bytes?: () => Promise<Uint8Array>;
  readonly #response: FetchResponse;

  constructor(response: FetchResponse, length: number | undefined) {
    this.#response = response;
    if (length === undefined) return;
    this.length = length;
    if (response.arrayBuffer !== undefined)
      this.bytes = async () => new Uint8Array((await response.arrayBuffer?.()) ?? []);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return chunksOf(this.#response.body ?? new Blob([]).stream());
  }
}

function pairs(headers: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    list.push([headers[index] ?? '', headers[index + 1] ?? '']);
  }
  return list;
}

function fetchBody(body: Body): FetchInit['body'] {
  return isStreamBody(body) ? (body.blob?.() ?? readable(body.stream)) : (body ?? null);
}

function readable(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel(reason) {
      await chunks.return?.(reason);
    },
  });
}

/** Reads through the reader, because not every engine can iterate a `ReadableStream`. `return` cancels even an unread stream. */
function chunksOf(
  body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
): AsyncIterator<Uint8Array> {
  if (!('getReader' in body)) return body[Symbol.asyncIterator]();
  const reader = body.getReader();
  return {
    next: () => reader.read() as Promise<IteratorResult<Uint8Array, undefined>>,
    async return() {
      await reader.cancel().catch(() => undefined);
      return { done: true, value: undefined };
    },
  };
}
