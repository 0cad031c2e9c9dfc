import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/generate.js';
import { memoryHost } from '../../generator/host/memory.js';
import { sharedPath } from '../shared.js';
import { breakouts } from './hostile/breakout.js';
import { mutated } from './hostile/mutate.js';
import { createWorkbench } from './hostile/type-check.js';

const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const documents = [
  'nexmo.com__sms.json',
  'ogen__sample__3.1.json',
  'readme-oas-examples__train-travel__3.1.json',
].map((name) => [name, sharedPath('corpus', 'openapi', name)] as const);
const isAbsent = documents.some(([, path]) => path === undefined);

const payloads = [
  "'+(globalThis.__pwned = 1)+'",
  '`${(globalThis.__pwned = 1)}`',
  '*/ globalThis.__pwned = 1; /*',
  '\n*/ globalThis.__pwned = 1; //',
  '\u2028globalThis.__pwned = 1;',
  "\\'+(globalThis.__pwned = 1)//",
  '"];globalThis.__pwned = 1;["',
  '{{globalThis.__pwned}}',
  '../../__pwned',
  '__proto__',
  'constructor',
  '100%',
  '\ud800',
  "$'",
  '',
];
/** Of the thousands of places of a document each payload takes a few, the same in every run. */
const placesEach = 4;
const stride = 7919;
const bench = createWorkbench('mutation');

describe.skipIf(isAbsent)(`real documents with hostile words (${reason})`, () => {
  test.each(documents)('%s', async (name, path) => {
    const document: unknown = JSON.parse(readFileSync(path ?? '', 'utf8'));
    let generated = 0;
    for (const [index, payload] of payloads.entries()) {
      for (let turn = 0; turn < placesEach; turn += 1) {
        const at = (index * placesEach + turn) * stride;
        const text = JSON.stringify(mutated(document, at, payload));
        const host = memoryHost({ '/case/openapi.json': text }, '/case');
        const { ok } = await generate({ documents: ['openapi.json'], out: 'output' }, host);
        if (!ok) continue;
        const sources = new Map(
          [...host.files()].flatMap(([file, source]) =>
            file.endsWith('.ts') ? [[file.replace('/case/output/', ''), source] as const] : [],
          ),
        );
        const found = [...sources].flatMap(([file, source]) =>
          breakouts(file, source, new Set(['__pwned'])),
        );
        expect(found, `${JSON.stringify(payload)} at place ${at}`).toEqual([]);
        if (turn === 0) bench.add(`${name.replace(/\..*/, '')}-${index}`, sources);
        generated += 1;
      }
    }
    expect(generated).toBeGreaterThan(payloads.length);
  });

  test('what came of them compiles', () => {
    expect(bench.check()).toEqual([]);
  }, 120_000);
});
