import { createFixRefusals } from '@tallystick/runtime/fix';
import { answer, createRefusals, type RefusalMap } from '@tallystick/runtime/http/server';
import { describe, expect, it } from 'vitest';
import { createPair, order, report, type SmallTypes } from '../../fix/pair.js';
import type { TeaOrdersHandlers } from '../../cases/stateful/output/src/server.js';

interface Reasons {
  readonly 'no-tea': { readonly tea: string };
  readonly 'unknown-order': object;
}
interface Possible {
  readonly createOrder: 'no-tea';
  readonly cancelOrder: 'unknown-order' | 'no-tea';
}
type Map = RefusalMap<Reasons, TeaOrdersHandlers, Possible>;

const noTea = answer(409, { code: 'no_tea', message: 'No tea.' });
const map: Map = {
  createOrder: { 'no-tea': ({ tea }) => answer(409, { code: 'no_tea', message: `No ${tea}.` }) },
  cancelOrder: {
    'no-tea': noTea,
    'unknown-order': answer(404, { code: 'no_order', message: 'No such order.' }),
  },
};

describe('refusals', () => {
  it('have the response of their handler and code', () => {
    const refuse = createRefusals<Reasons, TeaOrdersHandlers, Possible>(map);
    expect(refuse('createOrder', { code: 'no-tea', data: { tea: 'assam' } })).toEqual({
      when: 409,
      status: 409,
      body: { code: 'no_tea', message: 'No assam.' },
    });
    expect(refuse('cancelOrder', { code: 'unknown-order', data: {} })).toMatchObject({
      status: 404,
    });
  });

  it('do not compile with a missing line, or with a response that is not declared', () => {
    const { createOrder, cancelOrder } = map;
    // @ts-expect-error: a handler is missing
    const noHandler: Map = { createOrder };
    // @ts-expect-error: a code is missing
    const noCode: Map = { createOrder, cancelOrder: { 'no-tea': noTea } };
    const undeclared: Map = {
      // @ts-expect-error: the operation has no 418
      createOrder: { 'no-tea': answer(418, { code: 'x', message: 'x' }) },
      cancelOrder,
    };
    const otherBody: Map = {
      // @ts-expect-error: the body lacks a property
      createOrder: { 'no-tea': answer(409, { code: 'x' }) },
      cancelOrder,
    };
    expect([noHandler, noCode, undeclared, otherBody]).toHaveLength(4);
  });

  it('throw for a code that only an untyped program can pass', () => {
    const refuse = createRefusals<Reasons, TeaOrdersHandlers, Possible>(map);
    // @ts-expect-error: this handler cannot be refused with it
    expect(() => refuse('createOrder', { code: 'unknown-order', data: {} })).toThrow(TypeError);
    expect(() => refuse('createOrder', Object({ code: 'constructor' }))).toThrow(TypeError);
    expect(() => refuse(Object('toString'), Object({ code: 'no-tea' }))).toThrow(TypeError);
  });

  it('of FIX are messages, or BusinessMessageRejects', async () => {
    const refuse = createFixRefusals<Reasons, SmallTypes>({
      NewOrderSingle: {
        'no-tea': (_, { clOrdId }) => report(clOrdId ?? ''),
        'unknown-order': { reason: 1, text: 'No such order' },
      },
    });
    const { initiator } = createPair({
      handlers: {
        NewOrderSingle: (message, client, inbound) =>
          refuse(
            client,
            inbound,
            message.clOrdId === 'A'
              ? { code: 'no-tea', data: { tea: 'assam' } }
              : { code: 'unknown-order', data: {} },
          ),
      },
    });
    await initiator.opened();
    expect(await initiator.request(order('A'))).toMatchObject({ type: 'ExecutionReport' });
    await expect(initiator.request(order('B'))).rejects.toMatchObject({
      rejection: {
        level: 'business',
        reason: 1,
        text: expect.stringMatching(/^No such order \([\w-]+\)$/u),
      },
    });
  });
});
