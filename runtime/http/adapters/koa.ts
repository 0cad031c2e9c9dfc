import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHandler } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** The properties of a Koa context that are used here. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Target of the request before Koa removes a mount path. */
  readonly originalUrl: string;
  respond?: boolean;
}

/** A Koa middleware. */
export type KoaMiddleware = (context: KoaContext) => Promise<void>;

/**
 * Mounts a generated server in Koa: `app.use(koaMiddleware(server))`.
 *
 * It responds to every request that reaches it and bypasses Koa's own response. If a body parser has already read the
 * body, it throws a `ConsumedBodyError` for Koa to handle.
 */
export function koaMiddleware(
  handle: HttpHandler,
  options: NodeHandlerOptions = {},
): KoaMiddleware {
  return async (context) => {
    const { req, res, originalUrl } = context;
    await exchangeNode(handle, req, res, {
      ...options,
      target: originalUrl,
      onAccepted: () => {
        context.respond = false;
      },
    });
  };
}
