import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { Transport, WireResponse } from '@tallystick/runtime';
import { OutputClient } from '../../cases/date-codecs/output/client.js';
import { createOutputServer } from '../../cases/date-codecs/output/server.js';
import type { Booking } from '../../cases/date-codecs/output/types.js';
import {
  bookingSchema,
  isBooking,
  outputResponseChecks,
} from '../../cases/date-codecs/output/validators.js';
import { Decimal } from '../../cases/date-codecs/temporal.js';

const day = Temporal.PlainDate.from('2024-01-31');
const instant = Temporal.Instant.from('2024-01-31T12:00:00.123456789Z');

/** Both halves of a package whose dates are Temporal's, and the texts that pass between them. */
function createEndpoints(taken = false) {
  const texts: string[] = [];
  const got: Booking[] = [];
  const handle = createOutputServer(
    {
      book: ({ path, query, body }, respond) => {
        got.push(body);
        if (taken) return respond.conflict({ until: instant });
        expect(path.day.equals(day)).toBe(true);
        expect(query?.days?.map(String)).toEqual(query?.days && ['2024-01-31', '2024-02-29']);
        return respond.created(body, { 'X-Expires': instant });
      },
    },
    {
      authorities: ['dates.example'],
      validateResponses: outputResponseChecks,
    },
  );
  const transport: Transport = async (request) => {
    const response = await handle(request);
    texts.push(String(request.body), String(response.body));
    return response;
  };
  return { client: new OutputClient({ transport }), texts, got };
}

describe('dates with codecs of a module', () => {
  it('are transferred exactly, with the type of their format', async () => {
    const { client, texts, got } = createEndpoints();
    const booking: Booking = {
      from: instant,
      lasts: Temporal.Duration.from('P1DT2H'),
      price: new Decimal(1999n),
      prices: [day, instant, day.add({ days: 1 })],
    };
    const { value, headers } = successOf(
      await client.bookings.book.result(day, booking, {
        query: { days: [day, Temporal.PlainDate.from('2024-02-29')] },
      }),
    );
    expect(texts[0]).toBe(
      '{"from":"2024-01-31T12:00:00.123456789Z","lasts":"P1DT2H","price":"19.99",' +
        '"prices":["2024-01-31","2024-01-31T12:00:00.123456789Z","2024-02-01"]}',
    );
    expect(texts[1]).toBe(texts[0]);
    expect(value.from).toBeInstanceOf(Temporal.Instant);
    expect(value.prices?.map((each) => each instanceof Temporal.PlainDate)).toEqual([
      true,
      false,
      true,
    ]);
    expect(value.price?.cents).toBe(1999n);
    expect(headers['X-Expires']?.equals(instant)).toBe(true);
    expect(got).toHaveLength(1);
  });

  it('are decoded in error responses', async () => {
    const { client } = createEndpoints(true);
    const outcome = await client.bookings.book.result(day, { from: day });
    expect(outcome.kind === 'failure' && outcome.value.until.equals(instant)).toBe(true);
  });

  it('are part of the digest for an idempotency key', async () => {
    const { client, got } = createEndpoints();
    const options = { idempotencyKey: 'one' };
    const book = (body: Booking) => client.bookings.book.result(day, body, options);
    expect((await book({ from: instant })).ok).toBe(true);
    expect((await book({ from: Temporal.Instant.from(instant.toString()) })).ok).toBe(true);
    expect(got).toHaveLength(1);
    expect(await book({ from: instant.add({ nanoseconds: 1 }) })).toMatchObject({ status: 422 });
  });

  it.each([
    ['an instant instead of a duration', { from: day, lasts: instant }, '/body/lasts'],
    ['a Date instead of an instant', { from: new Date(0) }, '/body/from'],
    ['a string instead of a decimal', { from: day, price: '19.99' }, '/body/price'],
  ] as const)('reject in a request %s', async (_, body: object, pointer) => {
    const { client } = createEndpoints();
    expect(await client.bookings.book.result(day, body as Booking)).toMatchObject({
      kind: 'invalid-request',
      violations: [{ pointer, keyword: 'format' }],
    });
  });

  it.each([
    ['{"from":"2024-02-30"}', '/from'],
    ['{"from":"2024-01-31","lasts":"1 day"}', '/lasts'],
    ['{"from":"2024-01-31","price":"19.9"}', '/price'],
    ['{"from":"2024-01-31","lasts":5}', '/lasts'],
  ])('reject the response %s', async (text, pointer) => {
    const response: WireResponse = {
      status: 201,
      headers: ['Content-Type', 'application/json'],
      body: new TextEncoder().encode(text),
    };
    const client = new OutputClient({ transport: async () => response });
    expect(await client.bookings.book.result(day, { from: day })).toMatchObject({
      kind: 'invalid-response',
      violations: [{ pointer, keyword: 'format' }],
    });
  });

  it('are checked by type, with or without their own test', () => {
    expect(isBooking({ from: day, price: new Decimal(5n) })).toBe(true);
    expect(isBooking({ from: day, prices: [day, instant] })).toBe(true);
    expect(
      bookingSchema.check({ from: day, prices: [day, Temporal.PlainDate.from('2024-01-31')] }),
    ).toMatchObject([{ pointer: '/prices', keyword: 'uniqueItems' }]);
    expect(bookingSchema.check({ from: '2024-01-31', price: '0.05', lasts: {} })).toMatchObject([
      { pointer: '/from', expected: 'a PlainDate (date) or an Instant (date-time)' },
      { pointer: '/lasts', expected: 'a Duration (duration)' },
      { pointer: '/price', expected: 'a Decimal (decimal)' },
    ]);
  });
});

function successOf<Outcome extends { readonly kind: string }>(
  outcome: Outcome,
): Extract<Outcome, { readonly kind: 'success' }> {
  if (outcome.kind !== 'success') throw new Error(JSON.stringify(outcome));
  return outcome as Extract<Outcome, { readonly kind: 'success' }>;
}
