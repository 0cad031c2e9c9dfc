import { appliedInPlace, isBigInteger } from '../../model/big-integer.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import type { Plan, TypePlan } from '../../plan/plan.js';
import { convertedFormat } from '../../model/converted.js';
import { bigIntLiteral, code, type Code, identifier, stringLiteral } from '../code.js';
import { type Data, Reference } from '../data-literal.js';
import { enumMember } from '../enum-member.js';

/**
 * An example as a program holds it: integers of 64 bits are `bigint` literals, dates are made, and values of enums are their members, where
 * the package has them so.
 */
export function programValue(plan: Plan, id: SchemaId | undefined, value: Json): Data {
  const { shapes } = plan;
  const isSame =
    shapes.int64 === 'number' && shapes.converted.size === 0 && enumsOf(plan).length === 0;
  return isSame || id === undefined ? value : held(value, [id], plan);
}

/** `ids` are the schemas that describe the value. */
function held(value: Json, ids: readonly SchemaId[], plan: Plan): Data {
  if (typeof value === 'boolean' || typeof value === 'bigint' || value === null) return value;
  const { api, shapes } = plan;
  const described = inPlace(ids, api.schemas);
  const member = memberOf(value, described, plan);
  if (member !== undefined) return new Reference(member);
  if (typeof value === 'string') return heldText(value, described, plan);
  if (typeof value === 'number') {
    return shapes.int64 === 'bigint' && Number.isInteger(value) && described.some(isBigInteger)
      ? new Reference(bigIntLiteral(value))
      : value;
  }
  if (isList(value)) {
    return value.map((item, index) => {
      const next = described.map(({ keywords }) => keywords.prefixItems?.[index] ?? keywords.items);
      return held(item, next.filter(isSaid), plan);
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const next = described.map(
        ({ keywords }) =>
          keywords.properties?.find(([each]) => each === name)?.[1] ??
          keywords.additionalProperties,
      );
      return [name, held(member, next.filter(isSaid), plan)];
    }),
  );
}

/** A value of an enum as its member. */
function memberOf(value: Json, described: readonly KeywordSchema[], plan: Plan): Code | undefined {
  const ids = new Set<SchemaId>(described.map(({ id }) => id));
  for (const { id, identifier: own, values } of enumsOf(plan)) {
    const member = ids.has(id) ? enumMember(values, value, identifier(own.name)) : undefined;
    if (member !== undefined) return member;
  }
  return undefined;
}

function enumsOf({ types }: Plan): readonly TypePlan[] {
  return types.filter(({ values }) => values?.kind === 'enum');
}

/** The enums whose members a program names. */
export function enumsIn(plan: Plan, program: Code): readonly Code[] {
  const names = enumsOf(plan).map((type) => type.identifier.name);
  const words = new Set(program.split(/[^\p{ID_Continue}$]+/u));
  return names.filter((name) => words.has(name)).map(identifier);
}

/** A text as the value that is made of it. */
function heldText(
  value: string,
  described: readonly KeywordSchema[],
  { shapes, conversions }: Plan,
): Data {
  const formats = described.map((schema) => convertedFormat(schema, shapes.converted));
  const conversion = conversions.get(formats.find((format) => format !== undefined) ?? '');
  if (conversion === undefined) return value;
  const text = stringLiteral(value);
  return conversion.type === undefined
    ? new Reference(code`new Date(${text})`)
    : new Reference(code`${identifier(conversion.codec.name)}.decode(${text})`);
}

function inPlace(ids: readonly SchemaId[], schemas: SchemaTable): readonly KeywordSchema[] {
  const found = new Map<SchemaId, KeywordSchema>();
  const open = [...ids];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const schema = schemas.get(id);
    if (schema?.kind !== 'keywords' || found.has(id)) continue;
    found.set(id, schema);
    open.push(...appliedInPlace(schema, schemas));
  }
  return [...found.values()];
}

function isSaid(id: SchemaId | undefined): id is SchemaId {
  return id !== undefined;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
