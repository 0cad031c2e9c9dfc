import type { Api } from '../api.js';
import { discriminatingSchemas } from './discriminating-schemas.js';
import type {
  Json,
  Keywords,
  KeywordSchema,
  Schema,
  SchemaId,
  SchemaTable,
  TypeName,
} from '../schema.js';
import { inferredDiscriminator } from '../shape/unions.js';
import { isOfType } from '../shape/types.js';
import { subschemas } from './subschemas.js';
import { untypedSchemas } from './untyped-schemas.js';

/**
 * Lets every list of values (`enum`) grow: any text is valid where texts are listed, and any number where numbers are. What is listed stays
 * known as `x-extensible-enum`. Lists keep their letter where something is told by them: those of one value, of members that tell branches
 * or messages apart, and whatever a test (`not`, `if`, `contains`) looks at. Branches of a `oneOf` that nothing tells apart any more may
 * match together, so that it is read as `anyOf`.
 */
export function openEnums(api: Api): Api {
  const { schemas } = api;
  const closed = new Set([...discriminatingSchemas(api), ...tested(schemas)]);
  const opened = new Map<SchemaId, Schema>();
  for (const schema of schemas.values()) {
    const open = closed.has(schema.id) ? undefined : openList(schema);
    if (open !== undefined) opened.set(schema.id, open);
  }
  if (opened.size === 0) return api;
  const table = new Map(schemas);
  for (const [id, schema] of opened) table.set(id, schema);
  const loose = leadingTo(schemas, new Set(opened.keys()));
  for (const schema of table.values())
    if (schema.kind === 'keywords' && isAmbiguous(schema, schemas, loose))
      table.set(schema.id, withAnyOf(schema));
  return { ...api, schemas: table };
}

/** The same schema with its list as what is known so far; `undefined` where it stays as it is. */
function openList(schema: Schema): KeywordSchema | undefined {
  if (schema.kind === 'boolean') return undefined;
  const { enum: listed, const: constant, ...keywords } = schema.keywords;
  if (listed === undefined || constant !== undefined || isOfFix(schema)) return undefined;
  const values = listed.filter((value) => isOfType(value, keywords.type));
  const types = openTypes(values, keywords.type);
  if (types === undefined) return undefined;
  const extensions = { ...schema.annotations.extensions, 'x-extensible-enum': listed };
  return {
    ...schema,
    keywords: { ...keywords, type: types },
    annotations: { ...schema.annotations, extensions },
  };
}

/** The types of listed values, if these are texts or numbers, several of them, and `null` at most. */
function openTypes(
  values: readonly Json[],
  said: readonly TypeName[] | undefined,
): readonly TypeName[] | undefined {
  const known = new Set(values.filter((value) => value !== null));
  if (known.size < 2) return undefined;
  const types = new Set(values.map((value) => openType(value, said)));
  return types.has(undefined) ? undefined : ([...types] as readonly TypeName[]);
}

function openType(value: Json, said: readonly TypeName[] | undefined): TypeName | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'string';
  if (typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return said?.includes('integer') === true && !said.includes('number') ? 'integer' : 'number';
}

/** Whether it describes what travels as FIX, where a value that is not listed is a fault of the message. */
function isOfFix({ annotations }: KeywordSchema): boolean {
  return annotations.extensions['x-fix-tag'] !== undefined;
}

/** All that tests lead to: what they refuse would grow with what they list. */
function tested(schemas: SchemaTable): ReadonlySet<SchemaId> {
  const found = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { not, if: condition, contains } = schema.keywords;
    for (const test of [not, condition, contains]) if (test !== undefined) found.add(test);
  }
  // A set is walked through to the end while it grows.
  for (const id of found) {
    const schema = schemas.get(id);
    if (schema?.kind === 'keywords')
      for (const inner of subschemas(schema.keywords)) found.add(inner);
  }
  return found;
}

/** All schemas that lead to one of these. */
function leadingTo(schemas: SchemaTable, targets: ReadonlySet<SchemaId>): ReadonlySet<SchemaId> {
  const holders = new Map<SchemaId, SchemaId[]>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    for (const inner of subschemas(schema.keywords)) {
      const known = holders.get(inner);
      if (known === undefined) holders.set(inner, [schema.id]);
      else known.push(schema.id);
    }
  }
  const found = new Set(targets);
  for (const id of found) for (const holder of holders.get(id) ?? []) found.add(holder);
  return found;
}

/** Whether more than one branch of a `oneOf` may match what one of them alone matched. */
function isAmbiguous(
  { keywords }: KeywordSchema,
  schemas: SchemaTable,
  loose: ReadonlySet<SchemaId>,
): boolean {
  const { oneOf, anyOf, discriminator } = keywords;
  if (oneOf === undefined || anyOf !== undefined || discriminator !== undefined) return false;
  if (!oneOf.some((branch) => loose.has(branch))) return false;
  if (inferredDiscriminator(oneOf, schemas) !== undefined) return false;
  const { within } = untypedSchemas(schemas);
  const types = oneOf.flatMap((branch) => [...within(branch)]);
  return new Set(types).size < types.length;
}

function withAnyOf(schema: KeywordSchema): KeywordSchema {
  const { oneOf: branches, ...keywords } = schema.keywords;
  const read: Keywords = branches === undefined ? keywords : { ...keywords, anyOf: branches };
  return { ...schema, keywords: read };
}
