import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { schemaOf } from '../validate/schemas.js';
import { looseByHand, strictByHand } from './by-hand.js';
import { described } from './described-service.js';
import { policy } from './values.js';

const uuid = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/u;

/** Servers of the same service. Each listens on a free port and returns its `node:http` server. */
export const servers = {
  'by hand': async () => strictByHand(),
  'by hand, reduced': async () => looseByHand(),
  tallystick: async ({ server }) => {
    const { createWireServer, nodeServer } = await import(pathToFileURL(server));
    const handlers = {
      createPolicy: ({ body }, respond) => respond.created(body),
      getPolicy: (_request, respond) => respond.ok(policy),
    };
    return nodeServer(createWireServer(handlers, { trustHost: true }));
  },
  Fastify: async () => {
    const { default: fastify } = await import('fastify');
    const app = fastify({ ajv: { customOptions: { discriminator: true, allErrors: true } } });
    const body = schemaOf('Policy');
    const answer = { 200: body, 201: body };
    app.post('/policies', { schema: { body, response: answer } }, (request, reply) =>
      reply.code(201).send(request.body),
    );
    const params = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', pattern: uuid.source } },
    };
    app.get('/policies/:id', { schema: { params, response: answer } }, (_, reply) =>
      reply.send(policy),
    );
    await app.ready();
    return app.server;
  },
  'Hono with Zod': async () => {
    const { Hono } = await import('hono');
    const { createAdaptorServer } = await import('@hono/node-server');
    const { z } = await import('zod');
    const { zodOf } = await import('../validate/peers.js');
    const schema = zodOf(schemaOf('Policy'));
    const app = new Hono();
    app.post('/policies', async (context) => {
      const read = schema.safeParse(await context.req.json());
      return read.success ? context.json(read.data, 201) : context.json(read.error.issues, 400);
    });
    const id = z.string().regex(uuid);
    app.get('/policies/:id', (context) => {
      const read = id.safeParse(context.req.param('id'));
      return read.success ? context.json(policy) : context.json(read.error.issues, 400);
    });
    return createAdaptorServer(app);
  },
  'openapi-backend': async () => {
    const { OpenAPIBackend } = await import('openapi-backend');
    const answer = (response, status, value) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    };
    const api = new OpenAPIBackend({
      definition: described(),
      strict: false,
      quick: true,
      ajvOpts: { discriminator: true, allErrors: true },
      handlers: {
        createPolicy: (context, _, response) => answer(response, 201, context.request.requestBody),
        getPolicy: (_context, _, response) => answer(response, 200, policy),
        validationFail: (context, _, response) => answer(response, 400, context.validation.errors),
        notFound: (_context, _, response) => answer(response, 404, {}),
      },
    });
    await api.init();
    return createServer(async (request, response) => {
      const pieces = [];
      for await (const piece of request) pieces.push(piece);
      const body = pieces.length === 0 ? undefined : JSON.parse(Buffer.concat(pieces).toString());
      const { method, url, headers } = request;
      await api.handleRequest({ method, path: url, headers, body }, request, response);
    });
  },
  'Express with express-openapi-validator': async () => {
    const { default: express } = await import('express');
    const { default: validator } = await import('express-openapi-validator');
    const app = express();
    app.use(express.json());
    const apiSpec = { ...described(), openapi: '3.1.0' };
    app.use(validator.middleware({ apiSpec, validateResponses: false }));
    app.post('/policies', (request, response) => response.status(201).json(request.body));
    app.get('/policies/:policyId', (_, response) => response.json(policy));
    // Express recognises error handlers by their four parameters.
    app.use((error, _request, response, _next) =>
      response.status(error.status ?? 500).json({ message: error.message, errors: error.errors }),
    );
    return createServer(app);
  },
};
