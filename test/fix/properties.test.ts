import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FixFramer, FixView, FixWriter } from '@tallystick/runtime/fix';
import {
  kettleOrdersCodec as codec,
  type KettleOrdersMessage,
  OrdType,
  Side,
} from '../cases/fix/output/src/index.js';
import { randomRuns } from '../rounds.js';

const text = fc.stringMatching(/^[ -~\u00a0-\u00ff]{1,24}$/);
const decimal = fc
  .tuple(fc.boolean(), fc.nat(), fc.option(fc.stringMatching(/^[0-9]{1,12}$/), { nil: undefined }))
  .map(
    ([isNegative, whole, part]) =>
      `${isNegative ? '-' : ''}${whole}${part === undefined ? '' : `.${part}`}`,
  );
const order = fc
  .record(
    {
      clOrdId: text,
      symbol: text,
      side: fc.constantFrom(...Object.values(Side)),
      orderQty: decimal,
      allocs: fc.array(
        fc.record({ allocAccount: text, allocShares: decimal }, { requiredKeys: ['allocAccount'] }),
        { maxLength: 10 },
      ),
      // Any bytes, those that look like the end of a message among them.
      encodedText: fc.oneof(
        fc.uint8Array({ minLength: 1, maxLength: 40 }),
        fc.constant(new Uint8Array(Buffer.from('x\u000110=000\u00018=FIX.4.2\u00019=5\u0001'))),
      ),
    },
    { requiredKeys: ['clOrdId', 'symbol', 'side'] },
  )
  .chain((fields) =>
    fc.oneof(
      fc.constant({ ...fields, ordType: OrdType.Market }),
      decimal.map((price) => ({ ...fields, ordType: OrdType.Limit, price })),
    ),
  )
  .map((fields): KettleOrdersMessage => ({ type: 'NewOrderSingle', ...fields }));
const message: fc.Arbitrary<KettleOrdersMessage> = fc.oneof(
  order,
  fc.record({
    type: fc.constant('ResendRequest' as const),
    beginSeqNo: fc.nat(),
    endSeqNo: fc.maxSafeNat(),
  }),
  fc.record(
    { type: fc.constant('Heartbeat' as const), testReqId: text },
    { requiredKeys: ['type'] },
  ),
);

const writer = new FixWriter();

function encode(value: KettleOrdersMessage): Uint8Array {
  writer.begin(codec.beginString, codec.msgTypeOf(value));
  writer.integer(34, 7);
  writer.text(49, 'A');
  writer.text(52, '20260101-00:00:00.000');
  writer.text(56, 'B');
  codec.encodeBody(value, writer);
  return new Uint8Array(writer.end());
}

/** The messages of a stream, cut into pieces. */
function received(pieces: readonly Uint8Array[]): readonly unknown[] {
  const framer = new FixFramer(10_000);
  const view = new FixView(codec.dataFields);
  const found: unknown[] = [];
  for (const piece of pieces) {
    framer.push(piece);
    for (let kind = framer.next(); kind !== undefined; kind = framer.next()) {
      if (kind === 'garbled') continue;
      if (view.read(framer.bytes, framer.start, framer.end) !== undefined) continue;
      const decoded = codec.decode(view);
      if (decoded.kind === 'message') found.push(decoded.message);
    }
  }
  return found;
}

describe('generated codec', () => {
  test('decodes what it encoded', () => {
    fc.assert(
      fc.property(message, (value) => {
        expect(received([encode(value)])).toEqual([value]);
      }),
      randomRuns(2500),
    );
  });

  test('encodes what it decoded to the same bytes', () => {
    fc.assert(
      fc.property(message, (value) => {
        const bytes = encode(value);
        const [again] = received([bytes]) as readonly KettleOrdersMessage[];
        expect(again === undefined ? undefined : encode(again)).toEqual(bytes);
      }),
      randomRuns(2500),
    );
  });

  test('decodes the same messages in any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(600), { maxLength: 12 }),
        (values, cuts) => {
          const stream = Buffer.concat(values.map(encode));
          const places = [0, ...cuts, stream.length]
            .map((at) => Math.min(at, stream.length))
            .sort((left, right) => left - right);
          const pieces = places.slice(1).map((end, index) => stream.subarray(places[index], end));
          expect(received(pieces)).toEqual(values);
        },
      ),
      randomRuns(1500),
    );
  });

  test('never decodes a corrupt message to another one, and decodes the message after it', () => {
    const after: KettleOrdersMessage = { type: 'Heartbeat', testReqId: 'after' };
    fc.assert(
      fc.property(message, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, change) => {
        const bytes = encode(value);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        // A length that has become too long swallows what follows: as much as its digits can say.
        const swallowed = 10 ** String(bytes.length).length;
        const next = encode(after);
        const rest = Array.from({ length: Math.ceil(swallowed / next.length) + 1 }, () => next);
        const found = received([bytes, ...rest]);
        // One byte more or less changes the sum, so that nothing but the whole message could be taken.
        for (const each of found) expect([value, after]).toContainEqual(each);
        expect(found.at(-1)).toEqual(after);
      }),
      randomRuns(10000),
    );
  });

  test('accepts any bytes without throwing', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.uint8Array({ maxLength: 40 }),
            fc
              .constantFrom(
                '8=FIX.4.2\u0001',
                '9=20\u0001',
                '35=D\u0001',
                '10=123\u0001',
                '=',
                '78=9\u0001',
              )
              .map((piece) => new Uint8Array(Buffer.from(piece))),
          ),
        ),
        (pieces) => {
          expect(received(pieces).length).toBeLessThan(2);
        },
      ),
      randomRuns(5000),
    );
  });
});
