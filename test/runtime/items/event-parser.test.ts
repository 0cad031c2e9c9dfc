import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEventParser, type EventState } from '../../../runtime/core/items/event-parser.js';
import { randomRuns } from '../../rounds.js';
import { sharedPath } from '../../shared.js';

/** The event as an event source dispatches it, and the last event id at that time. */
interface Shown {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
}

function parsed(pieces: readonly Uint8Array[], state: EventState): readonly Shown[] {
  const parser = createEventParser(1_000_000, state);
  const shown: Shown[] = [];
  for (const piece of pieces) {
    for (const { event = 'message', data } of parser.push(piece))
      shown.push({ type: event, data, lastEventId: state.lastEventId });
  }
  return shown;
}

const fresh = (): EventState => ({ lastEventId: '', retry: undefined });

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const cuts: Readonly<Record<string, (bytes: Uint8Array) => readonly Uint8Array[]>> = {
  'in one piece': (bytes) => [bytes],
  'byte by byte': (bytes) => Array.from(bytes, (byte) => Uint8Array.of(byte)),
  'in two pieces, cut at the middle': (bytes) => [
    bytes.subarray(0, bytes.length / 2),
    new Uint8Array(0),
    bytes.subarray(bytes.length / 2),
  ],
};

interface Vector {
  readonly name: string;
  readonly body: string;
  readonly events: readonly Shown[];
  readonly reconnectionTimeMs?: number;
  readonly lastEventIdAfter?: string;
}

const file = sharedPath('suites', 'sse-wpt', 'vectors.json');
const { vectors } = (
  file === undefined ? { vectors: [] } : JSON.parse(readFileSync(file, 'utf8'))
) as { readonly vectors: readonly Vector[] };

describe('random event stream', () => {
  test('is parsed to the same events in any chunks', () => {
    const text = fc.constantFrom(
      'data: a',
      'data:\ufeff€',
      '\ufeffdata: b',
      'id: 😀',
      ': é',
      '',
      'event: x',
    );
    const end = fc.constantFrom('\n', '\r', '\r\n', '\n\n');
    const stream = fc
      .array(fc.tuple(text, end), { maxLength: 20 })
      .map((lines) => lines.flat().join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat({ max: 200 })), (whole, places) => {
        const bytes = bytesOf(whole);
        const ends = [...places.filter((at) => at < bytes.length), bytes.length].toSorted(
          (a, b) => a - b,
        );
        const pieces = ends.map((at, index) => bytes.subarray(ends[index - 1] ?? 0, at));
        expect(parsed(pieces, fresh())).toEqual(
          parsed(cuts['byte by byte']?.(bytes) ?? [], fresh()),
        );
      }),
      { ...randomRuns(2000) },
    );
  });
});

describe.skipIf(file === undefined)('event streams of web-platform-tests', () => {
  test('include twenty tests', () => expect(vectors).toHaveLength(20));

  describe.each(Object.entries(cuts))('%s', (_, cut) => {
    test.each(vectors)('$name', ({ body, events, reconnectionTimeMs, lastEventIdAfter }) => {
      const state = fresh();
      expect(parsed(cut(bytesOf(body)), state)).toEqual(events);
      expect(state.retry).toBe(reconnectionTimeMs);
      if (lastEventIdAfter !== undefined) expect(state.lastEventId).toBe(lastEventIdAfter);
    });
  });
});

describe('event stream', () => {
  test('assigns an id to its event only', () => {
    const events = [
      ...createEventParser(100, fresh()).push(bytesOf('id: 7\ndata: a\n\ndata: b\n\n')),
    ];
    expect(events).toEqual([{ data: 'a', id: '7' }, { data: 'b' }]);
  });

  test('continues with the last event id', () => {
    const state: EventState = { lastEventId: '6', retry: undefined };
    expect(parsed([bytesOf('data: a\n\n')], state)).toEqual([
      { type: 'message', data: 'a', lastEventId: '6' },
    ]);
  });

  test('accepts an id without data, and a reconnection time before the event', () => {
    const state = fresh();
    expect(parsed([bytesOf('id: 9\n\nretry: 50\n')], state)).toEqual([]);
    expect(state).toEqual({ lastEventId: '9', retry: 50 });
  });

  test('replaces invalid UTF-8 by the replacement character', () => {
    const bytes = Uint8Array.from([...bytesOf('data: '), 0xff, 0x0a, 0x0a]);
    expect(parsed([bytes], fresh())).toMatchObject([{ data: '\ufffd' }]);
  });

  test.each([
    ['one line', 'data: 0123456789ab'],
    ['the sum of lines', 'data: 01234\ndata: 56789\n'],
    ['a comment', ': 0123456789ab'],
  ])('is rejected if %s of an event exceeds the limit', (_, text) => {
    expect(() => [...createEventParser(10, fresh()).push(bytesOf(text))]).toThrow(
      'an item of the stream is longer than 10 bytes',
    );
  });

  test('has no limit on its own length', () => {
    const state = fresh();
    const parser = createEventParser(20, state);
    let count = 0;
    for (let index = 0; index < 1000; index += 1)
      for (const { data } of parser.push(bytesOf(`id: ${index}\ndata: x\n\n`)))
        count += data.length;
    expect([count, state.lastEventId]).toEqual([1000, '999']);
  });
});
