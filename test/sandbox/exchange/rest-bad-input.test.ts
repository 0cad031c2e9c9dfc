import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describedFault, pathParts, type Received } from '../bad-input.js';
import { badValues } from '../bad-values.js';
import { type DescribedOperation, describedOperations, isValid, objectOf } from '../described.js';
import { type TestSandbox, testSandbox } from '../sandbox.js';
import {
  type ExchangeRequest,
  type ExchangeTenant,
  exchangeTenant,
  messageOf,
  sendSigned,
  unknownPaths,
  validBody,
} from './requests.js';
import { newKey } from './traders.js';

const operations = describedOperations('spec/exchange/rest.openapi.yaml');
const named = operations.map((operation) => [operation.id, operation] as const);
const permissions = ['view', 'trade', 'transfer', 'manage'] as const;

let sandbox: TestSandbox;
let own: ExchangeTenant;
let foreign: ExchangeTenant;
beforeAll(async () => {
  sandbox = await testSandbox({ hasRateLimits: false });
  // Nothing advances by itself while requests are refused.
  await sandbox.control.money.setProgress({ mode: 'manual' });
  own = await exchangeTenant(sandbox);
  foreign = await exchangeTenant(sandbox);
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
    bad: Partial<ExchangeRequest> = {},
  ): Promise<Received> {
    const received = await sendSigned(sandbox.url, {
      tenant: own,
      operation: this.#operation,
      ...bad,
    });
    this.count += 1;
    const fault = describedFault(this.#operation, received, expected);
    if (fault !== undefined) this.faults.push(`${name}: ${fault}`);
    return received;
  }

  /** Sends several requests at the same time, which must be refused with 400. */
  async expectEach(all: readonly (readonly [name: string, bad: Partial<ExchangeRequest>])[]) {
    for (let start = 0; start < all.length; start += 25)
      await Promise.all(
        all.slice(start, start + 25).map(([name, bad]) => this.expect(name, [400], bad)),
      );
  }

  /** Sends a request that must be refused with 401 in these words. */
  async unauthorized(name: string, text: string, bad: Partial<ExchangeRequest>): Promise<void> {
    const message = messageOf(await this.expect(name, [401], bad));
    if (message !== text) this.faults.push(`${name}: "${String(message)}" instead of "${text}"`);
  }

  /** What was wrong: nothing if all of them were refused, and the state is what it was. */
  async all(): Promise<readonly string[]> {
    const isSame = (await digest()) === this.#digest;
    return isSame ? this.faults : [...this.faults, 'The state has changed.'];
  }
}

function refusalsOf(operation: DescribedOperation): Promise<Refusals> {
  return new Refusals(operation).start();
}

describe.each(named)('%s refuses', (_, operation) => {
  const hasBody = operation.body !== undefined;
  const needsKey = operation.scopes.length > 0;

  test.runIf(needsKey)(
    'tenancy-8: credentials that are missing, of others, or expired',
    async () => {
      const refusals = await refusalsOf(operation);
      const { key } = own;
      await refusals.expect('no credentials', [401], { key: null });
      await refusals.unauthorized('a signature with another secret', 'invalid signature', {
        key: { ...key, secret: foreign.key.secret },
      });
      await refusals.unauthorized('the name of another key', 'invalid signature', {
        key: { ...key, name: foreign.key.name },
      });
      await refusals.unauthorized('an unknown name', 'Invalid API Key', {
        key: { ...key, name: 'f'.repeat(32) },
      });
      await refusals.unauthorized('another passphrase', 'Invalid Passphrase', {
        key: { ...key, passphrase: foreign.key.passphrase },
      });
      for (const seconds of [-60, 60])
        await refusals.unauthorized(`${seconds} s`, 'request timestamp expired', {
          signed: { timestamp: String(Date.now() / 1000 + seconds) },
        });
      for (const timestamp of ['now', '', '0x10', '1e9', new Date().toISOString()])
        await refusals.expect(`the timestamp "${timestamp}"`, [401], { signed: { timestamp } });
      for (const signed of [{ method: 'PATCH' }, { target: '/other' }, { body: '{"a":1}' }])
        await refusals.unauthorized(JSON.stringify(signed), 'invalid signature', { signed });
      expect(await refusals.all()).toEqual([]);
    },
  );

  test.runIf(needsKey)('tenancy-4: a key without the permission', async () => {
    const others = permissions.filter((permission) => !operation.scopes.includes(permission));
    const key = await newKey(sandbox, own.profileId, { permissions: others });
    const refusals = await refusalsOf(operation);
    const received = await refusals.expect(`only ${others.join(', ')}`, [403], { key });
    expect(messageOf(received)).toBe('Forbidden');
    expect(await refusals.all()).toEqual([]);
  });

  test.runIf(hasBody)('P11: bodies that are no JSON, too large, or not as described', async () => {
    const { body: schema } = operation;
    const valid = validBody(operation);
    if (schema === undefined || valid === undefined) throw new Error('It has no body.');
    const refusals = await refusalsOf(operation);
    const text = JSON.stringify(valid);
    for (const [name, body] of [
      ['no end', text.slice(0, -1)],
      ['more than one', `${text}${text}`],
      ['a comma too many', text.replace(/\}$/, ',}')],
      ['single quotes', text.replaceAll('"', "'")],
      ['NaN', '{"size":NaN}'],
      ['deep', '['.repeat(100_000)],
    ] as const)
      await refusals.expect(name, [400], { body });
    await refusals.expect('too large', [413], { body: text + ' '.repeat(2_000_000) });
    for (const contentType of ['text/plain', 'application/xml'])
      await refusals.expect(contentType, [400, 415], { contentType });
    if (operation.isBodyRequired) await refusals.expect('no body', [400, 415], { body: '' });
    const bodies = operation.examples.flatMap((example) =>
      badValues(schema, example).map(
        ({ name, value }) => [`body${name}`, { body: JSON.stringify(value) }] as const,
      ),
    );
    await refusals.expectEach(bodies);
    expect(refusals.count).toBeGreaterThan(10);
    expect(await refusals.all()).toEqual([]);
  });

  const queries = operation.parameters.filter(({ in: place }) => place === 'query');
  test.runIf(queries.length > 0)('P11: parameters that are not as described', async () => {
    const refusals = await refusalsOf(operation);
    for (const { name, schema, example } of queries) {
      const items = schema['type'] === 'array' ? objectOf(schema['items']) : schema;
      for (const bad of badValues(schema, example ?? '')) {
        // A text is what the wire has, whatever JSON it was; a list of one is that text.
        const sent = String(bad.value);
        const isNumber = schema['type'] === 'integer' && /^\d+$/.test(sent);
        if (isValid(items, sent) || (isNumber && isValid(schema, Number(sent)))) continue;
        if (schema['type'] === 'boolean' && (sent === 'true' || sent === 'false')) continue;
        await refusals.expect(`${name}${bad.name}`, [400], {
          query: { [name]: sent },
        });
      }
    }
    expect(await refusals.all()).toEqual([]);
  });

  const parts = pathParts(operation);
  test.runIf(parts.length > 0)(
    'P10: identifiers that are malformed, unknown, or of another',
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
        // Products are everybody's.
        if (other !== own.paths[part])
          await refusals.expect(`foreign ${part}`, [404], { paths: { [part]: other } });
      }
      expect(await refusals.all()).toEqual([]);
    },
  );

  const profiles = operation.parameters.filter(
    ({ name, in: place }) => name === 'profile_id' && place === 'query',
  );
  test.runIf(profiles.length > 0)('tenancy-8: the profile of another', async () => {
    const refusals = await refusalsOf(operation);
    const query = { profile_id: foreign.profileId };
    const received = await refusals.expect('a foreign profile', [403], { query });
    expect(messageOf(received)).toBe('Forbidden');
    expect(await refusals.all()).toEqual([]);
  });

  test.runIf(operation.pagination !== undefined)(
    'pages-1: cursors that are malformed, altered, or of another profile',
    async () => {
      const filter = operation.id === 'listFills' ? { product_id: 'BTC-USD' } : {};
      const one = { ...filter, limit: '1' };
      const mine = await cursorOf(own, operation, one);
      const refusals = await refusalsOf(operation);
      const altered = `${mine.slice(0, 5)}${mine[5] === 'A' ? 'B' : 'A'}${mine.slice(6)}`;
      for (const [name, text] of [
        ['nonsense', 'nonsense'],
        ['altered', altered],
        ['cut', mine.slice(0, -3)],
        ['twice', mine + mine],
        ['foreign', await cursorOf(foreign, operation, one)],
      ] as const)
        for (const direction of ['after', 'before'])
          await refusals.expect(name, [400], { query: { ...one, [direction]: text } });
      await refusals.expect('both', [400], { query: { ...one, after: mine, before: mine } });
      expect(await refusals.all()).toEqual([]);
    },
  );
});

