import fc from 'fast-check';
import { format } from 'oxfmt';
import { Project, QuoteKind, type StatementStructures, StructureKind } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import type { Declaration } from '../../../generator/printer/source-file.js';
import { code, localName } from '../../../generator/printer/code.js';
import { flat } from '../../../generator/printer/flat.js';
import { printWidth } from '../../../generator/printer/print/print-doc.js';
import { isSyntax } from '../../../generator/printer/syntax.js';
import { printSourceFile } from '../../../generator/printer/print.js';
import { declaration, withLines } from './structures.js';
import { randomRuns } from '../../rounds.js';

const project = new Project({
  useInMemoryFileSystem: true,
  manipulationSettings: { quoteKind: QuoteKind.Single },
});

/** The same data under the type that ts-morph knows; text is text there. */
function structuresOf(declarations: readonly Declaration[]): StatementStructures[] {
  const copy: StatementStructures[] = JSON.parse(
    JSON.stringify(declarations, (_, value: unknown) =>
      typeof value === 'object' && value !== null && isSyntax(value) ? flat(value) : value,
    ),
  );
  return copy;
}

function byTsMorph(declarations: readonly Declaration[]): string {
  const file = project.createSourceFile(
    'x.ts',
    { statements: structuresOf(declarations) },
    { overwrite: true },
  );
  return file.getFullText();
}

function byUs(declarations: readonly Declaration[]): string {
  return printSourceFile({ kind: 'typescript', path: 'x.ts', declarations });
}

/** A text in the formatter's layout: what is left are tokens, comments and their order. */
async function formatted(text: string): Promise<string> {
  const { code, errors } = await format('x.ts', text, {
    printWidth: 100,
    singleQuote: true,
    trailingComma: 'all',
  });
  expect(errors).toEqual([]);
  return code;
}

/** ts-morph leaves other lines empty than we do. */
function withoutEmptyLines(text: string): string {
  return text.replace(/\n(?=\n)/g, '');
}

describe('printer', () => {
  it('prints the same as ts-morph, in the layout of the formatter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(declaration, { minLength: 1, maxLength: 3 }),
        async (declarations) => {
          const ours = byUs(declarations);
          expect(await formatted(ours)).toBe(ours);
          expect(withoutEmptyLines(ours)).toBe(
            // The formatter may change what it has formatted, where an object of an argument was broken.
            withoutEmptyLines(await formatted(await formatted(byTsMorph(declarations)))),
          );
        },
      ),
      randomRuns(1500),
    );
  });

  it('prints what ts-morph cannot break in the layout of the formatter', async () => {
    await fc.assert(
      fc.asyncProperty(withLines, async (each) => {
        const ours = byUs([each]);
        expect(await formatted(ours)).toBe(ours);
      }),
      randomRuns(1500),
    );
  });

  it.each([
    ['no type parameters', []],
    ['two type parameters', [code`A extends string`, code`B = Record<string, A>`]],
  ])('breaks the header of a class with %s where the formatter does', async (_, typeParameters) => {
    const name = localName('Kept');
    const property = { name: localName('id'), type: code`string` };
    for (let length = 1; length < printWidth; length += 1)
      for (const isExtended of [false, true])
        for (const interfaces of [0, 1, 2, 3])
          for (const properties of [[], [property]]) {
            const long = localName('x'.repeat(length));
            const parent = interfaces === 0 ? long : name;
            const each: Declaration = {
              kind: StructureKind.Class,
              name,
              typeParameters,
              implements: Array.from({ length: interfaces }, () => long),
              properties,
              ...(isExtended && { extends: parent }),
            };
            const ours = byUs([each]);
            expect(await formatted(ours)).toBe(ours);
          }
  });
});
