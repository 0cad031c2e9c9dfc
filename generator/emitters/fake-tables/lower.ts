import type {
  FakeMembers,
  FakeSchema,
  FakeSubschema,
  FakeTable,
} from '../../../runtime/fakes/schema.js';
import { isBigInteger } from '../../model/analysis/big-integer.js';
import { binaryValueOf } from '../../model/analysis/binary-forms.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import { reachesSchema } from '../../model/analysis/reachability.js';
import { readOrWriteOnly } from '../../model/analysis/read-write-only.js';
import { subschemas } from '../../model/analysis/subschemas.js';
import { knownValues } from '../../model/analysis/value-names.js';
import { isOpenApi } from '../../model/formats.js';
import type { Json, KeywordSchema, Numeral, Schema, SchemaId } from '../../model/schema.js';
import type { Shapes } from '../../model/shape/shape.js';
import { FormatCodec } from './format-codec.js';
import { tagsOf } from './tags.js';

/** Maximum length of an example, as JSON. Longer ones would make the table large. */
const maxExample = 2000;

/** Converts schemas to a table of fakes. */
export interface FakeLowering {
  /** A subschema for a schema: the key of its entry in the table, if several schemas refer to it, otherwise the schema. */
  subschema(id: SchemaId): FakeSubschema;
  /** The key of a schema, which is added to the table. */
  key(id: SchemaId): string;
  /** The entries that have been asked for, with all that they refer to. */
  table(): FakeTable;
}

