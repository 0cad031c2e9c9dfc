import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../core/wire.js';
import { exchangeNode, type NodeHandlerOptions } from '../node.js';

/** What an adapter needs of Fastify, inside a plugin. */
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

/** A plugin of Fastify. */
export type FastifyPlugin = (scope: FastifyScope) => Promise<void>;

/**
 * Mounts an exchange in Fastify: `app.register(fastifyPlugin(handle))`, under a prefix or without. Within the plugin nothing parses
 * bodies, which is a matter of the plugin alone; the exchange answers in its own words.
 */
export function fastifyPlugin(handle: Exchange, options: NodeHandlerOptions = {}): FastifyPlugin {
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
