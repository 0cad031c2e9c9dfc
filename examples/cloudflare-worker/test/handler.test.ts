import { expect, test } from 'vitest';
import { ConverterClient } from '../src/converter';
import { createHandler } from '../src/handler';
import { createRatesServer } from '../src/rates/server';

/** The service of the rates in memory: the other half of the client that the handler uses. */
const rates = createRatesServer(
  {
    getRates({ path }, respond) {
      if (path.currency === 'XXX') throw new Error('the service has a defect');
      return path.currency === 'USD' ? respond.ok({ rates: { EUR: 0.8 } }) : respond.notFound();
    },
  },
  { trustHost: true },
);

const ratesUrl = 'https://rates.example';
const transport = createHandler({ ratesUrl, keys: ['secret'], transport: rates });
const baseUrl = 'https://converter.example';
const { amounts } = new ConverterClient({ baseUrl, transport, credentials: { key: 'secret' } });

test('an amount is converted', async () => {
  const converted = await amounts.convert({ amount: 12.5, from: 'USD', to: 'EUR' });
  expect(converted).toEqual({ amount: 10, currency: 'EUR' });
});

test.each([
  ['USD', 'CHF', 404],
  ['CHF', 'EUR', 404],
  ['XXX', 'EUR', 502],
])('%s is not converted to %s: %i', async (from, to, status) => {
  expect(await amounts.convert.result({ amount: 1, from, to })).toMatchObject({
    ok: false,
    status,
  });
});

test('a caller needs a key', async () => {
  const stranger = new ConverterClient({ baseUrl, transport, credentials: { key: 'guess' } });
  const outcome = await stranger.amounts.convert.result({ amount: 1, from: 'USD', to: 'EUR' });
  expect(outcome).toMatchObject({ ok: false, status: 401 });
});
