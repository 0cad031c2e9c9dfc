import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../model/schema.js';
import type { Data } from './data-literal.js';

/**
 * Returns the discriminating property of each branch with its values. Returns `undefined` if no
 * property distinguishes all branches.
 */
export function discriminatorValues(
  { keywords }: KeywordSchema,
  ids: readonly SchemaId[],
  schemas: SchemaTable,
): readonly Data[] | undefined {
  const { discriminator } = keywords;
  const branchConditions = (
    name: string,
    values: readonly (readonly Json[])[],
  ): readonly Data[] | undefined => {
    const all = values.flat();
    const isDistinct = values.every((list) => list.length > 0) && new Set(all).size === all.length;
    return isDistinct ? values.map((list) => [name, list as readonly Data[]]) : undefined;
  };
  // A default branch accepts all other values, so its values are unknown.
  if (discriminator !== undefined && discriminator.defaultMapping === undefined) {
    const mapped = ids.map((id) =>
      discriminator.mapping.filter(
        ([, target]) => target === referencedSchema(id, schemas) || target === id,
      ),
    );
    const conditions = branchConditions(
      discriminator.propertyName,
      mapped.map((entries) => [...new Set(entries.map(([value]) => value))]),
    );
    if (conditions !== undefined) return conditions;
  }
  const tags = ids.map((id) => tagsOf(id, schemas, new Set()));
  for (const name of tags[0]?.keys() ?? []) {
    const conditions = branchConditions(
      name,
      tags.map((each) => each.get(name) ?? []),
    );
    if (conditions !== undefined) return conditions;
  }
  return undefined;
}

/** Target of a branch that is a reference, otherwise the branch itself. */
export function referencedSchema(id: SchemaId, schemas: SchemaTable): SchemaId {
  const schema = schemas.get(id);
  return (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? id;
}

/** Required properties whose values are all listed primitives. */
function tagsOf(
  id: SchemaId,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): ReadonlyMap<string, readonly Json[]> {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return new Map();
  seen.add(id);
  const { $ref, allOf = [], properties = [], required = [] } = schema.keywords;
  const declared = properties.flatMap(([name, member]) => {
    const conditions = schemas.get(referencedSchema(member, schemas));
    if (conditions?.kind !== 'keywords' || !required.includes(name)) return [];
    const { const: constant, enum: values } = conditions.keywords;
    const listed = constant === undefined ? values : [constant.value];
    const isPrimitive = listed?.every((value) => value === null || typeof value !== 'object');
    return isPrimitive === true && listed !== undefined ? [[name, listed] as const] : [];
  });
  const inherited = [...($ref === undefined ? [] : [$ref]), ...allOf];
  return new Map([...inherited.flatMap((next) => [...tagsOf(next, schemas, seen)]), ...declared]);
}