/** Creates a lowering. `nameOf` proposes keys. */
export function createLowering(
  shapes: Shapes,
  nameOf: (id: SchemaId) => string | undefined,
): FakeLowering {
  const { schemas, bytes, converted, int64 } = shapes;
  const shared = sharedSchemas(schemas);
  const keys = new Map<SchemaId, string>();
  const taken = new Set<string>();
  const entries = new Map<string, FakeSchema | boolean>();
  const pending: SchemaId[] = [];
  const isBigint = (schema: Schema): boolean => int64 === 'bigint' && isBigInteger(schema);
  const otherFormats = assertedFormats(schemas);
  const isOther = (schema: Schema): boolean =>
    isBigint(schema) ||
    convertedFormat(schema, converted) !== undefined ||
    isBytes(schema) ||
    (schema.kind === 'keywords' && otherFormats.has(schema.keywords.format ?? ''));
  const containsOther = reachesSchema(schemas, isOther);

  return {
    subschema,
    key,
    table() {
      for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
        const schema = schemas.get(id);
        entries.set(key(id), schema === undefined ? true : lowered(schema));
      }
      return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
    },
  };

  function key(id: SchemaId): string {
    const known = keys.get(id);
    if (known !== undefined) return known;
    const base =
      nameOf(id) ??
      id
        .slice(id.indexOf('#') + 1)
        .split('/')
        .filter((part) => part !== '')
        .slice(-2)
        .join('/');
    let name = base === '' ? 'schema' : base;
    for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`;
    taken.add(name);
    keys.set(id, name);
    pending.push(id);
    return name;
  }

  function subschema(id: SchemaId): FakeSubschema {
    const schema = schemas.get(id);
    if (schema === undefined) return true;
    if (schema.kind === 'boolean') return schema.value;
    if (shared.has(id)) return key(id);
    const { $ref, ...rest } = schema.keywords;
    const { examples = [], default: fallback } = schema.annotations;
    const isReference =
      $ref !== undefined &&
      Object.keys(rest).length === 0 &&
      examples.length === 0 &&
      fallback === undefined;
    return isReference ? subschema($ref) : lowered(schema);
  }

  function member(id: SchemaId): FakeSubschema {
    const schema = schemas.get(id);
    const sub = subschema(id);
    if (schema?.kind !== 'keywords' || !isOpenApi(schema.dialect)) return sub;
    const { readOnly, writeOnly } = readOrWriteOnly(schema, schemas);
    if (readOnly === writeOnly || typeof sub === 'boolean') return sub;
    const mark: FakeSchema = readOnly ? { readOnly: true } : { writeOnly: true };
    return typeof sub === 'string' ? { $ref: sub, ...mark } : { ...sub, ...mark };
  }

  function lowered(schema: Schema): FakeSchema | boolean {
    if (schema.kind === 'boolean') return schema.value;
    const { keywords } = schema;
    const list = (ids: readonly SchemaId[] | undefined): readonly FakeSubschema[] | undefined =>
      ids?.map(subschema);
    const one = (id: SchemaId | undefined): FakeSubschema | undefined =>
      id === undefined ? undefined : subschema(id);
    const members = (
      list: readonly (readonly [string, SchemaId])[] | undefined,
      lower: (id: SchemaId) => FakeSubschema = subschema,
    ): FakeMembers | undefined =>
      list && Object.fromEntries(list.map(([name, id]) => [name, lower(id)]));
    const dynamic =
      keywords.$dynamicRef === undefined ? undefined : subschema(keywords.$dynamicRef.initial);
    const reference = keywords.$ref === undefined ? undefined : subschema(keywords.$ref);
    const inPlace = [dynamic, reference].filter(
      (each) => each !== undefined && each !== true && typeof each !== 'string',
    ) as readonly FakeSubschema[];
    const named = [reference, dynamic].filter((each) => typeof each === 'string');
    const allOf = [...(keywords.allOf ?? []).map(subschema), ...inPlace, ...named.slice(1)];
    const { const: constant } = keywords;
    return defined({
      $ref: named[0],
      type: keywords.type,
      enum: constant === undefined ? keywords.enum : [constant.value],
      ...(constant !== undefined &&
        keywords.enum !== undefined && { allOf: [...allOf, { enum: keywords.enum }] }),
      ...(allOf.length > 0 &&
        !(constant !== undefined && keywords.enum !== undefined) && { allOf }),
      anyOf: list(keywords.anyOf),
      oneOf: list(keywords.oneOf),
      not: one(keywords.not),
      if: one(keywords.if),
      then: one(keywords.then),
      else: one(keywords.else),
      tags: tagsOf(schema, schemas),
      properties: members(keywords.properties, member),
      patternProperties: members(keywords.patternProperties),
      additionalProperties: one(keywords.additionalProperties),
      unevaluatedProperties: one(keywords.unevaluatedProperties),
      propertyNames: one(keywords.propertyNames),
      required: keywords.required,
      dependentRequired:
        keywords.dependentRequired &&
        Object.fromEntries(keywords.dependentRequired.map(([name, required]) => [name, required])),
      dependentSchemas: members(keywords.dependentSchemas),
      minProperties: keywords.minProperties,
      maxProperties: keywords.maxProperties,
      prefixItems: list(keywords.prefixItems),
      items: one(keywords.items),
      unevaluatedItems: one(keywords.unevaluatedItems),
      contains: one(keywords.contains),
      minContains: keywords.minContains,
      maxContains: keywords.maxContains,
      minItems: keywords.minItems,
      maxItems: keywords.maxItems,
      uniqueItems: keywords.uniqueItems === true ? true : undefined,
      minLength: keywords.minLength,
      maxLength: keywords.maxLength,
      pattern: keywords.pattern,
      ...formatOf(schema),
      minimum: bound(keywords.minimum),
      maximum: bound(keywords.maximum),
      exclusiveMinimum: bound(keywords.exclusiveMinimum),
      exclusiveMaximum: bound(keywords.exclusiveMaximum),
      multipleOf: keywords.multipleOf?.text,
      examples: examplesOf(schema),
      ...formOf(schema),
    });
  }

  function formatOf(schema: KeywordSchema): Pick<FakeSchema, 'format' | 'usualFormat'> {
    const { format } = schema.keywords;
    if (format === undefined) return {};
    return isOpenApi(schema.dialect) || schema.assertsFormat === true
      ? { format }
      : { usualFormat: format };
  }

  function formOf(schema: KeywordSchema): Pick<FakeSchema, 'form' | 'codec'> {
    if (isBigint(schema)) return { form: 'bigint' };
    if (binaryValueOf(schema, bytes) !== undefined) return { form: 'bytes' };
    const format = convertedFormat(schema, converted);
    return format === undefined ? {} : { codec: new FormatCodec(format) };
  }

  /** Examples and the default. Those that may be invalid, or that a program holds in another form than JSON, are left out. */
  function examplesOf(schema: KeywordSchema): readonly Json[] | undefined {
    if (containsOther(schema)) return undefined;
    const { examples = [], default: fallback } = schema.annotations;
    const all = [
      ...examples,
      ...(fallback === undefined ? [] : [fallback.value]),
      ...knownValues(schema),
    ];
    const usable = all.filter((value) => textLength(value) <= maxExample);
    return usable.length === 0 ? undefined : usable;
  }

  function isBytes(schema: Schema): boolean {
    return schema.kind === 'keywords' && binaryValueOf(schema, bytes) !== undefined;
  }
}

/** Schemas to which others refer, or that are part of several ones. */
function sharedSchemas(schemas: Shapes['schemas']): ReadonlySet<SchemaId> {
  const seen = new Set<SchemaId>();
  const shared = new Set<SchemaId>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean') continue;
    const { $ref, $dynamicRef } = schema.keywords;
    if ($ref !== undefined) shared.add($ref);
    if ($dynamicRef !== undefined) shared.add($dynamicRef.initial);
    for (const id of subschemas(schema.keywords)) {
      if (seen.has(id)) shared.add(id);
      seen.add(id);
    }
  }
  return shared;
}

/** Formats that the runtime of fakes always tests. */
const testedFormats: ReadonlySet<string> = new Set([
  'byte',
  'date',
  'date-time',
  'int32',
  'int64',
  'uuid',
]);

/** Formats that are asserted beyond those that the runtime of fakes tests. */
function assertedFormats(schemas: Shapes['schemas']): ReadonlySet<string> {
  const formats = new Set<string>();
  for (const schema of schemas.values()) {
    if (schema.kind === 'boolean' || schema.assertsFormat !== true) continue;
    const { format } = schema.keywords;
    if (format !== undefined && !testedFormats.has(format)) formats.add(format);
  }
  return formats;
}

/** A bound with all its digits. */
function bound(numeral: Numeral | undefined): number | bigint | undefined {
  if (numeral === undefined) return undefined;
  const isExact = Number.isSafeInteger(numeral.value) || !/^-?\d+$/.test(numeral.text);
  return isExact ? numeral.value : BigInt(numeral.text);
}

function textLength(value: Json): number {
  return typeof value === 'bigint'
    ? 0
    : JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each))
        .length;
}

/** Members that are not `undefined`. */
function defined(schema: {
  readonly [Name in keyof FakeSchema]: FakeSchema[Name] | undefined;
}): FakeSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
