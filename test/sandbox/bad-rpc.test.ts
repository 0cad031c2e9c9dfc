import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../generator/model/schema.js';
import { createTenant, exchange, type Tenant } from './bad-input.js';
import { badValues } from './bad-values.js';
import {
  describedOperations,
  isValid,
  type JsonObject,
  listOf,
  objectOf,
  responseSchema,
} from './described.js';
import { type TestSandbox, testSandbox } from './sandbox.js';

const [operation] = describedOperations('spec/rpc/openapi.yaml');
if (operation === undefined) throw new Error('JSON-RPC has no operation.');
const methods = listOf(objectOf(operation.value['x-json-rpc'])['methods']).map(objectOf);
const named = methods.map((method) => [String(method['operationId']), method] as const);

let sandbox: TestSandbox;
let tenant: Tenant;
beforeAll(async () => {
  sandbox = await testSandbox();
  await sandbox.control.userOperations.setMode({
    mode: 'manual',
    delays: { sign: 1, broadcast: 1, include: 1 },
  });
  tenant = await createTenant(sandbox);
});
afterAll(async () => {
  await sandbox.close();
});

/** A request to a method, as its description has it. */
function requestOf(method: JsonObject, params: readonly Json[]): JsonObject {
  const name = String(method['method']).replace('{variables.prefix}', 'platform');
  return { jsonrpc: '2.0', id: 1, method: name, params };
}

/** Valid params of a method. */
function paramsOf(method: JsonObject): readonly Json[] {
  const example = objectOf(operation?.examples[0]);
  const isOwn = String(method['method']).endsWith(String(example['method']).split('_')[1] ?? '-');
  if (!isOwn) throw new Error(`${String(method['operationId'])} has no example.`);
  return listOf(example['params']);
}

/** Sends a body, which must be refused with one of the codes and as described, and may change nothing. */
async function refuse(
  sent: { readonly name: string; readonly body: string; readonly key?: string },
  codes: readonly number[],
  status = 200,
): Promise<string | undefined> {
  const { name, body, key = tenant.clientApiKey } = sent;
  const received = await exchange(`${sandbox.url}/rpc/v1/base/${key}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  const said = `${name}: ${received.status} ${JSON.stringify(received.body)}`;
  const schema = operation === undefined ? undefined : responseSchema(operation, received.status);
  if (received.status !== status || schema === undefined) return said;
  if (!isValid(schema, received.body)) return `${said} is not as described`;
  const { code } = objectOf(objectOf(received.body)['error']);
  return codes.includes(Number(code)) ? undefined : said;
}

async function digest(): Promise<string> {
  return (await sandbox.control.state.get()).digest;
}

describe.each(named)('%s', (_, method) => {
  test('refusals-1: params that are not as described are -32602', async () => {
    const before = await digest();
    const declared = listOf(method['params']).map((each) => objectOf(objectOf(each)['schema']));
    const params = paramsOf(method);
    const faults: (string | undefined)[] = [];
    for (const [index, schema] of declared.entries())
      for (const { name, value } of badValues(schema, params[index] ?? null)) {
        const body = JSON.stringify(requestOf(method, params.with(index, value)));
        faults.push(await refuse({ name: `${index}${name}`, body }, [-32_602]));
      }
    expect(faults.length).toBeGreaterThan(5);
    const none = JSON.stringify(requestOf(method, []));
    faults.push(await refuse({ name: 'no params', body: none }, [-32_602]));
    const more = JSON.stringify(requestOf(method, [...params, 1]));
    faults.push(await refuse({ name: 'one more', body: more }, [-32_602]));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(await digest()).toBe(before);
  });

  test.runIf(method['x-pagination'] !== undefined)(
    'assets-4: cursors that are malformed or of another walk are -32602',
    async () => {
      const before = await digest();
      const [request = null] = paramsOf(method);
      const faults: (string | undefined)[] = [];
      for (const pageToken of ['nonsense', 'x'.repeat(5000), 'e30', '\u0000']) {
        const body = JSON.stringify(requestOf(method, [{ ...objectOf(request), pageToken }]));
        faults.push(await refuse({ name: pageToken.slice(0, 20), body }, [-32_602]));
      }
      expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
      expect(await digest()).toBe(before);
    },
  );

  test('tenancy-7: a Client API Key that is wrong is 401', async () => {
    const before = await digest();
    const body = JSON.stringify(requestOf(method, paramsOf(method)));
    const faults: (string | undefined)[] = [];
    for (const key of ['nonsense', `${tenant.clientApiKey}x`, tenant.secret.slice(0, 8), '%00'])
      faults.push(await refuse({ name: key, body, key: encodeURIComponent(key) }, [-32_600], 401));
    expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
    expect(await digest()).toBe(before);
  });
});

test('refusals-1: unknown methods, and bodies that are no requests', async () => {
  const before = await digest();
  const [method = {}] = methods;
  const valid = requestOf(method, paramsOf(method));
  const faults: (string | undefined)[] = [];
  const bodies: readonly (readonly [string, number])[] = [
    ['', -32_700],
    ['{', -32_700],
    [`${JSON.stringify(valid)}}`, -32_700],
    ['['.repeat(100_000), -32_700],
    ['[]', -32_600],
    ['7', -32_600],
    ['null', -32_600],
    ['{}', -32_600],
    [JSON.stringify({ ...valid, jsonrpc: '1.0' }), -32_600],
    [JSON.stringify({ ...valid, id: {} }), -32_600],
    [JSON.stringify({ ...valid, params: 'text' }), -32_600],
    [JSON.stringify({ ...valid, method: 7 }), -32_600],
    [JSON.stringify({ ...valid, method: 'platform_nothing' }), -32_601],
    [JSON.stringify({ ...valid, method: 'listBalances' }), -32_601],
    [JSON.stringify({ ...valid, method: '__proto__' }), -32_601],
  ];
  for (const [body, code] of bodies)
    faults.push(await refuse({ name: body.slice(0, 60), body }, [code]));
  expect(faults.filter((fault) => fault !== undefined)).toEqual([]);
  expect(await digest()).toBe(before);
});
