import fc from 'fast-check';
import { FixFramer, FixView, rejectTexts, RejectReason } from '@tallystick/runtime/fix';
import type { FixCodec, FixMessage } from '@tallystick/runtime/fix';
import { exchangeFix42Codec } from '@platform/exchange-fix-4.2';
import { exchangeFix50Codec } from '@platform/exchange-fix-5.0';
import { exchangeFixMarketDataCodec } from '@platform/exchange-fix-market-data';
import { describe, expect, test } from 'vitest';
import { sent } from './bytes.js';
import { messagesOfMarketData } from './market-data.js';
import { messages42 } from './orders-4.2.js';
import { messages50 } from './orders-5.0.js';
import { randomRuns } from '../../rounds.js';

const SOH = '\u0001';
const options = randomRuns(2000);

interface Package {
  readonly name: string;
  readonly codec: FixCodec<FixMessage>;
  readonly messages: readonly FixMessage[];
}

function packageOf<Message extends FixMessage>(
  name: string,
  codec: FixCodec<Message>,
  messages: readonly Message[],
): Package {
  const isOurs = (message: FixMessage): message is Message =>
    messages.some((each) => each.type === message.type);
  return {
    name,
    messages,
    codec: {
      ...codec,
      msgTypeOf: (message) => (isOurs(message) ? codec.msgTypeOf(message) : ''),
      encodeBody(message, writer) {
        if (isOurs(message)) codec.encodeBody(message, writer);
      },
    },
  };
}

const packages: readonly Package[] = [
  packageOf('orders in 4.2', exchangeFix42Codec, messages42),
  packageOf('orders in 5.0 SP2', exchangeFix50Codec, messages50),
  packageOf('market data', exchangeFixMarketDataCodec, messagesOfMarketData),
];

/** The messages of a stream that arrives in chunks. */
function received({ codec }: Package, pieces: readonly Uint8Array[]): readonly unknown[] {
  const framer = new FixFramer(20_000);
  const view = new FixView(codec.dataFields);
  const found: unknown[] = [];
  for (const piece of pieces) {
    framer.push(piece);
    for (let kind = framer.next(); kind !== undefined; kind = framer.next()) {
      if (kind === 'garbled') continue;
      if (view.read(framer.bytes, framer.start, framer.end) !== undefined) continue;
      const decoded = codec.decode(view);
      if (decoded.kind === 'message') found.push(decoded.message);
      else expect(decoded.text).toBe(rejectTexts[decoded.reason]);
    }
  }
  return found;
}

/** A message around other fields, with a length and a sum that are right. */
function framed({ codec }: Package, fields: readonly string[]): Uint8Array {
  const body = fields.map((field) => `${field}${SOH}`).join('');
  const head = `8=${codec.beginString}${SOH}9=${body.length}${SOH}${body}`;
  const sum = [...Buffer.from(head, 'latin1')].reduce((total, byte) => total + byte, 0) & 255;
  return Buffer.from(`${head}10=${String(sum).padStart(3, '0')}${SOH}`, 'latin1');
}

/** The fields of a message, from MsgType to the last before CheckSum. */
function fieldsOf(bytes: Uint8Array): readonly string[] {
  return Buffer.from(bytes).toString('latin1').split(SOH).slice(2, -2);
}

describe.each(packages)('codec of $name', (each) => {
  const { codec, messages } = each;
  const message = fc.constantFrom(...messages);
  const first = messages[0];
  if (first === undefined) throw new Error('there are messages');

  test('decodes what it encoded, and encodes it to the same bytes', () => {
    for (const value of messages) {
      const bytes = sent(codec, value);
      const [again] = received(each, [bytes]);
      expect(again).toEqual(value);
      expect(sent(codec, again as FixMessage)).toEqual(bytes);
    }
  });

  test('decodes the same messages in any chunks', () => {
    fc.assert(
      fc.property(
        fc.array(message, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (values, cuts) => {
          const stream = Buffer.concat(values.map((value) => sent(codec, value)));
          const places = [0, ...cuts.map((cut) => cut % stream.length), stream.length].sort(
            (left, right) => left - right,
          );
          const pieces = places.slice(1).map((end, index) => stream.subarray(places[index], end));
          expect(received(each, pieces)).toEqual(values);
        },
      ),
      options,
    );
  });

  test('never decodes a corrupt message to another one, and decodes the messages after it', () => {
    const after = Array.from({ length: 40 }, () => sent(codec, first));
    fc.assert(
      fc.property(message, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, place, change) => {
        const bytes = sent(codec, value);
        const at = place % bytes.length;
        // A longer length may swallow as much as its digits can say.
        const isLength = at >= 2 && at < bytes.indexOf(1, 12);
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const found = received(each, [bytes, ...after]);
        for (const one of found) expect([value, first]).toContainEqual(one);
        if (!isLength) expect(found.length).toBeGreaterThanOrEqual(40);
      }),
      options,
    );
  });

  test('decodes or rejects any fields with a reason of the protocol', () => {
    const reasons = new Set<number>(Object.values(RejectReason));
    const view = new FixView(codec.dataFields);
    const field = fc.oneof(
      fc.constantFrom(...messages.flatMap((value) => fieldsOf(sent(codec, value)))),
      fc
        .tuple(fc.integer({ min: -2, max: 9999 }), fc.stringMatching(/^[ -~]{0,8}$/))
        .map(([tag, value]) => `${tag}=${value}`),
    );
    fc.assert(
      fc.property(message, fc.array(field, { maxLength: 6 }), fc.nat(), (value, more, place) => {
        const fields = [...fieldsOf(sent(codec, value))];
        fields.splice(1 + (place % fields.length), fields.length > 3 ? place % 3 : 0, ...more);
        if (view.read(framed(each, fields)) !== undefined) return;
        const decoded = codec.decode(view);
        if (decoded.kind === 'message') {
          // Decoded messages can be encoded again, except fields that the message does not have: these follow its last group.
          if ('other' in decoded.message) return;
          expect(received(each, [sent(codec, decoded.message)])).toEqual([decoded.message]);
        } else {
          expect(reasons.has(decoded.reason)).toBe(true);
          expect(decoded.text).toBe(rejectTexts[decoded.reason]);
          const isOfField = decoded.reason !== RejectReason.InvalidMsgType;
          expect(decoded.refTag === undefined).toBe(!isOfField);
        }
      }),
      randomRuns(10_000),
    );
  });

  test('has views with the values of decoded messages', () => {
    const view = new FixView(codec.dataFields);
    for (const value of messages) {
      expect(view.read(sent(codec, value))).toBeUndefined();
      expect(seen(codec.view(view), value)).toEqual(value);
    }
  });

  test('keeps user-defined fields', () => {
    const view = new FixView(codec.dataFields);
    for (const value of messages) {
      const fields = [...fieldsOf(sent(codec, value)), '20001=mine', '20002=a=b'];
      expect(view.read(framed(each, fields))).toBeUndefined();
      const decoded = codec.decode(view);
      if (decoded.kind !== 'message')
        throw new Error(`${value.type}: ${decoded.text} ${decoded.refTag}`);
      expect(fieldsOf(sent(codec, decoded.message)).slice().sort()).toEqual(fields.slice().sort());
    }
  });
});

/** The members of a value as a view has them. */
function seen(view: unknown, value: object): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const found: unknown = (view as { readonly [name: string]: unknown })[name];
      const isGroup = Array.isArray(member) && typeof member[0] === 'object';
      if (!isGroup) return [name, found];
      const entries = [...(found as Iterable<unknown>)];
      return [name, entries.map((entry, index) => seen(entry, member[index] as object))];
    }),
  );
}
