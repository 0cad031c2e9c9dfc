import type { Exchange } from '../../core/wire.js';
import { fetchHandler, type FetchHandlerOptions } from '../fetch.js';

/** What an adapter needs of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
  /** What the platform adds. On Node, `@hono/node-server` hands over the request of `node:http`, whose `url` is as it was sent. */
  readonly env?: unknown;
}

/** A handler of Hono. */
export type HonoHandler = (context: HonoContext) => Promise<Response>;

/**
 * Mounts an exchange in Hono: `app.all('/*', honoHandler(handle))`. It answers everything that reaches it, in its own words.
 * A body that something else has read is thrown as a `ConsumedBodyError`, for Hono to handle.
 */
export function honoHandler(handle: Exchange, options: FetchHandlerOptions = {}): HonoHandler {
  return ({ req, env }) => {
    const raw = rawTarget(env);
    const answer = fetchHandler(
      handle,
      raw === undefined || options.rawTarget !== undefined
        ? options
        : { ...options, rawTarget: () => raw },
    );
    return answer(req.raw);
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
