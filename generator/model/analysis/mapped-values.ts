import type { Discriminator, SchemaId, SchemaTable } from '../schema.js';
import { propertyAllows } from './allowed-values.js';

/**
 * The values with which a discriminator selects each branch of a union, in the order of the branches; none for a branch that the mapping
 * does not name. A value of the mapping is always a string there, and a number or a boolean if the property has that type (OpenAPI 3.1.1
 * section 4.8.25). Of a value that is mapped twice, the first counts.
 */
export function mappedValues(
  { mapping, propertyName }: Discriminator,
  branches: readonly SchemaId[],
  schemas: SchemaTable,
): readonly (readonly (string | number | boolean)[])[] {
  const mapped = new Set<string>();
  const texts = new Map<SchemaId, string[]>();
  for (const [text, id] of mapping) {
    if (mapped.has(text)) continue;
    mapped.add(text);
    const target = resolveReferences(id, schemas);
    texts.set(target, [...(texts.get(target) ?? []), text]);
  }
  return branches.map((branch) =>
    (texts.get(resolveReferences(branch, schemas)) ?? []).map((text) => {
      const spelt = [text, Number(text), text === 'true'].filter((each) => String(each) === text);
      return spelt.find((each) => propertyAllows(schemas, branch, propertyName, each)) ?? text;
    }),
  );
}

/** The end of a chain of references. A branch and a mapping may refer to a schema through different ones. */
export function resolveReferences(id: SchemaId, schemas: SchemaTable): SchemaId {
  let current = id;
  for (const seen = new Set<SchemaId>(); !seen.has(current);) {
    seen.add(current);
    const schema = schemas.get(current);
    current = (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? current;
  }
  return current;
}
