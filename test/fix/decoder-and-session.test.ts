import {
  createFixSession,
  defaultFixPolicy,
  memoryFixStore,
  rejectTexts,
} from '@tallystick/runtime/fix';
import type { FixCodec, FixPolicy } from '@tallystick/runtime/fix';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeFixMessage } from '../../generator/fix/decode-message.js';
import { createFixDictionary, type FixDictionary } from '../../generator/fix/dictionary.js';
import { messageData } from '../../generator/fix/message-data.js';
import { createScanner } from '../../generator/fix/scan.js';
import { loadFixApi } from '../../generator/pipeline/load-fix.js';
import { memoryHost } from '../../generator/host/memory.js';
import { exchangeFix42Codec } from '../../generated/exchange-fix-4.2/src/index.js';
import { exchangeFix50Codec } from '../../generated/exchange-fix-5.0/src/index.js';
import { guide } from '../generator/fix/messages.js';
import { randomFrom, rounds, seed } from '../rounds.js';

const now = Date.UTC(2026, 10, 21, 12);
const time = '20261121-12:00:00';

/** The guide's orders in another version of FIX. */
function guideIn(version: string, rules: string): string {
  return guide.replace(
    /    protocolVersion: .*?(?=^channels:)/ms,
    `    protocolVersion: ${version}\n    x-fix-session: { compIds: { server: US }, ${rules} }\n`,
  );
}

interface Subject {
  readonly name: string;
  readonly description: string;
  /** Codec of a package; that of `fix decode` by default. */
  readonly codec?: FixCodec;
  /** Digits of a second. */
  readonly fraction: string;
  readonly orders: readonly string[];
  readonly logon: string;
}

const id = '00000000-0000-4000-8000-000000000001';
const order = '11=a|38=10|40=2|44=1.5|54=1|55=K|78=2|79=x|80=1|79=y|354=3|355=a^b|';
const spec = (name: string): string => readFileSync(`spec/exchange/${name}.asyncapi.yaml`, 'utf8');
const subjects: readonly Subject[] = [
  {
    name: 'FIX 4.0',
    description: guideIn('FIX.4.0', ''),
    fraction: '',
    orders: [order],
    logon: '',
  },
  {
    name: 'FIX 4.2 with strict rules',
    description: guide.replace('server: KETTLES', 'server: US'),
    fraction: '.000',
    orders: [order],
    logon: '',
  },
  {
    name: 'FIX 4.4',
    description: guideIn('FIX.4.4', 'unknownFields: keepUserDefined'),
    fraction: '.000',
    orders: [order],
    logon: '',
  },
  {
    name: 'FIXT 1.1',
    description: guideIn('FIXT.1.1', "applVerId: '9'"),
    fraction: '.000',
    orders: [order],
    logon: '1137=9|',
  },
  {
    name: 'the generated FIX 4.2',
    description: spec('fix-4.2'),
    codec: exchangeFix42Codec,
    fraction: '.000',
    orders: [`11=${id}|54=1|55=BTC-USD|40=2|44=1.5|38=1|`, `11=${id}|54=1|55=BTC-USD|40=1|38=1|`],
    logon: '',
  },
  {
    name: 'the generated FIX 5.0 SP2',
    description: spec('fix-5.0sp2'),
    codec: exchangeFix50Codec,
    fraction: '.000',
    orders: [`11=${id}|54=1|55=BTC-USD|40=2|44=1.5|38=1|`, `11=${id}|54=1|55=BTC-USD|40=1|38=1|`],
    logon: '1137=9|',
  },
];

const texts = ['', 'x', '-1', '0', '007', '1e3', '1.50', 'Y', 'A B', 'é', '99999999999999999999'];
const tags = [
  '0',
  '-1',
  '999',
  '5000',
  '10',
  '9',
  '35',
  '34',
  '58',
  '79',
  '355',
  'x',
  '123456789',
  '',
];

