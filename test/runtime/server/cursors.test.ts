import type { ApiDescriptor, OperationDescriptor } from '@tallystick/runtime';
import {
  createCursors,
  type CursorOptions,
  type HandlerRequest,
  type LogEntry,
  type RequestedPage,
} from '@tallystick/runtime/http/server';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { api, operation, parameter, parseResponse, request, serverOf } from './request.js';

const secret = 'a secret of the servers, of 32+ characters';
const json = [{ mediaType: 'application/json', codec: 'json' as const }];
const outcomes: OperationDescriptor['outcomes'] = [
  { status: 200, respond: 'ok', contents: json },
  { status: 400, respond: 'bad', contents: json, error: { message: 'message', code: 'code' } },
];
const security = [{ key: [] }];
const byPage = (id: string): OperationDescriptor =>
  operation(id, {
    outcomes,
    security,
    input: 'query',
    parameters: [parameter('page'), parameter('limit'), parameter('colour')],
    pagination: { request: { name: 'page', in: 'query' }, next: { path: ['next'] }, items: [] },
  });
const kettles = byPage('kettles');
const teas = byPage('teas');
const orders = operation('orders', {
  outcomes,
  security,
  parameters: [parameter('CB-AFTER', { in: 'header' }), parameter('CB-BEFORE', { in: 'header' })],
  pagination: {
    request: { name: 'CB-AFTER', in: 'header' },
    next: { header: 'CB-AFTER' },
    items: [],
    back: { request: { name: 'CB-BEFORE', in: 'header' }, next: { header: 'CB-BEFORE' } },
  },
});
const counted = operation('counted', {
  pagination: {
    request: { name: 'page', in: 'query' },
    next: { count: 'pages', first: 1 },
    items: [],
  },
});
const all = [kettles, teas, orders, counted];
const description: ApiDescriptor = api({
  security: { key: { kind: 'apiKey', in: 'header', name: 'X-Key' } },
});

interface Position {
  readonly time: string;
  readonly id: number;
}
interface Positions {
  readonly kettles: Position;
  readonly teas: Position;
  readonly orders: Position;
}
type Respond = Readonly<Record<string, (...parts: readonly unknown[]) => unknown>>;

/** A server of the lists, whose pages are the requested positions and a cursor for another position. */
function lists(options: Partial<CursorOptions> = {}) {
  const routes = all.map((descriptor) => ({ descriptor, handler: descriptor.id }));
  const cursors = createCursors<'kettles' | 'teas' | 'orders', Positions>(routes, {
    secret,
    ...options,
  });
  const log: LogEntry[] = [];
  const answer = (list: keyof Positions) => async (received: HandlerRequest, respond: Respond) => {
    const page = await cursors[list](received);
    const next = await page.cursor({ time: '2026-11-26T12:00:00.000001Z', id: 7 });
    return respond['ok']?.({ position: page.position, direction: page.direction, next });
  };
  const handle = serverOf(
    all,
    {
      kettles: answer('kettles'),
      teas: answer('teas'),
      orders: answer('orders'),
      counted: () => undefined,
    },
    {
      security: {
        key: {
          head: ({ credentials: [name = ''] }) => ({ ok: true, principal: name, caller: name }),
        },
      },
      log: (entry) => log.push(entry),
    },
    description,
  );
  const ask = async (target: string, headers: readonly string[] = [], caller = 'ada') => {
    const response = await handle(request({ target, headers: ['X-Key', caller, ...headers] }));
    const { status, body } = parseResponse(response);
    const {
      position,
      direction,
      next = '',
    } = Object(body) as {
      position?: Position;
      direction?: string;
      next?: string;
    };
    return { status, body, position, direction, next };
  };
  return { ask, log, cursors };
}

const position = { time: '2026-11-26T12:00:00.000001Z', id: 7 };

