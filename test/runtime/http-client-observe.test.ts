import type { CallOf } from './http-client-operation.js';
import { describe, expect, test } from 'vitest';
import {
  type CallLogEntry,
  type CallSpan,
  type CallTracer,
  connect,
  logCalls,
  traceCalls,
} from '@tallystick/runtime/http';
import type { OperationDescriptor, WireRequest } from '@tallystick/runtime';
import { json } from './http-client-fixture.js';
import { operation } from './http-client-operation.js';
import { api, ok } from './http-client-calls.js';

const descriptor: OperationDescriptor = {
  id: 'fill',
  method: 'POST',
  path: ['/kettles/', 0],
  parameters: [
    { name: 'id', in: 'path', required: true, type: { types: ['string'] } },
    { name: 'limit', in: 'query', type: { types: ['integer'] } },
    { name: 'owner', in: 'query', type: { types: ['string'] } },
  ],
  input: 'body',
  body: { contents: [{ mediaType: 'application/json', codec: 'json' }] },
  outcomes: [ok],
  security: [{ bearer: [] }, { query: [] }],
};
const fill: CallOf<unknown[], unknown, Readonly<Record<string, unknown>>> = operation(descriptor);

const secrets = ['bearer-7f3', 'owner-5d1', 'body-9a2', 'header-4c8'];

async function called(
  interceptor: Parameters<typeof connect>[1] extends infer Options ? Options : never,
  answer: (request: WireRequest) => Promise<ReturnType<typeof json>>,
): Promise<Readonly<Record<string, unknown>>> {
  const client = connect(api, {
    credentials: { bearer: 'bearer-7f3' },
    transport: answer,
    retry: false,
    ...interceptor,
  });
  const options = {
    query: { limit: 5, owner: 'owner-5d1' },
    headers: { 'X-Request-Id': 'r1', 'X-Secret': 'header-4c8' },
  };
  return fill.result(client, 'k 1', { text: 'body-9a2' }, options) as Promise<never>;
}

describe('logCalls', () => {
  async function logged(
    answer: (request: WireRequest) => Promise<ReturnType<typeof json>>,
  ): Promise<readonly CallLogEntry[]> {
    const entries: CallLogEntry[] = [];
    let now = 0;
    const log = logCalls({
      log: (entry) => entries.push(entry),
      headers: ['X-Request-Id', 'ETag'],
      query: ['limit'],
      clock: { now: () => (now += 7) },
    });
    await called({ interceptors: [log] }, answer);
    return entries;
  }

  test('logs the result of a call without secrets', async () => {
    const entries = await logged(async () => ({
      ...json(200, 'fine'),
      headers: ['Content-Type', 'application/json', 'ETag', 'e1', 'Set-Cookie', 'header-4c8'],
    }));
    expect(entries).toEqual([
      {
        operation: 'fill',
        method: 'POST',
        url: 'https://kettles.example/kettles/k%201?limit=5&owner=…',
        template: '/kettles/{id}',
        status: 200,
        duration: 7,
        headers: { 'x-request-id': 'r1', etag: 'e1' },
      },
    ]);
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('logs the code of a failure', async () => {
    const failing = async (): Promise<never> => {
      throw new Error('bearer-7f3 was refused');
    };
    const entries = await logged(failing);
    expect(entries).toMatchObject([{ error: 'network', template: '/kettles/{id}' }]);
    expect(entries[0]).not.toHaveProperty('status');
    for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret);
  });

  test('changes nothing if the log throws', async () => {
    const log = logCalls({
      log: () => {
        throw new Error('the disk is full');
      },
    });
    expect(await called({ interceptors: [log] }, async () => json(200, 'fine'))).toMatchObject({
      ok: true,
      value: 'fine',
    });
  });
});

describe('traceCalls', () => {
  interface Seen {
    readonly name: string;
    readonly kind: number;
    readonly attributes: Record<string, string | number>;
    status?: object;
    ended: number;
  }

  function tracer(traceId = 'a'.repeat(32)): CallTracer & { readonly seen: Seen[] } {
    const seen: Seen[] = [];
    return {
      seen,
      startSpan(name, { kind, attributes }): CallSpan {
        const span: Seen = { name, kind, attributes: { ...attributes }, ended: 0 };
        seen.push(span);
        return {
          setAttribute: (key, value) => (span.attributes[key] = value),
          setStatus: (status) => (span.status = status),
          end: () => (span.ended += 1),
          spanContext: () => ({ traceId, spanId: 'b'.repeat(16), traceFlags: 1 }),
        };
      },
    };
  }

  test('creates a span with the attributes of OpenTelemetry, sends its context, and omits secrets', async () => {
    const recorder = tracer();
    const sent: WireRequest[] = [];
    await called({ interceptors: [traceCalls(recorder)] }, async (request) => {
      sent.push(request);
      return json(200, 'fine');
    });
    expect(recorder.seen).toEqual([
      {
        name: 'POST /kettles/{id}',
        kind: 2,
        attributes: {
          'http.request.method': 'POST',
          'server.address': 'kettles.example',
          'server.port': 443,
          'url.full': 'https://kettles.example/kettles/k%201?limit=…&owner=…',
          'url.template': '/kettles/{id}',
          'http.response.status_code': 200,
        },
        ended: 1,
      },
    ]);
    const [request] = sent;
    expect(request?.headers.join(' ')).toContain(
      `traceparent 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    );
    for (const secret of secrets) expect(JSON.stringify(recorder.seen)).not.toContain(secret);
  });

  test.each([
    ['a failure status', async () => json(503, 'busy'), '503'],
    [
      'a missing response',
      async () => {
        throw new Error('bearer-7f3');
      },
      'network',
    ],
  ])('marks %s as an error', async (_, answer, type) => {
    const recorder = tracer();
    await called({ interceptors: [traceCalls(recorder)] }, answer);
    expect(recorder.seen).toMatchObject([
      { status: { code: 2 }, attributes: { 'error.type': type }, ended: 1 },
    ]);
    for (const secret of secrets) expect(JSON.stringify(recorder.seen)).not.toContain(secret);
  });

  test('sends no context without a recorded span', async () => {
    const sent: WireRequest[] = [];
    await called({ interceptors: [traceCalls(tracer('0'.repeat(32)))] }, async (request) => {
      sent.push(request);
      return json(200, 'fine');
    });
    expect(sent[0]?.headers).not.toContain('traceparent');
  });
});
