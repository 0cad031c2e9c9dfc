import { signalOf } from '../abort-signal.js';
import { isStreamBody } from '../body.js';
import { hasHeader, headerValue } from '../headers.js';
import type { Body, Exchange, StreamBody } from '../wire.js';

/** What the default transport needs of `fetch`; the global one fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/** What `fetch` is given. */
export interface FetchInit {
  readonly method: string;
  readonly headers: [string, string][];
  readonly body: Uint8Array | string | Blob | ReadableStream<Uint8Array> | null;
  readonly redirect: 'manual';
  readonly signal: AbortSignal | null;
  readonly duplex?: 'half';
}

/** What is read of its answer. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
  /** `cors` where a browser keeps some headers to itself, `opaqueredirect` where it shows nothing of a redirect. */
  readonly type?: string;
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/**
 * Sends requests with `fetch`, the global one by default. Redirects are never followed, since `fetch` would forward
 * credentials in custom headers to another origin, and no `Request` object is made. What a browser forbids remains forbidden there: it
 * shows nothing of a redirect and would leave a program's `Cookie` out, both of which are thrown, and sends no stream over HTTP/1.
 */
export function fetchTransport(use?: Fetch): Exchange {
  const send: Fetch = use ?? ((url, init) => globalThis.fetch(url, init as RequestInit));
  return async (request) => {
    const { scheme, authority, target, method, headers, body } = request;
    if (use === undefined && hasHeader(headers, 'cookie') && dropsCookies())
      throw new TypeError("a browser sends no Cookie of a program's");
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
      throw new TypeError('the answer is a redirect, of which a browser shows nothing');
    const raw: string[] = [];
    for (const [name, value] of response.headers) raw.push(name, value);
    const { status } = response;
    const isBodiless = method === 'HEAD' || [204, 205, 304].includes(status);
    return { status, headers: raw, body: isBodiless ? undefined : answerBody(response, raw) };
  };
}

/** Whether requests lose their cookies here (Fetch, section 2.2.2, "forbidden request-header"). */
function dropsCookies(): boolean {
  return !new Request('http://a', { headers: { Cookie: 'a' } }).headers.has('Cookie');
}

/**
 * The body of an answer. One whose length is known to be what it says is collected by `fetch` itself, which is a good deal cheaper, and
 * its stream is not made where nobody reads it. A browser hides from pages of other origins that a body was compressed, and is not believed there.
 */
function answerBody(response: FetchResponse, headers: readonly string[]): Body {
  const text = headerValue(headers, 'content-length') ?? '';
  const isTold =
    /^\d+$/.test(text) && response.type !== 'cors' && !hasHeader(headers, 'content-encoding');
  return (isTold && response.arrayBuffer !== undefined) || response.body !== null
    ? new FetchedBody(response, isTold ? Number(text) : undefined)
    : undefined;
}

/** A class, since literals with methods cost each answer more than all else about its body. */
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

/** Not every engine can iterate a `ReadableStream`, so it is read through its reader, and cancelled even if never read. */
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
