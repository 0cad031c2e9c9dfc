import { describe, expect, test } from 'vitest';
import type { HttpHandler } from '@tallystick/runtime';
import { responseChecks } from '@tallystick/runtime/validate';
import { createBakery } from './bakery.js';
import { bakery, runOn, type Results } from './collected.js';

const read = 'examples of calls that read';
const write = 'examples of calls that may change data';
const remove = 'examples of calls that remove data';

function failures(results: Results): Results {
  return Object.fromEntries(
    Object.entries(results).filter(([, each]) => each.startsWith('failed')),
  );
}

describe('contract tests', () => {
  test('send the examples of calls that read, and skip the others with a reason', async () => {
    const { transport, requests } = createBakery();
    const results = await runOn(transport);
    expect(results).toMatchObject({
      [`${read} > getBread: example "rye" → 200`]: 'passed',
      [`${read} > getBread: example "gone" → 404`]: 'passed',
      [`${read} > getBread: example "broken"`]:
        'skipped: the example of the parameter "id" does not satisfy its schema',
      [`${read} > listBreads: example "wheat"`]: 'passed',
      [`${read} > getOrder: values from the schema: orderId`]: 'passed',
      [`${write} > addPhotos: example, from the schema: id`]:
        "skipped: it may change data: allow it with the option allow: 'write'",
      [`${remove} > cancelOrder: values from the schema: orderId`]:
        "skipped: it removes data: allow it with the option allow: 'delete'",
      'sequences > createOrder → getOrder (link "Read")':
        "skipped: it may change data: allow it with the option allow: 'write'",
    });
    expect(failures(results)).toEqual({});
    expect(requests.every((each) => each.startsWith('GET'))).toBe(true);
    expect(requests[0]).toBe('GET /breads?kind=rye&since=2026-01-02T03%3A04%3A05.000Z');
  });

  test('send the others if they are allowed, those that remove data last', async () => {
    const { transport, requests } = createBakery();
    const results = await runOn(transport, { allow: 'delete' });
    expect(failures(results)).toEqual({});
    const skipped = Object.values(results).filter((each) => each.startsWith('skipped'));
    expect(skipped).toHaveLength(2);
    expect(results).toMatchObject({
      [`${write} > createOrder: example "none" (application/json) → 422`]: 'passed',
      'sequences > createOrder → getInvoice (link "Invoice")': 'passed',
      'sequences > createOrder → getOrder → cancelOrder (link "Cancel")': 'passed',
      'sequences > createOrder → bakeOrder → getOrder (states)': 'passed',
    });
    expect(requests.at(-1)).toMatch(/^DELETE/);
    expect(requests.join('\n')).toMatch(
      /GET \/orders\/\d\/invoice\?currency=EUR&note=from%20%2Fv1%2Forders%2F\d/,
    );
  });

  test.each([
    [{ breadName: 5 }, '/name: expected a string'],
    [{ breadName: '' }, '/name: expected at least 1 character'],
    [{ status: 418 }, '418 the description declares no such response'],
  ] as const)('fail for responses that are not described: %o', async (mistakes, message) => {
    const results = await runOn(createBakery(mistakes).transport);
    expect(results[`${read} > getBread: example "rye" → 200`]).toContain(message);
  });

  test('fail for another status than that of the example with the same name', async () => {
    const results = await runOn(createBakery({ status: 404 }).transport);
    expect(results[`${read} > getBread: example "gone" → 404`]).toContain(
      'violates the description',
    );
    const missing: HttpHandler = () =>
      Promise.resolve({
        status: 404,
        headers: ['Content-Type', 'application/json'],
        body: new TextEncoder().encode('{"message":"no"}'),
      });
    const others = await runOn(missing);
    expect(others[`${read} > getBread: example "rye" → 200`]).toBe(
      'failed: getBread: expected the status 200, but the response is 404',
    );
    expect(others[`${read} > getOrder: values from the schema: orderId`]).toBe('passed');
  });

  test('fail for a described refusal that says nothing about the example', async () => {
    const operation = bakery.operations.find(({ name }) => name === 'getOrder');
    if (operation === undefined) throw new Error('there is getOrder');
    const outcomes = [...operation.descriptor.outcomes, { status: 401, respond: 'unauthorized' }];
    const suite = {
      ...bakery,
      operations: [{ ...operation, descriptor: { ...operation.descriptor, outcomes } }],
      sequences: [],
    };
    const refusing: HttpHandler = () =>
      Promise.resolve({ status: 401, headers: [], body: undefined });
    const results = await runOn(refusing, {}, suite);
    expect(Object.values(results)[0]).toMatch(/^failed: getOrder: /);
  });

  test('take expected statuses and skipped operations from the options', async () => {
    const { transport } = createBakery();
    const results = await runOn(transport, {
      expect: { getOrder: [404, 410], getBread: 404 },
      skip: { listBreads: 'it is slow' },
    });
    expect(results).toMatchObject({
      [`${read} > getOrder: values from the schema: orderId → 404 or 410`]: 'passed',
      [`${read} > getBread: example "rye" → 404`]:
        'failed: getBread: expected the status 404, but the response is 200',
      [`${read} > listBreads: example "rye" → 200`]: 'skipped: it is slow',
    });
  });

  test.each([
    [
      { expect: { getBred: 404 } },
      'The option "expect" names "getBred", which is no operation. Did you mean "getBread"?',
    ],
    [
      { skip: { everything: 'no' } },
      'The option "skip" names "everything", which is no operation.',
    ],
    [{ baseUrl: '' }, 'Contract tests need the option "baseUrl"'],
  ] as const)('reject invalid options: %o', async (options, message) => {
    await expect(runOn(createBakery().transport, options)).rejects.toThrow(message);
  });

  test('never repeat a request', async () => {
    let count = 0;
    const busy: HttpHandler = () => {
      count += 1;
      return Promise.resolve({ status: 503, headers: [], body: undefined });
    };
    const results = await runOn(busy);
    expect(count).toBe(Object.values(results).filter((each) => each.startsWith('failed')).length);
  });
});

