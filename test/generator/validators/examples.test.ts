import { describe, expect, test } from 'vitest';
import { diskHost } from '../../../generator/host/disk.js';
import { createSources } from '../../../generator/load/sources.js';
import type { Api, Content, Parameter } from '../../../generator/model/api.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import type { Json, SchemaId } from '../../../generator/model/schema.js';
import { compileGenerated, generateChecks } from '../../conformance/json-schema/compile.js';

describe.each(['spec/platform/openapi.yaml', 'spec/rpc/openapi.yaml'])('examples of %s', (path) => {
  const api = read(path);
  const examples = examplesOf(api);

  test('satisfy their schemas, which reject a symbol', () => {
    const ids = [...new Set(examples.map(({ schema }) => schema))];
    const roots = ids.map((id, index) => ({ id, name: `Value${index}` }));
    const checks = compileGenerated(
      generateChecks(api.schemas, roots),
      roots.map(({ name }) => name),
    );
    const violations = examples.flatMap(
      ({ schema, value }) => checks[ids.indexOf(schema)]?.check(value) ?? [],
    );
    expect(violations).toEqual([]);
    expect(examples.length).toBeGreaterThan(0);
    expect(checks.filter((check) => check.is(Symbol.iterator))).toEqual([]);
  });
});

function read(path: string): Api {
  const sources = createSources(diskHost(process.cwd()));
  const entry = sources.entry(path).value;
  const api = entry === undefined ? undefined : readApi(sources, entry).value;
  if (api === undefined) throw new Error(`${path} can be read`);
  return addInheritanceUnions(api);
}

interface Example {
  readonly schema: SchemaId;
  readonly value: Json;
}

function examplesOf(api: Api): readonly Example[] {
  return api.operations.flatMap(({ parameters, request, outcomes }) => [
    ...parameters.flatMap(ofParameter),
    ...(request?.contents ?? []).flatMap(ofContent),
    ...outcomes.flatMap(({ headers, contents }) => [
      ...headers.flatMap(ofParameter),
      ...contents.flatMap(ofContent),
    ]),
  ]);
}

function ofParameter({ schema, examples }: Parameter): readonly Example[] {
  return examples.map((value) => ({ schema, value }));
}

function ofContent({ schema, examples }: Content): readonly Example[] {
  return schema === undefined ? [] : examples.map((value) => ({ schema, value }));
}