describe('cursors', () => {
  it('return the position that the server has put into them', async () => {
    const { ask } = lists();
    const first = await ask('/kettles?colour=red');
    expect(first).toMatchObject({ status: 200, direction: 'next', position: undefined });
    const second = await ask(`/kettles?colour=red&page=${first.next}`);
    expect(second).toMatchObject({ status: 200, direction: 'next', position });
  });

  it('continue a list that was requested without any parameter', async () => {
    const { ask, cursors } = lists();
    const { next } = await ask('/kettles');
    expect(await ask(`/kettles?page=${next}`)).toMatchObject({ status: 200, position });
    const first = await cursors.kettles({ caller: 'ada' });
    const page = await first.cursor(position);
    expect(await cursors.kettles({ caller: 'ada', query: { page } })).toMatchObject({ position });
  });

  it('may be followed with another size of pages, but not with another filter', async () => {
    const { ask } = lists();
    const { next } = await ask('/kettles?colour=red&limit=10');
    expect((await ask(`/kettles?colour=red&limit=99&page=${next}`)).position).toEqual(position);
    expect((await ask(`/kettles?colour=blue&page=${next}`)).status).toBe(400);
    expect((await ask(`/kettles?page=${next}`)).status).toBe(400);
  });

  it('travel in headers, in both directions, but not in both at once', async () => {
    const { ask } = lists();
    const { next } = await ask('/orders');
    expect(await ask('/orders', ['CB-AFTER', next])).toMatchObject({ direction: 'next', position });
    expect(await ask('/orders', ['CB-BEFORE', next])).toMatchObject({
      direction: 'back',
      position,
    });
    const both = await ask('/orders', ['CB-BEFORE', next, 'CB-AFTER', next]);
    expect(both.status).toBe(400);
  });

  it('are refused in the same words, whatever is wrong with them', async () => {
    let now = 1_000;
    const { ask, log } = lists({ lifetime: 500, clock: { now: () => now } });
    const { next } = await ask('/kettles');
    const older = await lists({ version: 'older', clock: { now: () => now } }).ask('/kettles');
    const other = await lists({ secret: 'x'.repeat(32), clock: { now: () => now } }).ask(
      '/kettles',
    );
    const bodies = [
      await ask(`/teas?page=${next}`),
      await ask(`/kettles?page=${next}`, [], 'eve'),
      await ask(`/kettles?page=${older.next}`),
      await ask(`/kettles?page=${other.next}`),
      await ask('/kettles?page=%00'),
      await ask(`/kettles?page=${'A'.repeat(5000)}`),
      await ask(`/kettles?page=${next}A`),
      await ask(`/kettles?page=${next.slice(0, 20)}`),
    ];
    now += 500;
    bodies.push(await ask(`/kettles?page=${next}`));
    expect(new Set(bodies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(bodies[0]?.body).toMatchObject({
      code: 'invalid_cursor',
      message: 'The page is not one of this list, or it has expired.',
    });
    expect(new Set(log.map(({ reason }) => reason))).toEqual(
      new Set(['cursor-signature', 'cursor-malformed', 'cursor-expired']),
    );
    expect(log.at(-1)?.reason).toBe('cursor-expired');
  });

  it('are opaque: neither a position nor the time is legible', async () => {
    const { cursors } = lists({ clock: { now: () => 1_000 } });
    const page = await cursors.kettles({ caller: 'ada' });
    const texts = await Promise.all(
      [7, 8].map((id) => page.cursor({ time: '2026-11-26T12:00:00.000001Z', id })),
    );
    const [one = Buffer.alloc(0), other = Buffer.alloc(0)] = texts.map((text) =>
      Buffer.from(text, 'base64url'),
    );
    expect(one.toString('latin1')).not.toMatch(/2026|time|id|8640/);
    // One digit differs, but every block of the cursors does.
    for (let at = 0; at + 16 <= one.length; at += 16)
      expect(one.subarray(at, at + 16)).not.toEqual(other.subarray(at, at + 16));
  });

  it.each([
    ['a path', { path: { id: 'p1' } }, { path: { id: 'p2' } }],
    ['a body', { body: { colour: 'red' } }, { body: { colour: 'blue' } }],
    ['parameters of a method', { params: { colour: 'red' } }, { params: { colour: 'blue' } }],
    ['a header', { headers: { 'X-Shop': 'a' } }, { headers: { 'X-Shop': 'b' } }],
  ])('belong to %s', async (_, own, foreign) => {
    const { cursors } = lists();
    const page = await (await cursors.kettles({ caller: 'ada', ...own })).cursor(position);
    const ask = (request: object) =>
      cursors.kettles({ caller: 'ada', ...request, query: { page } });
    expect((await ask(own)).position).toEqual(position);
    await expect(ask(foreign)).rejects.toMatchObject({ fault: 'invalid-cursor' });
    await expect(ask({})).rejects.toMatchObject({ fault: 'invalid-cursor' });
  });

  it('do not survive a change of any bit', async () => {
    const { ask } = lists();
    const { next } = await ask('/kettles');
    await fc.assert(
      fc.asyncProperty(fc.nat(next.length - 1), fc.nat(63), async (at, letter) => {
        const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const changed = `${next.slice(0, at)}${letters[letter]}${next.slice(at + 1)}`;
        if (changed === next) return;
        expect((await ask(`/kettles?page=${changed}`)).status).toBe(400);
      }),
      { numRuns: 60 },
    );
  });

  it('accept an empty text as the first page, and any other text without a failure', async () => {
    const { ask } = lists();
    expect((await ask('/kettles?page=')).position).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, unit: 'grapheme' }), async (text) => {
        const { status } = await ask(`/kettles?page=${encodeURIComponent(text)}`);
        expect(status).toBe(400);
      }),
      { numRuns: 40 },
    );
  });

  it('are accepted with each of several secrets, and signed with the first', async () => {
    const old = await lists({ secret: 'o'.repeat(32) }).ask('/kettles');
    const { ask } = lists({ secret: ['n'.repeat(32), 'o'.repeat(32)] });
    const { status, next } = await ask(`/kettles?page=${old.next}`);
    expect(status).toBe(200);
    expect((await lists({ secret: 'n'.repeat(32) }).ask(`/kettles?page=${next}`)).status).toBe(200);
  });

  it('ignore the parameters that may vary', async () => {
    const { ask } = lists({ mayVary: ['colour'] });
    const { next } = await ask('/kettles?colour=red');
    expect((await ask(`/kettles?colour=blue&page=${next}`)).status).toBe(200);
    expect((await ask(`/kettles?limit=5&page=${next}`)).status).toBe(400);
  });

  it('are not created for a position that is too long to be read again', async () => {
    const { cursors } = lists();
    const page = await cursors.kettles({ caller: 'ada' });
    const cursor = await page.cursor({ time: 'x'.repeat(2_900), id: 1 });
    expect(cursor.length).toBeLessThanOrEqual(4_096);
    const read = await cursors.kettles({ caller: 'ada', query: { page: cursor } });
    expect(read.position).toMatchObject({ id: 1 });
    await expect(page.cursor({ time: 'x'.repeat(3_100), id: 1 })).rejects.toThrow('too long');
  });

  it('exist only for lists with cursors', () => {
    expect(Object.keys(lists().cursors)).toEqual(['kettles', 'teas', 'orders']);
  });

  it.each([['short'], [[]], [['x'.repeat(32), '']]])(
    'require a secret of 32 characters: %j',
    (bad) => {
      expect(() => createCursors([], { secret: bad })).toThrow(/32 characters/);
    },
  );

  it('require a lifetime', () => {
    for (const lifetime of [0, -1, Number.NaN])
      expect(() => createCursors([], { secret, lifetime })).toThrow(/lifetime/);
  });

  it('accept only positions that JSON can represent', () => {
    expectTypeOf<RequestedPage<Position>['cursor']>().parameter(0).toEqualTypeOf<Position>();
    expectTypeOf<RequestedPage<{ at: Date }>['cursor']>()
      .parameter(0)
      .toEqualTypeOf<{ readonly at: never }>();
    expectTypeOf<RequestedPage<bigint>['cursor']>().parameter(0).toEqualTypeOf<never>();
  });
});
