import { type DeprecatedOperation, reportDeprecations } from '@tallystick/runtime/http';
import type { WireResponse } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../generator/host/memory.js';
import { lint } from '../../generator/index.js';
import { OutputClient as KettlesClient } from '../cases/deprecated/output/index.js';
import {
  createOutputServer as createKettlesServer,
  type OutputHandlers,
} from '../cases/deprecated/output/server.js';

const baseUrl = 'https://kettles.example';

const handlers: OutputHandlers = {
  listKettles: (_, respond) => respond.ok(['red', 'blue']),
  getKettle: ({ path }, respond) =>
    path.id === 'red'
      ? respond.ok('red', { Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })
      : respond.notFound(),
  deleteKettle: (_, respond) => respond.noContent(),
  fillKettle: (_, respond) => respond.noContent(),
};
const server = createKettlesServer(handlers, { authorities: ['kettles.example'] });

/** The headers of a response that tell of a deprecation, by name. */
async function noticeOf(method: string, target: string): Promise<Readonly<Record<string, string>>> {
  return noticeIn(await send(server, method, target));
}

async function send(
  handle: typeof server,
  method: string,
  target: string,
  headers: readonly string[] = [],
): Promise<WireResponse> {
  const authority = 'kettles.example';
  return handle({ method, scheme: 'https', authority, target, headers, body: undefined });
}

function noticeIn({ headers }: WireResponse): Readonly<Record<string, string>> {
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 && /^(?:deprecation|sunset)$/i.test(name) ? [[name, headers[at + 1] ?? '']] : [],
  );
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>;
}

test('a server tells since when an operation is deprecated, and when it ends', async () => {
  expect(await noticeOf('GET', '/kettles')).toEqual({
    Deprecation: '@1767225600',
    Sunset: 'Thu, 31 Dec 2026 17:00:00 GMT',
  });
  expect(await noticeOf('DELETE', '/kettles/red')).toEqual({
    Deprecation: '@0',
    Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
  });
  expect(await noticeOf('GET', '/kettles/blue')).toEqual({ Deprecation: '@0' });
  expect(await noticeOf('PUT', '/kettles/red')).toEqual({});
});

describe('a response without a handler', () => {
  const broken = createKettlesServer(
    {
      ...handlers,
      listKettles: () => {
        throw new Error('no');
      },
    },
    { authorities: ['kettles.example'], unknownQuery: 'refuse' },
  );

  test.each<[status: number, target: string, headers: readonly string[]]>([
    [400, '/kettles?color=red', []],
    [406, '/kettles', ['Accept', 'image/png']],
    [500, '/kettles', []],
  ])('with the status %i tells of the deprecation too', async (status, target, headers) => {
    const response = await send(broken, 'GET', target, headers);
    expect(response.status).toBe(status);
    expect(noticeIn(response)).toEqual({
      Deprecation: '@1767225600',
      Sunset: 'Thu, 31 Dec 2026 17:00:00 GMT',
    });
  });

  test('tells it also if the program writes the response', async () => {
    const own = createKettlesServer(handlers, {
      authorities: ['kettles.example'],
      unknownQuery: 'refuse',
      onFault: ({ status }) => ({ status, body: {}, headers: { sunset: 'soon' } }),
    });
    const response = await send(own, 'DELETE', '/kettles/red?now=1');
    expect(response.status).toBe(400);
    expect(noticeIn(response)).toEqual({ Deprecation: '@0', sunset: 'soon' });
  });

  test.each([
    [400, 'PUT', '/kettles/red?now=1'],
    [405, 'POST', '/kettles'],
    [404, 'GET', '/pots'],
  ])(
    'with the status %i tells nothing about what is not deprecated',
    async (status, method, target) => {
      const response = await send(broken, method, target);
      expect(response.status).toBe(status);
      expect(noticeIn(response)).toEqual({});
    },
  );
});

test('a header that a handler sets is not repeated', async () => {
  expect(await noticeOf('GET', '/kettles/red')).toEqual({
    Deprecation: '@0',
    Sunset: 'Fri, 01 Jan 2027 00:00:00 GMT',
  });
});

/** A client that keeps what its hook receives. */
function watched(transport: typeof server = server): {
  readonly client: KettlesClient;
  readonly events: readonly (readonly unknown[])[];
} {
  const events: (readonly unknown[])[] = [];
  const report = ({ operation, since, sunset }: DeprecatedOperation): void =>
    void events.push([operation, since?.toISOString(), sunset?.toISOString()]);
  const interceptors = [reportDeprecations(report)];
  return { client: new KettlesClient({ baseUrl, transport, interceptors }), events };
}

test('a client reports each deprecated operation once', async () => {
  const { client, events } = watched();
  await client.kettles.list();
  await client.kettles.list();
  await client.kettles.get('red');
  await client.kettles.delete('red');
  await client.kettles.fill('red');
  expect(events).toEqual([
    ['listKettles', '2026-01-01T00:00:00.000Z', '2026-12-31T17:00:00.000Z'],
    ['getKettle', undefined, '2027-01-01T00:00:00.000Z'],
    ['deleteKettle', undefined, '2027-01-01T00:00:00.000Z'],
  ]);
});

test.each([
  [['Deprecation', '@1767225600'], '2026-01-01T00:00:00.000Z', undefined],
  [['deprecation', 'true'], undefined, undefined],
  [['Deprecation', 'Thu, 01 Jan 2026 00:00:00 GMT'], '2026-01-01T00:00:00.000Z', undefined],
  [['Sunset', 'Fri, 01 Jan 2027 00:00:00 GMT'], undefined, '2027-01-01T00:00:00.000Z'],
  [['Sunset', 'soon', 'Deprecation', '@99999999999999999999'], undefined, undefined],
])(
  'a response with %j tells of a deprecation that the description lacks',
  async (headers, since, sunset) => {
    const { client, events } = watched(() =>
      Promise.resolve({ status: 204, headers, body: undefined }),
    );
    await client.kettles.fill('red');
    expect(events).toEqual([['fillKettle', since, sunset]]);
  },
);

test('an error of the report does not fail the call', async () => {
  const report = (): never => {
    throw new Error('no');
  };
  const client = new KettlesClient({
    baseUrl,
    transport: server,
    interceptors: [reportDeprecations(report)],
  });
  expect(await client.kettles.list()).toEqual(['red', 'blue']);
});

test.each(['tomorrow', '2026-02-30', '31/12/2026', 20261231, true, ''])(
  'a sunset of %j is a warning',
  async (sunset) => {
    const description = {
      openapi: '3.1.0',
      info: { title: 'Kettles', version: '1.0.0' },
      paths: {
        '/kettles': {
          get: {
            operationId: 'listKettles',
            'x-sunset': sunset,
            responses: { 204: { description: 'None.' } },
          },
        },
      },
    };
    const host = memoryHost({ 'kettles.json': JSON.stringify(description) });
    const found = await lint({ documents: ['kettles.json'] }, host);
    expect(found.map(({ severity, code, message }) => [severity, code, message])).toContainEqual([
      'warning',
      'deprecation-date',
      '"x-sunset" is ignored, because it is not a date',
    ]);
  },
);
