import { describe, expect, test } from 'vitest';
import { run, type Outcome } from '../cli/console.js';
import { fixHost, fix, order } from './messages.js';

const spec = ['--spec', 'orders.yaml'];
const header = {
  SenderCompID: 'BUYER',
  TargetCompID: 'KETTLES',
  MsgSeqNum: 12,
  SendingTime: '20250128-18:00:00.000',
};
const bought = { ClOrdID: 'o1', OrderQty: '1.5', OrdType: 'Limit', Price: '9.95', Side: 'Buy' };

async function encode(data: unknown, ...options: readonly string[]): Promise<Outcome> {
  const input = [typeof data === 'string' ? data : JSON.stringify(data)];
  return run(['fix', 'encode', ...spec, ...options], fixHost(), { input });
}

describe('fix encode', () => {
  test('encodes names and enum names', async () => {
    const data = { message: 'NewOrderSingle', fields: { Symbol: 'KETTLE', ...bought, ...header } };
    const { code, error, out } = await encode(data);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    // The header in the order of the standard, the body by tags.
    const body =
      '34=12|49=BUYER|52=20250128-18:00:00.000|56=KETTLES|11=o1|38=1.5|40=2|44=9.95|54=1|55=KETTLE|';
    expect(out).toBe(fix(`35=D|${body}`));
  });

  test('accepts tags and values, and unknown tags with --force', async () => {
    const data = {
      message: 'D',
      fields: { ...header, 11: 'o1', 40: '1', 54: '2', 55: 'K', 43: true },
    };
    expect((await encode(data, '--delimiter', '|')).out).toMatch(
      /\|43=Y\|.*\|11=o1\|40=1\|54=2\|55=K\|10=\d{3}\|\n$/,
    );
    const more = { ...data, fields: { ...data.fields, 6001: 'x' } };
    expect((await encode(more)).error).toContain('message 1: 6001: Invalid tag number');
    expect((await encode(more, '--force')).out).toContain('\u00016001=x\u0001');
  });

  test('encodes groups, and data with its length', async () => {
    const fields = {
      ...header,
      ...bought,
      Symbol: 'K',
      NoAllocs: [{ AllocShares: '1', AllocAccount: 'A' }, { AllocAccount: 'B' }],
      EncodedText: { base64: 'YQFi' },
      EncodedTextLen: '99',
    };
    const { out, code } = await encode({ message: 'NewOrderSingle', fields });
    expect(code).toBe(0);
    expect(out).toContain('\u000178=2\u000179=A\u000180=1\u000179=B\u0001');
    expect(out).toContain('\u0001354=3\u0001355=a\u0001b\u000110=');
  });

  test('reverses fix decode', async () => {
    const rich = fix(
      `35=D|34=1|49=B|52=20250128-18:00:00.000|56=K|11=o2|40=2|44=1|54=2|55=K|78=1|79=A|354=3|355=x|y|`,
    );
    for (const message of [rich, fix(`35=1|34=2|49=B|52=20250128-18:00:00.000|56=K|112=Grüße|`)]) {
      const bytes = Uint8Array.from(message, (character) => character.charCodeAt(0));
      const decoded = await run(['fix', 'decode', '--json', ...spec], fixHost(), {
        input: [bytes],
      });
      expect((await encode(decoded.out)).out).toBe(message);
    }
    expect((await encode(`${JSON.stringify([])}`)).error).toContain('the input is empty');
  });

  test('keeps every digit of a number', async () => {
    const fields = JSON.stringify({ ...header, ...bought, Symbol: '1.0 "2.0" \\' });
    const exact = `${fields.slice(0, -1)},"OrderQty":123456789012345678901.10,"Price":1.50}`;
    const { out, error } = await encode(`{"message":"NewOrderSingle","fields":${exact}}`);
    expect(error).toBe('');
    expect(out).toContain('\u000138=123456789012345678901.10\u0001');
    expect(out).toContain('\u000144=1.50\u0001');
    expect(out).toContain('\u000155=1.0 "2.0" \\\u0001');
  });

  test('reads several messages, from a list or from lines of a file', async () => {
    const data = { message: 'TestRequest', fields: { ...header, TestReqID: 'x' } };
    const files = {
      '/work/list.json': JSON.stringify([data, data], undefined, 2),
      '/work/lines.json': `${JSON.stringify(data)}\n\n${JSON.stringify(data)}\n`,
    };
    for (const file of ['list.json', 'lines.json']) {
      const { out, code } = await run(['fix', 'encode', file, ...spec], fixHost(files));
      expect({ code, found: out.match(/\u0001112=x/g)?.length }).toEqual({ code: 0, found: 2 });
    }
  });

  test.each([
    [{ message: 'NewOrder', fields: {} }, 'there is no message "NewOrder"'],
    [
      { message: 'NewOrderSingle', fields: { ...header, ClOrdId: 'x' } },
      '"ClOrdId" is no field of NewOrderSingle; did you mean "ClOrdID"?',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, ...bought } },
      'Required tag missing: Symbol (55)',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, ...bought, Symbol: 'K', Side: 'Buyer' } },
      'Side (54): Value is incorrect (out of range) for this tag',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, ...bought, Symbol: null } },
      '"Symbol" is no text, number, boolean',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, ...bought, Symbol: 'a\u0001b' } },
      '"Symbol" holds SOH',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, NoAllocs: 2 } },
      '"NoAllocs" is a group: a list of entries',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, NoAllocs: [{ Foo: '1' }] } },
      '"Foo" is no field of an entry',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, NoAllocs: [{ AllocAccount: 'A' }, null] } },
      '"NoAllocs" has an entry, 2, that is no object',
    ],
    [
      { message: 'NewOrderSingle', fields: { ...header, ...bought, Symbol: '\ud800' } },
      '"Symbol" is no text, number, boolean',
    ],
    [{ message: 'NewOrderSingle' }, 'message 1 is no object with "message" and "fields"'],
    ['{', 'the input is no JSON'],
    [
      `${JSON.stringify({ message: 'Heartbeat', fields: header })}\n\n{"message":\n`,
      'line 3 of the input is no JSON',
    ],
    ['', 'the input is empty'],
  ])('rejects %j', async (data, want) => {
    const outcome = await encode(data);
    expect(outcome).toMatchObject({ code: 1, out: '' });
    expect(outcome.error).toContain(want);
    expect(outcome.error).not.toMatch(/\n +at /);
  });

  test('requires a description', async () => {
    const outcome = await run(['fix', 'encode'], fixHost(), { input: [order] });
    expect(outcome).toMatchObject({ code: 2, out: '' });
    expect(outcome.error).toContain('--spec');
  });
});
