import type { Check, OperationDescriptor, OutcomeDescriptor } from '@tallystick/runtime';
import type { Answer, HttpOptions, LogEntry, StatusOf } from '@tallystick/runtime/http/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { headerOf, operation, request, parseResponse, serverOf } from './request.js';

const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const outcomes: readonly OutcomeDescriptor[] = [
  {
    status: 200,
    respond: 'ok',
    contents: json,
    headers: [
      { name: 'X-Count', in: 'header', required: true, type: { types: ['integer'] } },
      { name: 'X-Names', in: 'header', type: { types: ['array'], items: { types: ['string'] } } },
    ],
  },
  { status: 204, respond: 'noContent' },
  { status: 404, respond: 'notFound', contents: json },
  { status: '4XX', respond: 'clientError', contents: json },
  { status: 'default', respond: 'other', contents: json },
];

type Maker = (...parts: readonly unknown[]) => unknown;
type Respond = Readonly<Record<string, Maker>>;

/** The response for a handler's result. */
async function sent(
  answer: (respond: Respond) => unknown,
  options: HttpOptions = {},
  parts: Partial<OperationDescriptor> = {},
) {
  const log: LogEntry[] = [];
  const one = operation('tell', { outcomes, ...parts });
  const handle = serverOf(
    [one],
    { tell: (_: never, respond: Respond) => answer(respond) },
    { ...options, log: (entry) => log.push(entry) },
  );
  const response = await handle(request({ target: '/tell' }));
  return { response, status: response.status, log: log.map(({ reason }) => reason), entries: log };
}

const refused = { status: 500 };

describe('handler response', () => {
  it('is sent as its outcome declares', async () => {
    const { response } = await sent(({ ok }) =>
      ok?.({ a: 1, b: undefined, when: new Date(0) }, { 'X-Count': 3, 'X-Names': ['a', 'b'] }),
    );
    expect(response).toEqual({
      status: 200,
      headers: ['Content-Type', 'application/json', 'X-Count', '3', 'X-Names', 'a,b'],
      body: '{"a":1,"when":"1970-01-01T00:00:00.000Z"}',
    });
  });

  it('has no body without content', async () => {
    expect((await sent(({ noContent }) => noContent?.())).response).toEqual({
      status: 204,
      headers: [],
      body: undefined,
    });
  });

  it('may be asynchronous', async () => {
    expect((await sent(async ({ noContent }) => noContent?.())).status).toBe(204);
  });

  it('has its status as the first argument for a range', async () => {
    expect((await sent(({ clientError }) => clientError?.(409, {}))).status).toBe(409);
    expect((await sent(({ other }) => other?.(503, {}))).status).toBe(503);
  });

  it.each([
    [
      'the status of another outcome',
      ({ clientError }: Respond) => clientError?.(404, {}),
      'status-of-another-outcome',
    ],
    [
      'a status outside its range',
      ({ clientError }: Respond) => clientError?.(500, {}),
      'status-of-another-outcome',
    ],
    ['an impossible status', ({ other }: Respond) => other?.(42, {}), 'impossible-status'],
    ['an interim status', ({ other }: Respond) => other?.(101, {}), 'impossible-status'],
    [
      'the status of no outcome',
      () => ({ when: 201, status: 201, body: {} }),
      'status-of-another-outcome',
    ],
    ['an undeclared body', () => ({ when: 204, status: 204, body: {} }), 'undeclared-body'],
    ['a missing body', ({ notFound }: Respond) => notFound?.(), 'missing-body'],
    ['undefined', () => undefined, 'no-answer'],
    ['another object', () => ({ hello: 1 }), 'no-answer'],
    [
      'an undeclared content type',
      ({ notFound }: Respond) => notFound?.({}, undefined, 'text/plain'),
      'undeclared-content-type',
    ],
    [
      'a line break in a header',
      ({ notFound }: Respond) => notFound?.({}, { 'X-A': 'a\r\nSet-Cookie: b' }),
      'malformed-header',
    ],
    [
      'an invalid header name',
      ({ notFound }: Respond) => notFound?.({}, { 'X A': 'a' }),
      'malformed-header',
    ],
    [
      'its own Content-Length',
      ({ notFound }: Respond) => notFound?.({}, { 'content-length': '1' }),
      'reserved-header',
    ],
    [
      'a missing status for a range',
      ({ clientError }: Respond) => clientError?.({}),
      'handler-failed',
    ],
  ])('with %s is an internal error', async (_, answer, reason) => {
    const { status, log } = await sent(answer);
    expect([status, log]).toEqual([500, [reason]]);
  });

  it('with an undeclared status is rejected without a default', async () => {
    const few = { outcomes: outcomes.slice(0, 2) };
    expect(await sent(() => ({ when: 404, status: 404, body: {} }), {}, few)).toMatchObject({
      ...refused,
      log: ['undeclared-status'],
    });
  });

  it('keeps separate lines for undeclared headers', async () => {
    const { response } = await sent(({ notFound }) =>
      notFound?.({}, { 'Set-Cookie': ['a=1', 'b=2'], Vary: 'Accept' }),
    );
    expect([headerOf(response, 'set-cookie'), headerOf(response, 'vary')]).toEqual([
      ['a=1', 'b=2'],
      ['Accept'],
    ]);
  });
});

