import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { generate } from '../../generator/generate.js';
import { memoryHost } from '../../generator/host/memory.js';
import { indexOf } from '../../scripts/corpus-table.js';
import { faulty } from '../corpus/expectations.js';
import { sharedPath } from '../shared.js';
import { breakouts } from './hostile/breakout.js';
import { kindsIn, mutated, type Kind } from './hostile/mutate.js';
import { createWorkbench } from './hostile/type-check.js';

const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const folder = sharedPath('corpus', 'openapi') ?? '';
/** Small documents cost little, so that there can be many mutations; a few larger ones have what those have not. */
const larger = ['nexmo.com__sms.json', 'readme-oas-examples__train-travel__3.1.json'];
const documents = (folder === '' ? [] : indexOf(folder)).filter(
  ({ file, bytes, verdict }) =>
    larger.includes(file) ||
    (bytes < 4000 &&
      verdict === 'ok' &&
      !file.startsWith('multi/') &&
      !Object.hasOwn(faulty, file)),
);

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
/** How often each payload takes another place of a kind. `TALLYSTICK_MUTATIONS=8` mutates more than 20,000 documents, in ten minutes. */
const turns = Number(process.env['TALLYSTICK_MUTATIONS'] ?? 2);
const stride = 7919;
const bench = createWorkbench('mutation');
const count = { documents: 0, refused: 0, files: 0, parsed: 0, kinds: new Map<Kind, number>() };

describe.skipIf(folder === '')(`real documents with hostile words (${reason})`, () => {
  test.each(documents)(
    '$file',
    async ({ file }) => {
      const document: unknown = parse(readFileSync(join(folder, file), 'utf8'));
      const plain = (await outputOf(document)) ?? new Map<string, string>();
      expect(plain.size).toBeGreaterThan(0);
      const kinds = kindsIn(document).flatMap((kind) => Array.from({ length: turns }, () => kind));
      for (const [index, payload] of payloads.entries()) {
        for (const [turn, kind] of kinds.entries()) {
          const at = (index * kinds.length + turn) * stride;
          const output = await outputOf(mutated(document, kind, at, payload));
          count.documents += 1;
          count.kinds.set(kind, (count.kinds.get(kind) ?? 0) + 1);
          if (output === undefined) {
            count.refused += 1;
            continue;
          }
          // A file that is what it was without the payload has none in it.
          const changed = [...output].filter(([path, text]) => plain.get(path) !== text);
          const found = changed.flatMap(([path, text]) =>
            breakouts(path, text, new Set(['__pwned'])),
          );
          expect(found, `${JSON.stringify(payload)} as ${kind} at place ${at}`).toEqual([]);
          const names = [...output.keys()].filter(
            (path) => !/^(?:[\w-]+\/)*[\w-]+\.ts$/.test(path),
          );
          expect(names, `${JSON.stringify(payload)} as ${kind} at place ${at}`).toEqual([]);
          count.files += output.size;
          count.parsed += changed.length;
          if (turn === index % kinds.length)
            bench.add(`${file.replace(/\.\w+$/, '').replaceAll('.', '-')}-${index}`, output);
        }
      }
    },
    120_000,
  );

  test('these are many, and of every kind', () => {
    const { kinds, ...counts } = count;
    const told = JSON.stringify({ ...counts, ...Object.fromEntries(kinds) });
    process.stdout.write(`mutations: ${told}\n`);
    expect(count.files).toBeGreaterThanOrEqual(20_000);
    for (const [kind, times] of kinds) expect(times, kind).toBeGreaterThanOrEqual(15);
    expect(kinds.size).toBe(10);
  });

  test('what came of them compiles', () => {
    expect(bench.check()).toEqual([]);
  }, 300_000);
});

/** The TypeScript files that a document gives, by path within the output; `undefined` if it has errors. */
async function outputOf(document: unknown): Promise<ReadonlyMap<string, string> | undefined> {
  const host = memoryHost({ '/case/openapi.json': JSON.stringify(document) }, '/case');
  const { ok } = await generate({ documents: ['openapi.json'], out: 'output' }, host);
  if (!ok) return undefined;
  const entries = [...host.files()].filter(
    ([path]) => path !== '/case/openapi.json' && !/^\/case\/(?:output\/)?\.tallystick/.test(path),
  );
  return new Map(entries.map(([path, text]) => [path.replace('/case/output/', ''), text]));
}