describe.each(subjects)('decoder and session of $name', (subject) => {
  let lexicon: FixDictionary;
  let policy: FixPolicy;
  let codec: FixCodec;
  beforeAll(async () => {
    const memory = memoryHost({ '/fix.yaml': subject.description });
    const shared = (path: string): Uint8Array | undefined =>
      existsSync(`spec/exchange${path}`) ? readFileSync(`spec/exchange${path}`) : undefined;
    const host = { ...memory, read: (path: string) => memory.read(path) ?? shared(path) };
    const { value, diagnostics } = await loadFixApi({ document: 'fix.yaml' }, host);
    if (value === undefined || diagnostics.some(({ severity }) => severity === 'error'))
      throw new Error('the description has errors');
    lexicon = createFixDictionary(value);
    codec = subject.codec ?? lexicon.codec;
    // The number of Logons and messages does not depend on a single message.
    const { rate: _, ...rules } = lexicon.policy;
    policy = { ...defaultFixPolicy(codec.beginString), ...rules };
  });

  test('return the same result for any message', () => {
    const draw = drawing(seed);
    const found = { good: 0, bad: 0 };
    for (let round = 0; round < rounds(4000); round++) {
      const fields = changed(draw, original(draw, subject));
      const bytes = damaged(draw, framed(draw, fields, codec.beginString));
      const verdict = outcome(codec, policy, bytes);
      if (verdict === 'other') continue;
      const faults = faultsOf(lexicon, bytes);
      const shown = `${bytes.replaceAll('\u0001', '|')} ${JSON.stringify(faults)}`;
      expect([faults.length === 0 ? 'taken' : 'refused', shown]).toEqual([verdict.kind, shown]);
      // The text of the Reject is among the mistakes that `fix decode` reports.
      const isWhole = bytes.indexOf('\u000110=') === bytes.lastIndexOf('\u000110=');
      if (verdict.text !== undefined && isWhole)
        expect([shown, faults.some((each) => each.includes(verdict.text ?? ''))]).toEqual([
          shown,
          true,
        ]);
      found[verdict.kind === 'taken' ? 'good' : 'bad']++;
    }
    expect(found.good).toBeGreaterThan(rounds(4000) / 40);
    expect(found.bad).toBeGreaterThan(rounds(4000) / 4);
  });
});

