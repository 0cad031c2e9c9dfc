import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../schema.js';

/**
 * Schemas that call a value text which another schema of the same value makes something else of: `allOf` with a date-time and a schema
 * that says no more than `type: string`, or a base and an extension that say so of one member. What they say of text then holds for text
 * alone. `isMeant` finds the former, of which there is one among the examples, one schema of each content, if there is any.
 */
export function overlappingStringSchemas(
  schemas: SchemaTable,
  examples: readonly Schema[],
  isMeant: (schema: Schema) => boolean,
): ReadonlySet<SchemaId> {
  const companions = new Set<SchemaId>();
  if (!examples.some(isMeant)) return companions;
  const isOther = (id: SchemaId): boolean => {
    const found = schemas.get(id);
    return found !== undefined && isMeant(found);
  };
  const note = (start: readonly SchemaId[]): void => {
    const always = closure(start, schemas, alwaysOf);
    const all = closure(start, schemas, (each) => [...alwaysOf(each), ...branchesOf(each)]);
    const meant = [...always].some(isOther) ? all : [...all].some(isOther) ? always : [];
    for (const id of meant) if (saysText(schemas, id) && !isOther(id)) companions.add(id);
  };
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean' || alwaysOf(schema).length + branchesOf(schema).length === 0)
      continue;
    note([schema.id]);
    for (const said of membersSaidTwice(schema.id, schemas)) note(said);
  }
  return companions;
}

/** What schemas of the same object say of a member, for each of which more than one speaks. */
function membersSaidTwice(id: SchemaId, schemas: SchemaTable): readonly (readonly SchemaId[])[] {
  const members = new Map<string, SchemaId[]>();
  for (const part of closure([id], schemas, alwaysOf)) {
    const schema = schemas.get(part);
    if (schema?.kind !== 'keywords') continue;
    for (const [name, member] of schema.keywords.properties ?? []) {
      const known = members.get(name);
      if (known === undefined) members.set(name, [member]);
      else known.push(member);
    }
  }
  return [...members.values()].filter((said) => said.length > 1);
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
