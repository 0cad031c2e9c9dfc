import { connect } from '@tallystick/runtime/http';
import type { RawHeaders, WireResponse } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { memoryHost } from '../../generator/host/memory.js';
import { authority, type DocumentSource } from './suite/document.js';
import { generateTopic } from './suite/generated.js';

type OperationSource = DocumentSource['operations'][string];

const text = { type: 'string' };
const key = (more: object = {}): object => ({
  name: 'Idempotency-Key',
  in: 'header',
  schema: text,
  ...more,
});
const post = (...parameters: readonly object[]): OperationSource => ({
  method: 'post',
  parameters,
  responses: { '200': { description: 'ok', content: { 'application/json': { schema: {} } } } },
});

/** Headers as services write them, and what they are called on the wire. */
const recognised: Readonly<Record<string, OperationSource>> = {
  adyen: post(key()),
  stripe: post(key({ schema: { type: 'string', maxLength: 255 } })),
  required: post(key({ required: true })),
  lower: post(key({ name: 'idempotency-key' })),
  prefixed: post(
    key({ name: 'X-Idempotency-Key', schema: { type: 'string', minLength: 1, maxLength: 128 } }),
  ),
  uuid: post(key({ schema: { type: 'string', format: 'uuid' } })),
  nullable: post(key({ schema: { anyOf: [{ type: 'string' }, { type: 'null' }] } })),
  referred: post(key({ schema: { $ref: '#/components/schemas/Key' } })),
  marked: post({ name: 'PayPal-Request-Id', in: 'header', schema: text, 'x-idempotency': true }),
};

/** Headers that carry no key of the client's making. */
const ordinary: Readonly<Record<string, OperationSource>> = {
  short: post(key({ schema: { type: 'string', maxLength: 20 } })),
  long: post(key({ schema: { type: 'string', minLength: 40 } })),
  patterned: post(key({ schema: { type: 'string', pattern: '^[A-Z]+$' } })),
  listed: post(key({ schema: { type: 'string', enum: ['a', 'b'] } })),
  dated: post(key({ schema: { type: 'string', format: 'date-time' } })),
  counted: post(key({ schema: { type: 'integer' } })),
  refused: post(key({ 'x-idempotency': false })),
  exempt: { ...post(key()), 'x-idempotency': false },
  answered: post({ name: 'Idempotency-Token', in: 'header', schema: text }),
  query: post({ name: 'Idempotency-Key', in: 'query', schema: text }),
};

const generated = await generateTopic({
  name: 'idempotency-key',
  title: 'Plain keys',
  operations: { ...recognised, ...ordinary },
  components: { schemas: { Key: { type: 'string', minLength: 8 } } },
});

const busy: WireResponse = { status: 503, headers: [], body: undefined };

/** Sends an operation to a server of which the first two answers are lost; the headers of all attempts, and how often a handler ran. */
async function attempts(
  operation: string,
  options: object = {},
): Promise<{ readonly headers: readonly RawHeaders[]; readonly runs: number }> {
  const headers: RawHeaders[] = [];
  let runs = 0;
  const handlers = Object.fromEntries(
    Object.keys({ ...recognised, ...ordinary }).map((name) => [
      name,
      (_: unknown, respond: Readonly<Record<string, (body: unknown) => unknown>>) =>
        respond['ok']?.((runs += 1)),
    ]),
  );
  const handle = generated.createServer(handlers, { trustHost: true });
  const client = connect(generated.description, {
    baseUrl: `https://${authority}`,
    retry: { attempts: 3, delay: 0 },
    transport: async (request) => {
      headers.push(request.headers);
      const answer = await handle(request);
      return headers.length < 3 ? busy : answer;
    },
  });
  await generated.call(operation).result(client, options);
  return { headers, runs };
}

const keyOf = (headers: RawHeaders): string | undefined =>
  headers[headers.findIndex((name) => /^(?:(?:x-)?idempotency-key|paypal-.*)$/i.test(name)) + 1];

describe('Idempotency-Key header', () => {
  test.each(Object.keys(recognised))(
    'is generated, kept for all attempts, and executed once (%s)',
    async (operation) => {
      const { headers, runs } = await attempts(operation);
      const keys = headers.map(keyOf);
      expect(keys[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
      expect(keys).toEqual([keys[0], keys[0], keys[0]]);
      expect(runs).toBe(1);
    },
  );

  test.each(Object.keys(ordinary))('is an ordinary header if %s', async (operation) => {
    const { headers, runs } = await attempts(operation);
    expect(headers).toHaveLength(1);
    expect(headers[0]?.map((each) => each.toLowerCase())).not.toContain('idempotency-key');
    expect(runs).toBe(1);
  });

  test('is set by the caller', async () => {
    const { headers } = await attempts('adyen', { idempotencyKey: 'mine' });
    expect(headers.map(keyOf)).toEqual(['mine', 'mine', 'mine']);
  });

  test('is generated for a single attempt only if required', async () => {
    const required = await attempts('required', { retry: false });
    expect(required.headers.map(keyOf)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
    const optional = await attempts('adyen', { retry: false });
    expect(optional.headers[0]).not.toContain('Idempotency-Key');
  });

  test('is an ordinary header if the option is false', async () => {
    const { method: _, ...operation } = post(key());
    const document = {
      openapi: '3.1.0',
      info: { title: 'Pay', version: '1.0.0' },
      paths: { '/pay': { post: operation } },
    };
    const host = memoryHost({ '/a/openapi.json': JSON.stringify(document) }, '/a');
    const texts: string[] = [];
    for (const idempotency of [undefined, true, false]) {
      const request = { documents: ['openapi.json'], out: 'api' };
      const { ok } = await generate(
        { ...request, ...(idempotency !== undefined && { idempotency }) },
        host,
      );
      expect(ok).toBe(true);
      texts.push([...host.files()].map(([, file]) => file).join(''));
    }
    expect(texts.map((file) => file.includes('idempotencyHeader'))).toEqual([true, true, false]);
  });
});
