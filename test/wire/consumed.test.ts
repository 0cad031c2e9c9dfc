import { once } from 'node:events';
import { createServer } from 'node:http';
import type { HttpHandler } from '@tallystick/runtime';
import { expressHandler } from '@tallystick/runtime/http/express';
import { fastifyPlugin } from '@tallystick/runtime/http/fastify';
import { fetchHandler } from '@tallystick/runtime/http/fetch';
import { koaMiddleware } from '@tallystick/runtime/http/koa';
import { ConsumedBodyError, nodeHandler } from '@tallystick/runtime/http/node';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { readBody } from '../../runtime/core/body.js';

const entered: string[] = [];
const handle: HttpHandler = async ({ method, target }) => {
  entered.push(`${method} ${target}`);
  return { status: 200, headers: [], body: 'mine' };
};

/** Posts JSON to a server on loopback, and closes it. */
async function posted(
  listener: Parameters<typeof createServer>[1],
  path = '/a',
  body = '{"a":1}',
): Promise<readonly [number, string]> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a port was asked for');
  entered.length = 0;
  try {
    const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    return [response.status, await response.text()];
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('body consumed by a parser', () => {
  test('is rejected by Express with its own error, before the API', async () => {
    const errors: unknown[] = [];
    const app = express();
    app.use(express.json());
    app.use(expressHandler(handle));
    app.use((error: unknown, _: unknown, response: express.Response, next: () => void) => {
      errors.push(error);
      response.status(500).send('read before');
      void next;
    });
    expect(await posted(app)).toEqual([500, 'read before']);
    expect(errors).toEqual([expect.any(ConsumedBodyError)]);
    expect(entered).toEqual([]);
  });

  test('is rejected by Koa', async () => {
    const errors: unknown[] = [];
    const app = new Koa();
    app.on('error', (error) => errors.push(error));
    app.use(async ({ req }, next) => {
      for await (const _ of req.iterator({ destroyOnReturn: false })) void _;
      await next();
    });
    app.use(koaMiddleware(handle));
    expect((await posted(app.callback()))[0]).toBe(500);
    expect(errors).toEqual([expect.any(ConsumedBodyError)]);
    expect(entered).toEqual([]);
  });

  test('is rejected by node:http with a hint', async () => {
    const answer = await posted((request, response) => {
      request.resume().on('end', () => nodeHandler(handle)(request, response));
    });
    expect(answer).toEqual([500, expect.stringContaining('mount the API before any body parser')]);
    expect(entered).toEqual([]);
  });

  test('is rejected in a web request', async () => {
    const request = new Request('https://api.example.com/a', { method: 'POST', body: '{}' });
    await request.text();
    await expect(fetchHandler(handle)(request)).rejects.toThrow(ConsumedBodyError);
    const held = new Request('https://api.example.com/a', { method: 'POST', body: '{}' });
    held.body?.getReader();
    await expect(fetchHandler(handle)(held)).rejects.toThrow(ConsumedBodyError);
  });
});

describe('empty body consumed by a parser', () => {
  test('is an empty body', async () => {
    const app = express();
    app.use(express.json());
    app.use(
      expressHandler(async ({ body }) => {
        const { length } = await readBody(body, 100);
        return { status: 200, headers: [], body: `${length} bytes` };
      }),
    );
    expect(await posted(app, '/a', '')).toEqual([200, '0 bytes']);
  });
});

describe('server mounted below a path', () => {
  test('receives the original target in Express', async () => {
    const app = express();
    app.use('/api', expressHandler(handle));
    expect(await posted(app, '/api/a%2Fb?c=%20')).toEqual([200, 'mine']);
    expect(entered).toEqual(['POST /api/a%2Fb?c=%20']);
  });

  test('receives the original target in Fastify, where other routes keep their parsers', async () => {
    const app = fastify();
    app.post('/other', ({ body }, reply) => void reply.send(body));
    await app.register(fastifyPlugin(handle), { prefix: '/api' });
    await app.ready();
    expect(await posted((request, response) => app.routing(request, response), '/api/a')).toEqual([
      200,
      'mine',
    ]);
    expect(entered).toEqual(['POST /api/a']);
    expect(await posted((request, response) => app.routing(request, response), '/other')).toEqual([
      200,
      '{"a":1}',
    ]);
  });
});
