import type { ItemCallOf, StreamedCallOf } from './http-client-operation.js';
import type { Check, OperationDescriptor, Violation } from '@tallystick/runtime';
import { responseChecks } from '@tallystick/runtime/validate';
import {
  anyAnswers,
  type Client,
  type ClientOptions,
  connect,
  itemOperation,
  streamedOperation,
} from '@tallystick/runtime/http';
import { describe, expect, test } from 'vitest';
import { json } from './http-client-fixture.js';
import { api } from './http-client-calls.js';

/** As generated checks tell: texts that are no members of the violation itself. */
class Late implements Violation {
  readonly pointer: string = '/n';
  readonly #keyword: string;
  constructor(keyword: string) {
    this.#keyword = keyword;
  }
  get keyword(): string {
    return this.#keyword;
  }
  get expected(): string {
    return 'an integer';
  }
  get schema(): string {
    return '#/schema';
  }
}

const refusing = (keyword: string): Check => ({
  is: (value) => typeof (value as { readonly n?: unknown }).n === 'number',
  check: () => [new Late(keyword)],
});

const descriptor = (codec: 'json-lines' | 'binary'): OperationDescriptor => ({
  id: 'rows',
  method: 'GET',
  path: ['/rows'],
  input: 'none',
  outcomes: [
    { status: 200, respond: 'ok', contents: [{ mediaType: 'application/x-rows', codec }] },
    {
      status: 404,
      respond: 'notFound',
      contents: [{ mediaType: 'application/json', codec: 'json' }],
    },
  ],
});

type Call = readonly [client: Client];
type Ended = { readonly kind: string; readonly violations?: readonly Violation[] };
const rows = itemOperation<ItemCallOf<Call, unknown, unknown, Ended>>(descriptor('json-lines'), [
  anyAnswers,
]);
const bytes = streamedOperation<StreamedCallOf<Call, unknown, Ended>>(descriptor('binary'), [
  anyAnswers,
]);

function client(keyword: string, options: ClientOptions, status: number): Client {
  const check = refusing(keyword);
  const checks = responseChecks({ rows: [{ items: [[check]] }, check] });
  const lines = new TextEncoder().encode('{"n":1}\n{"n":"x"}\n');
  const answer =
    status === 200
      ? { status, headers: ['Content-Type', 'application/x-rows'], body: lines }
      : json(status, { n: 'x' });
  return connect(api, { checks, transport: async () => answer, retry: false, ...options });
}

async function firstOf(from: Client): Promise<unknown> {
  for await (const item of rows.stream(from)) return item;
  return undefined;
}

describe('error response to a streaming call', () => {
  test.each([
    ['items', firstOf],
    ['bytes', (from: Client) => bytes.open(from)],
  ])('is validated like any other: %s', async (_, ask) => {
    const refused = client('type', { onInvalidResponse: 'error' }, 404);
    await expect(ask(refused)).rejects.toMatchObject({
      status: 404,
      outcome: { kind: 'invalid-response', violations: [{ pointer: '/n', keyword: 'type' }] },
    });
    const seen: number[] = [];
    const hooks = { invalidResponse: ({ status }: { status: number }) => void seen.push(status) };
    await expect(ask(client('type', { hooks }, 404))).rejects.toMatchObject({
      outcome: { kind: 'failure', value: { n: 'x' } },
    });
    expect(seen).toEqual([404]);
  });
});

describe('items that are read whole', () => {
  test('are rejected with every violation and its pointer', async () => {
    const outcome = await rows.result(client('type', { onInvalidResponse: 'error' }, 200));
    expect(outcome).toMatchObject({
      kind: 'invalid-response',
      violations: [
        { pointer: '/1/n', keyword: 'type', expected: 'an integer', schema: '#/schema' },
      ],
    });
  });

  test('are accepted with an unknown branch', async () => {
    const outcome = await rows.result(client('discriminator', { onInvalidResponse: 'error' }, 200));
    expect(outcome).toMatchObject({ kind: 'success', value: [{ n: 1 }, { n: 'x' }] });
  });
});

describe('hook that rejects', () => {
  test('changes nothing, and causes no unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listener = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', listener);
    const invalidResponse = async (): Promise<never> => {
      throw new Error('the disk is full');
    };
    const outcome = await rows.result(client('type', { hooks: { invalidResponse } }, 200));
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listener);
    expect(outcome).toMatchObject({ kind: 'success' });
    expect(unhandled).toEqual([]);
  });
});
