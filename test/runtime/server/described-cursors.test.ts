import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import type { LogEntry } from '@tallystick/runtime/http/server';
import { describe, expect, test } from 'vitest';
import {
  createTeaOrdersCursors,
  createTeaOrdersServer,
} from '../../cases/stateful/output/src/server.js';

const secret = 'a secret of the servers, of 32+ characters';
const lifetime = 60_000;

/** A server whose pages are empty, except for a cursor of the position 7. */
function createTeaOrders() {
  let now = 1_000;
  const cursors = createTeaOrdersCursors<{
    readonly listOrders: { readonly number: number };
    readonly listTeas: { readonly name: string };
  }>({ secret, lifetime, clock: { now: () => now } });
  const positions: unknown[] = [];
  const log: LogEntry[] = [];
  const server = createTeaOrdersServer(
    {
      async listOrders(request, respond) {
        const { position, direction, cursor } = await cursors.listOrders(request);
        positions.push([direction, position]);
        const link = await cursor({ number: 7 });
        return respond.ok([], { 'CB-AFTER': link, 'CB-BEFORE': link });
      },
      async listTeas(request, respond) {
        const { cursor } = await cursors.listTeas(request);
        return respond.ok({ data: [], next_page: await cursor({ name: 'assam' }) });
      },
      createOrder: (_, respond) => respond.conflict({ code: 'closed', message: 'Closed.' }),
      cancelOrder: (_, respond) => respond.notFound({ code: 'none', message: 'None.' }),
    },
    {
      authorities: ['tea.example'],
      security: { key: apiKeyVerifier({ keys: { ada: 'the key of ada', eve: 'that of eve' } }) },
      correlationId: () => 'c-1',
      log: (entry) => log.push(entry),
    },
  );
  const get = async (target: string, headers: readonly string[] = [], key = 'the key of ada') => {
    const {
      status,
      body,
      headers: received,
    } = await server({
      method: 'GET',
      scheme: 'https',
      authority: 'tea.example',
      target,
      headers: ['X-Key', key, ...headers],
      body: undefined,
    });
    const at = received.indexOf('CB-AFTER');
    const cursor = at < 0 ? '' : (received[at + 1] ?? '');
    return { status, body: JSON.parse(String(body)) as unknown, cursor };
  };
  return { get, positions, log, pass: (milliseconds: number) => void (now += milliseconds) };
}

describe('cursors of a described list', () => {
  test('are read from the headers of both directions', async () => {
    const { get, positions } = createTeaOrders();
    const { cursor } = await get('/orders');
    await get('/orders', ['CB-AFTER', cursor]);
    await get('/orders', ['CB-BEFORE', cursor]);
    expect(positions).toEqual([
      ['next', undefined],
      ['next', { number: 7 }],
      ['back', { number: 7 }],
    ]);
  });

  test('are refused with the described 400, whatever is wrong with them', async () => {
    const { get, positions, log, pass } = createTeaOrders();
    const { cursor } = await get('/orders');
    const ofTeas = await get('/teas');
    const { next_page: foreign } = ofTeas.body as { readonly next_page: string };
    const refusals = [
      await get('/orders', ['CB-AFTER', 'not a cursor']),
      await get('/orders', ['CB-BEFORE', 'not a cursor']),
      await get('/orders', ['CB-AFTER', cursor.slice(0, -1)]),
      await get('/orders', ['CB-AFTER', foreign]),
      await get('/orders?status=open', ['CB-AFTER', cursor]),
      await get('/orders', ['CB-AFTER', cursor], 'that of eve'),
      await get('/orders', ['CB-BEFORE', cursor, 'CB-AFTER', cursor]),
      await get(`/teas?page=${cursor}`),
    ];
    pass(lifetime);
    refusals.push(await get('/orders', ['CB-AFTER', cursor]));
    for (const { status, body } of refusals) {
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_page',
        message: expect.stringMatching(/page is not one of this list|expired/),
        correlationId: 'c-1',
      });
    }
    expect(log.map(({ reason }) => reason)).toEqual([
      'cursor-malformed',
      'cursor-malformed',
      expect.stringMatching(/^cursor-(?:malformed|signature)$/),
      'cursor-signature',
      'cursor-signature',
      'cursor-signature',
      'cursor-repeated',
      'cursor-signature',
      'cursor-expired',
    ]);
    // No handler continued from a position that it has not issued for this request.
    expect(positions).toEqual([['next', undefined]]);
  });
});
