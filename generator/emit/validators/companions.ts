import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../../model/schema.js';

/**
 * Schemas that call a value text which another schema of the same value makes something else of: `allOf` with a date-time and a schema
 * that says no more than `type: string`. What they say of text then holds for text alone. `isMeant` finds the former,
 * of which there is one among the examples, one schema of each content, if there is any.
 */
export function companionsOf(
  schemas: SchemaTable,
  examples: readonly Schema[],
  isMeant: (schema: Schema) => boolean,
): ReadonlySet<SchemaId> {
  const companions = new Set<SchemaId>();
  if (!examples.some(isMeant)) return companions;
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean' || alwaysOf(schema).length + branchesOf(schema).length === 0)
      continue;
    const always = closure([schema.id], schemas, alwaysOf);
    const all = closure([schema.id], schemas, (each) => [...alwaysOf(each), ...branchesOf(each)]);
    const isOther = (id: SchemaId): boolean => {
      const found = schemas.get(id);
      return found !== undefined && isMeant(found);
    };
    const meant = [...always].some(isOther) ? all : [...all].some(isOther) ? always : [];
    for (const id of meant) if (saysText(schemas, id) && !isOther(id)) companions.add(id);
  }
  return companions;
}

function saysText(schemas: SchemaTable, id: SchemaId): boolean {
  const schema = schemas.get(id);
  if (schema?.kind !== 'keywords') return false;
  const { type, const: constant, enum: values } = schema.keywords;
  return type?.includes('string') === true && constant === undefined && values === undefined;
}

function alwaysOf({ keywords: { $ref, allOf = [] } }: KeywordSchema): readonly SchemaId[] {
  return $ref === undefined ? allOf : [$ref, ...allOf];
}

function branchesOf({ keywords: { oneOf = [], anyOf = [] } }: KeywordSchema): readonly SchemaId[] {
  return [...oneOf, ...anyOf];
}

function closure(
  start: readonly SchemaId[],
  schemas: SchemaTable,
  next: (schema: KeywordSchema) => readonly SchemaId[],
): ReadonlySet<SchemaId> {
  const found = new Set(start);
  // A set is walked through to the end while it grows.
  for (const id of found) {
    const schema = schemas.get(id);
    if (schema?.kind === 'keywords') for (const each of next(schema)) found.add(each);
  }
  return found;
}
