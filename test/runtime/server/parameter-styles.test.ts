import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { ParameterDescriptor, WireType } from '@tallystick/runtime';
import { describe, expect, it } from 'vitest';
import { preparePath } from '../../../runtime/core/parameters/path.js';
import { prepareQuery } from '../../../runtime/core/parameters/query.js';
import { sharedPath } from '../../shared.js';
import { operation, parameter } from './request.js';
import { text, integer, read } from './parameter-fixture.js';
import { randomRuns } from '../../rounds.js';

fc.configureGlobal(randomRuns(500));

interface Vector {
  readonly versions: string;
  readonly style: NonNullable<ParameterDescriptor['style']>;
  readonly explode: boolean;
  readonly in: 'path' | 'query';
  readonly valueKind: 'undefined' | 'string' | 'array' | 'object';
  readonly value: unknown;
  readonly expected: string | null;
}

const vectorsPath = sharedPath('suites', 'oas-param-style', 'vectors.json');

describe.skipIf(vectorsPath === undefined)('style examples of OpenAPI', () => {
  const { vectors } = (
    vectorsPath === undefined ? { vectors: [] } : JSON.parse(readFileSync(vectorsPath, 'utf8'))
  ) as {
    readonly vectors: readonly Vector[];
  };
  // The earlier table spells these in a way that the later one corrects.
  const wanted = vectors.filter(
    ({ versions, style, explode, valueKind, expected }) =>
      expected !== null &&
      valueKind !== 'undefined' &&
      !(
        versions.startsWith('3.0.0') &&
        ((style === 'label' && !explode) || style.endsWith('Delimited'))
      ),
  );
  const types: Readonly<Record<Vector['valueKind'], WireType>> = {
    undefined: text,
    string: text,
    array: { types: ['array'], items: text },
    object: { types: ['object'], properties: { R: integer, G: integer, B: integer } },
  };
  it.each(wanted)(
    'are read: $versions $style explode=$explode $valueKind',
    async ({ style, explode, in: where, valueKind, value, expected }) => {
      const colour = parameter('color', {
        in: where,
        style,
        explode,
        type: types[valueKind],
        ...(where === 'path' ? { required: true } : {}),
      });
      const target = where === 'path' ? `/read/${expected}` : `/read?${expected}`;
      expect(await read([colour], { target })).toEqual({ [where]: { color: value } });
    },
  );
});

describe('parameter encoded by the client is decoded by the server', () => {
  const graphemes = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((word) => !/^\.{1,2}$/.test(word));
  const forms = [
    ['path', 'simple'],
    ['path', 'label'],
    ['path', 'matrix'],
    ['query', 'form'],
    ['query', 'spaceDelimited'],
    ['query', 'pipeDelimited'],
    ['query', 'deepObject'],
  ] as const;

  for (const [where, style] of forms) {
    for (const explode of [false, true]) {
      it(`in ${where} with style ${style}, explode=${explode}`, async () => {
        // Values of these styles cannot contain the delimiter.
        const mark =
          style === 'label'
            ? '.'
            : style === 'spaceDelimited'
              ? ' '
              : style === 'pipeDelimited'
                ? '|'
                : '';
        const words = mark === '' ? graphemes : graphemes.filter((word) => !word.includes(mark));
        const numbers =
          style === 'label' ? fc.integer() : fc.double({ noNaN: true, noDefaultInfinity: true });
        const list: WireType = { types: ['array'], items: text };
        const object: WireType = {
          types: ['object'],
          properties: { a: text, b: { types: ['number'] } },
        };
        const values: fc.Arbitrary<readonly [WireType, unknown]> = fc.oneof(
          fc
            .record({
              a: words,
              b: numbers.map((number) => number + 0),
            })
            .map((value) => [object, value] as const),
          ...(style === 'deepObject' || style.endsWith('Delimited')
            ? []
            : [words.map((value) => [text, value] as const)]),
          ...(style === 'deepObject'
            ? []
            : [fc.array(words, { minLength: 1 }).map((value) => [list, value] as const)]),
        );
        await fc.assert(
          fc.asyncProperty(values, async ([type, value]) => {
            const one = parameter('q', { in: where, style, explode, type });
            const target =
              where === 'path'
                ? preparePath(operation('x', { path: ['/read/', 0], parameters: [one] }))([value])
                : `/read?${prepareQuery(one)(value).join('&')}`;
            expect(await read([one], { target })).toEqual({ [where]: { q: value } });
          }),
          randomRuns(300),
        );
      });
    }
  }
});

describe('two path parameters of one segment, separated by text that is percent-encoded', () => {
  const parameters = [parameter('a', { in: 'path' }), parameter('b', { in: 'path' })];
  const encode = preparePath(operation('x', { path: ['/read/', 0, '?', 1], parameters }));

  it('are sent if the first one does not contain the text', () => {
    expect(encode(['x#y', 'p?q'])).toBe('/read/x%23y%3Fp%3Fq');
  });

  it('reject a first value that contains the text', () => {
    expect(() => encode(['x?y', 'z'])).toThrow('"?"');
  });
});
