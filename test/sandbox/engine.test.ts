import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Engine, type Entry, type Outcome } from '../../sandbox/domain/engine.js';
import { deriveKey, RandomSource } from '../../sandbox/domain/random.js';
import { printInstant } from '../../sandbox/domain/time.js';
import { decodeCanonical, encodeCanonical, encodeInParts } from '../../sandbox/domain/value.js';
import { randomRuns } from '../rounds.js';
import { counter, type CounterSubjects } from './counter.js';

const key = deriveKey(new Uint8Array(32), 'entries');

function newEngine(withKey = key): Engine<CounterSubjects> {
  return new Engine({ counter }, withKey);
}

function send(engine: Engine<CounterSubjects>, type: string, data: unknown, now = 0): Outcome {
  return engine.execute({ surface: 'test', caller: 'ada', command: { type, data }, now });
}

function entryOf(outcome: Outcome): Entry {
  if (!outcome.ok || outcome.entry === undefined) throw new Error('expected an entry');
  return outcome.entry;
}

describe('the engine', () => {
  test('engine-1: a command is decided, and its events are applied', () => {
    const engine = newEngine();
    const outcome = send(engine, 'counter.add', { name: 'tea', by: 2n }, 1000);
    expect(outcome).toMatchObject({ ok: true, result: { value: 2n } });
    expect(engine.state.counter.counters.get('tea')?.value).toBe(2n);
    expect(entryOf(outcome)).toMatchObject({
      number: 1,
      at: 1000,
      surface: 'test',
      caller: 'ada',
      command: { type: 'counter.add', data: { name: 'tea', by: 2n } },
      events: [{ type: 'counter.added', version: 2, data: { name: 'tea', by: 2n } }],
    });
  });

  test('engine-1: a decision changes nothing', () => {
    const engine = newEngine();
    const entry = entryOf(send(engine, 'counter.add', { name: 'tea', by: 2n }));
    const before = engine.encode();
    engine.decideAgain(entry);
    expect(engine.encode()).toBe(before);
  });

  test('engine-2: entries are numbered without gaps, and the time never goes back', () => {
    const engine = newEngine();
    const entries = [5000, 5000, 4000, 6000].map((now) =>
      entryOf(send(engine, 'counter.add', { name: 'tea', by: 1n }, now)),
    );
    expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(entries.map(({ at }) => at)).toEqual([5000, 5001, 5002, 6000]);
  });

  test('engine-2: times are printed with microseconds', () => {
    expect(printInstant(1_738_056_600_123_456)).toBe('2025-01-28T09:30:00.123456Z');
    expect(printInstant(0)).toBe('1970-01-01T00:00:00.000000Z');
  });

  test('engine-3: the seed and the number of an entry decide its random bytes', () => {
    const idOf = (engine: Engine<CounterSubjects>): unknown =>
      entryOf(send(engine, 'counter.add', { name: 'tea', by: 1n })).events[0]?.data;
    expect(idOf(newEngine())).toEqual(idOf(newEngine()));
    expect(idOf(newEngine())).not.toEqual(idOf(newEngine(deriveKey(key, 'other'))));
    const engine = newEngine();
    expect(idOf(engine)).not.toEqual(idOf(engine));
    const source = new RandomSource(key);
    const bytes = source.of(7).bytes(100);
    const random = source.of(7);
    expect(Buffer.concat([random.bytes(33), random.bytes(67)])).toEqual(Buffer.from(bytes));
    expect(random.uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
  });

  test('engine-3: the random bytes of an entry do not depend on which entries were decided before', () => {
    const inOrder = new RandomSource(key);
    const texts = Array.from({ length: 200 }, (_, number) => inOrder.of(number).hex(100));
    expect(new Set(texts).size).toBe(200);
    expect(new Set(texts.map((text) => text.slice(0, 32))).size).toBe(200);
    const source = new RandomSource(key);
    for (const number of [199, 0, 64, 63, 128, 127, 199])
      expect([number, source.of(number).hex(100)]).toEqual([number, texts[number]]);
    const [open, other] = [source.of(3), source.of(150)];
    const text = open.hex(10);
    other.uuid();
    expect(text + open.hex(90)).toBe(texts[3]);
  });

  test('engine-3: a release derives the bytes that the one before it did', () => {
    const random = new RandomSource(key).of(64);
    expect([random.uuid(), random.uuid(), random.uuid(), random.hex(4)]).toEqual([
      'ae0ac832-9d74-4716-ac1b-a2074e2f01b6',
      '1798dd58-a337-41de-83a5-d79ece84a3ee',
      '3128bf60-a210-4275-85d5-1a204156d12e',
      '4f5309f7',
    ]);
  });

  test('engine-4: what is due is executed in order of time, then of number, with its own time', () => {
    const engine = newEngine();
    for (const name of ['a', 'b', 'c']) send(engine, 'counter.add', { name, by: 1n }, 10);
    for (const [name, at] of [
      ['a', 300],
      ['b', 200],
      ['c', 200],
    ] as const)
      send(engine, 'counter.reset-later', { name, at }, 20);
    expect(engine.nextDue).toMatchObject({ at: 200, reference: 'b' });
    expect(engine.executeDue(199)).toBeUndefined();
    const executed = [1, 2, 3].map(() => engine.executeDue(1000));
    expect(executed.map((entry) => [entry?.at, entry?.surface, entry?.command])).toEqual([
      [200, 'timer', { type: 'counter.reset', data: { reference: 'b' } }],
      [200, 'timer', { type: 'counter.reset', data: { reference: 'c' } }],
      [300, 'timer', { type: 'counter.reset', data: { reference: 'a' } }],
    ]);
    expect(engine.executeDue(1000)).toBeUndefined();
    expect(engine.state.counter.counters.size).toBe(0);
  });

  test('engine-4: a due command that is refused is an entry, so that it is not due again', () => {
    const engine = newEngine();
    send(engine, 'counter.add', { name: 'a', by: 1n });
    send(engine, 'counter.reset-later', { name: 'a', at: 100 });
    send(engine, 'counter.reset', { reference: 'a' });
    expect(engine.executeDue(100)).toMatchObject({ surface: 'timer', events: [] });
    expect(engine.nextDue).toBeUndefined();
  });

  test('engine-7: a refusal changes nothing and has no entry', () => {
    const engine = newEngine();
    const before = engine.encode();
    expect(send(engine, 'counter.add', { name: 'tea', by: 0n })).toEqual({
      ok: false,
      refusal: { code: 'form', data: { member: 'by', problem: 'must be above zero' } },
    });
    expect(send(engine, 'counter.look', { name: 'tea' })).toEqual({ ok: true, result: 0n });
    expect(engine.encode()).toBe(before);
  });

  test('journal-4: the same entries give the same state, byte for byte, from any snapshot', () => {
    const step = fc.oneof(
      fc.record({
        type: fc.constant('counter.add'),
        name: fc.constantFrom('a', 'b', 'c'),
        by: fc.bigInt(-1n, 10n ** 30n),
      }),
      fc.record({
        type: fc.constant('counter.reset-later'),
        name: fc.constantFrom('a', 'b', 'c'),
        at: fc.integer({ min: 0, max: 60 }),
      }),
    );
    const run = fc.array(step, { maxLength: 40 });
    fc.assert(
      fc.property(run, fc.nat(40), (steps, at) => {
        const engine = newEngine();
        const entries: Entry[] = [];
        const again: unknown[] = [];
        let snapshot = engine.encode();
        let captured = engine.capture();
        const mirror = newEngine();
        const follow = (entry: Entry): void => {
          again.push([mirror.decideAgain(entry), entry.events]);
          mirror.apply(decodeCanonical(encodeCanonical(entry)) as Entry);
          entries.push(entry);
        };
        for (const [index, { type, ...data }] of steps.entries()) {
          for (
            let due = engine.executeDue(index);
            due !== undefined;
            due = engine.executeDue(index)
          )
            follow(due);
          const outcome = send(engine, type, data, index);
          if (outcome.ok && outcome.entry !== undefined) follow(outcome.entry);
          if (index === at) {
            snapshot = engine.encode();
            captured = engine.capture();
          }
        }
        expect([...captured].join('')).toBe(snapshot);
        expect(mirror.encode()).toBe(engine.encode());
        const restored = newEngine();
        restored.load(snapshot);
        expect(restored.encode()).toBe(snapshot);
        for (const entry of entries.slice(restored.number)) restored.apply(entry);
        expect(restored.encode()).toBe(engine.encode());
        for (const [decided, recorded] of again as [unknown, unknown][])
          expect(decided).toEqual(recorded);
      }),
      randomRuns(500),
    );
  });

  test('journal-4: an entry out of order is rejected', () => {
    const entry = entryOf(send(newEngine(), 'counter.add', { name: 'tea', by: 1n }));
    expect(() => newEngine().apply({ ...entry, number: 2 })).toThrow('does not follow entry 0');
  });

  test('events of an older version are converted, and those of a newer one rejected', () => {
    const engine = newEngine();
    const [added, newer] = [
      { type: 'counter.added', data: { name: 'tea', by: '12' } },
      { type: 'counter.added', version: 3, data: {} },
    ];
    const command = { type: 'counter.add', data: {} };
    const entry = { number: 1, at: 1, surface: 'test', caller: '', command };
    engine.apply({ ...entry, events: [added] });
    expect(engine.state.counter.counters.get('tea')).toEqual({ value: 12n, lastId: '' });
    expect(() => engine.apply({ ...entry, number: 2, events: [newer] })).toThrow(
      '"counter.added" has version 3; this release knows version 2.',
    );
  });

  test('journal-6: a snapshot of an unknown format is refused by name', () => {
    const text = newEngine().encode().replace('"format":1', '"format":9');
    expect(() => newEngine().load(text)).toThrow('The snapshot has format 9');
  });
});

describe('canonical text', () => {
  test('is the same for equal data, and can be read', () => {
    expect(encodeCanonical({ b: [1, null, true], a: 'é"', c: undefined, d: 12n })).toBe(
      '{"a":"é\\"","b":[1,null,true],"d":{"#":"12"}}',
    );
    expect(decodeCanonical('{"a":{"#":"-12"},"b":[{"#":"3"}]}')).toEqual({ a: -12n, b: [3n] });
  });

  test('is JSON with sorted members, whatever their names and values are', () => {
    const special = fc.constantFrom(...'ab"\\\n\u007f é');
    const any = fc.nat(0xff_ff).map((code) => String.fromCharCode(code));
    const text = fc.string({ unit: fc.oneof(special, any), maxLength: 12 });
    const name = text.filter((each) => each !== '#' && each !== '__proto__');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(text, fc.maxSafeInteger(), fc.boolean(), fc.constant(null)),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(name, tie('value'), { noNullPrototype: true, maxKeys: 6 }),
      ),
    }));
    const print = (each: unknown): string => {
      if (typeof each !== 'object' || each === null) return JSON.stringify(each);
      if (Array.isArray(each)) return `[${each.map(print).join(',')}]`;
      const members = Object.entries(each).sort(([left], [right]) => (left < right ? -1 : 1));
      return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${print(member)}`).join(',')}}`;
    };
    fc.assert(
      fc.property(value, (each) => {
        expect([...encodeInParts(each)].join('')).toBe(print(each));
        expect(encodeCanonical(each)).toBe(print(each));
      }),
      randomRuns(5000),
    );
  });

  test.each([0.5, Number.NaN, -0, 2 ** 53, new Date(0), () => 1, { '#': 1 }, [undefined]])(
    'rejects %s',
    (value) => {
      expect(() => encodeCanonical(value)).toThrow('plain data');
      expect(() => [...encodeInParts({ value })]).toThrow('plain data');
    },
  );
});

