import type { ItemStream } from '@tallystick/runtime';
import { connect } from '@tallystick/runtime/http';
import { authority } from './suite/document.js';
import { generateTopic, type Generated } from './suite/generated.js';
import { ways, type Way } from './suite/mounts.js';

const row = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };

/** Operations whose bodies are streams. */
export const streams: Generated = await generateTopic({
  name: 'item-streams',
  title: 'Streams of items',
  openapi: '3.2.0',
  components: { schemas: { Row: row } },
  operations: {
    ticks: {
      responses: {
        '200': {
          description: 'ok',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Row' } } },
        },
        '204': { description: 'no more' },
      },
    },
    beats: {
      responses: {
        '200': {
          description: 'ok',
          content: { 'text/event-stream': { schema: { $ref: '#/components/schemas/Row' } } },
        },
      },
    },
    rows: {
      responses: {
        '200': {
          description: 'ok',
          content: { 'application/x-ndjson': { itemSchema: { $ref: '#/components/schemas/Row' } } },
        },
        '404': { description: 'gone', content: { 'application/json': { schema: {} } } },
      },
    },
    load: {
      method: 'post',
      requestBody: {
        required: true,
        content: { 'application/x-ndjson': { itemSchema: { $ref: '#/components/schemas/Row' } } },
      },
      responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
    },
  },
});

/** Ways over which streams are tried. */
export const streamWays: readonly string[] = [
  'in memory',
  'fetch, to node:http',
  'node:http, to node:http',
  'web requests',
];

/** Makers of answers. */
export type Makers = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

/** The input of the fixture's handlers. */
export interface Asked {
  readonly body: AsyncIterable<unknown>;
  readonly lastEventId?: string;
  readonly signal: AbortSignal;
}

/** Handlers; only those of called operations are required. */
export type StreamHandlers = Readonly<Record<string, (request: Asked, respond: Makers) => unknown>>;

/** A client and what it is connected with. */
export interface StreamFixture {
  /** Items of an operation. */
  stream(operation: string, options?: object): ItemStream<Item>;
  /** Calls an operation with a body. */
  call(
    operation: string,
    body: unknown,
    options?: object,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Log entries of the server. */
  readonly log: Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** An item of any stream of the fixture. */
export type Item = Readonly<Record<string, unknown>>;

/** Wires a client to a server of these handlers. */
export async function createStreamFixture(
  name: string,
  handlers: StreamHandlers,
  options: { readonly client?: object; readonly server?: object } = {},
): Promise<StreamFixture> {
  const log: Readonly<Record<string, unknown>>[] = [];
  const handle = streams.createServer(new Proxy(handlers, { has: () => true }), {
    trustHost: true,
    partial: true,
    log: (entry: Readonly<Record<string, unknown>>) => log.push(entry),
    ...options.server,
  });
  const way: Way | undefined = await ways[name]?.(handle);
  if (way === undefined) throw new Error(`there is a way "${name}"`);
  const client = connect(streams.description, {
    transport: way.transport,
    baseUrl: way.baseUrl ?? `https://${authority}`,
    retry: false,
    ...options.client,
  });
  return {
    stream(operation, more) {
      const call = streams.call(operation) as unknown as {
        stream(...args: readonly unknown[]): ItemStream<Item>;
      };
      return call.stream(client, more);
    },
    call: (operation, body, more) => streams.call(operation).result(client, body, more),
    log,
    close: () => way.close(),
  };
}

/** A promise and what fulfils it. */
export function deferred<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve: (value) => resolve(value) };
}
