import type { OutcomeDescriptor, WireRequest } from '@tallystick/runtime';
import type { Fault, HttpOptions, LogEntry } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { api, headerOf, operation, parameter, request, parseResponse, watched } from './request.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const noContent: OutcomeDescriptor = { status: 204, respond: 'noContent' };

const v2 = (
  status: OutcomeDescriptor['status'],
  codes: Readonly<Record<string, string>>,
): OutcomeDescriptor => ({
  status,
  respond: `r${status}`,
  contents: json,
  error: { code: 'errorType', message: 'errorMessage', codes },
});

const operations = [
  operation('policies', {
    path: ['/v2/policies/', 0],
    parameters: [parameter('id', { in: 'path', required: true, type: { types: ['integer'] } })],
    outcomes: [
      noContent,
      v2(400, { 'invalid-request': 'invalid_request' }),
      v2('4XX', { unauthorized: 'unauthorized', default: 'refused' }),
      v2('default', { default: 'failed' }),
    ],
    security: [{ key: [] }],
  }),
  operation('accounts', {
    path: ['/v2/accounts'],
    outcomes: [noContent, v2(404, { 'not-found': 'not_found' })],
  }),
  operation('webhooks', {
    path: ['/v1/webhooks'],
    outcomes: [
      noContent,
      {
        status: 'default',
        respond: 'other',
        contents: json,
        error: {
          code: '/error/code',
          message: '/error/text',
          violations: 'details',
          codes: { 'invalid-request': 7, default: 1 },
        },
      },
    ],
    parameters: [
      parameter('limit', { type: { types: ['integer'] } }),
      parameter('page', { type: { types: ['integer'] } }),
    ],
  }),
  operation('plain', { path: ['/plain'] }),
  operation('worded', {
    path: ['/worded/', 0],
    parameters: [parameter('id', { in: 'path', required: true, type: { types: ['integer'] } })],
    outcomes: [
      noContent,
      {
        status: 'default',
        respond: 'other',
        contents: json,
        error: {
          message: 'message',
          messages: { 'not-found': 'NotFound', 'invalid-request': 'Wrong', forbidden: 'No' },
        },
      },
    ],
  }),
];

const description = api({ security: { key: { kind: 'apiKey', in: 'header', name: 'X-Key' } } });
const security = {
  key: {
    head: ({ credentials }: { credentials: readonly string[] }) =>
      credentials[0] === 'good'
        ? { ok: true as const, principal: 1 }
        : { ok: false as const, reason: 'bad' },
  },
};

async function fault(
  sent: { target: string; method?: string; headers?: readonly string[] },
  options: HttpOptions = {},
) {
  const { handle } = watched(operations, { security, ...options }, description);
  return handle(request(sent));
}

const good = ['X-Key', 'good'];

