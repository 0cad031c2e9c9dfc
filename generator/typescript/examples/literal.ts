import { appliedInPlace, isBigInteger } from '../../model/analysis/big-integer.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Identifier, Plan, TypePlan } from '../../plan/plan.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import { bigIntLiteral, code, type Text, identifier, stringLiteral } from '../../printer/code.js';
import { type Data, Reference } from '../data-literal.js';
import { enumMember } from '../enum-member.js';

/** Code of an example that needs an import. */
class ImportedReference extends Reference {
  readonly identifier: Identifier;

  constructor(code: Text, identifier: Identifier) {
    super(code);
    this.identifier = identifier;
  }
}

/** Exports that example data refers to: enums of the package, and codecs of formats. */
export function importsOf(data: Data): readonly Identifier[] {
  if (data instanceof ImportedReference) return [data.identifier];
  if (typeof data !== 'object' || data === null || data instanceof Reference) return [];
  return Object.values(data).flatMap(importsOf);
}

/**
 * Converts an example to its program form: 64-bit integers become `bigint` literals, dates are
 * constructed, and values of TypeScript enums become members.
 */
export function exampleLiteral(plan: Plan, id: SchemaId | undefined, value: Json): Data {
  const { shapes } = plan;
  const isUnconverted =
    shapes.int64 === 'number' && shapes.converted.size === 0 && enumsOf(plan).length === 0;
  return isUnconverted || id === undefined ? value : convert(value, [id], plan);
}

/** Converts a value that the schemas `ids` describe. */
function convert(value: Json, ids: readonly SchemaId[], plan: Plan): Data {
  if (typeof value === 'boolean' || typeof value === 'bigint' || value === null) return value;
  const { api, shapes } = plan;
  const schemasOfValue = inPlace(ids, api.schemas);
  const member = memberOf(value, schemasOfValue, plan);
  if (member !== undefined) return member;
  if (typeof value === 'string') return convertText(value, schemasOfValue, plan);
  if (typeof value === 'number') {
    return shapes.int64 === 'bigint' && Number.isInteger(value) && schemasOfValue.some(isBigInteger)
      ? new Reference(bigIntLiteral(value))
      : value;
  }
  if (isList(value)) {
    return value.map((item, index) => {
      const next = schemasOfValue.map(
        ({ keywords }) => keywords.prefixItems?.[index] ?? keywords.items,
      );
      return convert(item, next.filter(isDefined), plan);
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const next = schemasOfValue.map(
        ({ keywords }) =>
          keywords.properties?.find(([each]) => each === name)?.[1] ??
          keywords.additionalProperties,
      );
      return [name, convert(member, next.filter(isDefined), plan)];
    }),
  );
}

/** Member of an enum with this value. */
function memberOf(
  value: Json,
  schemasOfValue: readonly KeywordSchema[],
  plan: Plan,
): Reference | undefined {
  const ids = new Set<SchemaId>(schemasOfValue.map(({ id }) => id));
  for (const { id, identifier: enumIdentifier, values } of enumsOf(plan)) {
    const member = ids.has(id)
      ? enumMember(values, value, identifier(enumIdentifier.name))
      : undefined;
    if (member !== undefined) return new ImportedReference(member, enumIdentifier);
  }
  return undefined;
}

function enumsOf({ types }: Plan): readonly TypePlan[] {
  return types.filter(({ values }) => values?.kind === 'enum');
}

/** Converts a string to its program form. */
function convertText(
  value: string,
  schemasOfValue: readonly KeywordSchema[],
  { shapes, conversions }: Plan,
): Data {
  const formats = schemasOfValue.map((schema) => convertedFormat(schema, shapes.converted));
  const conversion = conversions.get(formats.find((format) => format !== undefined) ?? '');
  if (conversion === undefined) return value;
  const text = stringLiteral(value);
  return conversion.type === undefined
    ? new Reference(code`new Date(${text})`)
    : new ImportedReference(
        code`${identifier(conversion.codec.name)}.decode(${text})`,
        conversion.codec,
      );
}

function inPlace(ids: readonly SchemaId[], schemas: SchemaTable): readonly KeywordSchema[] {
  const found = new Map<SchemaId, KeywordSchema>();
  const pending = [...ids];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || found.has(id)) continue;
    found.set(id, schema);
    pending.push(...appliedInPlace(schema, schemas));
  }
  return [...found.values()];
}

function isDefined(id: SchemaId | undefined): id is SchemaId {
  return id !== undefined;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
