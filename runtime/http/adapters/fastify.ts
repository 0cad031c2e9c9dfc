import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpHandler } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** The methods of a Fastify instance that are used here, inside a plugin. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parser: (
      request: unknown,
      payload: unknown,
      done: (error: null, body?: undefined) => void,
    ) => void,
  ): unknown;
  all(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; hijack(): unknown },
    ) => Promise<void>,
  ): unknown;
}

/** A Fastify plugin. */
export type FastifyPlugin = (scope: FastifyScope) => Promise<void>;

/**
 * Mounts a generated server in Fastify: `app.register(fastifyPlugin(server))`, with or without a prefix.
 *
 * The plugin removes the body parsers within its own scope only. The server sends all responses itself.
 */
export function fastifyPlugin(
  handle: HttpHandler,
  options: NodeHandlerOptions = {},
): FastifyPlugin {
  return async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all('/*', async (request, reply) => {
      await exchangeNode(handle, request.raw, reply.raw, {
        ...options,
        onAccepted: () => {
          reply.hijack();
        },
      });
    });
  };
}
