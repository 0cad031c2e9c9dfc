import type { FixCodec, FixMessage } from '@tallystick/runtime/fix';
import { rejectTexts, type RejectReason } from '@tallystick/runtime/fix';
import { exchangeFix42Codec } from '@platform/exchange-fix-4.2';
import { exchangeFix50Codec } from '@platform/exchange-fix-5.0';
import { exchangeFixMarketDataCodec } from '@platform/exchange-fix-market-data';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadFixApi } from '../../../generator/pipeline/load-fix.js';
import { decodeFixMessage } from '../../../generator/fix/decode-message.js';
import { createFixDictionary, type FixDictionary } from '../../../generator/fix/dictionary.js';
import { messageData } from '../../../generator/fix/message-data.js';
import { createScanner } from '../../../generator/fix/scan.js';
import { diskHost } from '../../../generator/host/disk.js';
import { wire } from '../../fix/wire.js';
import { received, sent } from './bytes.js';
import { messagesOfMarketData } from './market-data.js';
import { messages42 } from './orders-4.2.js';
import { messages50 } from './orders-5.0.js';

/** The 23 messages that the platform's specification names, by MsgType. */
const named = 'A V Y f X W x y 2 4 G U4 9 q r R AI S AH D 8 F H'.split(' ');

/** Findings of `tallystick fix decode` for bytes: an independent reader of the same description, without the codec. */
function faults(bytes: Uint8Array, lexicon: FixDictionary): readonly string[] {
  const scanner = createScanner(lexicon.counts);
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const found = [...scanner.push(text), ...scanner.end()];
  return found.flatMap(
    (message) => messageData(decodeFixMessage(message, lexicon), true).faults ?? [],
  );
}

interface Package<Message extends FixMessage> {
  readonly spec: string;
  readonly codec: FixCodec<Message>;
  readonly messages: readonly Message[];
}

function carries<Message extends FixMessage>({ spec, codec, messages }: Package<Message>): void {
  let lexicon: FixDictionary;
  beforeAll(async () => {
    const { value } = await loadFixApi(
      { document: `spec/exchange/${spec}.asyncapi.yaml` },
      diskHost('.'),
    );
    if (value === undefined) throw new Error(`${spec} cannot be read`);
    lexicon = createFixDictionary(value);
  });

  test.each(messages.map((message, index) => ({ message, name: `${index + 1}, ${message.type}` })))(
    '$name is decoded as sent, without mistakes',
    ({ message }) => {
      const bytes = sent(codec, message);
      expect(received(codec, bytes)).toEqual({ kind: 'message', message });
      expect(faults(bytes, lexicon)).toEqual([]);
    },
  );

  test('covers every message', () => {
    const all = lexicon.api.messages.map(({ name }) => name);
    expect([...new Set(messages.map(({ type }) => type))].sort()).toEqual([...all].sort());
  });
}

describe('FIX 4.2', () => {
  carries({ spec: 'fix-4.2', codec: exchangeFix42Codec, messages: messages42 });
});
describe('FIX 5.0 SP2', () => {
  carries({ spec: 'fix-5.0sp2', codec: exchangeFix50Codec, messages: messages50 });
});
describe('market data', () => {
  carries({
    spec: 'fix-5.0sp2-market-data',
    codec: exchangeFixMarketDataCodec,
    messages: messagesOfMarketData,
  });
});

test('covers the 23 messages of the specification', () => {
  const carried = new Set([
    ...messages42.map((message) => exchangeFix42Codec.msgTypeOf(message)),
    ...messages50.map((message) => exchangeFix50Codec.msgTypeOf(message)),
    ...messagesOfMarketData.map((message) => exchangeFixMarketDataCodec.msgTypeOf(message)),
  ]);
  expect(named).toHaveLength(23);
  expect(named.filter((msgType) => !carried.has(msgType))).toEqual([]);
});

const id = '7d2c3f0a-3c3e-4b8e-9a55-0a6a3e2b9f10';
const header = '34=12|49=key|52=20250128-18:00:00.000|56=Coinbase|';
const order = `11=${id}|38=1|40=2|44=2|54=1|55=BTC-USD|`;
const tpsl = `11=${id}|38=1|40=O|44=3|54=2|55=BTC-USD|99=2|3040=1|`;
const batch = (entry: string, count: number): string => `73=${count}|${entry.repeat(count)}8014=b|`;

