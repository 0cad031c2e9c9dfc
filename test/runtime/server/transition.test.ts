import { stateGuard } from '@tallystick/runtime/http/server';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { canOrderStatusTransition } from '../../cases/stateful/output/src/states.js';
import {
  createTeaOrdersServer,
  type TeaOrdersServerOptions,
} from '../../cases/stateful/output/src/server.js';
import type { Order } from '../../cases/stateful/output/src/types.js';
import { parseResponse, request } from './request.js';

const transition = stateGuard(canOrderStatusTransition);
const open: Order = { id: '1', tea: 'oolong', grams: 50, status: 'open' };

describe('guard of a state', () => {
  it('returns a copy in the new state', () => {
    const paid = transition(open, 'paid');
    expect(paid).toEqual({ ...open, status: 'paid' });
    expect(open.status).toBe('open');
    expectTypeOf(paid.status).toEqualTypeOf<'paid'>();
    expectTypeOf(paid.tea).toEqualTypeOf<string>();
  });

  it('throws for every other transition, also from a state that is not described', () => {
    expect(() => transition(open, 'shipped')).toThrow('"open" cannot become "shipped".');
    expect(() => transition(transition(open, 'cancelled'), 'open')).toThrow(/cannot become/);
    const inherited = { ...open, status: 'constructor' } as unknown as Order;
    expect(() => transition(inherited, 'paid')).toThrow(/cannot become/);
  });

  it('guards another property', () => {
    const ofState = stateGuard(canOrderStatusTransition, { property: 'state' });
    expect(ofState({ state: 'open' }, 'paid')).toEqual({ state: 'paid' });
  });

  it('responds with the described error', async () => {
    const options: TeaOrdersServerOptions<never> = {
      authorities: ['api.example.com'],
      security: { key: { head: () => ({ ok: true, principal: 1 }) } } as never,
    };
    const server = createTeaOrdersServer<never>(
      {
        listOrders: (_, respond) => respond.ok([]),
        createOrder: (_, respond) => respond.created(open),
        cancelOrder: (_, respond) =>
          respond.ok(transition({ ...open, status: 'shipped' }, 'cancelled')),
        listTeas: (_, respond) => respond.ok({ data: [] }),
      },
      options,
    );
    const response = await server(
      request({ method: 'POST', target: '/orders/1/cancel', headers: ['X-Key', 'k'] }),
    );
    expect(parseResponse(response)).toEqual({
      status: 409,
      body: {
        code: 'failed',
        message: '"shipped" cannot become "cancelled".',
        correlationId: expect.any(String),
      },
    });
  });
});
