import type { ExchangeClient } from '@platform/exchange';
import { exchangeResponseChecks } from '@platform/exchange/validators';
import { ApiError } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from './calls.js';
import { type Connected, inMemory, ways } from './connection.js';
import { described, describedAs } from './described.js';

/** The names of the makers of answers, by status. */
const makers: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  413: 'contentTooLarge',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
  500: 'internalServerError',
  503: 'serviceUnavailable',
};

describe.each(ways)('calls of the exchange $way', ({ connect }) => {
  let connected: Connected;
  let strict: ExchangeClient;

  beforeAll(async () => {
    connected = await connect({ validateResponses: exchangeResponseChecks });
    strict = connected.clientWith({ checks: exchangeResponseChecks, onInvalidResponse: 'error' });
  });
  afterAll(() => connected.close());
  beforeEach(() => {
    connected.testServer.instead.clear();
    connected.testServer.entered.length = 0;
  });

  test.each(calls)('$id succeeds and returns the described body', async ({ id, call, result }) => {
    const { success, answers } = describedAs(id);
    const outcome = await result(strict);
    expect(outcome).toMatchObject({ kind: 'success', ok: true, when: success, status: success });
    expect(outcome.value).toEqual(answers.get(success));
    expect(await call(strict)).toEqual(outcome.value);
    expect(connected.testServer.entered).toEqual([id, id]);
  });

  const declared = calls.flatMap((called) =>
    describedAs(called.id).failures.map((status) => ({ ...called, status })),
  );
  test.each(declared)(
    '$id returns $status, typed in both forms',
    async ({ id, status, call, result, failed }) => {
      const body = describedAs(id).answers.get(status);
      connected.testServer.instead.set(id, (_, respond) => respond[makers[status] ?? '']?.(body));
      const outcome = await result(strict);
      expect(outcome).toMatchObject({ kind: 'failure', ok: false, when: status, value: body });
      const error = await thrownBy(call(strict));
      expect(failed(strict, error)).toBe(true);
      expect(error).toMatchObject({
        operation: id,
        status,
        outcome: { when: status, value: body },
      });
      expect(body).toMatchObject({ message: expect.any(String) });
      expect(error.message).toContain(Object(body).message);
    },
  );
});

test('every operation of the description is called', () => {
  expect(calls.map(({ id }) => id).sort()).toEqual([...described.keys()].sort());
  expect([...described.keys()].sort()).toEqual(Object.keys(exchangeResponseChecks).sort());
});

test('a response may have more properties than described', async () => {
  const { testServer, clientWith } = inMemory();
  const order = {
    ...Object(describedAs('getOrder').answers.get(200)),
    status: 'lost',
    moon: 'full',
  };
  testServer.instead.set('getOrder', (_, respond) => respond['ok']?.(order));
  const strict = clientWith({ checks: exchangeResponseChecks, onInvalidResponse: 'error' });
  expect(await strict.orders.get('d0c5340b-6d6c-49d9-b567-48c4bfca13d2')).toEqual(order);
});

test('an error of the travel rule lists the missing fields', async () => {
  const connected = inMemory();
  const body = describedAs('submitTravelRule').answers.get(400);
  connected.testServer.instead.set('submitTravelRule', (_, respond) =>
    respond['badRequest']?.(body),
  );
  const { travelRules } = connected.client;
  const id = 'd0c5340b-6d6c-49d9-b567-48c4bfca13d2';
  const outcome = await travelRules.submit.result(id, {
    originator_name: 'Ada Example',
    originator_country: 'DE',
  });
  if (outcome.ok || outcome.kind !== 'failure' || outcome.when !== 400)
    throw new Error('it was to fail');
  expect(outcome.value.missing_fields).toEqual(['originator_name']);
});

async function thrownBy(call: PromiseLike<unknown>): Promise<ApiError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was to fail');
}