/** For each rule of the platform, a message that violates it, and the closest valid one. */
const rules: readonly (readonly [
  rule: string,
  taken: string,
  refused: string,
  reason: RejectReason,
  tag: number,
])[] = [
  ['leading zeros of a quantity', `D|${order}`, `D|${order.replace('38=1', '38=01')}`, 6, 38],
  [
    'leading zeros of a price',
    `D|${order.replace('44=2', '44=0.2')}`,
    `D|${order.replace('44=2', '44=00.2')}`,
    6,
    44,
  ],
  [
    'size and funds of a market order',
    `D|11=${id}|38=1|40=1|54=1|55=B-U|`,
    `D|11=${id}|38=1|40=1|54=1|55=B-U|152=2|`,
    5,
    152,
  ],
  [
    'a market order with neither',
    `D|11=${id}|40=1|54=1|55=B-U|152=2|`,
    `D|11=${id}|40=1|54=1|55=B-U|`,
    1,
    38,
  ],
  ['a cancellation without a symbol', `F|11=${id}|37=x|55=B-U|`, `F|11=${id}|37=x|`, 1, 55],
  ['a cancellation without an order', `F|11=${id}|41=y|55=B-U|`, `F|11=${id}|55=B-U|`, 1, 37],
  ['a status request without a symbol', `H|37=x|55=B-U|`, 'H|37=x|', 1, 55],
  ['a status request without an order', `H|11=${id}|55=B-U|`, 'H|55=B-U|', 1, 37],
  ['an identifier other than a UUID', `D|${order}`, `D|${order.replace(id, 'mine')}`, 5, 11],
  ['an identifier in upper case', `D|${order}`, `D|${order.replace(id, id.toUpperCase())}`, 5, 11],
  [
    'a modification of another type of order',
    `G|11=${id}|37=x|40=2|44=1|55=B-U|`,
    `G|11=${id}|37=x|40=1|44=1|55=B-U|`,
    5,
    40,
  ],
  [
    'a modification without changes',
    `G|11=${id}|37=x|38=1|40=2|55=B-U|`,
    `G|11=${id}|37=x|40=2|55=B-U|`,
    1,
    38,
  ],
  ['a limit without a price', `D|${order}`, `D|${order.replace('44=2|', '')}`, 1, 44],
  ['an expiry without a time', `D|${order}59=6|126=20250128-18:00:00|`, `D|${order}59=6|`, 1, 126],
  ['take profit without a stop price', `D|${tpsl}`, `D|${tpsl.replace('99=2|', '')}`, 1, 99],
  [
    'take profit without the limit price of the stop',
    `D|${tpsl}`,
    `D|${tpsl.replace('3040=1|', '')}`,
    1,
    3040,
  ],
  ['take profit with immediate execution', `D|${tpsl}59=1|`, `D|${tpsl}59=3|`, 5, 59],
  ['take profit with a trigger direction', `D|${tpsl}`, `D|${tpsl}1109=U|`, 5, 1109],
  ['an iceberg with take profit', `D|${order}1138=0.2|`, `D|${tpsl}1138=0.2|`, 5, 1138],
  ['take profit without a price', `D|${tpsl}`, `D|${tpsl.replace('44=3|', '')}`, 1, 44],
  ['take profit post only', `D|${order}18=A|`, `D|${tpsl}18=A|`, 5, 18],
  [
    'a modification of a take-profit order',
    `G|11=${id}|37=x|40=2|44=1|55=B-U|`,
    `G|11=${id}|37=x|40=O|44=1|55=B-U|`,
    5,
    40,
  ],
  [
    'take profit in a batch',
    `U6|${batch(order, 1)}`,
    `U6|${batch(tpsl.replace('3040=1|', ''), 1)}`,
    5,
    40,
  ],
  ['16 orders in a batch', `U6|${batch(order, 15)}`, `U6|${batch(order, 16)}`, 5, 73],
  [
    '16 cancellations in a batch',
    `U4|${batch(`11=${id}|37=x|55=B-U|`, 15)}`,
    `U4|${batch(`11=${id}|37=x|55=B-U|`, 16)}`,
    5,
    73,
  ],
  ['an empty batch', `U6|${batch(order, 1)}`, 'U6|73=0|8014=b|', 5, 73],
  [
    'a mass cancellation other than for a session',
    `q|11=${id}|530=6|`,
    `q|11=${id}|530=7|`,
    5,
    530,
  ],
  [
    'a bid without a size',
    'S|117=i|131=q|55=B-U|132=1|134=5|',
    'S|117=i|131=q|55=B-U|132=1|',
    1,
    134,
  ],
  ['a quote without prices', 'S|117=i|131=q|55=B-U|133=1|135=5|', 'S|117=i|131=q|55=B-U|', 1, 132],
  [
    'the status of a quote without its identifier',
    'AI|131=q|55=B-U|297=7|',
    'AI|131=q|55=B-U|297=16|',
    1,
    117,
  ],
  [
    'a quote identifier when no quote arrived in time',
    'AI|131=q|55=B-U|297=7|',
    'AI|117=i|131=q|55=B-U|297=7|',
    5,
    117,
  ],
  [
    'the side of a quote that was not selected',
    'AI|54=1|117=i|131=q|55=B-U|297=19|',
    'AI|54=1|117=i|131=q|55=B-U|297=16|',
    5,
    54,
  ],
  [
    'a trade without a side',
    'AI|54=1|117=i|131=q|55=B-U|297=19|',
    'AI|117=i|131=q|55=B-U|297=19|',
    1,
    54,
  ],
  [
    'a request for a quote with two fees',
    'R|131=q|146=1|55=B-U|38=1|136=1|137=1|139=4|891=2|',
    'R|131=q|146=1|55=B-U|38=1|136=2|137=1|139=4|891=2|137=1|139=4|891=2|',
    5,
    136,
  ],
  [
    'a request for a quote with a fee as an amount',
    'R|131=q|146=1|55=B-U|38=1|136=1|137=1|139=4|891=2|',
    'R|131=q|146=1|55=B-U|38=1|136=1|137=1|139=4|891=0|',
    5,
    891,
  ],
  [
    'a fill without a price',
    `8|17=e|31=1|32=1|37=x|39=1|55=B-U|150=F|`,
    `8|17=e|32=1|37=x|39=1|55=B-U|150=F|`,
    1,
    31,
  ],
];