describe('the domain', () => {
  const files = readdirSync('sandbox/domain', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [name, readFileSync(`sandbox/domain/${name}`, 'utf8')] as const);

  test('is found', () => expect(files.length).toBeGreaterThan(10));

  test.each(files)('shape-2: %s imports no surface, storage or platform', (_, text) => {
    const imported = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
      ([, from, dynamic]) => from ?? dynamic ?? '',
    );
    const isAllowed = (name: string): boolean =>
      (name.startsWith('.') && !/\/(?:journal|surfaces|server|control|bin|page)\//.test(name)) ||
      /^@noble\/|^@scure\/base|^@platform\/[a-z0-9.-]+(?:\/types)?$/.test(name);
    expect(imported.filter((name) => !isAllowed(name))).toEqual([]);
  });

  test.each(files)('engine-1: %s reads no clock and no randomness', (_, text) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    expect(
      code.match(
        /\bDate\.now\b|new Date\(\)|\bperformance\b|Math\.random|\bcrypto\b|\bprocess\b|\bset(?:Timeout|Interval|Immediate)\b|\bglobalThis\b|\bfetch\(|\bawait\b|\basync\b/g,
      ),
    ).toBeNull();
  });

  test.each(files)('engine-5: %s has no floating-point numbers', (_, text) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|'[^'\n]*'|`[^`]*`/gm, '');
    expect(
      code.match(/\bparseFloat\b|\btoFixed\b|\btoPrecision\b|\b\d+\.\d+\b|\b\d+e-?\d+\b/gi),
    ).toBeNull();
  });
});
