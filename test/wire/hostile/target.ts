import type { HttpHandler, Timers } from '@tallystick/runtime';
import { authority } from '../suite/document.js';
import { generateTopic } from '../suite/generated.js';

/** Malformed requests, and valid ones that others misread. */
export interface Attack {
  readonly name: string;
  /** A character for each byte. */
  readonly bytes: string;
  /** Statuses of the answers that come before the connection is closed. */
  readonly answers: readonly number[];
  /** The inputs of the handlers, in order. */
  readonly entered?: readonly string[];
  /** Why it is answered so. */
  readonly because?: string;
}

/** A server of every kind of parameter and body, and what its handlers were given. */
export interface HostileTarget {
  readonly handle: HttpHandler;
  readonly entered: string[];
  /** Why it refused, as its log has it. */
  readonly reasons: string[];
}

const json = (schema: object): object => ({
  required: true,
  content: { 'application/json': { schema } },
});

const generated = await generateTopic({
  name: 'hostile',
  title: 'What is attacked',
  components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  operations: {
    thing: {
      path: '/things/{id}',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    },
    create: {
      method: 'post',
      path: '/things',
      requestBody: json({
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' } },
      }),
    },
    search: {
      parameters: [
        {
          name: 'filter',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', additionalProperties: { type: 'string' } },
        },
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      ],
    },
    secret: {
      security: [{ bearer: [] }],
      responses: { '204': { description: 'Yes.' }, '401': { description: 'No.' } },
    },
    session: {
      parameters: [{ name: 'sid', in: 'cookie', required: true, schema: { type: 'string' } }],
    },
    form: {
      method: 'post',
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': { schema: { type: 'object', additionalProperties: true } },
          'application/x-www-form-urlencoded': {
            schema: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
    upload: {
      method: 'put',
      requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
    },
    anything: { method: 'post', requestBody: json({}) },
  },
});

/** Makes a server whose handlers answer 204 and remember what they were given. */
export function startTarget(clock?: Timers): HostileTarget {
  const entered: string[] = [];
  const reasons: string[] = [];
  const handlers = new Proxy(
    {},
    {
      get:
        (_, operation) =>
        async (request: Given, respond: { noContent(): unknown }): Promise<unknown> => {
          entered.push(`${String(operation)} ${await describeInput(request)}`.trim());
          return respond.noContent();
        },
      has: () => true,
    },
  );
  const handle = generated.createServer(handlers, {
    authorities: [authority],
    security: {
      bearer: {
        head: ({ credentials }: { readonly credentials: readonly string[] }) =>
          credentials.length === 1 && credentials[0] === 'Bearer good'
            ? { ok: true, principal: 'good' }
            : { ok: false, reason: 'bad' },
      },
    },
    log: ({ reason }: { readonly reason: string }) => reasons.push(reason),
    ...(clock === undefined ? {} : { clock }),
  });
  return { handle, entered, reasons };
}

interface Given {
  readonly path?: object;
  readonly query?: object;
  readonly cookies?: object;
  readonly body?: unknown;
}

/** The recorded input of a request: its values in order, and for a stream the number of bytes. */
async function describeInput({
  path = {},
  query = {},
  cookies = {},
  body,
}: Given): Promise<string> {
  const values = [...Object.values(path), ...Object.values(query), ...Object.values(cookies)];
  if (isStream(body)) {
    let length = 0;
    for await (const piece of body) length += piece.length;
    values.push(length);
  } else if (body !== undefined) values.push(body);
  return values
    .map((value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(' ');
}

function isStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
