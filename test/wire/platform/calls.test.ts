import type { ErrorBody, ErrorBodyV1, PlatformClient } from '@platform/platform';
import { platformResponseChecks } from '@platform/platform/validators';
import { ApiError } from '@tallystick/runtime';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connected, ways } from './connection.js';
import { makers, operations, policyRequest, webhookRequest } from './operations.js';
import { moment, uuidOf, type TestServer } from './test-server.js';

describe.each(ways)('calls of the platform $way', ({ connect }) => {
  let connected: Connected;
  let strict: PlatformClient;

  beforeAll(async () => {
    connected = await connect({ validateResponses: platformResponseChecks });
    strict = connected.clientWith({
      checks: platformResponseChecks,
      onInvalidResponse: 'error',
      retry: false,
    });
  });
  afterAll(() => connected.close());
  beforeEach(() => seed(connected.testServer));

  test.each(operations)('$id succeeds and returns the described body', async (operation) => {
    const outcome = await operation.result(strict);
    expect(outcome).toMatchObject({
      kind: 'success',
      ok: true,
      when: operation.success,
      status: operation.success,
    });
    seed(connected.testServer);
    expect(await operation.call(strict)).toEqual(outcome.value);
    expect(connected.testServer.entered).toEqual([operation.id]);
  });

  const declared = operations.flatMap((operation) =>
    operation.failures.map((when) => ({ id: operation.id, when, operation })),
  );
  test.each(declared)('$id returns $when, typed in both forms', async ({ when, operation }) => {
    const status = when === 'default' ? 507 : when;
    const body = errorBody(operation.path, status);
    const limited = when === 429 || when === 503;
    const headers = limited ? { 'Retry-After': '5' } : {};
    connected.testServer.instead.set(operation.id, (_, respond) =>
      respond[makers[when] ?? '']?.(
        ...(when === 'default' ? [status] : []),
        body,
        ...(limited ? [headers] : []),
      ),
    );
    const outcome = await operation.result(strict);
    expect(outcome).toMatchObject({
      kind: 'failure',
      ok: false,
      when,
      status,
      value: body,
      headers,
    });
    const error = await thrownBy(operation.call(strict));
    expect(operation.failed(strict, error)).toBe(true);
    expect(error).toMatchObject({
      name: 'ApiError',
      operation: operation.id,
      status,
      code: codeOf(body),
      outcome: { kind: 'failure', when, value: body },
    });
    expect(error.message).toContain(messageOf(body));
  });
});

test('every operation of the description is called', () => {
  const described = Object.keys(platformResponseChecks);
  expect(operations.map(({ id }) => id).sort()).toEqual([...described].sort());
});

test('an error of one operation is not recognised by another', async () => {
  const [way] = ways;
  const connected = await way?.connect();
  if (connected === undefined) throw new Error('there is a way');
  const error = await thrownBy(connected.client.policies.get(uuidOf(404)));
  expect(connected.client.policies.get.failed(error)).toBe(true);
  expect(connected.client.policies.update.failed(error)).toBe(false);
  expect(connected.client.policies.get.failed(new Error('another'))).toBe(false);
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

function errorBody(path: string, status: number): ErrorBody | ErrorBodyV1 {
  if (path.startsWith('/platform/v1')) {
    return { code: 'invalid_page_token', message: `It is ${status}.`, correlation_id: 'c-1' };
  }
  return {
    errorType: 'faucet_limit_exceeded',
    errorMessage: `It is ${status}.`,
    correlationId: 'c-1',
  };
}

function codeOf(body: ErrorBody | ErrorBodyV1): string {
  return 'code' in body ? body.code : body.errorType;
}

function messageOf(body: ErrorBody | ErrorBodyV1): string {
  return 'message' in body ? body.message : body.errorMessage;
}

/** One policy and one webhook, and nothing that happened before. */
function seed(testServer: TestServer): void {
  testServer.instead.clear();
  testServer.entered.length = 0;
  testServer.policies.clear();
  testServer.policies.set(uuidOf(1), {
    ...policyRequest,
    id: uuidOf(1),
    createdAt: moment,
    updatedAt: moment,
  });
  testServer.webhooks.clear();
  testServer.webhooks.set(uuidOf(1), { ...webhookRequest, id: uuidOf(1), status: 'active' });
}
