import type { Exchange } from '../../core/wire.js';
import { fetchHandler, type FetchHandlerOptions } from '../fetch.js';

/** What an adapter needs of Hono's context. */
export interface HonoContext {
  readonly req: { readonly raw: Request };
}

/** A handler of Hono. */
export type HonoHandler = (context: HonoContext) => Promise<Response>;

/**
 * Mounts an exchange in Hono: `app.all('/*', honoHandler(handle))`. It answers everything that reaches it, in its own words.
 * A body that something else has read is thrown as a `ConsumedBodyError`, for Hono to handle.
 */
export function honoHandler(handle: Exchange, options: FetchHandlerOptions = {}): HonoHandler {
  const answer = fetchHandler(handle, options);
  return ({ req }) => answer(req.raw);
}