describe('handler that throws', () => {
  it('causes a 500, and its error is only logged', async () => {
    const cause = new Error('password=hunter2 at db.internal');
    const { response, entries } = await sent(() => {
      throw cause;
    });
    expect(parseResponse(response).body).toEqual({
      type: 'about:blank',
      title: 'internal',
      status: 500,
      detail: 'The server failed.',
      correlationId: entries[0]?.correlationId,
    });
    expect(entries).toMatchObject([
      {
        reason: 'handler-failed',
        operation: 'tell',
        cause,
        correlationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
  });
});

describe('checked responses', () => {
  const check: Check = {
    is: (value) => typeof value === 'object' && value !== null && !('secret' in value),
    check: () => [
      {
        pointer: '/secret',
        keyword: 'additionalProperties',
        expected: 'a declared property',
        schema: 's',
      },
    ],
  };
  const options: HttpOptions = { validateResponses: { tell: [{ contents: [check] }] } };

  it('become 500 if invalid, and the reason is only logged', async () => {
    const { response, entries } = await sent(
      ({ ok }) => ok?.({ secret: 1 }, { 'X-Count': 1 }),
      options,
    );
    expect(response.status).toBe(500);
    expect(JSON.stringify(response)).not.toContain('secret');
    expect(entries).toMatchObject([
      { reason: 'invalid-answer', violations: [{ pointer: '/secret' }] },
    ]);
  });

  it('are checked as the client will read them', async () => {
    const { status } = await sent(
      ({ ok }) => ok?.({ secret: undefined }, { 'X-Count': 1 }),
      options,
    );
    expect(status).toBe(200);
  });

  it('require their declared headers', async () => {
    expect((await sent(({ ok }) => ok?.({}), options)).log).toEqual(['missing-header']);
  });
});

describe('bodies other than JSON', () => {
  const contents = [
    { mediaType: 'application/json', codec: 'json' as const },
    { mediaType: 'text/csv', codec: 'text' as const },
    { mediaType: 'application/octet-stream', codec: 'binary' as const },
    { mediaType: 'text/event-stream', codec: 'sse' as const },
    { mediaType: 'application/jsonl', codec: 'json-lines' as const },
    { mediaType: 'application/x-www-form-urlencoded', codec: 'form' as const },
  ];
  const any = { outcomes: [{ status: 200 as const, respond: 'ok', contents }] };

  async function bodyOf(value: unknown, type?: string): Promise<unknown> {
    const { response } = await sent(({ ok }) => ok?.(value, undefined, type), {}, any);
    const { body } = response;
    if (typeof body !== 'object' || body instanceof Uint8Array)
      return [headerOf(response, 'content-type')[0], body];
    let text = '';
    for await (const piece of body.stream) text += new TextDecoder().decode(piece);
    return [headerOf(response, 'content-type')[0], text];
  }

  async function* items(...values: readonly unknown[]): AsyncGenerator<unknown> {
    yield* values;
  }

  it.each([
    ['an object', { a: 1 }, undefined, ['application/json', '{"a":1}']],
    ['a string', 'a,b', 'text/csv; charset=utf-8', ['text/csv; charset=utf-8', 'a,b']],
    ['bytes', Uint8Array.of(1), undefined, ['application/octet-stream', Uint8Array.of(1)]],
    [
      'a form',
      { a: 'x y', b: [1, 2] },
      'application/x-www-form-urlencoded',
      ['application/x-www-form-urlencoded', 'a=x+y&b=1&b=2'],
    ],
  ])('are encoded: %s', async (_, value, type, expected) => {
    expect(await bodyOf(value, type)).toEqual(expected);
  });

  it('include streams of bytes, events and lines', async () => {
    expect(await bodyOf(items(new TextEncoder().encode('a'), 'b'))).toEqual([
      'application/octet-stream',
      'ab',
    ]);
    expect(
      await bodyOf(
        items({ event: 'x y', data: 'one\ntwo' }, { id: '7', data: { a: 1 } }),
        'text/event-stream',
      ),
    ).toEqual([
      'text/event-stream',
      'event: x y\ndata: one\ndata: two\n\nid: 7\ndata: {"a":1}\n\n',
    ]);
    expect(await bodyOf(items({ a: 1 }, 2), 'application/jsonl')).toEqual([
      'application/jsonl',
      '{"a":1}\n2\n',
    ]);
  });
});

describe('types of responses', () => {
  it('contain the key of the description and its statuses', () => {
    expectTypeOf<Answer<201, string>['status']>().toEqualTypeOf<number>();
    expectTypeOf<500>().toMatchTypeOf<StatusOf<'5XX'>>();
    expectTypeOf<404>().not.toMatchTypeOf<StatusOf<'5XX'>>();
    expectTypeOf<StatusOf<201>>().toEqualTypeOf<201>();
    expectTypeOf<Answer<201, string>>().not.toMatchTypeOf<Answer<200, string>>();
  });
});
