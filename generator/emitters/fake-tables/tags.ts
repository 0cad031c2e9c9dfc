import { mappedValues, resolveReferences } from '../../model/analysis/mapped-values.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';

/** The property that selects a branch of a union, and its values for each branch; none for branches that are no objects. */
export interface Tags {
  readonly property: string;
  readonly values: readonly (readonly Json[])[];
}

/**
 * Returns the tags of a union with a discriminator: the values that its branches list, otherwise those of the mapping. Returns
 * `undefined` if neither are known for all branches.
 */
export function tagsOf({ keywords }: KeywordSchema, schemas: SchemaTable): Tags | undefined {
  const { discriminator, oneOf, anyOf } = keywords;
  const branches = oneOf ?? anyOf;
  if (discriminator === undefined || branches === undefined) return undefined;
  const property = discriminator.propertyName;
  const isObject = branches.map((branch) => mayBeObject(branch, schemas, new Set()));
  if (isObject.filter(Boolean).length < 2) return undefined;
  const complete = (values: readonly (readonly Json[])[]): Tags | undefined =>
    values.every((each, index) => each.length > 0 || isObject[index] === false)
      ? { property, values }
      : undefined;
  const listed = branches.map((branch) => listedValues(branch, property, schemas, new Set()) ?? []);
  const all = listed.flat();
  const isDisjoint = new Set(all).size === all.length;
  const byBranch = isDisjoint ? complete(listed) : undefined;
  return byBranch ?? complete(mappedValues(discriminator, branches, schemas));
}

/** Values that a branch lists for a property. */
function listedValues(
  id: SchemaId,
  property: string,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): readonly Json[] | undefined {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return undefined;
  seen.add(id);
  const { $ref, allOf = [], properties = [] } = schema.keywords;
  const member = properties.find(([name]) => name === property)?.[1];
  const own = member === undefined ? undefined : schemas.get(resolveReferences(member, schemas));
  if (own?.kind === 'keywords') {
    const { const: constant, enum: values } = own.keywords;
    if (constant !== undefined) return [constant.value];
    if (values !== undefined) return values;
  }
  for (const next of [...($ref === undefined ? [] : [$ref]), ...allOf]) {
    const found = listedValues(next, property, schemas, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

function mayBeObject(id: SchemaId, schemas: SchemaTable, seen: Set<SchemaId>): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return true;
  seen.add(id);
  const { $ref, type, allOf = [] } = schema.keywords;
  if (type !== undefined && !type.includes('object')) return false;
  return [...($ref === undefined ? [] : [$ref]), ...allOf].every((next) =>
    mayBeObject(next, schemas, seen),
  );
}
