import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bearerOf,
  type BadRequest,
  createTenant,
  faultOf,
  nextCursor,
  pathParts,
  type Received,
  sendBad,
  type Tenant,
  tokensOf,
  unknownPaths,
  unknownProperties,
  validBody,
  varied,
  walletOf,
  wireRequest,
} from './bad-input.js';
import { badValues } from './bad-values.js';
import { type DescribedOperation, describedOperations, objectOf } from './described.js';
import { type TestSandbox, testSandbox } from './sandbox.js';

const operations = describedOperations('spec/platform/openapi.yaml');
const named = operations.map((operation) => [operation.id, operation] as const);
const permissions = ['view', 'trade', 'transfer', 'manage'] as const;

let sandbox: TestSandbox;
let own: Tenant;
let foreign: Tenant;
beforeAll(async () => {
  sandbox = await testSandbox();
  const delays = { sign: 1, broadcast: 1, include: 1 };
  await sandbox.control.userOperations.setMode({ mode: 'manual', delays });
  own = await createTenant(sandbox);
  foreign = await createTenant(sandbox);
});
afterAll(async () => {
  await sandbox.close();
});

async function digest(): Promise<string> {
  return (await sandbox.control.state.get()).digest;
}

/** Requests of one operation, and what is wrong about their refusals. */
class Refusals {
  readonly faults: string[] = [];
  count = 0;
  readonly #operation: DescribedOperation;
  #digest = '';

  constructor(operation: DescribedOperation) {
    this.#operation = operation;
  }

  async start(): Promise<this> {
    this.#digest = await digest();
    return this;
  }

