import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locateDiagnostics } from '../../generator/core/render-diagnostics.js';
import { generate, type Diagnostic } from '../../generator/index.js';
import { indexOf, operationsIn, rowOf, type IndexedDocument } from '../../scripts/corpus-table.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { createWorkbench, type Workbench } from '../conformance/hostile/type-check.js';
import { sharedPath } from '../shared.js';
import { unrecoverable, invalidDocuments, toleratedErrors } from './expectations.js';
import { suppressions } from './suppressions.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
const reason = 'the documents lie in a folder of their own (TALLYSTICK_SHARED)';

/** Documents that the index of the corpus lists; none in a clone without it. */
export const documents: readonly IndexedDocument[] = folder === '' ? [] : indexOf(folder);

/** True if a validator of OpenAPI finds nothing wrong with the document. */
export const isValid = ({ verdict }: IndexedDocument): boolean => !verdict.startsWith('invalid');

/** True for a document of the quick tests. Half of the documents are smaller than this, and of each kind there is a small one. */
export const isSmall = ({ bytes }: IndexedDocument): boolean => bytes < 20_000;
const isFaulty = ({ file }: IndexedDocument): boolean => Object.hasOwn(invalidDocuments, file);

/** Output of the documents that were tested. */
export interface Generated {
  /** Their sources, to be compiled together. */
  readonly bench: Workbench;
  /** Their rows of docs/corpus.md by document. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

/**
 * Tests documents that people really have: a document that is right gives no error; the faults of others are found where they are, and
 * `--lenient` generates around them. `more` adds tests of what was generated.
 */
export function testDocuments(
  name: string,
  chosen: readonly IndexedDocument[],
  more: (generated: Generated) => void,
): void {
  const bench = createWorkbench(name);
  const rows = new Map<string, readonly string[]>();
  const generated = { bench, rows };

  describe.skipIf(folder === '')(`real documents (${reason})`, () => {
    test.each(chosen.filter((each) => isValid(each) && !isFaulty(each)))(
      '$file is generated',
      async (document) => {
        const { diagnostics, texts } = await make(document, false, generated);
        expect(placesOf(diagnostics, 'error')).toEqual([]);
        expect(texts.size).toBeGreaterThan(0);
        expect(operationsIn(texts)).toBeGreaterThanOrEqual(document.operations);
      },
    );

    test.each(chosen.filter((each) => !isValid(each) && !isFaulty(each)))(
      '$file is generated with a warning, because a validator rejects it',
      async (document) => {
        const { diagnostics, texts } = await make(document, false, generated);
        expect(placesOf(diagnostics, 'error')).toEqual([]);
        expect(placesOf(diagnostics, 'warning')).toEqual(
          expect.arrayContaining([...(toleratedErrors[document.file] ?? ['an expectation'])]),
        );
        expect(texts.size).toBeGreaterThan(0);
      },
    );

    test.each(chosen.filter(isFaulty))(
      '$file is rejected at the expected positions',
      async (document) => {
        const { diagnostics, texts } = await make(document, false, generated);
        const { at, why } = invalidDocuments[document.file] ?? { at: [] };
        expect(placesOf(diagnostics, 'error'), why).toEqual(at);
        expect(texts.size).toBe(0);
      },
    );

    test.each(chosen.filter(isFaulty))('$file is generated with --lenient', async (document) => {
      const { diagnostics, texts } = await make(document, true, generated);
      const { at } = invalidDocuments[document.file] ?? { at: [] };
      const helpless = unrecoverable[document.file];
      if (helpless !== undefined) {
        expect(new Set(placesOf(diagnostics, 'error')), helpless.why).toEqual(new Set(helpless.at));
        return;
      }
      expect(placesOf(diagnostics, 'error')).toEqual([]);
      expect(placesOf(diagnostics, 'warning')).toEqual(expect.arrayContaining([...at]));
      expect(texts.size).toBeGreaterThan(0);
    });

    more(generated);
  });
}

interface Made {
  readonly diagnostics: readonly Diagnostic[];
  /** The TypeScript files by path; none if there are errors. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Generates a document, notes what came of it, and keeps it to be compiled. */
async function make(
  document: IndexedDocument,
  lenient: boolean,
  { bench, rows }: { readonly bench: Workbench; readonly rows: Map<string, readonly string[]> },
): Promise<Made> {
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
        locateDiagnostics(diagnostics).map((each) => each.diagnostic),
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
  const places = locateDiagnostics(diagnostics)
    .filter(({ diagnostic }) => diagnostic.severity === severity)
    .map(
      ({ diagnostic, source, position }) =>
        `${source.path}:${position?.line}:${position?.column} ${diagnostic.code}`,
    );
  return [...new Set(places)];
}

/** Folder of a document in the workbench. */
export function nameOf(file: string): string {
  return file.replace(/\.\w+$/, '').replaceAll('/', '__');
}