describe('body of a fault', () => {
  it('has the error shape of the outcome for its status', async () => {
    expect(parseResponse(await fault({ target: '/v2/policies/x', headers: good }))).toEqual({
      status: 400,
      body: {
        errorType: 'invalid_request',
        errorMessage: 'The request is not valid: path/id: expected an integer.',
      },
    });
  });

  it('has the error shape of its status range', async () => {
    expect(parseResponse(await fault({ target: '/v2/policies/1' }))).toEqual({
      status: 401,
      body: { errorType: 'unauthorized', errorMessage: 'Valid credentials are required.' },
    });
  });

  it('has the first error shape of the operation, with the code of a similar one', async () => {
    expect(
      parseResponse(await fault({ target: '/v2/accounts', method: 'POST' })).body,
    ).toMatchObject({
      errorType: 'refused',
    });
    const partial = await fault({ target: '/v2/accounts?%zz' });
    expect(parseResponse(partial)).toMatchObject({
      status: 400,
      body: { errorType: 'invalid_request' },
    });
  });

  it('has the declared properties at any depth, and the list of violations', async () => {
    const response = await fault({ target: '/v1/webhooks?limit=x&page=y' });
    expect(parseResponse(response)).toEqual({
      status: 400,
      body: {
        error: {
          code: 7,
          text: 'The request is not valid: query/limit: expected an integer; query/page: expected an integer.',
        },
        details: [
          { path: 'query/limit', keyword: 'type', message: 'expected an integer' },
          { path: 'query/page', keyword: 'type', message: 'expected an integer' },
        ],
      },
    });
    expect(headerOf(response, 'content-type')).toEqual(['application/json']);
  });

  it('has the error shape of the operation with the nearest path', async () => {
    expect(parseResponse(await fault({ target: '/v2/nothing' })).body).toMatchObject({
      errorMessage: 'No operation exists at this path.',
    });
    expect(parseResponse(await fault({ target: '/v1/nothing' })).body).toMatchObject({
      error: { code: 1 },
    });
    expect(parseResponse(await fault({ target: '/v1/webhooks/5' })).body).toMatchObject({
      error: { code: 1 },
    });
  });

  it('has the messages of the document unless the server adds details', async () => {
    expect(parseResponse(await fault({ target: '/worded/1/2' }))).toEqual({
      status: 404,
      body: { message: 'NotFound' },
    });
    const wrong = 'The request is not valid: path/id: expected an integer.';
    expect(parseResponse(await fault({ target: '/worded/x' })).body).toEqual({ message: wrong });
    expect(parseResponse(await fault({ target: '/worded/1', method: 'POST' })).body).toEqual({
      message: 'This method is not allowed at this path.',
    });
  });

  it('is a problem document without an error shape', async () => {
    const { handle } = watched([operation('plain')]);
    const response = await handle(request({ target: '/nothing' }));
    expect(parseResponse(response)).toEqual({
      status: 404,
      body: {
        type: 'about:blank',
        title: 'not found',
        status: 404,
        detail: 'No operation exists at this path.',
        correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
    expect(headerOf(response, 'content-type')).toEqual(['application/problem+json']);
  });

  it('names at most three violations in its message', async () => {
    const many = Array.from({ length: 5 }, (_, index) =>
      parameter(`p${index}`, { required: true }),
    );
    const { handle } = watched([operation('plain', { parameters: many })]);
    const { body } = parseResponse(await handle(request({ target: '/plain' })));
    expect((body as { detail: string }).detail).toMatch(
      /query\/p0: .*; query\/p1: .*; query\/p2: [^;]*; and 2 more\.$/,
    );
    expect((body as { violations: unknown[] }).violations).toHaveLength(5);
  });

  it('is omitted for HEAD', async () => {
    const response = await fault({ target: '/v1/nothing', method: 'HEAD' });
    expect([response.status, response.body]).toEqual([404, undefined]);
  });
});

describe('onFault', () => {
  it('replaces the response, except for required headers', async () => {
    const seen: Fault[] = [];
    const response = await fault(
      { target: '/plain', method: 'PUT' },
      {
        onFault: (found: Fault, _: WireRequest) => {
          seen.push(found);
          return { status: 418, body: { oops: found.name }, headers: { 'X-Kettle': 'yes' } };
        },
      },
    );
    expect(parseResponse(response)).toEqual({ status: 418, body: { oops: 'method-not-allowed' } });
    expect([headerOf(response, 'allow'), headerOf(response, 'x-kettle')]).toEqual([
      ['GET, HEAD, OPTIONS'],
      ['yes'],
    ]);
    expect(seen).toMatchObject([{ name: 'method-not-allowed', status: 405 }]);
  });

  it('may keep the response', async () => {
    expect(
      (await fault({ target: '/v1/nothing' }, { onFault: async () => undefined })).status,
    ).toBe(404);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('oops');
      },
    ],
    ['returns an invalid status', () => ({ status: 42 })],
    ['returns a header with a line break', () => ({ status: 400, headers: { 'X-A': 'a\r\nb' } })],
  ])('is ignored and logged if it %s', async (_, onFault) => {
    const log: LogEntry[] = [];
    const response = await fault(
      { target: '/v1/nothing' },
      { onFault, log: (entry) => log.push(entry) },
    );
    expect([response.status, log.map(({ reason }) => reason)]).toEqual([
      404,
      ['unknown-path', 'on-fault-failed'],
    ]);
  });
});

describe('log', () => {
  it('changes nothing if it throws', async () => {
    const log = () => {
      throw new Error('disk full');
    };
    expect((await fault({ target: '/v1/nothing' }, { log })).status).toBe(404);
  });
});