  /** Sends a request, which must be refused with one of the statuses, as the operation describes it. */
  async expect(
    name: string,
    expected: readonly number[],
    bad: Partial<BadRequest> = {},
  ): Promise<Received> {
    const received = await sendBad(sandbox.url, {
      tenant: own,
      operation: this.#operation,
      ...bad,
    });
    this.count += 1;
    const fault = faultOf(this.#operation, received, expected);
    if (fault !== undefined) this.faults.push(`${name}: ${fault}`);
    return received;
  }

  /** What was wrong: nothing if all of them were refused, and the state is what it was. */
  async all(): Promise<readonly string[]> {
    const isSame = (await digest()) === this.#digest;
    return isSame ? this.faults : [...this.faults, 'The state has changed.'];
  }
}

async function refusalsOf(operation: DescribedOperation): Promise<Refusals> {
  return new Refusals(operation).start();
}

describe.each(named)('%s refuses', (_, operation) => {
  const hasBody = operation.body !== undefined;

  test('refusals-2: credentials that are missing, of others, expired, or repeated', async () => {
    const refusals = await refusalsOf(operation);
    await refusals.expect('no credentials', [401], { bearer: null, walletAuth: null });
    await refusals.expect('no token', [401], { bearer: null });
    await refusals.expect('no JWT', [401], { bearer: 'text' });
    const wrong = bearerOf({ ...own, secret: foreign.secret });
    await refusals.expect('the key of another', [401], { bearer: wrong });
    const unknown = bearerOf({ ...own, keyName: unknownProperties['accountPolicy'] as string });
    await refusals.expect('an unknown key', [401], { bearer: unknown });
    await refusals.expect('an expired token', [401], { bearer: bearerOf(own, -1000) });
    await refusals.expect('a token of the future', [401], { bearer: bearerOf(own, 1000) });
    const request = {
      tenant: own,
      operation,
      query: { page: '', pageToken: '', limit: 'x', pageSize: 'x' },
    };
    if (hasBody || operation.pagination !== undefined) {
      const body = hasBody ? { body: '[]' } : {};
      const malformed = { ...request, ...body };
      const again = await tokensOf(wireRequest(sandbox.url, malformed), malformed);
      await refusals.expect('a token', [400], { ...malformed, ...again });
      await refusals.expect('a repeated token', [401], { ...malformed, ...again });
    } else {
      const paths = Object.fromEntries(
        pathParts(operation).map((part) => [part, unknownPaths[part] ?? '']),
      );
      const missing = { ...request, paths };
      const again = await tokensOf(wireRequest(sandbox.url, missing), request);
      await refusals.expect('a token', [404], { ...missing, ...again });
      await refusals.expect('a repeated token', [401], { ...missing, ...again });
    }
    const elsewhere = { ...operation, path: `${operation.path}x` };
    const { bearer, walletAuth } = await tokensOf(
      wireRequest(sandbox.url, { ...request, operation: elsewhere }),
      request,
    );
    await refusals.expect('a token for another path', [401], { bearer });
    if (operation.needsWallet)
      await refusals.expect('no wallet token', [401], { walletAuth: null });
    if (operation.takesWallet) {
      await refusals.expect('no wallet JWT', [401], { walletAuth: 'text' });
      await refusals.expect('the Wallet Secret of another', [401], {
        walletAuth: walletOf(foreign),
      });
      await refusals.expect('an expired wallet token', [401], { walletAuth: walletOf(own, -1000) });
      await refusals.expect('a wallet token for another request', [401], {
        walletAuth,
      });
    }
    expect(await refusals.all()).toEqual([]);
  });

  test('tenancy-4: a key without the permission', async () => {
    const { control } = sandbox;
    const { scopes } = operation;
    expect(scopes.length).toBeGreaterThan(0);
    const others = permissions.filter((permission) => !scopes.includes(permission));
    const key = await control.tenancy.createSecretApiKey(own.projectId, {
      label: 'others',
      permissions: others,
    });
    const refusals = await refusalsOf(operation);
    const bearer = bearerOf({ ...own, keyName: key.name, secret: key.secret });
    await refusals.expect(`only ${others.join(', ')}`, [403], { bearer });
    expect(await refusals.all()).toEqual([]);
  });

  test.runIf(hasBody)('P11: bodies that are no JSON, too large, or not as described', async () => {
    const { body: schema } = operation;
    const valid = validBody(operation, own);
    if (schema === undefined || valid === undefined) throw new Error('It has no body.');
    const refusals = await refusalsOf(operation);
    const text = JSON.stringify(valid);
    // The wallet token is for the body, and no token is for one that cannot be read.
    const unread = operation.takesWallet ? [400, 401] : [400];
    for (const [name, body] of [
      ['no end', text.slice(0, -1)],
      ['more than one', `${text}${text}`],
      ['a comment', `/* */${text}`],
      ['a comma too many', text.replace(/\}$/, ',}')],
      ['single quotes', text.replaceAll('"', "'")],
      ['NaN', '{"name":NaN}'],
      ['deep', '['.repeat(100_000)],
    ] as const)
      await refusals.expect(name, unread, { body });
    await refusals.expect('too large', [...unread, 413], { body: text + ' '.repeat(20_000_000) });
    for (const contentType of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
    ])
      await refusals.expect(contentType, [400, 415], { contentType });
    if (operation.isBodyRequired) await refusals.expect('no body', [...unread, 415], { body: '' });
    for (const example of [valid, ...operation.examples])
      for (const { name, value } of badValues(schema, example))
        await refusals.expect(`body${name}`, [400], { body: JSON.stringify(value) });
    expect(refusals.count).toBeGreaterThan(15);
    expect(await refusals.all()).toEqual([]);
  });

  const others = operation.parameters.filter(({ in: place }) => place !== 'path');
  test.runIf(others.length > 0)('P11: parameters that are not as described', async () => {
    const refusals = await refusalsOf(operation);
    for (const parameter of others)
      for (const { name, value } of badValues(parameter.schema, parameter.example ?? '')) {
        const sent = String(value);
        // A text is what the wire has, whatever JSON it was.
        if (parameter.schema['type'] === 'string' && typeof value !== 'string') continue;
        if (
          parameter.schema['type'] === 'integer' &&
          /^\d+$/.test(sent) &&
          typeof value !== 'number'
        )
          continue;
        if (parameter.in === 'header' && /[^\x20-\x7e]/.test(sent)) continue;
        const place = parameter.in === 'query' ? 'query' : 'headers';
        await refusals.expect(`${parameter.name}${name}`, [400], {
          [place]: { [parameter.name]: sent },
        });
      }
    expect(await refusals.all()).toEqual([]);
  });

  const parts = pathParts(operation);
  test.runIf(parts.length > 0)(
    'P10: identifiers that are malformed, unknown, or of another project',
    async () => {
      const refusals = await refusalsOf(operation);
      for (const part of parts) {
        await refusals.expect(`unknown ${part}`, [404], {
          paths: { [part]: unknownPaths[part] ?? '' },
        });
        for (const malformed of [
          'nonsense!',
          'x'.repeat(1000),
          '\u0000',
          '../..',
          `${own.paths[part]}\n`,
        ])
          await refusals.expect(
            `${JSON.stringify(malformed.slice(0, 20))} as ${part}`,
            [400, 404],
            {
              paths: { [part]: malformed },
            },
          );
        const other = foreign.paths[part] ?? '';
        // Networks and assets are everybody's.
        if (other !== own.paths[part]) {
          await refusals.expect(`foreign ${part}`, [404], { paths: { [part]: other } });
        }
      }
      expect(await refusals.all()).toEqual([]);
    },
  );

