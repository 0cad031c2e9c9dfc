import type { KeywordSchema, Schema, SchemaId, SchemaTable } from '../schema.js';

/** A member that is not there when it travels one of the two ways. */
interface OneWayMember {
  readonly name: string;
  readonly absentIn: 'request' | 'response';
}

/** Required members that travel only one way (OpenAPI 3.0.4 section 4.7.24.2.1). */
export function readWriteOnlyProperties(
  schema: KeywordSchema,
  schemas: SchemaTable,
): readonly OneWayMember[] {
  const { required } = schema.keywords;
  if (required === undefined || required.length === 0) return none;
  if (schema.dialect !== 'openapi-3.0' && schema.dialect !== 'openapi-3.1') return none;
  let known = knownMembers.get(schemas);
  if (known === undefined) knownMembers.set(schemas, (known = new Map()));
  const before = known.get(schema);
  if (before !== undefined) return before;
  const members = findMembers(schema, required, schemas);
  known.set(schema, members);
  return members;
}

/** What was found in a table: shapes, contexts and checks all ask. */
const knownMembers = new WeakMap<SchemaTable, Map<KeywordSchema, readonly OneWayMember[]>>();

function findMembers(
  schema: KeywordSchema,
  required: readonly string[],
  schemas: SchemaTable,
): readonly OneWayMember[] {
  let found: Map<string, 'request' | 'response'> | undefined;
  for (const [name, id] of declaredMembers(schema, schemas)) {
    const { readOnly, writeOnly } = readOrWriteOnly(schemas.get(id), schemas);
    if (readOnly === writeOnly || !required.includes(name)) continue;
    found ??= new Map();
    found.set(name, readOnly ? 'request' : 'response');
  }
  return found === undefined ? none : [...found].map(([name, absentIn]) => ({ name, absentIn }));
}

const none: readonly OneWayMember[] = [];

/** Members that a schema declares itself or through what it refers to and is made of. */
function declaredMembers(
  schema: KeywordSchema,
  schemas: SchemaTable,
): readonly (readonly [name: string, schema: SchemaId])[] {
  const { properties = [], allOf, $ref } = schema.keywords;
  if (allOf === undefined && $ref === undefined) return properties;
  const members: (readonly [string, SchemaId])[] = [];
  const parts = new Set<Schema>([schema]);
  for (const part of parts) {
    if (part.kind === 'boolean') continue;
    members.push(...(part.keywords.properties ?? []));
    for (const id of [part.keywords.$ref, ...(part.keywords.allOf ?? [])]) {
      const next = id === undefined ? undefined : schemas.get(id);
      if (next !== undefined) parts.add(next);
    }
  }
  return members;
}

/** Whether a member is read only or write only, said beside its reference or at the end of it. */
export function readOrWriteOnly(
  schema: Schema | undefined,
  schemas: SchemaTable,
): { readonly readOnly: boolean; readonly writeOnly: boolean } {
  if (schema?.kind !== 'keywords') return bothWays;
  const { $ref } = schema.keywords;
  let { readOnly = false, writeOnly = false } = schema.annotations;
  if ($ref === undefined) return readOnly || writeOnly ? { readOnly, writeOnly } : bothWays;
  const seen = new Set([$ref]);
  for (let at = schemas.get($ref); at?.kind === 'keywords';) {
    readOnly ||= at.annotations.readOnly === true;
    writeOnly ||= at.annotations.writeOnly === true;
    const next = at.keywords.$ref;
    if (next === undefined || seen.has(next)) break;
    seen.add(next);
    at = schemas.get(next);
  }
  return { readOnly, writeOnly };
}

const bothWays = { readOnly: false, writeOnly: false };
