import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSources } from '../../../generator/load/sources.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import { hasErrors } from '../../../generator/core/diagnostic.js';
import { compileGenerated, generateChecks } from '../json-schema/compile.js';

type Direction = 'request' | 'response' | 'both';

/** A group of the official suite's form, whose schema stands in a description among `components`. */
interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly components?: { readonly [name: string]: unknown };
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
    /** Which way the value travels; both where it makes no difference. */
    readonly direction?: Direction;
  }[];
}

const directions: readonly Direction[] = ['request', 'response', 'both'];

describe.each([
  ['openapi-3.0', '3.0.4'],
  ['openapi-3.0', '3.0.3'],
  ['openapi-3.1', '3.1.1'],
  ['openapi-3.2', '3.2.0'],
])('the schema object: the suite %s on a description of %s', (folder, version) => {
  const path = `test/conformance/${folder}`;
  const files = readdirSync(path).filter((name) => name.endsWith('.json'));
  test.each(files)('%s', (file) => {
    const groups = JSON.parse(readFileSync(`${path}/${file}`, 'utf8')) as readonly Group[];
    const failures = groups.flatMap((group) => failuresOf(group, version));
    expect(failures).toEqual([]);
    expect(groups.length).toBeGreaterThan(0);
  });
});

function failuresOf(group: Group, version: string): readonly string[] {
  const checks = compile(group, version);
  return group.tests.flatMap(({ description, data, valid, direction = 'both' }) => {
    const check = checks[directions.indexOf(direction)];
    const where = `${group.description}: ${description}`;
    const violations = check?.check(data) ?? [];
    return [
      ...(check?.is(data) === valid ? [] : [`${where}: the guard says ${!valid}`]),
      ...((violations.length === 0) === valid
        ? []
        : [`${where}: the report says ${violations.length} violations`]),
    ];
  });
}

/** The checks of a group's schema by direction, read from a description as any other. */
function compile({ schema, components = {}, description }: Group, version: string) {
  const document = {
    openapi: version,
    info: { title: description, version: '1.0.0' },
    paths: {},
    components: { schemas: { ...components, SchemaUnderTest: schema } },
  };
  const host = memoryHost({ 'api.json': JSON.stringify(document) }, '/');
  const sources = createSources(host);
  const { value: entry } = sources.entry('api.json');
  const read = entry && readApi(sources, entry);
  const root = read?.value?.components.find(({ name }) => name === 'SchemaUnderTest');
  if (read?.value === undefined || root === undefined || hasErrors(read.diagnostics)) {
    throw new Error(`${description}: ${JSON.stringify(read?.diagnostics.map((d) => d.message))}`);
  }
  const roots = directions.map((direction) => ({ id: root.id, name: direction, direction }));
  return compileGenerated(generateChecks(read.value.schemas, roots), directions);
}
