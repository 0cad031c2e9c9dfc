import { describe, expect, test } from 'vitest';
import { FixEncodeError, FixView, FixWriter, rejectTexts } from '@tallystick/runtime/fix';
import {
  kettleOrdersCodec as codec,
  type NewOrderSingle,
  OrdType,
  Side,
} from '../cases/fix/output/src/index.js';
import { latin1, wire } from './wire.js';

const header = '34=2|49=BUYER|52=20260101-12:00:00.123|56=KETTLES|';
const order = '11=a|38=10|40=2|44=1.50|54=1|55=BTC-USD|';

function decode(body: string): ReturnType<typeof codec.decode> {
  const view = new FixView(codec.dataFields);
  expect(view.read(wire(body))).toBeUndefined();
  return codec.decode(view);
}

/** Reason, tag and text of a rejected message. */
function refusal(body: string): unknown {
  const decoded = decode(body);
  return decoded.kind === 'reject' ? [decoded.reason, decoded.refTag, decoded.text] : decoded;
}

describe('generated decoder', () => {
  test('returns a message as an object', () => {
    expect(decode(`35=D|${header}${order}78=2|79=x|80=1|79=y|354=3|355=a|b|`)).toEqual({
      kind: 'message',
      message: {
        type: 'NewOrderSingle',
        clOrdId: 'a',
        orderQty: '10',
        ordType: OrdType.Limit,
        price: '1.50',
        side: Side.Buy,
        symbol: 'BTC-USD',
        allocs: [{ allocAccount: 'x', allocShares: '1' }, { allocAccount: 'y' }],
        encodedText: new Uint8Array(latin1('a|b')),
      },
    });
  });

  test('accepts body fields in any order, and an empty group', () => {
    expect(decode(`35=D|${header}55=B|54=2|78=0|40=1|11=a|`)).toMatchObject({
      message: { symbol: 'B', side: Side.Sell, allocs: [] },
    });
  });

  test.each([
    ['an unknown field', `${header}${order}999=HI|`, 0, 999],
    ['the tag 0', `${header}${order}0=HI|`, 0, 0],
    ['a negative tag', `${header}${order}-1=HI|`, 0, -1],
    ['an undefined user field', `${header}${order}5000=HI|`, 0, 5000],
    ['a missing header field', `34=2|49=A|52=20260101-12:00:00|${order}`, 1, 56],
    ['a missing body field', `${header}11=a|40=1|54=1|`, 1, 55],
    ['a field of another message', `${header}${order}112=a|`, 2, 112],
    ['a group field outside its group', `${header}${order}79=a|`, 2, 79],
    ['a field without a value', `${header}55=|11=a|40=1|54=1|`, 4, 55],
    ['a number without a value', `${header}${order.replace('38=10', '38=')}`, 4, 38],
    ['a header field without a value', `${header.replace('BUYER', '')}${order}`, 4, 49],
    ['an unlisted value', `${header}${order.replace('54=1', '54=3')}`, 5, 54],
    ['an unlisted longer value', `${header}${order.replace('54=1', '54=11')}`, 5, 54],
    ['a plus sign before a number', `${header}${order.replace('38=10', '38=+200.00')}`, 6, 38],
    ['zeros before a number', `${header}${order.replace('38=10', '38=0010')}`, 6, 38],
    ['an exponent', `${header}${order.replace('38=10', '38=1e1')}`, 6, 38],
    ['an invalid time', `${header.replace('12:00', '24:00')}${order}`, 6, 52],
    ['a repeated field', `${header}${order}40=1|`, 13, 40],
    ['a repeated header field', `${header}49=A|${order}`, 13, 49],
    ['a header field after the body', `${header}${order}97=Y|`, 14, 97],
    ['the whole header after the body', `${order}${header}`, 14, 34],
    ['a body field after the trailer', `${header}${order}93=1|89=x|38=1|`, 14, 38],
    ['fewer group entries than stated', `${header}${order}78=3|79=a|79=b|`, 16, 78],
    ['more group entries than stated', `${header}${order}78=1|79=a|79=b|`, 16, 78],
    [
      'a wrong group count before an invalid value in the group',
      `${header}${order}78=3|79=a|80=+1|79=b|`,
      16,
      78,
    ],
    [
      'a wrong group count before an empty field in the group',
      `${header}${order}78=1|79=|79=b|`,
      16,
      78,
    ],
    [
      'an invalid value in a group with the right count',
      `${header}${order}78=2|79=a|80=+1|79=b|`,
      6,
      80,
    ],
    ['a mistake before a wrong group count', `${header}${order}1=|78=3|79=a|`, 0, 1],
    ['a group that starts with another field', `${header}${order}78=1|80=1|79=a|`, 16, 78],
    ['a repeated field of a group entry', `${header}${order}78=1|79=a|80=1|80=1|`, 13, 80],
    ['too many group entries', `${header}${order}78=11|${'79=a|'.repeat(11)}`, 5, 78],
    ['a limit order without a price', `${header}11=a|40=2|54=1|55=B|`, 1, 44],
  ])('rejects %s', (_, body, reason, tag) => {
    expect(refusal(`35=D|${body}`)).toEqual([
      reason,
      tag,
      rejectTexts[reason as keyof typeof rejectTexts],
    ]);
  });

  test('rejects an unknown MsgType', () => {
    expect(refusal(`35=*|${header}`)).toEqual([11, undefined, 'Invalid MsgType']);
  });

  test('reports missing fields before invalid ones', () => {
    expect(refusal(`35=D|${header}11=a|54=9|`)).toEqual([1, 40, 'Required tag missing']);
  });

  test('reads session messages', () => {
    expect(decode(`35=2|${header}7=3|16=0|`)).toEqual({
      kind: 'message',
      message: { type: 'ResendRequest', beginSeqNo: 3, endSeqNo: 0 },
    });
  });

  test('reads valid messages after an invalid one', () => {
    expect(refusal(`35=D|${header}`)).toEqual([1, 11, 'Required tag missing']);
    expect(decode(`35=D|${header}${order}`).kind).toBe('message');
    expect(decode(`35=D|${header}${order}`).kind).toBe('message');
  });
});

