import { ConsumedBodyError } from './consumed-body.js';
import type { Body, HttpHandler, WireRequest, WireResponse } from '../core/wire.js';

/** Facts about a request that a web `Request` does not contain but the platform may know. */
export interface FetchHandlerOptions {
  /** IP address of the caller, if the platform knows it. */
  readonly peerAddress?: (request: Request) => string | undefined;
  /**
   * Host, and port unless it is the default port, as the client requested them. Needed if the URL of the `Request`
   * contains something else: Next.js, for example, uses the address that the server listens on. If the function returns
   * `undefined`, the URL's authority is used.
   */
  readonly authority?: (request: Request) => string | undefined;
  /**
   * Path and query exactly as the client sent them, if the platform knows them. A
   * `Request` contains them only as normalised by a URL parser, which matters for
   * signatures. A value that does not resolve to the request's URL is ignored.
   */
  readonly rawTarget?: (request: Request) => string | undefined;
}

/**
 * Adapts a server to the Fetch API: returns a function from a web `Request` to a `Response`, as used by edge runtimes.
 *
 * Web headers join repeated lines with `, `, so a second `Authorization` arrives as one malformed value and is refused.
 *
 * @throws {ConsumedBodyError} (as a rejection) if something else has read or locked the request's body.
 */
export function fetchHandler(
  handle: HttpHandler,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    // A locked body belongs to another reader, even if nothing has been read yet.
    if (request.bodyUsed || request.body?.locked === true) throw new ConsumedBodyError();
    return responseOf(await handle(requestOf(request, options)), request.method);
  };
}

function requestOf(request: Request, options: FetchHandlerOptions): WireRequest {
  const url = new URL(request.url);
  const address = options.peerAddress?.(request);
  return {
    method: request.method.toUpperCase(),
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    authority: options.authority?.(request) ?? url.host,
    ...targetOf(url, options.rawTarget?.(request)),
    headers: headerPairs(request.headers),
    body: request.body === null ? undefined : { stream: readChunks(request.body) },
    signal: request.signal,
    ...(address === undefined ? {} : { peer: { address } }),
  };
}

/** The target as sent if the platform knows it; otherwise the normalised target with all forms that it may have been sent in. */
function targetOf(url: URL, raw: string | undefined): Pick<WireRequest, 'target' | 'otherTargets'> {
  const { origin, hash, href } = url;
  const target = href.slice(origin.length, href.length - hash.length);
  if (raw !== undefined && leadsTo(href, origin, raw)) return { target: raw };
  const others = otherTargets(target);
  return others.length === 0 ? { target } : { target, otherTargets: others };
}

function leadsTo(href: string, origin: string, raw: string): boolean {
  return raw.startsWith('/') && URL.canParse(origin + raw) && new URL(origin + raw).href === href;
}

function responseOf({ status, headers, body }: WireResponse, method: string): Response {
  const lines = new Headers();
  for (let index = 0; index + 1 < headers.length; index += 2)
    lines.append(headers[index] ?? '', headers[index + 1] ?? '');
  const bodiless = method === 'HEAD' || status === 204 || status === 205 || status === 304;
  return new Response(bodiless ? null : webBody(body), { status, headers: lines });
}

function webBody(body: Body): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  if (body === undefined) return null;
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  const chunks = body.stream[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await chunks.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

/** Reads a web stream with its reader, because not every runtime makes streams iterable. */
async function* readChunks(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const step = await reader.read();
      if (step.done) return;
      yield step.value;
    }
  } finally {
    await reader.cancel();
  }
}

/**
 * Up to this many quotation marks, every combination is tried. Beyond it, either all or none are taken to have been
 * encoded, because a client encodes by one rule.
 */
const maxMixed = 4;

/**
 * Targets that a URL parser would have turned into this one; at most 15.
 *
 * Of all characters that RFC 3986 allows in a target, a URL parser
 * changes only `'` in the query, to `%27` (WHATWG URL, section 1.3).
 */
function otherTargets(target: string): readonly string[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  const [first = '', ...rest] = target.slice(start).split('%27');
  const path = target.slice(0, start);
  if (rest.length > maxMixed) return [`${path}${[first, ...rest].join("'")}`];
  let candidates = [path + first];
  for (const part of rest)
    candidates = candidates.flatMap((prefix) => [`${prefix}%27${part}`, `${prefix}'${part}`]);
  // The first combination is the target itself.
  return candidates.slice(1);
}

/** Names and values of headers, alternating. */
function headerPairs(headers: Headers): readonly string[] {
  const pairs: string[] = [];
  headers.forEach((value, name) => pairs.push(name, value));
  return pairs;
}
