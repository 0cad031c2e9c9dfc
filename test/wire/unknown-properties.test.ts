import { connect } from '@tallystick/runtime/http';
import type { Fault } from '@tallystick/runtime/http/server';
import { describe, expect, test } from 'vitest';
import { authority, documentOf } from './suite/document.js';
import { generateFrom } from './suite/generated.js';

const address = {
  type: 'object',
  properties: { street: { type: 'string' }, zip: { type: 'string' } },
};
const item = {
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string' }, parts: { $ref: '#/components/schemas/Items' } },
};
const order = {
  type: 'object',
  properties: {
    address: { $ref: '#/components/schemas/Address' },
    items: { $ref: '#/components/schemas/Items' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    note: {},
  },
  oneOf: [
    { required: ['size'], properties: { size: { type: 'integer' } } },
    { required: ['funds'], properties: { funds: { type: 'integer' } } },
  ],
};
const taking = (schema: object) => ({
  method: 'post',
  requestBody: { required: true, content: { 'application/json': { schema } } },
});

const generated = await generateFrom(
  'unknown-properties',
  {
    'openapi.json': JSON.stringify(
      documentOf({
        title: 'Unknown properties',
        operations: {
          open: taking(order),
          closed: taking({ ...address, additionalProperties: false }),
          closedUnion: taking({ ...order, unevaluatedProperties: false }),
        },
        components: {
          schemas: { Address: address, Items: { type: 'array', items: item } },
        },
      }),
    ),
  },
  { emitters: ['server', 'known-properties'] },
);

const entries: unknown[] = [];
const faults: Fault[] = [];
const done = (_request: unknown, respond: Readonly<Record<string, () => unknown>>) =>
  respond['noContent']?.();
const handlers = { open: done, closed: done, closedUnion: done };
const server = generated.createServer(handlers, {
  trustHost: true,
  log: (entry: unknown) => entries.push(entry),
  onFault: (fault: Fault) => void faults.push(fault),
});
const client = connect(generated.description, {
  transport: server,
  baseUrl: `https://${authority}`,
  retry: false,
});

/** Sends a body; returns the status, and the violations of a rejected body. */
async function send(operation: string, body: unknown): Promise<readonly unknown[]> {
  entries.length = 0;
  faults.length = 0;
  const { status } = await generated.call(operation).result(client, body);
  const violations = faults.flatMap((fault) => fault.violations ?? []);
  return [status, ...violations.map(({ path, message }) => `${path}: ${message}`)];
}

describe('a closed object', () => {
  test('names the property that is not declared, and the one that is meant', async () => {
    expect(await send('closed', { stret: 'a', zip: '1' })).toEqual([
      400,
      'body/stret: expected no such member; did you mean "street"?',
    ]);
  });

  test('suggests nothing for a property that resembles none', async () => {
    expect(await send('closed', { country: 'DE' })).toEqual([
      400,
      'body/country: expected no such member',
    ]);
  });

  test('suggests properties of the branches of a union', async () => {
    expect(await send('closedUnion', { size: 1, labls: {} })).toEqual([
      400,
      'body/labls: expected no such member; did you mean "labels"?',
    ]);
    expect(await send('closedUnion', { size: 1, labels: {} })).toEqual([204]);
  });

  test('has few suggestions for many unknown properties', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`zi${at}`, 0]));
    const [status, ...messages] = await send('closed', many);
    expect(status).toBe(400);
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter((text) => String(text).includes('did you mean')).length).toBe(20);
  });
});

describe('an open object', () => {
  const logged = (unknownProperties: readonly unknown[]) => [
    { reason: 'unknown-properties', method: 'POST', operation: 'open', unknownProperties },
  ];

  test('is accepted, and the server logs the properties that are not declared', async () => {
    const body = { size: 1, adress: {}, address: { zipp: '1' }, secret: 'x' };
    expect(await send('open', body)).toEqual([204]);
    expect(entries).toMatchObject(
      logged([
        { path: 'body/adress', meant: 'address' },
        { path: 'body/address/zipp', meant: 'zip' },
        { path: 'body/secret' },
      ]),
    );
  });

  test('is compared in lists, and at any depth of a recursive schema', async () => {
    const items = [{ kind: 'a' }, { kind: 'b', parts: [{ kind: 'c', part: [] }] }];
    expect(await send('open', { funds: 1, items })).toEqual([204]);
    expect(entries).toMatchObject(logged([{ path: 'body/items/1/parts/0/part', meant: 'parts' }]));
  });

  test('has any property where the description allows it', async () => {
    expect(await send('open', { size: 1, labels: { colour: 'red' }, note: { a: 1 } })).toEqual([
      204,
    ]);
    expect(entries).toEqual([]);
  });

  test('is logged with at most 20 properties', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x${at}`, 0]));
    await send('open', { size: 1, ...many });
    expect(entries).toMatchObject([{ unknownProperties: { length: 20 } }]);
  });
});