describe('generated encoder', () => {
  const writer = new FixWriter();
  const encode = (message: NewOrderSingle): string => {
    writer.begin(codec.beginString, codec.msgTypeOf(message));
    codec.encodeBody(message, writer);
    return Buffer.from(writer.end()).toString('latin1').replaceAll('\u0001', '|');
  };
  const message: NewOrderSingle = {
    type: 'NewOrderSingle',
    symbol: 'BTC-USD',
    clOrdId: 'a',
    side: Side.Buy,
    ordType: OrdType.Limit,
    price: '1.50',
  };

  test('writes fields in ascending order, and groups after their count', () => {
    const text = encode({
      ...message,
      encodedText: latin1('a|b'),
      allocs: [{ allocAccount: 'x', allocShares: '1' }, { allocAccount: 'y' }],
    });
    expect(text).toBe(
      '8=FIX.4.2|9=73|35=D|11=a|40=2|44=1.50|54=1|55=BTC-USD|78=2|79=x|80=1|79=y|354=3|355=a|b|10=074|',
    );
  });

  test.each<[string, object, number, number]>([
    ['an unlisted value', { side: '3' }, 5, 54],
    ['a missing field', { symbol: undefined }, 1, 55],
    ['an empty value', { symbol: '' }, 4, 55],
    ['a delimiter in a text', { symbol: 'B\u000138=9' }, 6, 55],
    ['a character outside Latin-1', { symbol: '€' }, 6, 55],
    ['an exponent', { price: '1e5' }, 6, 44],
    ['a JavaScript number', { price: 1.5 }, 6, 44],
    ['a limit order without a price', { price: undefined }, 1, 44],
    [
      'too many group entries',
      { allocs: Array.from({ length: 11 }, () => ({ allocAccount: 'x' })) },
      5,
      78,
    ],
    ['a group entry without its first field', { allocs: [{}] }, 1, 79],
  ])('rejects %s', (_, change, reason, tag) => {
    const wrong = { ...message, ...change } as NewOrderSingle;
    const call = (): string => encode(wrong);
    expect(call).toThrow(FixEncodeError);
    expect(call).toThrow(expect.objectContaining({ reason, refTag: tag }));
  });

  test('writes valid messages after a rejected one', () => {
    expect(() => encode({ ...message, allocs: [{ allocAccount: '' }] })).toThrow(FixEncodeError);
    expect(encode(message)).toMatch(/^8=FIX\.4\.2\|9=39\|35=D\|11=a\|/);
  });
});
