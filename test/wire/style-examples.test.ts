import { readFileSync } from 'node:fs';
import type { WireRequest } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../shared.js';
import type { OperationSource, WireCase } from './suite/case.js';
import { callWith } from './suite/call.js';
import { checkClient } from './suite/client.js';
import { generateTopic } from './suite/generated.js';
import { suiteServer } from './suite/handlers.js';
import { checkServer } from './suite/server.js';

/** A row of the table "Style Examples" of OpenAPI, of one or the other generation of it. */
interface Row {
  readonly versions: string;
  readonly style: string;
  readonly explode: boolean;
  readonly in: 'path' | 'query';
  readonly valueKind: 'undefined' | 'string' | 'array' | 'object';
  readonly value: unknown;
  /** `null`: the table says "n/a". */
  readonly expected: string | null;
}

const file = sharedPath('suites', 'oas-param-style', 'vectors.json');
const { vectors } = (
  file === undefined ? { vectors: [] } : JSON.parse(readFileSync(file, 'utf8'))
) as { readonly vectors: readonly Row[] };
const rows = vectors.map((row, index) => ({ ...row, id: `row${index}` }));
const stated = rows.filter(({ expected }) => expected !== null);

/** The later generation corrects these rows of the earlier one, which cut otherwise or have no name. */
const corrected = (row: Row): boolean =>
  row.versions.startsWith('3.0.0') &&
  row.valueKind !== 'string' &&
  row.valueKind !== 'undefined' &&
  ((row.style === 'label' && !row.explode) || row.style.endsWith('Delimited'));

function operationOf({
  in: place,
  style,
  explode,
  valueKind,
  id,
}: Row & { readonly id: string }): OperationSource {
  const number = { type: 'integer' };
  const schemas = {
    undefined: { type: 'string' },
    string: { type: 'string' },
    array: { type: 'array', items: { type: 'string' } },
    object: { type: 'object', properties: { R: number, G: number, B: number } },
  };
  const required = place === 'path' || valueKind !== 'undefined';
  return {
    path: place === 'path' ? `/${id}/{color}` : `/${id}`,
    parameters: [
      {
        name: 'color',
        in: place,
        required,
        style,
        explode,
        schema: schemas[valueKind],
        ...(required ? {} : { allowEmptyValue: true }),
      },
    ],
  };
}

describe.skipIf(file === undefined)('style examples of OpenAPI', async () => {
  const generated = await generateTopic({
    name: 'style-examples',
    title: 'Style examples',
    operations: Object.fromEntries(stated.map((row) => [row.id, operationOf(row)])),
  });
  const server = suiteServer(generated);
  const wireOf = (row: (typeof rows)[number]): WireCase => ({
    name: row.id,
    operation: row.id,
    call: row.in === 'path' ? { path: [row.value] } : { query: { color: row.value } },
    request: `GET /${row.id}${row.in === 'path' ? '/' : '?'}${row.expected}`,
  });

  const spelt = stated.filter((row) => row.valueKind !== 'undefined' && !corrected(row));
  test.each(spelt)(
    '$versions $style explode $explode: $valueKind is encoded as $expected',
    async (row) => {
      // The earlier table shows brackets as they are read, the later one as they are sent.
      const brackets = row.expected?.includes('[') === true;
      if (!brackets) await checkClient(generated, wireOf(row));
      await checkServer(generated, server, wireOf(row));
    },
  );

  test.each(stated.filter(corrected))(
    '$versions $style explode $explode: $valueKind is rejected as $expected',
    async (row) => {
      const place = row.in === 'path' ? 'path/color' : 'query/color';
      await checkServer(generated, server, { ...wireOf(row), fault: { status: 400, at: [place] } });
    },
  );

  const nothing = stated.filter((row) => row.valueKind === 'undefined');
  test.each(nothing)('$versions $style explode $explode: a missing value', async (row) => {
    const sent: WireRequest[] = [];
    const { call = {} } = wireOf(row);
    const outcome = await callWith(generated, row.id, call, (request) => {
      sent.push(request);
      return Promise.resolve({ status: 204, headers: [], body: undefined });
    });
    // A path without a value is another path; a query may say an empty one, where the description allows it.
    if (row.in === 'path') expect(outcome).toMatchObject({ kind: 'invalid-request' });
    else expect(sent[0]?.target).toBe(`/${row.id}?${row.expected}`);
  });

  test('contain a hundred rows, some of which are undefined', () => {
    expect([rows.length, spelt.length, stated.filter(corrected).length, nothing.length]).toEqual([
      100, 52, 6, 14,
    ]);
    expect(
      new Set(rows.filter(({ expected }) => expected === null).map(({ style }) => style)),
    ).toEqual(new Set(['simple', 'spaceDelimited', 'pipeDelimited', 'deepObject']));
  });
});