async function cursorOf(
  { exchange, paths }: ExchangeTenant,
  { id }: DescribedOperation,
  query: { readonly limit: string },
): Promise<string> {
  const page = { ...query, limit: Number(query.limit) };
  const lists: Readonly<Record<string, () => Promise<object>>> = {
    listOrders: () => exchange.orders.list.result(page),
    listFills: () => exchange.fills.list.result(page),
    listConversions: () => exchange.conversions.list.result(page),
    listStakeWraps: () => exchange.wrappedAssets.listStakeWraps.result(page),
    listTravelRules: () => exchange.travelRules.list.result(page),
    listReports: () => exchange.reports.list.result(page),
    listAccountLedger: () =>
      exchange.accounts.listLedger.result(paths['/accounts/{account_id}'] ?? '', page),
  };
  const outcome = await lists[id]?.();
  const after: unknown = Object(Object(outcome).headers)['CB-AFTER'];
  return typeof after === 'string' ? after : expect.fail('The list has no second page.');
}

/** Operations whose examples name a loan, a profile or a transfer of another sandbox, or lack what the travel rule asks for. */
const needsMore = new Set([
  'previewLoan',
  'previewLoanRepayment',
  'openLoan',
  'repayLoanPrincipal',
  'createCryptoWithdrawal',
  'createTravelRule',
  'submitTravelRule',
]);

test('P11: every operation accepts what the refused requests were made from', async () => {
  const tenant = await exchangeTenant(sandbox);
  const order = ['GET', 'PUT', 'POST', 'DELETE'];
  const refused: string[] = [];
  const complete = operations.filter(({ id }) => !needsMore.has(id));
  for (const method of order)
    for (const operation of complete.filter((each) => each.method === method)) {
      const query = operation.id === 'listFills' ? { product_id: 'BTC-USD' } : {};
      const { status, body } = await sendSigned(sandbox.url, { tenant, operation, query });
      // By then the first of two operations has cancelled the order.
      const isDone = operation.id === 'cancelOrderByClientOid' && status === 400;
      if (status >= 300 && !isDone)
        refused.push(`${operation.id}: ${status} ${JSON.stringify(body)}`);
    }
  expect(refused).toEqual([]);
});
