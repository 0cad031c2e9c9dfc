import type { CallOf } from './http-client-operation.js';
import type { ApiDescriptor, OperationDescriptor, Success, Unexpected } from '@tallystick/runtime';
import {
  answerHeaders,
  type Client,
  connect,
  everyPart,
  headerParameters,
  jsonAnswers,
  operation,
  type Capabilities,
  simpleAnswerHeaders,
  simpleHeaderParameters,
} from '@tallystick/runtime/http';
import { describe, expect, it } from 'vitest';
import { recordingTransport } from './http-client-fixture.js';

const api: ApiDescriptor = {
  title: 'Kettles',
  version: '1.0.0',
  servers: [{ url: 'https://k.example' }],
  variables: {},
  security: {},
};

const described: OperationDescriptor = {
  id: 'op',
  method: 'GET',
  path: ['/k'],
  parameters: [
    { name: 'X-Trace', in: 'header', type: { types: ['string'] } },
    { name: 'X-Litres', in: 'header', required: true, type: { types: ['integer', 'null'] } },
  ],
  input: 'none',
  outcomes: [
    {
      status: 200,
      respond: 'ok',
      headers: [
        { name: 'X-Left', in: 'header', type: { types: ['integer'] } },
        { name: 'X-Hot', in: 'header', type: { types: ['boolean'] } },
      ],
    },
  ],
};

type Made = CallOf<
  [client: Client, options: { readonly headers: object }],
  unknown,
  Success<200, unknown, Readonly<Record<string, unknown>>> | Unexpected
>;

async function sent(headers: object, ...parts: readonly Capabilities[]): Promise<unknown> {
  const transport = recordingTransport({ status: 200, headers: [], body: undefined });
  const client = connect(api, { transport: transport.exchange });
  const call: Made = operation(described, parts);
  const outcome = await call.result(client, { headers });
  return transport.requests[0]?.headers ?? outcome;
}

async function read(
  headers: readonly string[],
  ...parts: readonly Capabilities[]
): Promise<unknown> {
  const { exchange } = recordingTransport({ status: 200, headers: [...headers], body: undefined });
  const call: Made = operation(described, parts);
  const outcome = await call.result(connect(api, { transport: exchange }), {
    headers: { 'X-Litres': 1 },
  });
  return 'headers' in outcome ? outcome.headers : outcome;
}

describe('headers with single values', () => {
  it.each([
    [{ 'X-Litres': 3 }, ['X-Litres', '3']],
    [{ 'x-litres': 2n, 'x-trace': 'a, b' }, ['X-Trace', 'a, b', 'X-Litres', '2']],
    [{ 'X-Litres': null }, ['X-Litres', 'null']],
    [{ 'X-Litres': 1, 'X-Trace': null }, ['X-Litres', '1']],
    [{ 'X-Litres': 1e21 }, ['X-Litres', '1000000000000000000000']],
  ])('are sent as with the general capability: %o', async (headers, wanted) => {
    expect(await sent(headers, simpleHeaderParameters, simpleAnswerHeaders)).toEqual(wanted);
    expect(await sent(headers, headerParameters, answerHeaders)).toEqual(wanted);
  });

  it.each([
    [{}, '/headers/X-Litres is not given'],
    [{ 'X-Litres': NaN }, '/headers/X-Litres is not a finite number'],
    [{ 'X-Litres': [1, 2] }, '/headers/X-Litres is not a single value'],
    [{ 'X-Litres': 1, 'X-Trace': { a: 1 } }, '/headers/X-Trace is not a single value'],
    [
      { 'X-Litres': 1, 'X-Trace': 'a\r\nHost: b' },
      '/headers/X-Trace is not text that is valid in a header',
    ],
    [{ 'X-Litres': 1, 'X-Trace': ' a' }, '/headers/X-Trace is not text that is valid in a header'],
    [
      { 'X-Litres': 1, 'X-Trace': '\ud800' },
      '/headers/X-Trace is not text that can be encoded in UTF-8',
    ],
    [{ 'X-Litres': 1, Upgrade: 'h2c' }, '/headers/Upgrade is not a header that programs may set'],
  ])('are rejected before sending: %o', async (headers, message) => {
    expect(await sent(headers, simpleHeaderParameters, simpleAnswerHeaders)).toMatchObject({
      kind: 'invalid-request',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [['X-Left', '7', 'X-Hot', 'true'], { 'X-Left': 7, 'X-Hot': true }],
    [['x-left', 'some', 'X-Hot', 'TRUE'], { 'X-Left': 'some', 'X-Hot': 'TRUE' }],
    [['X-Left', '1', 'X-Left', '2'], { 'X-Left': '1, 2' }],
    [['X-Left', '9007199254740993'], { kind: 'invalid-response' }],
  ])('are read as with the general capability: %o', async (headers, wanted) => {
    expect(await read(headers, simpleHeaderParameters, simpleAnswerHeaders)).toMatchObject(wanted);
    expect(await read(headers, headerParameters, answerHeaders)).toMatchObject(wanted);
  });
});

describe('operation without a capability', () => {
  it.each([
    [{ path: ['/k/', 0], parameters: [{ name: 'a', in: 'path' }] }, 'path'],
    [{ parameters: [{ name: 'a', in: 'query' }] }, 'query'],
    [{ parameters: [{ name: 'a', in: 'querystring' }] }, 'query'],
    [{ parameters: [{ name: 'a', in: 'cookie' }] }, 'cookies'],
    [{ input: 'parts' }, 'input'],
    [{ input: 'body', body: { contents: [] } }, 'body'],
    [{ outcomes: [{ status: 200, respond: 'ok', contents: [] }] }, 'answers'],
    [described, 'answerHeaders'],
    [{ security: [{ bearer: [] }] }, 'credentials'],
    [{ security: [{}, { bearer: [] }] }, 'credentials'],
  ])('reports it for %o: %s', async (part, name) => {
    const descriptor = { ...described, parameters: [], outcomes: [], ...part };
    const call: Made = operation(descriptor as OperationDescriptor);
    const client = connect(api, { transport: () => Promise.reject(new Error('sent')) });
    const called = call.result(client, { headers: {} });
    await expect(called).rejects.toThrow(`op lacks the capability "${name}"`);
  });

  it('works without those that it does not need', async () => {
    const call: Made = operation({ ...described, parameters: [], outcomes: [] }, [jsonAnswers]);
    const { exchange, requests } = recordingTransport({
      status: 204,
      headers: [],
      body: undefined,
    });
    await call.result(connect(api, { transport: exchange }), { headers: { A: 'b' } });
    const all: Made = operation({ ...described, parameters: [], outcomes: [] }, [everyPart]);
    await all.result(connect(api, { transport: exchange }), { headers: { A: 'b' } });
    expect(requests.map(({ headers, target }) => [target, headers])).toEqual([
      ['/k', ['A', 'b']],
      ['/k', ['A', 'b']],
    ]);
  });
});
