import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { apiKeyVerifier } from '@tallystick/runtime/auth/keys';
import * as runtime from '@tallystick/runtime/validate';
import { PoliciesClient } from './cases/brands/output/src/index.js';
import * as brands from './cases/brands/output/src/brands.js';
import * as fakes from './cases/brands/output/src/fakes.js';
import { createPartialPoliciesServer } from './cases/brands/output/src/server.js';
import * as types from './cases/brands/output/src/types.js';
import * as validators from './cases/brands/output/src/validators.js';
import { evaluate } from './conformance/json-schema/libraries.js';

const page = readFileSync('docs/guide/brands.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);
const modules = {
  '@acme/policies/brands': brands,
  '@acme/policies/types': types,
  '@acme/policies/validators': validators,
  '@tallystick/runtime/validate': runtime,
};

test.each(blocks)('a program of the guide prints its comments: %#', (body) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  evaluate(body, modules);
  const printed = log.mock.calls.map((words) => words.join(' '));
  log.mockRestore();
  const written = body.split('\n').filter((line) => line.startsWith('// '));
  expect(printed).toEqual(written.map((line) => line.slice(3)));
});

test('constructors return valid values, and throw the violations of others', () => {
  expect(brands.accountNumber(9_007_199_254_740_993n)).toBe(9_007_199_254_740_993n);
  expect(brands.percent(12.5)).toBe(12.5);
  expect(() => brands.accountNumber(0n)).toThrow(runtime.InvalidValueError);
  expect(() => brands.percent(101)).toThrow('Percent is invalid');
});

test('values with a brand pass through client and server', async () => {
  const handle = createPartialPoliciesServer(
    {
      listPolicies: ({ query }, respond) => {
        const id = query.after ?? brands.policyId('pol_none');
        const account = query.accounts?.[0] ?? brands.accountNumber(1n);
        const policy = { id, account, share: brands.percent(10), rules: {} };
        return respond.ok([policy], { 'X-Next': id });
      },
      getRule: ({ path, headers }, respond) =>
        respond.ok({ id: path.rule, policy: path.policy, version: headers['If-Match'] }),
    },
    { authorities: ['policies.example'], security: { key: apiKeyVerifier({ keys: 'secret' }) } },
  );
  const client = new PoliciesClient({ transport: handle, credentials: { key: 'secret' } });
  const after = brands.policyId('pol_1');
  const account = brands.accountNumber(9_007_199_254_740_993n);
  const [policy] = await client.policies.list({ after, accounts: [account] });
  expect(policy).toEqual({ id: 'pol_1', account, share: 10, rules: {} });
  const rule = await client.policies.getRule(after, brands.ruleId('first'), {
    headers: { 'If-Match': brands.version('3') },
  });
  expect(rule).toEqual({ id: 'first', policy: 'pol_1', version: '3' });
});

test('fakes have the brand', () => {
  const fake: types.PolicyId = fakes.fakePolicyId({ seed: 3 });
  expect(validators.isPolicyId(fake)).toBe(true);
});