describe('sequences', () => {
  const states = 'sequences > createOrder → bakeOrder → getOrder (states)';

  test('fail for a state that is not an initial one', async () => {
    const results = await runOn(createBakery({ initial: 'done' }).transport, { allow: 'write' });
    expect(results[states]).toBe(
      'failed: createOrder: the state "done" at /status is not an initial one: new',
    );
  });

  test('fail for a state that cannot follow', async () => {
    const bad = createBakery({ initial: 'new', baked: 'cancelled' });
    expect((await runOn(bad.transport, { allow: 'write' }))[states]).toBe('passed');
    const { transport } = createBakery();
    let created = false;
    const reverting: HttpHandler = async (request) => {
      const response = await transport(request);
      const text = new TextDecoder().decode(response.body as Uint8Array | undefined);
      if (request.target.endsWith('/bake')) created = true;
      if (!created || request.method !== 'GET' || !text.includes('"baking"')) return response;
      return {
        ...response,
        body: new TextEncoder().encode(text.replace('"baking"', '"cancelled"')),
      };
    };
    expect((await runOn(reverting, { allow: 'write' }))[states]).toBe(
      'failed: getOrder: the state "cancelled" at /status cannot follow "baking"',
    );
  });

  test('are skipped if the response lacks the value of a link', async () => {
    const suite = { ...bakery, checks: responseChecks({}) };
    const { transport } = createBakery({ withoutId: true });
    const results = await runOn(transport, { allow: 'write' }, suite);
    expect(results['sequences > createOrder → getOrder (link "Read")']).toBe(
      'skipped: getOrder cannot be called: the response has no value at $response.body#/id',
    );
  });

  test('are skipped if the first response is another one', async () => {
    const { transport } = createBakery();
    const closed: HttpHandler = async (request) =>
      request.method === 'POST'
        ? {
            status: 422,
            headers: ['Content-Type', 'application/json'],
            body: new TextEncoder().encode('{"message":"closed"}'),
          }
        : transport(request);
    expect((await runOn(closed, { allow: 'write' }))[states]).toBe(
      'skipped: createOrder responded with 422, from which the sequence does not continue',
    );
  });

  test('fail if a later call does not succeed', async () => {
    const { transport } = createBakery();
    const forgetful: HttpHandler = async (request) =>
      request.method === 'GET' && request.target.includes('/orders/')
        ? {
            status: 404,
            headers: ['Content-Type', 'application/json'],
            body: new TextEncoder().encode('{"message":"no order"}'),
          }
        : transport(request);
    const results = await runOn(forgetful, { allow: 'write' });
    expect(results['sequences > createOrder → getOrder (link "Read")']).toBe(
      'failed: getOrder: expected a success after the preceding calls, but the response is 404',
    );
  });
});

test('a mock is asked for every described status and every named example', async () => {
  const preferences: string[] = [];
  const { transport } = createBakery({ initial: 'done' });
  const recording: HttpHandler = (request) => {
    const at = request.headers.indexOf('Prefer');
    if (at >= 0) preferences.push(`${request.target} ${request.headers[at + 1]}`);
    return transport(request);
  };
  const results = await runOn(recording, { mock: true, allow: 'write' });
  expect(preferences).toContain('/v1/breads/7 code=404, example="gone"');
  expect(preferences).toContain('/v1/breads/8 code=404, example="gone"');
  expect(results).toMatchObject({
    'responses on request > getBread: response 404, example "gone"':
      'failed: getBread: expected the status 404, but the response is 200',
    'responses on request > cancelOrder: response 204':
      "skipped: it removes data: allow it with the option allow: 'delete'",
    'sequences > createOrder → bakeOrder → getOrder (states)': 'passed',
  });
});
