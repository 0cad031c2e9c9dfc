import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import * as library from 'decimal.js';
import { expect, test, vi } from 'vitest';
import { ApiError } from '@tallystick/runtime';
import * as decimals from '@tallystick/runtime/decimals';
import { OutputClient } from './cases/decimals/output/client.js';
import { fakeInvoice } from './cases/decimals/output/fakes.js';
import { createOutputServer } from './cases/decimals/output/server.js';
import { invoiceSchema } from './cases/decimals/output/validators.js';
import { evaluate } from './conformance/json-schema/libraries.js';

const { Decimal } = library;
const page = readFileSync('docs/guide/decimals.md', 'utf8');
const blocks = [...page.matchAll(/^```ts\n(.*?)^```/gms)].map(([, body = '']) => body);

test('the programs of the guide do what it says', () => {
  const [module = '', program = ''] = blocks;
  expect(module).toBe(readFileSync('test/cases/decimals/codecs.ts', 'utf8'));
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  evaluate(program, { 'decimal.js': library, '@tallystick/runtime/decimals': decimals });
  const printed = log.mock.calls.map((words) => words.join(' '));
  log.mockRestore();
  const written = program.split('\n').filter((line) => line.startsWith('// '));
  expect(printed).toEqual(written.map((line) => line.slice(3)));
});

const handle = createOutputServer(
  {
    createInvoice: ({ query, body }, respond) =>
      respond.created({ ...body, total: body.total + (query.atLeast ?? 0n) }),
  },
  { authorities: ['invoices.example'] },
);

test('client and server exchange exact decimals', async () => {
  const bodies: string[] = [];
  const client = new OutputClient({
    baseUrl: 'https://invoices.example',
    transport: async (request) => {
      bodies.push(String(request.body));
      return handle(request);
    },
  });
  const price = new Decimal('12345678901234567890.123456789');
  const invoice = await client.invoices.create(
    { price, rate: new Big('0.1'), total: 1250n },
    { query: { atLeast: 5n } },
  );
  expect(bodies).toEqual([
    '{"price":"12345678901234567890.123456789","rate":"0.1","total":"12.50"}',
  ]);
  expect(invoice.price.equals(price)).toBe(true);
  expect(invoice.rate?.eq('0.1')).toBe(true);
  expect(invoice.total).toBe(1255n);
  const wrong = { price: new Decimal(Number.NaN), total: 1n };
  await expect(client.invoices.create(wrong)).rejects.toThrow(ApiError);
  expect(bodies).toHaveLength(1);
});

test('a server rejects what the unit cannot represent, and says where', async () => {
  const response = await handle({
    method: 'POST',
    scheme: 'https',
    authority: 'invoices.example',
    target: '/invoices',
    headers: ['content-type', 'application/json'],
    body: '{"price":"1","total":"0.005"}',
  });
  expect(response.status).toBe(400);
  expect(String(response.body)).toContain('/total');
});

test('fakes have values of the types', () => {
  const invoice = fakeInvoice({ seed: 1 });
  expect(invoice.price).toBeInstanceOf(Decimal);
  expect(typeof invoice.total).toBe('bigint');
  expect(invoiceSchema.check(invoice)).toEqual([]);
});
