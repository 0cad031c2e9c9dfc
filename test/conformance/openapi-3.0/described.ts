import { hasErrors } from '../../../generator/core/diagnostic.js';
import { memoryHost } from '../../../generator/host/memory.js';
import { createSources } from '../../../generator/load/sources.js';
import { addInheritanceUnions } from '../../../generator/model/analysis/inheritance-unions.js';
import { readApi } from '../../../generator/model/read/read-api.js';
import { compileGenerated, generateChecks, type CompiledCheck } from '../json-schema/compile.js';

export type Direction = 'request' | 'response' | 'both';

export const directions: readonly Direction[] = ['request', 'response', 'both'];

/** A schema that stands in a description among `components`. */
export interface Described {
  readonly description: string;
  readonly schema: unknown;
  readonly components?: { readonly [name: string]: unknown };
}

/** The checks of a schema by direction, read from a description as any other. */
export function compileDescribed(
  { schema, components = {}, description }: Described,
  version: string,
): readonly CompiledCheck[] {
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
  return compileGenerated(
    generateChecks(addInheritanceUnions(read.value).schemas, roots),
    directions,
  );
}
