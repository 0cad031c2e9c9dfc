import { ConsumedBodyError } from './consumed-body.js';
import { otherTargets } from './normalised-target.js';
import type { Body, Exchange, WireRequest, WireResponse } from '../core/wire.js';

/** What a handler of web requests may be told. */
export interface FetchHandlerOptions {
  /** The address of the caller, where the platform knows it. */
  readonly peerAddress?: (request: Request) => string | undefined;
  /**
   * Host, and port if it is not the usual one, as they were asked for, where the URL of a `Request` does not say it: Next.js makes that of the
   * address that it listens on. The URL's if it answers nothing.
   */
  readonly authority?: (request: Request) => string | undefined;
  /**
   * Path and query as they were sent, where the platform knows them. `Request` shows them only as a URL parser has made them, which
   * matters to signatures. One that does not lead to the request's own URL is ignored.
   */
  readonly rawTarget?: (request: Request) => string | undefined;
}

/**
 * Lets an exchange answer web requests, as edge runtimes have them. Web headers join repeated lines with `, `, so a
 * second `Authorization` shows as one malformed value and is refused as such. A body that something else has read before is
 * thrown as a `ConsumedBodyError`.
 */
export function fetchHandler(
  handle: Exchange,
  options: FetchHandlerOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    // Whoever holds its reader has it, read or not.
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
    headers: [...request.headers].flat(),
    body: request.body === null ? undefined : { stream: piecesOfStream(request.body) },
    signal: request.signal,
    ...(address === undefined ? {} : { peer: { address } }),
  };
}

/** The target as it was sent, if that is known, or all that it may have been. */
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
  const pieces = body.stream[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const step = await pieces.next();
      if (step.done === true) controller.close();
      else controller.enqueue(step.value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}

/** Reads a web stream without depending on it being iterable, which not every runtime has. */
async function* piecesOfStream(
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
