import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { placeDiagnostics } from '../../generator/core/render-diagnostics.js';
import { generate, type Diagnostic } from '../../generator/generate.js';
import {
  checkedRows,
  corpusPage,
  indexOf,
  operationsIn,
  proseOf,
  rowOf,
  rowsOf,
  staleLines,
  type IndexedDocument,
} from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { beyondHelp, faulty, knownGaps, older, tolerated } from './expectations.js';
import { suppressions } from './suppressions.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';
const documents = folder === '' ? [] : indexOf(folder);
const isValid = ({ verdict }: IndexedDocument): boolean => !verdict.startsWith('invalid');
const isFaulty = ({ file }: IndexedDocument): boolean => Object.hasOwn(faulty, file);
const bench = createWorkbench('corpus');
const rows = new Map<string, readonly string[]>();

/**
 * Documents that people really have, generated and compiled under the strictest flags. A document that is
 * right gives no error; what we can not do is listed by name with its fault, and a listed one that works is a failure.
 */
describe.skipIf(folder === '')(`real documents (${reason})`, () => {
  test.each(documents.filter((each) => isValid(each) && !isFaulty(each)))(
    '$file is generated',
    async (document) => {
      const { diagnostics, texts } = await make(document, false);
      expect(placesOf(diagnostics, 'error')).toEqual([]);
      expect(texts.size).toBeGreaterThan(0);
      expect(operationsIn(texts)).toBeGreaterThanOrEqual(document.operations);
    },
  );

  test.each(documents.filter((each) => !isValid(each) && !isFaulty(each)))(
    '$file, which a validator finds invalid, is generated with a warning there',
    async (document) => {
      const { diagnostics, texts } = await make(document, false);
      expect(placesOf(diagnostics, 'error')).toEqual([]);
      expect(placesOf(diagnostics, 'warning')).toEqual(
        expect.arrayContaining([...(tolerated[document.file] ?? ['an expectation'])]),
      );
      expect(texts.size).toBeGreaterThan(0);
    },
  );

  test.each(documents.filter(isFaulty))(
    '$file has faults, found where they are',
    async (document) => {
      const { diagnostics, texts } = await make(document, false);
      const { at, why } = faulty[document.file] ?? { at: [] };
      expect(placesOf(diagnostics, 'error'), why).toEqual(at);
      expect(texts.size).toBe(0);
    },
  );

  test.each(documents.filter(isFaulty))('$file is generated with --lenient', async (document) => {
    const { diagnostics, texts } = await make(document, true);
    const { at } = faulty[document.file] ?? { at: [] };
    const helpless = beyondHelp[document.file];
    if (helpless !== undefined) {
      expect(new Set(placesOf(diagnostics, 'error')), helpless.why).toEqual(new Set(helpless.at));
      return;
    }
    expect(placesOf(diagnostics, 'error')).toEqual([]);
    expect(placesOf(diagnostics, 'warning')).toEqual(expect.arrayContaining([...at]));
    expect(texts.size).toBeGreaterThan(0);
  });

  test('none is missing', () => {
    expect(documents.filter(isValid)).toHaveLength(147);
    expect(documents).toHaveLength(168);
    const names = new Set(documents.map(({ file }) => file));
    const listed = [faulty, tolerated, beyondHelp, knownGaps].flatMap((list) => Object.keys(list));
    expect(listed.filter((file) => !names.has(file))).toEqual([]);
  });

  test('what was generated compiles with TypeScript 7, but for the known gaps', () => {
    const errors = bench.check();
    const gaps = Object.keys(knownGaps).map(nameOf);
    const failing = gaps.filter((name) => errors.some((line) => line.startsWith(`${name}/`)));
    expect(
      errors.filter((line) => !gaps.some((name) => line.startsWith(`${name}/`))),
      'errors beside the known gaps',
    ).toEqual([]);
    expect(failing, 'gaps that are still there').toEqual(gaps);
  }, 600_000);

  test('a sample of it compiles with TypeScript 5.9', () => {
    expect(bench.check('typescript', older.map(nameOf))).toEqual([]);
  }, 300_000);

  test('docs/corpus.md is what came of them', () => {
    const text = readFileSync('docs/corpus.md', 'utf8');
    const page = rowsOf(text);
    const seen = documents.map(({ file }) => rows.get(file) ?? []);
    expect(checkedRows(page), 'run `node scripts/corpus.js`').toEqual(checkedRows(seen));
    expect(staleLines(page, seen), 'run `node scripts/corpus.js`').toEqual([]);
    expect(proseOf(text), 'run `node scripts/corpus.js`').toBe(proseOf(corpusPage(page)));
  });
});

interface Made {
  readonly diagnostics: readonly Diagnostic[];
  /** The TypeScript files by path; none if there are errors. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Generates a document, notes what came of it, and keeps it to be compiled. */
async function make(document: IndexedDocument, lenient: boolean): Promise<Made> {
  const path = join(folder, document.file);
  const host = overlayHost(dirname(path));
  const { ok, diagnostics } = await generate(
    { documents: [relative(dirname(path), path)], out: outputFolder, lenient },
    host,
  );
  const texts = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
  expect([...texts].flatMap(([name, text]) => suppressions(name, text))).toEqual([]);
  expect(ok).toBe(texts.size > 0);
  if (!lenient)
    rows.set(
      document.file,
      rowOf(
        document,
        texts,
        placeDiagnostics(diagnostics).map((each) => each.diagnostic),
      ),
    );
  if (ok) bench.add(nameOf(document.file), texts);
  return { diagnostics, texts };
}

/** `path:line:column code` of each that is as bad, sorted. */
function placesOf(
  diagnostics: readonly Diagnostic[],
  severity: Diagnostic['severity'],
): readonly string[] {
  const places = placeDiagnostics(diagnostics)
    .filter(({ diagnostic }) => diagnostic.severity === severity)
    .map(
      ({ diagnostic, source, position }) =>
        `${source.path}:${position?.line}:${position?.column} ${diagnostic.code}`,
    );
  return [...new Set(places)];
}

/** A folder's name for a document, flat. */
function nameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll('/', '__');
}
