import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../model/schema.js';
import type { Data } from './data-literal.js';

/** For each branch the member, and its values, by which it is known; `undefined` where no member tells all apart. */
export function whensOf(
  { keywords }: KeywordSchema,
  ids: readonly SchemaId[],
  schemas: SchemaTable,
): readonly Data[] | undefined {
  const { discriminator } = keywords;
  const whens = (
    name: string,
    values: readonly (readonly Json[])[],
  ): readonly Data[] | undefined => {
    const all = values.flat();
    const apart = values.every((list) => list.length > 0) && new Set(all).size === all.length;
    return apart ? values.map((list) => [name, list as readonly Data[]]) : undefined;
  };
  // A branch that takes whatever chooses no other is known by no value.
  if (discriminator !== undefined && discriminator.defaultMapping === undefined) {
    const mapped = ids.map((id) =>
      discriminator.mapping.filter(([, target]) => target === meant(id, schemas) || target === id),
    );
    const found = whens(
      discriminator.propertyName,
      mapped.map((entries) => [...new Set(entries.map(([value]) => value))]),
    );
    if (found !== undefined) return found;
  }
  const tags = ids.map((id) => tagsOf(id, schemas, new Set()));
  for (const name of tags[0]?.keys() ?? []) {
    const found = whens(
      name,
      tags.map((each) => each.get(name) ?? []),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a branch refers to, or itself. */
export function meant(id: SchemaId, schemas: SchemaTable): SchemaId {
  const schema = schemas.get(id);
  return (schema?.kind === 'keywords' ? schema.keywords.$ref : undefined) ?? id;
}

/** Required members that have only listed, simple values. */
function tagsOf(
  id: SchemaId,
  schemas: SchemaTable,
  seen: Set<SchemaId>,
): ReadonlyMap<string, readonly Json[]> {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords' || seen.has(id)) return new Map();
  seen.add(id);
  const { $ref, allOf = [], properties = [], required = [] } = schema.keywords;
  const own = properties.flatMap(([name, member]) => {
    const found = schemas.get(meant(member, schemas));
    if (found?.kind !== 'keywords' || !required.includes(name)) return [];
    const { const: constant, enum: values } = found.keywords;
    const listed = constant === undefined ? values : [constant.value];
    const simple = listed?.every((value) => value === null || typeof value !== 'object');
    return simple === true && listed !== undefined ? [[name, listed] as const] : [];
  });
  const inherited = [...($ref === undefined ? [] : [$ref]), ...allOf];
  return new Map([...inherited.flatMap((next) => [...tagsOf(next, schemas, seen)]), ...own]);
}
