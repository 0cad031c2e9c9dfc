import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** What an adapter needs of Koa's context. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The target before it was cut by a mount path. */
  readonly originalUrl: string;
  respond?: boolean;
}

/** A middleware of Koa. */
export type KoaMiddleware = (context: KoaContext) => Promise<void>;

/**
 * Mounts an exchange in Koa: `app.use(koaMiddleware(handle))`. It answers everything that reaches it, past Koa's own response.
 * A body that a parser has read is thrown as a `ConsumedBodyError`, for Koa to handle.
 */
export function koaMiddleware(handle: Exchange, options: NodeHandlerOptions = {}): KoaMiddleware {
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
