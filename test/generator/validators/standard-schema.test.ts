import type { StandardSchemaV1 as Specified } from '@standard-schema/spec';
import { sValidator } from '@hono/standard-validator';
import { initTRPC, TRPCError } from '@trpc/server';
import { build } from 'esbuild';
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { CreatePolicyRequest, Policy } from '../../../generated/platform/src/types.js';
import {
  createPolicyRequestSchema,
  policySchema,
} from '../../../generated/platform/src/validators.js';
import { schemaOf, type Violation } from '../../../runtime/core/validate/index.js';

const request = {
  scope: 'project',
  rules: [
    {
      action: 'accept',
      operation: 'signSolTransaction',
      criteria: [
        {
          type: 'solAddress',
          addresses: ['HpabPRRCFbBKSuJr5PdkVvQc85FyxyTWkFM2obBRSvHT'],
          operator: 'in',
        },
      ],
    },
  ],
};

describe('Standard Schema of a named schema', () => {
  test('has the types of the specification', () => {
    const specified: Specified<Policy, Policy> = policySchema;
    expectTypeOf<Specified.InferOutput<typeof policySchema>>().toEqualTypeOf<Policy>();
    expectTypeOf<Specified.InferInput<typeof policySchema>>().toEqualTypeOf<Policy>();
    expect(specified['~standard']).toMatchObject({ version: 1, vendor: 'tallystick' });
  });

  test('returns the same value or issues synchronously', () => {
    const value = { anything: [1] };
    const anything = schemaOf('Anything', {
      is: (given) => typeof given === 'object',
      check: () => [{ pointer: '', keyword: 'type', expected: 'x', schema: '' }],
    })['~standard'].validate;
    const good = anything(value);
    expect('value' in good && good.value).toBe(value);
    expect(good.issues).toBeUndefined();
    expect(anything(1)).toEqual({ issues: [{ message: 'expected x', path: [] }] });
  });

  test('returns an issue for every violation, with its path', () => {
    const value = { ...request, rules: [{ ...request.rules[0], action: 'allow' }], id: 7 };
    const { issues = [] } = policySchema['~standard'].validate(value);
    expect(issues).toHaveLength(policySchema.check(value).length);
    expect(issues).toContainEqual({
      message: 'expected "accept" or "reject", found "allow" (of SignSolTransactionRule)',
      path: ['rules', 0, 'action'],
    });
    expect(issues).toContainEqual({ message: 'expected a string, found 7', path: ['id'] });
  });

  test('distinguishes an index from a numeric name, and unescapes names', () => {
    const value = { '0': ['a'], 'a/b~': 1 };
    const check = (): readonly Violation[] =>
      ['/0/0', '/a~1b~0', '/gone/0'].map((pointer) => ({
        pointer,
        keyword: 'type',
        expected: 'x',
        schema: '',
      }));
    const { issues = [] } = schemaOf('Nothing', { is: () => false, check })['~standard'].validate(
      value,
    );
    expect(issues.map(({ path }) => path)).toEqual([['0', 0], ['a/b~'], ['gone', '0']]);
  });

  test('validates the body of a Hono route and types its client', async () => {
    const app = new Hono().post(
      '/policies',
      sValidator('json', createPolicyRequestSchema),
      (context) => context.json({ scope: context.req.valid('json').scope }),
    );
    const client = hc<typeof app>('http://localhost', { fetch: app.request });
    expectTypeOf<
      Parameters<typeof client.policies.$post>[0]['json']
    >().toEqualTypeOf<CreatePolicyRequest>();
    const send = (body: unknown): Promise<Response> =>
      Promise.resolve(
        app.request('/policies', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      );
    const good = await send(request);
    expect(good.status).toBe(200);
    const bad = await send({ ...request, scope: 'planet' });
    expect(bad.status).toBe(400);
    expect(JSON.stringify(await bad.json())).toContain('"path":["scope"]');
  });

  test('checks and types the input and output of a tRPC procedure', async () => {
    const { procedure, router, createCallerFactory } = initTRPC.create();
    const procedures = router({
      count: procedure.input(createPolicyRequestSchema).mutation(({ input }) => {
        expectTypeOf(input).toEqualTypeOf<CreatePolicyRequest>();
        return input.rules.length;
      }),
      get: procedure.output(policySchema).query(() => JSON.parse('{ "id": 7 }') as Policy),
    });
    const caller = createCallerFactory(procedures)({});
    expectTypeOf<Parameters<typeof caller.count>[0]>().toEqualTypeOf<CreatePolicyRequest>();
    expect(await caller.count(request as CreatePolicyRequest)).toBe(1);
    const bad = JSON.parse(JSON.stringify({ ...request, scope: 'planet' })) as CreatePolicyRequest;
    const refused: unknown = await caller.count(bad).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TRPCError);
    expect(refused).toMatchObject({
      code: 'BAD_REQUEST',
      cause: {
        issues: [{ message: 'expected "project" or "account", found "planet"', path: ['scope'] }],
      },
    });
    await expect(caller.get()).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });

  test('is dropped by a bundler if unused', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: "export { isEvmAddress } from './generated/platform/src/validators.js';",
        resolveDir: '.',
      },
      bundle: true,
      format: 'esm',
      minify: true,
      write: false,
      conditions: ['@tallystick/source'],
    });
    const text = outputFiles[0]?.text ?? '';
    expect(text).not.toContain('~standard');
    expect(text.length).toBeLessThan(500);
  });
});
