import type {
  ApiDescriptor,
  HttpHandler,
  OperationDescriptor,
  ParameterDescriptor,
  Timers,
  Verifier,
  WireRequest,
  WireResponse,
} from '@tallystick/runtime';
import { createServer, type HttpOptions } from '@tallystick/runtime/http/server';

export type Handle = HttpHandler;

/** A description with nothing in it but what is given. */
export function api(parts: Partial<ApiDescriptor> = {}): ApiDescriptor {
  return { title: 'Kettles', version: '1.0.0', servers: [], variables: {}, security: {}, ...parts };
}

/** An operation that answers 204 and takes no input, with the given overrides. */
export function operation(
  id: string,
  parts: Partial<OperationDescriptor> = {},
): OperationDescriptor {
  return {
    id,
    method: 'GET',
    path: [`/${id}`],
    input: 'none',
    outcomes: [{ status: 204, respond: 'noContent' }],
    ...parts,
  };
}

/** An operation on one path parameter, `/things/{id}`, and whatever other parameters are given. */
export function parameter(
  name: string,
  parts: Partial<ParameterDescriptor> = {},
): ParameterDescriptor {
  return { name, in: 'query', type: { types: ['string'] }, ...parts };
}

export interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: readonly string[];
  readonly body?: WireRequest['body'];
  readonly authority?: string;
  readonly scheme?: 'http' | 'https';
  readonly signal?: AbortSignal;
}

/** A request as an adapter makes it. */
export function request(sent: Sent): WireRequest {
  const {
    method = 'GET',
    target = '/',
    headers = [],
    body,
    authority = 'api.example.com',
    scheme = 'https',
    signal,
  } = sent;
  return {
    method,
    scheme,
    authority,
    target,
    headers,
    body,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** A request with a JSON body. */
export function posted(
  target: string,
  body: unknown,
  headers: readonly string[] = [],
): WireRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return request({
    method: 'POST',
    target,
    headers: ['Content-Type', 'application/json', ...headers],
    body: text,
  });
}

/** A response in a form that can be compared. */
export function parseResponse(response: WireResponse): {
  readonly status: number;
  readonly body: unknown;
} {
  const { status, body } = response;
  return { status, body: typeof body === 'string' && body !== '' ? JSON.parse(body) : body };
}

export function headerOf(response: WireResponse, name: string): readonly string[] {
  return response.headers.filter(
    (_, index) =>
      index % 2 === 1 && response.headers[index - 1]?.toLowerCase() === name.toLowerCase(),
  );
}

type Handler = (request: never, respond: never) => unknown;

/** A server of these operations, whose handlers are called like them. */
export function serverOf(
  operations: readonly OperationDescriptor[],
  handlers: Readonly<Record<string, Handler>>,
  options: HttpOptions = {},
  description: ApiDescriptor = api(),
): Handle {
  const routes = operations.map((descriptor) => ({ descriptor, handler: descriptor.id }));
  const { security, ...rest } = options;
  return createServer(description, routes, handlers, {
    authorities: ['api.example.com'],
    ...rest,
    ...(security === undefined ? {} : { security: security as Readonly<Record<string, Verifier>> }),
  });
}

/** A server whose every handler answers 204 and hands what it received to `seen`. */
export function watched(
  operations: readonly OperationDescriptor[],
  options: HttpOptions = {},
  description: ApiDescriptor = api(),
): { readonly handle: Handle; readonly seen: unknown[] } {
  const seen: unknown[] = [];
  const handlers = Object.fromEntries(
    operations.map(({ id }) => [
      id,
      (received: Readonly<Record<string, unknown>>, respond: { noContent(): unknown }) => {
        const { wire: _wire, signal: _signal, accepts: _accepts, ...rest } = received;
        seen.push({ operation: id, ...rest });
        return respond.noContent();
      },
    ]),
  );
  return { handle: serverOf(operations, handlers, options, description), seen };
}

/** Timers that a test runs. */
export function manualTimers(): Timers & { advance(milliseconds: number): void } {
  let time = 1_700_000_000_000;
  let count = 0;
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>();
  return {
    now: () => time,
    setTimeout(callback, milliseconds) {
      count += 1;
      waiting.set(count, { at: time + milliseconds, callback });
      return count;
    },
    clearTimeout(handle) {
      if (typeof handle === 'number') waiting.delete(handle);
    },
    advance(milliseconds) {
      time += milliseconds;
      for (const [handle, { at, callback }] of waiting) {
        if (at > time) continue;
        waiting.delete(handle);
        callback();
      }
    },
  };
}
