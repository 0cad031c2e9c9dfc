import { createServer, type Server } from 'node:http';
import type { HttpHandler } from '@tallystick/runtime';
import { expressHandler } from '@tallystick/runtime/http/express';
import { fastifyPlugin } from '@tallystick/runtime/http/fastify';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { honoHandler } from '@tallystick/runtime/http/hono';
import { koaMiddleware } from '@tallystick/runtime/http/koa';
import { nodeServer } from '@tallystick/runtime/http/node';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';

/** Every adapter that listens by `node:http`, by its name: a server, not yet listening. */
export const listeners: Readonly<Record<string, (handle: HttpHandler) => Promise<Server>>> = {
  'node:http': async (handle) => nodeServer(handle),
  Express: async (handle) => {
    const app = express();
    app.use(expressHandler(handle));
    return createServer(app);
  },
  Koa: async (handle) => {
    const app = new Koa();
    // Errors of callers are not logged.
    app.silent = true;
    app.use(koaMiddleware(handle));
    return createServer(app.callback());
  },
  Fastify: async (handle) => {
    const app = fastify();
    await app.register(fastifyPlugin(handle));
    await app.ready();
    return app.server;
  },
};

/** A handler of web requests. */
export type WebHandler = (request: Request) => Promise<Response>;

/** Every adapter that handles web requests, by its name. */
export const webHandlers: Readonly<Record<string, (handle: HttpHandler) => WebHandler>> = {
  'web requests': (handle) => fetchHandler(handle),
  Hono: (handle) => {
    const app = new Hono();
    app.all('/*', honoHandler(handle));
    return async (request) => app.fetch(request);
  },
};