/** Numbers and choices by chance. */
interface Random {
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

function drawing(start: number): Random {
  const next = randomFrom(start);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}

type Fields = readonly (readonly [tag: string, value: string])[];

/** A message that is right, as the second of a session, or a Logon as its first. */
function original(draw: Random, { fraction, orders, logon }: Subject): Fields {
  const bodies: readonly (readonly [string, string])[] = [
    ['0', '112=a|'],
    ['1', '112=a|'],
    ['2', '7=1|16=0|'],
    ['3', '45=1|58=no|'],
    ['4', '36=3|123=Y|'],
    ['5', '58=bye|'],
    ['A', `95=3|96=a^b|98=0|108=30|${logon}`],
    ...orders.flatMap(
      (each) =>
        [
          ['D', each],
          ['D', each],
          ['D', each],
        ] as const,
    ),
  ];
  const [msgType, body] = draw.pick(bodies);
  const sequence = msgType === 'A' ? 1 : 2;
  const text = `35=${msgType}|34=${sequence}|49=THEM|52=${time}${fraction}|56=US|${body}`;
  return text
    .slice(0, -1)
    .split('|')
    .map((each) => each.replace('^', '\u0001'))
    .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
}

/** Up to two changes to fields, most of the time. */
function changed(draw: Random, from: Fields): Fields {
  const fields = from.map((field) => [...field] as [string, string]);
  for (let left = draw.below(3); left > 0; left--) {
    const at = draw.below(fields.length);
    const field = fields[at] ?? ['', ''];
    const other = draw.below(fields.length);
    switch (draw.below(7)) {
      case 0:
        fields.splice(at, 1);
        break;
      case 1:
        fields.splice(other, 0, [...field]);
        break;
      case 2:
        fields[at] = fields[other] ?? field;
        fields[other] = field;
        break;
      case 3:
        field[1] = draw.pick(texts);
        break;
      case 4:
        field[0] = draw.pick(tags);
        break;
      case 5:
        fields.splice(at, 0, [draw.pick(tags), draw.pick(texts)]);
        break;
      default: {
        // A number that counts: of entries, or of bytes.
        const counts = fields.filter(([tag]) => ['78', '354', '95'].includes(tag));
        if (counts.length > 0) draw.pick(counts)[1] = String(draw.below(40));
      }
    }
    if (fields.length === 0) fields.push(['35', '0']);
  }
  return fields;
}

/** A whole message: mostly with a length and a sum that are right. */
function framed(draw: Random, fields: Fields, beginString: string): string {
  const body = fields.map(([tag, value]) => `${tag}=${value}\u0001`).join('');
  const length = draw.below(30) === 0 ? draw.below(300) : Buffer.byteLength(body, 'latin1');
  const head = `8=${beginString}\u00019=${length}\u0001${body}`;
  const sum = [...Buffer.from(head, 'latin1')].reduce((total, byte) => total + byte, 0);
  const checksum = draw.below(30) === 0 ? draw.below(256) : sum % 256;
  return `${head}10=${String(checksum).padStart(3, '0')}\u0001`;
}

/** Sometimes a byte is another, but none that ends a line: a log's messages end with theirs. */
function damaged(draw: Random, text: string): string {
  if (draw.below(10) > 0) return text;
  const at = draw.below(text.length);
  return text.slice(0, at) + String.fromCharCode(32 + draw.below(95)) + text.slice(at + 1);
}

type Verdict = { readonly kind: 'taken' | 'refused'; readonly text?: string };

/** Result of a session; `other` if it depends on earlier messages. */
function outcome(codec: FixCodec, policy: FixPolicy, text: string): Verdict | 'other' {
  const session = createFixSession({
    side: 'acceptor',
    codec,
    policy,
    store: memoryFixStore(),
    senderCompId: 'US',
    targetCompId: 'THEM',
  });
  const send = (bytes: string): readonly string[] =>
    session
      .receive(Buffer.from(bytes, 'latin1'), now)
      .flatMap((each) =>
        each.kind === 'write' ? [Buffer.from(each.bytes).toString('latin1')] : [],
      );
  session.connected(now);
  const msgType = /\u000135=([^\u0001]*)/.exec(text)?.[1] ?? '';
  const valueOf = (tag: number): string =>
    new RegExp(`\u0001${tag}=([^\u0001]*)`).exec(text)?.[1] ?? '';
  if (dependsOnMore(msgType, valueOf)) return 'other';
  if (msgType === 'A') {
    send(text);
    return { kind: session.phase === 'open' ? 'taken' : 'refused' };
  }
  const digits = policy.sendingTime.send === 0 ? '' : `.${'0'.repeat(policy.sendingTime.send)}`;
  const appl = codec.applVerId === undefined ? '' : `1137=${codec.applVerId}\u0001`;
  const body = `35=A\u000134=1\u000149=THEM\u000152=${time}${digits}\u000156=US\u000198=0\u0001108=30\u0001${appl}`;
  const head = `8=${codec.beginString}\u00019=${body.length}\u0001${body}`;
  const sum = [...Buffer.from(head, 'latin1')].reduce((total, byte) => total + byte, 0) % 256;
  send(`${head}10=${String(sum).padStart(3, '0')}\u0001`);
  if (session.phase !== 'open') throw new Error('the session is not open');
  const sent = send(text);
  const refusal = sent.find((each) => each.includes('\u000135=3\u0001'));
  const rejectText = refusal === undefined ? undefined : /\u000158=([^\u0001]*)/.exec(refusal)?.[1];
  if (refusal !== undefined) {
    const words = rejectText === undefined || msgType === '2' ? undefined : wordsOf(rejectText);
    return { kind: 'refused', ...(words === undefined ? {} : { text: words }) };
  }
  // A Logout is answered by a Logout, and everything else by none.
  const isTaken = session.nextIncoming > 2 && (msgType === '5' || session.phase === 'open');
  return { kind: isTaken ? 'taken' : 'refused' };
}

/** The sentence of a Reject's reason, without the tag that old versions add; `undefined` for words that a description has chosen. */
function wordsOf(text: string): string | undefined {
  const plain = text.replace(/ \(-?\d+\)$/, '');
  return Object.values<string>(rejectTexts).includes(plain) ? plain : undefined;
}

/** Numbers that came before, who speaks to whom, and the time are nothing that one message says. */
function dependsOnMore(msgType: string, valueOf: (tag: number) => string): boolean {
  const isOther = (tag: number, usual: string): boolean => ![usual, ''].includes(valueOf(tag));
  if (isOther(49, 'THEM') || isOther(56, 'US')) return true;
  if (/^\d{8}-/.test(valueOf(52)) && !valueOf(52).startsWith(time)) return true;
  const sequence = valueOf(34);
  const usual = msgType === 'A' ? 1 : 2;
  if (/^\d+$/.test(sequence) && Number(sequence) !== usual) return true;
  if (msgType === '2' && Number(valueOf(7)) > 1) return true;
  return msgType === '4' && Number(valueOf(36)) < 3;
}

function faultsOf(lexicon: FixDictionary, text: string): readonly string[] {
  const scanner = createScanner(lexicon.counts);
  const messages = [...scanner.push(text), ...scanner.end()];
  if (messages.length === 0) return ['there is no message'];
  return messages.flatMap(
    (each) => messageData(decodeFixMessage(each, lexicon), true).faults ?? [],
  );
}