  test.runIf(hasBody)(
    'P10: identifiers in bodies that are unknown, or of another project',
    async () => {
      const refusals = await refusalsOf(operation);
      const valid = validBody(operation, own);
      const properties = objectOf(operation.body?.['properties']);
      for (const [name, unknown] of Object.entries(unknownProperties)) {
        if (properties[name] === undefined) continue;
        for (const value of [unknown, foreign.properties[name] ?? null])
          await refusals.expect(`${name}: ${String(value)}`, [400, 404], {
            body: JSON.stringify({ ...valid, [name]: value }),
          });
      }
      expect(await refusals.all()).toEqual([]);
    },
  );

  test.runIf(operation.pagination !== undefined)(
    'pages-1: cursors that are malformed, altered, or of another project',
    async () => {
      const cursor = String(objectOf(operation.pagination?.['request'])['query']);
      const sizes = operation.parameters.filter(({ schema }) => schema['type'] === 'integer');
      const one = Object.fromEntries(sizes.map(({ name }) => [name, '1']));
      const cursorOf = async (tenant: Tenant): Promise<string> => {
        const { body } = await sendBad(sandbox.url, { tenant, operation, query: one });
        return nextCursor(operation, body) ?? expect.fail('The list has no second page.');
      };
      const mine = await cursorOf(own);
      const refusals = await refusalsOf(operation);
      const altered = `${mine.slice(0, 5)}${mine[5] === 'A' ? 'B' : 'A'}${mine.slice(6)}`;
      for (const [name, text] of [
        ['nonsense', 'nonsense'],
        ['altered', altered],
        ['cut', mine.slice(0, -3)],
        ['twice', mine + mine],
        ['foreign', await cursorOf(foreign)],
      ] as const)
        await refusals.expect(name, [400], { query: { ...one, [cursor]: text } });
      expect(await refusals.all()).toEqual([]);
    },
  );

  const isIdempotent = operation.parameters.some(({ name }) => name === 'X-Idempotency-Key');
  test.runIf(isIdempotent)('once-1: its idempotency key with another payload', async () => {
    const tenant = await createTenant(sandbox);
    const headers = { 'X-Idempotency-Key': randomUUID() };
    const body = validBody(operation, tenant);
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const bad = { tenant, operation, headers, ...text };
    const first = await sendBad(sandbox.url, bad);
    expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
    const refusals = await refusalsOf(operation);
    expect(await sendBad(sandbox.url, bad)).toEqual(first);
    const other = body === undefined ? undefined : varied(operation, body);
    expect(other === undefined).toBe(body === undefined);
    if (other !== undefined)
      await refusals.expect('another payload', [422], { ...bad, body: JSON.stringify(other) });
    expect(await refusals.all()).toEqual([]);
  });
});

test('P11: every operation accepts what the refused requests were made from', async () => {
  const tenant = await createTenant(sandbox);
  const order = ['GET', 'PUT', 'POST', 'DELETE'];
  const refused: string[] = [];
  for (const method of order)
    for (const operation of operations.filter((each) => each.method === method)) {
      // The policy is in use by then.
      const paths = operation.id === 'deletePolicy' ? await unused(tenant) : {};
      const { status, body } = await sendBad(sandbox.url, { tenant, operation, paths });
      if (status >= 300) refused.push(`${operation.id}: ${status} ${JSON.stringify(body)}`);
    }
  expect(refused).toEqual([]);
});

/** A policy that no account uses, in place of the one that is. */
async function unused(tenant: Tenant): Promise<{ readonly [path: string]: string }> {
  const operation = operations.find(({ id }) => id === 'createPolicy');
  if (operation === undefined) throw new Error('There is no createPolicy.');
  const { body } = await sendBad(sandbox.url, { tenant, operation });
  return { '/platform/v2/policy-engine/policies/{policyId}': String(objectOf(body)['id']) };
}

test('P11: every parameter of a path is known here', () => {
  const missing = operations.flatMap(pathParts).filter((part) => unknownPaths[part] === undefined);
  expect(missing).toEqual([]);
});
