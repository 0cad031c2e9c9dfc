import type { HttpHandler } from '../../core/wire.js';
import { fetchHandler, type FetchHandlerOptions } from '../fetch.js';

/** The properties of a Hono context that are used here. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /**
   * Platform bindings. On Node, `@hono/node-server` passes the `node:http` request, whose `url` is the target as sent.
   */
  readonly env?: unknown;
}

/** A Hono handler. */
export type HonoHandler = (context: HonoContext) => Promise<Response>;

/**
 * Mounts a generated server in Hono: `app.all('/*', honoHandler(server))`.
 *
 * It responds to every request that reaches it, including unknown paths. If something else has already read the body,
 * it throws a `ConsumedBodyError` for Hono to handle.
 */
export function honoHandler(handle: HttpHandler, options: FetchHandlerOptions = {}): HonoHandler {
  return ({ req, env }) => {
    const raw = rawTarget(env);
    const respond = fetchHandler(
      handle,
      raw === undefined || options.rawTarget !== undefined
        ? options
        : { ...options, rawTarget: () => raw },
    );
    return respond(req.raw);
  };
}

function rawTarget(env: unknown): string | undefined {
  const incoming = memberOf(env, 'incoming');
  const url = memberOf(incoming, 'url');
  return typeof url === 'string' ? url : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
