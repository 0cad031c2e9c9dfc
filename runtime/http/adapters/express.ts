import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** What an adapter needs of Express's request: the target before it was cut by a mount path. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
}

/** A handler of Express 4 and 5, and of everything else that has the form of Connect. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Mounts an exchange in Express: `app.use(expressHandler(handle))`. It answers everything that reaches it, in its own words.
 * A body that a parser has read goes to Express's own error handling as a `ConsumedBodyError`.
 */
export function expressHandler(handle: Exchange, options: NodeHandlerOptions = {}): ExpressHandler {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? '/';
    exchangeNode(handle, request, response, { ...options, target }).catch(next);
  };
}