describe('FIX rules of the platform', () => {
  let lexicon: FixDictionary;
  beforeAll(async () => {
    const { value } = await loadFixApi(
      { document: 'spec/exchange/fix-5.0sp2.asyncapi.yaml' },
      diskHost('.'),
    );
    if (value === undefined) throw new Error('the description cannot be read');
    lexicon = createFixDictionary(value);
  });

  const bytesOf = (text: string): Uint8Array => {
    const [msgType = '', ...fields] = text.split('|');
    return wire(`35=${msgType}|${header}${fields.join('|')}`, 'FIXT.1.1');
  };

  test.each(rules)('reject %s', (_, taken, refused, reason, tag) => {
    expect(received(exchangeFix50Codec, bytesOf(taken))).toMatchObject({ kind: 'message' });
    expect(faults(bytesOf(taken), lexicon)).toEqual([]);
    const decoded = received(exchangeFix50Codec, bytesOf(refused));
    expect(decoded).toMatchObject({ kind: 'reject', reason, refTag: tag });
    // Both readers say the same of it.
    const reported = faults(bytesOf(refused), lexicon);
    expect(reported.filter((fault) => fault.includes(rejectTexts[reason]))).not.toEqual([]);
  });

  test('require in FIX 4.2 the remaining and executed quantity of some reports', () => {
    const report = (fields: string): unknown =>
      received(exchangeFix42Codec, wire(`35=8|${header}17=e|37=x|55=B-U|${fields}`));
    for (const status of ['0', '1', '3', '5']) {
      expect(report(`14=0|39=${status}|150=0|151=1|`)).toMatchObject({ kind: 'message' });
      expect(report(`14=0|39=${status}|150=0|`)).toMatchObject({
        kind: 'reject',
        reason: 1,
        refTag: 151,
      });
      expect(report(`39=${status}|150=0|151=1|`)).toMatchObject({
        kind: 'reject',
        reason: 1,
        refTag: 14,
      });
    }
    expect(report('39=4|150=4|')).toMatchObject({ kind: 'message' });
    expect(report('6=1|14=1|39=1|150=0|151=1|')).toMatchObject({ kind: 'message' });
    expect(report('6=1|14=0.01|39=1|150=0|151=1|')).toMatchObject({ kind: 'message' });
    for (const none of ['0', '0.0', '0.00000000'])
      expect(report(`6=1|14=${none}|39=1|150=0|151=1|`)).toMatchObject({
        kind: 'reject',
        reason: 5,
      });
  });

  test('name fills differently in FIX 4.2 and 5.0', () => {
    expect(
      received(exchangeFix42Codec, wire(`35=8|${header}17=e|31=1|32=1|37=x|39=2|55=B-U|150=1|`)),
    ).toMatchObject({
      message: { execType: '1', lastShares: '1' },
    });
    expect(
      received(exchangeFix42Codec, wire(`35=8|${header}17=e|31=1|32=1|37=x|39=2|55=B-U|150=F|`)),
    ).toMatchObject({ kind: 'reject', reason: 5, refTag: 150 });
  });
});
