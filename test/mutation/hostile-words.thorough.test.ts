import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../generator/index.js';
import { memoryHost } from '../../generator/host/memory.js';
import { indexOf } from '../../scripts/corpus-table.js';
import { invalidDocuments } from '../corpus/expectations.js';
import { sharedPath } from '../shared.js';
import { breakouts } from '../conformance/hostile/breakout.js';
import { kindsIn, mutated, type Kind } from '../conformance/hostile/mutate.js';
import { saturated } from '../conformance/hostile/saturate.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';

const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const folder = sharedPath('corpus', 'openapi') ?? '';
/** Small documents cost little, so that there can be many mutations; a few larger ones have what those have not. */
const larger = ['nexmo.com__sms.json', 'readme-oas-examples__train-travel__3.1.json'];
const small = (folder === '' ? [] : indexOf(folder)).filter(
  ({ file, bytes, verdict }) =>
    larger.includes(file) ||
    (bytes < 4000 &&
      verdict === 'ok' &&
      !file.startsWith('multi/') &&
      !Object.hasOwn(invalidDocuments, file)),
);
/** Documents that become many files, each of which is another one when hostile words stand everywhere. */
const wide = [
  'apacta.com.json',
  'docker.com__engine.json',
  'influxdata.com.json',
  'telegram.org.json',
  'vtex.local__Catalog-API.json',
];

const payloads = [
  "'+(globalThis.__pwned = 1)+'",
  '`${(globalThis.__pwned = 1)}`',
  '*/ globalThis.__pwned = 1; /*',
  '\n*/ globalThis.__pwned = 1; //',
  '\u2028globalThis.__pwned = 1;',
  "\\'+(globalThis.__pwned = 1)//",
  '"];globalThis.__pwned = 1;["',
  '/{{globalThis.__pwned}}',
  '/../../__pwned',
  '__proto__',
  'constructor',
  '100%',
  '\ud800',
  "$'",
  '',
];
const words = new Set(['__pwned']);
const rounds = payloads.map((payload, round) => ({ payload: JSON.stringify(payload), round }));
/** Number of times each payload is inserted at another position of its kind in a small document. */
const turns = 2;
const stride = 7919;
const bench = createWorkbench('mutation');
const plains = new Map<string, Output>();
const count = {
  mutations: 0,
  refused: 0,
  places: 0,
  files: 0,
  kinds: new Map<Kind, number>(),
};

type Output = ReadonlyMap<string, string>;

describe.skipIf(folder === '').each(small)(
  `hostile words at one location of $file (${reason})`,
  ({ file }) => {
    const document = documentOf(file);
    const kinds = kindsIn(document).flatMap((kind) => Array.from({ length: turns }, () => kind));

    test.each(rounds)('$payload', async ({ round }) => {
      const plain = await plainOf(file);
      const payload = payloads[round] ?? '';
      for (const [turn, kind] of kinds.entries()) {
        const at = (round * kinds.length + turn) * stride;
        const output = await outputOf(mutated(document, kind, at, payload));
        count.mutations += 1;
        count.places += 1;
        count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1);
        if (output === undefined) count.refused += 1;
        else expectNoBreakout(plain, output, `as ${kind} at place ${at}`);
        if (output !== undefined && turn === round % kinds.length)
          bench.add(`${nameOf(file)}-${round}`, output);
      }
    });
  },
);

describe.skipIf(folder === '').each(wide)(`hostile words everywhere in %s (${reason})`, (file) => {
  const document = documentOf(file);

  test.each(rounds)('starting with $payload', async ({ round }) => {
    const plain = await plainOf(file);
    const { document: hostile, places } = saturated(document, payloads, round);
    const output = await outputOf(hostile);
    count.mutations += 1;
    count.places += places;
    expect(output, 'nothing of it is a mistake').toBeDefined();
    if (output === undefined) return;
    expectNoBreakout(plain, output, `round ${round}`);
    if (round === wide.indexOf(file)) bench.add(nameOf(file), output);
  });
});

describe.skipIf(folder === '')(`documents with hostile words (${reason})`, () => {
  test('have every kind of mutation, and more than 20,000 output files', () => {
    const { kinds, ...counts } = count;
    const summary = JSON.stringify({ ...counts, ...Object.fromEntries(kinds) });
    process.stdout.write(`mutations: ${summary}\n`);
    expect(count.files).toBeGreaterThanOrEqual(20_000);
    for (const [kind, times] of kinds) expect(times, kind).toBeGreaterThanOrEqual(15);
    expect(kinds.size).toBe(10);
  });

  test('compile', () => {
    expect(bench.check()).toEqual([]);
  }, 300_000);
});

/** Parses each file that is another one than without the payload, and counts it. */
function expectNoBreakout(plain: Output, output: Output, where: string): void {
  const changed = [...output].filter(([path, text]) => plain.get(path) !== text);
  expect(
    changed.flatMap(([path, text]) => breakouts(path, text, words)),
    where,
  ).toEqual([]);
  const strange = [...output.keys()].filter((path) => !/^(?:[\w-]+\/)*[\w-]+\.ts$/.test(path));
  expect(strange, where).toEqual([]);
  count.files += changed.length;
}

function documentOf(file: string): unknown {
  const text = folder === '' ? '{}' : readFileSync(join(folder, file), 'utf8');
  return file.endsWith('.json') ? JSON.parse(text) : parse(text);
}

/** Output for a document without payloads. */
async function plainOf(file: string): Promise<Output> {
  const plain = plains.get(file) ?? (await outputOf(documentOf(file))) ?? new Map<string, string>();
  expect(plain.size).toBeGreaterThan(0);
  plains.set(file, plain);
  return plain;
}

/** The TypeScript files that a document gives, by path within the output; `undefined` if it has errors. */
async function outputOf(document: unknown): Promise<Output | undefined> {
  const host = memoryHost({ '/case/openapi.json': JSON.stringify(document) }, '/case');
  const { ok } = await generate({ documents: ['openapi.json'], out: 'output' }, host);
  if (!ok) return undefined;
  const entries = [...host.files()].filter(
    ([path]) => path !== '/case/openapi.json' && !/^\/case\/(?:output\/)?\.tallystick/.test(path),
  );
  return new Map(entries.map(([path, text]) => [path.replace('/case/output/', ''), text]));
}

/** A folder's name for a document. */
function nameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll('.', '-');
}
