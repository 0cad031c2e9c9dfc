import { appliedInPlace, isBigInteger } from '../../model/analysis/big-integer.js';
import type { Json, KeywordSchema, SchemaId, SchemaTable } from '../../model/schema.js';
import { brandsKey } from '../../plan/brands.js';
import type { BrandPlan, Identifier, Plan, TypePlan } from '../../plan/plan.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import {
  bigIntLiteral,
  code,
  type Leaf,
  identifier,
  literal,
  stringLiteral,
} from '../../printer/code.js';
import { type Data, Reference } from '../data-literal.js';
import { enumMember } from '../enum-member.js';

/** Code of an example that needs an import. */
class ImportedReference extends Reference {
  readonly identifier: Identifier;

  constructor(code: Leaf, identifier: Identifier) {
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

/** Spells a name in a README, which imports it with the names of the example. */
function plainName({ name }: Identifier): Leaf {
  return identifier(name);
}

/**
 * Converts an example to its program form: 64-bit integers become `bigint` literals, dates are
 * constructed, and values of TypeScript enums become members. `spell` is the spelling of names that a
 * file imports. Default: unchanged.
 */
export function exampleLiteral(
  plan: Plan,
  id: SchemaId | undefined,
  value: Json,
  spell: (identifier: Identifier) => Leaf = plainName,
): Data {
  const { shapes } = plan;
  const isUnconverted =
    shapes.int64 === 'number' &&
    shapes.converted.size === 0 &&
    plan.brands.length === 0 &&
    enumsOf(plan).length === 0;
  return isUnconverted || id === undefined ? value : convert(value, [id], { plan, spell });
}

interface LiteralContext {
  readonly plan: Plan;
  readonly spell: (identifier: Identifier) => Leaf;
}

/** Converts a value that the schemas `ids` describe. */
function convert(value: Json, ids: readonly SchemaId[], context: LiteralContext): Data {
  if (typeof value === 'boolean' || typeof value === 'bigint' || value === null) return value;
  const { api, shapes } = context.plan;
  const schemasOfValue = inPlace(ids, api.schemas);
  const member = memberOf(value, schemasOfValue, context);
  if (member !== undefined) return member;
  const branded = brandedValue(value, schemasOfValue, context);
  if (branded !== undefined) return branded;
  if (typeof value === 'string') return convertText(value, schemasOfValue, context);
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
      return convert(item, next.filter(isDefined), context);
    });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const next = schemasOfValue.map(
        ({ keywords }) =>
          keywords.properties?.find(([each]) => each === name)?.[1] ??
          keywords.additionalProperties,
      );
      return [name, convert(member, next.filter(isDefined), context)];
    }),
  );
}

/** Member of an enum with this value. */
function memberOf(
  value: Json,
  schemasOfValue: readonly KeywordSchema[],
  { plan, spell }: LiteralContext,
): Reference | undefined {
  const ids = new Set<SchemaId>(schemasOfValue.map(({ id }) => id));
  for (const { id, identifier: enumIdentifier, values } of enumsOf(plan)) {
    const member = ids.has(id) ? enumMember(values, value, spell(enumIdentifier)) : undefined;
    if (member !== undefined) return new ImportedReference(member, enumIdentifier);
  }
  return undefined;
}

/** A value with a brand: a call of the constructor, or an assertion in a package without constructors. */
function brandedValue(
  value: Json,
  schemasOfValue: readonly KeywordSchema[],
  { plan, spell }: LiteralContext,
): Reference | undefined {
  const brand = plan.brands.length === 0 ? undefined : brandOf(schemasOfValue, plan);
  const plain = typeof value === 'string' ? stringLiteral(value) : numberLiteral(value, brand);
  if (brand === undefined || plain === undefined) return undefined;
  const { constructors = [] } = plan.partOf(brandsKey) ?? {};
  const found = constructors.find((each) => each.brand === brand)?.identifier;
  return found === undefined
    ? new ImportedReference(code`${plain} as ${spell(brand.type)}`, brand.type)
    : new ImportedReference(code`${spell(found)}(${plain})`, found);
}

function brandOf(
  schemasOfValue: readonly KeywordSchema[],
  { shapes, brands }: Plan,
): BrandPlan | undefined {
  for (const { id } of schemasOfValue) {
    const shape = shapes.of(id, { direction: 'both', representation: 'value' });
    const branded = shape.kind === 'union' ? shape.members[0] : shape;
    if (branded?.kind === 'branded') return brands.find((each) => each.id === branded.schema);
  }
  return undefined;
}

function numberLiteral(value: Json, brand: BrandPlan | undefined): Leaf | undefined {
  if (typeof value !== 'number') return undefined;
  return brand?.shape.of === 'bigint' ? bigIntLiteral(value) : literal(value);
}

function enumsOf({ types }: Plan): readonly TypePlan[] {
  return types.filter(({ values }) => values?.kind === 'enum');
}

/** Converts a string to its program form. */
function convertText(
  value: string,
  schemasOfValue: readonly KeywordSchema[],
  { plan: { shapes, conversions }, spell }: LiteralContext,
): Data {
  const formats = schemasOfValue.map((schema) => convertedFormat(schema, shapes.converted));
  const conversion = conversions.get(formats.find((format) => format !== undefined) ?? '');
  if (conversion === undefined) return value;
  const text = stringLiteral(value);
  return conversion.type === undefined
    ? new Reference(code`new Date(${text})`)
    : new ImportedReference(code`${spell(conversion.codec)}.decode(${text})`, conversion.codec);
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
