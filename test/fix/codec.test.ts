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

/** What is wrong with a message: the reason, the tag and the sentence. */
function refusal(body: string): unknown {
  const decoded = decode(body);
  return decoded.kind === 'reject' ? [decoded.reason, decoded.refTag, decoded.text] : decoded;
}

describe('a generated decoder', () => {
  test('makes an object of a message', () => {
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

  test('takes the fields of the body in any order, and a group without entries', () => {
    expect(decode(`35=D|${header}55=B|54=2|78=0|40=1|11=a|`)).toMatchObject({
      message: { symbol: 'B', side: Side.Sell, allocs: [] },
    });
  });

  test.each([
    ['a field that nobody has', `${header}${order}999=HI|`, 0, 999],
    ['the tag 0', `${header}${order}0=HI|`, 0, 0],
    ['a negative tag', `${header}${order}-1=HI|`, 0, -1],
    ['a field for users', `${header}${order}5000=HI|`, 0, 5000],
    ['a header without a field', `34=2|49=A|52=20260101-12:00:00|${order}`, 1, 56],
    ['a body without a field', `${header}11=a|40=1|54=1|`, 1, 55],
    ['a field of another message', `${header}${order}112=a|`, 2, 112],
    ['a field of a group outside of it', `${header}${order}79=a|`, 2, 79],
    ['a field without a value', `${header}55=|11=a|40=1|54=1|`, 4, 55],
    ['a number without a value', `${header}${order.replace('38=10', '38=')}`, 4, 38],
    ['a header field without a value', `${header.replace('BUYER', '')}${order}`, 4, 49],
    ['a value that is none', `${header}${order.replace('54=1', '54=3')}`, 5, 54],
    ['a longer value that is none', `${header}${order.replace('54=1', '54=11')}`, 5, 54],
    ['a plus before a number', `${header}${order.replace('38=10', '38=+200.00')}`, 6, 38],
    ['zeros before a number', `${header}${order.replace('38=10', '38=0010')}`, 6, 38],
    ['an exponent', `${header}${order.replace('38=10', '38=1e1')}`, 6, 38],
    ['a time that there is not', `${header.replace('12:00', '24:00')}${order}`, 6, 52],
    ['a field twice', `${header}${order}40=1|`, 13, 40],
    ['a header field twice', `${header}49=A|${order}`, 13, 49],
    ['a header field behind the body', `${header}${order}97=Y|`, 14, 97],
    ['all of the header behind the body', `${order}${header}`, 14, 34],
    ['a body field behind the trailer', `${header}${order}93=1|89=x|38=1|`, 14, 38],
    ['fewer entries than said', `${header}${order}78=3|79=a|79=b|`, 16, 78],
    ['more entries than said', `${header}${order}78=1|79=a|79=b|`, 16, 78],
    [
      'a wrong number before a value in the group that is wrong',
      `${header}${order}78=3|79=a|80=+1|79=b|`,
      16,
      78,
    ],
    [
      'a wrong number before a field in the group without a value',
      `${header}${order}78=1|79=|79=b|`,
      16,
      78,
    ],
    ['a value in a group whose number is right', `${header}${order}78=2|79=a|80=+1|79=b|`, 6, 80],
    ['what was wrong before a wrong number', `${header}${order}1=|78=3|79=a|`, 0, 1],
    ['a group that begins with another field', `${header}${order}78=1|80=1|79=a|`, 16, 78],
    ['a field of an entry twice', `${header}${order}78=1|79=a|80=1|80=1|`, 13, 80],
    ['too many entries', `${header}${order}78=11|${'79=a|'.repeat(11)}`, 5, 78],
    ['a limit without a price', `${header}11=a|40=2|54=1|55=B|`, 1, 44],
  ])('refuses %s', (_, body, reason, tag) => {
    expect(refusal(`35=D|${body}`)).toEqual([
      reason,
      tag,
      rejectTexts[reason as keyof typeof rejectTexts],
    ]);
  });

  test('refuses a type that nobody knows', () => {
    expect(refusal(`35=*|${header}`)).toEqual([11, undefined, 'Invalid MsgType']);
  });

  test('says what is missing before what is wrong', () => {
    expect(refusal(`35=D|${header}11=a|54=9|`)).toEqual([1, 40, 'Required tag missing']);
  });

  test('reads messages of the session', () => {
    expect(decode(`35=2|${header}7=3|16=0|`)).toEqual({
      kind: 'message',
      message: { type: 'ResendRequest', beginSeqNo: 3, endSeqNo: 0 },
    });
  });

  test('reads one message after another', () => {
    expect(refusal(`35=D|${header}`)).toEqual([1, 11, 'Required tag missing']);
    expect(decode(`35=D|${header}${order}`).kind).toBe('message');
    expect(decode(`35=D|${header}${order}`).kind).toBe('message');
  });
});

describe('a generated encoder', () => {
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

  test('writes fields in ascending order, groups behind their number', () => {
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
    ['a value that is none', { side: '3' }, 5, 54],
    ['a field that is missing', { symbol: undefined }, 1, 55],
    ['nothing', { symbol: '' }, 4, 55],
    ['the end of a field in a text', { symbol: 'B\u000138=9' }, 6, 55],
    ['a character that no byte says', { symbol: '€' }, 6, 55],
    ['an exponent', { price: '1e5' }, 6, 44],
    ['a number', { price: 1.5 }, 6, 44],
    ['a limit without a price', { price: undefined }, 1, 44],
    [
      'too many entries',
      { allocs: Array.from({ length: 11 }, () => ({ allocAccount: 'x' })) },
      5,
      78,
    ],
    ['an entry without its first field', { allocs: [{}] }, 1, 79],
  ])('refuses %s', (_, change, reason, tag) => {
    const wrong = { ...message, ...change } as NewOrderSingle;
    const call = (): string => encode(wrong);
    expect(call).toThrow(FixEncodeError);
    expect(call).toThrow(expect.objectContaining({ reason, refTag: tag }));
  });

  test('goes on after a refusal', () => {
    expect(() => encode({ ...message, allocs: [{ allocAccount: '' }] })).toThrow(FixEncodeError);
    expect(encode(message)).toMatch(/^8=FIX\.4\.2\|9=39\|35=D\|11=a\|/);
  });
});
