import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHandler } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** The properties of an Express request that are used here: the target before Express removes a mount path. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
}

/** Handler of Express 4 and 5, and of any framework compatible with Connect. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts a generated server in Express: `app.use(expressHandler(server))`.
 *
 * It responds to every request that reaches it, including unknown paths. If a body parser has already read the body, a
 * `ConsumedBodyError` is passed to Express's error handling.
 */
export function expressHandler(
  handle: HttpHandler,
  options: NodeHandlerOptions = {},
): ExpressHandler {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? '/';
    exchangeNode(handle, request, response, { ...options, target }).catch(next);
  };
}
