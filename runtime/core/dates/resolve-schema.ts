import { textPattern } from '../text-pattern.js';
import type { DateBranch, DateSchema, DateSchemaOrRef, DateUnion } from './descriptor.js';

/** Schemas that apply to one value. */
export interface ResolvedDates {
  readonly leaves: readonly Leaf[];
  readonly schemas: readonly WeightedSchema<DateSchema>[];
}

/** A text of a format. */
export interface Leaf {
  readonly format: string;
  /** The value may also be something other than text and null. */
  readonly or: boolean;
  /** See {@link WeightedSchema}. */
  readonly certainty: number;
}

/**
 * A schema that applies to a value, and its certainty: 1 if it certainly applies, a fraction if only one of several applies and it
 * is unknown which. If the certainties of a format add up to 1, the value has that format in every case.
 */
export interface WeightedSchema<Spot> {
  readonly schema: Spot;
  readonly certainty: number;
}

/** Schemas by name, and the selection of union branches. */
export interface DateSchemaTable {
  readonly schemas: { readonly [name: string]: DateSchema };
  /** Selects the branches that may apply. */
  choose(union: DateUnion): readonly WeightedSchema<DateSchemaOrRef>[];
}

/** Collects all schemas that apply to a value, through names, combinations and unions. */
export function resolveDates(
  value: unknown,
  candidates: readonly WeightedSchema<DateSchemaOrRef>[],
  table: DateSchemaTable,
): ResolvedDates {
  const leaves: Leaf[] = [];
  const schemas: WeightedSchema<DateSchema>[] = [];
  const seen = new Set<DateSchemaOrRef>();
  const add = (schemaOrRef: DateSchemaOrRef, certainty: number): void => {
    if (seen.has(schemaOrRef)) return;
    seen.add(schemaOrRef);
    const schema = typeof schemaOrRef === 'string' ? table.schemas[schemaOrRef] : schemaOrRef;
    if (schema === undefined) return;
    const { format, or = false } = schema;
    if (format !== undefined) leaves.push({ format, or, certainty });
    for (const also of schema.also ?? []) {
      if (isUnion(also))
        for (const chosen of table.choose(also)) add(chosen.schema, certainty * chosen.certainty);
      else if (!isBranch(also)) add(also, certainty);
      else if (isTagged(value, also.when)) add(also.at, certainty);
    }
    schemas.push({ schema, certainty });
  };
  for (const [schema, certainty] of merged(candidates)) add(schema, certainty);
  return { leaves, schemas };
}

/** Merges several occurrences of the same schema. */
function merged(
  candidates: readonly WeightedSchema<DateSchemaOrRef>[],
): ReadonlyMap<DateSchemaOrRef, number> {
  const sums = new Map<DateSchemaOrRef, number>();
  for (const { schema, certainty } of candidates)
    sums.set(schema, (sums.get(schema) ?? 0) + certainty);
  return sums;
}

function isUnion(also: DateSchemaOrRef | DateBranch | DateUnion): also is DateUnion {
  return typeof also === 'object' && 'branches' in also;
}

function isBranch(also: DateSchemaOrRef | DateBranch): also is DateBranch {
  return typeof also === 'object' && 'when' in also;
}

function isTagged(value: unknown, [name, values]: DateBranch['when']): boolean {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false;
  const member: unknown = Reflect.get(value, name);
  return values.some((candidate) => candidate === member);
}

/** Schemas that apply to an item of an array. */
export function itemSchemas(
  schemas: readonly WeightedSchema<DateSchema>[],
  index: number,
): readonly WeightedSchema<DateSchemaOrRef>[] {
  return schemas.flatMap(({ schema: { prefix = [], items }, certainty }) => {
    const schema = index < prefix.length ? prefix[index] : items;
    return schema === undefined || schema === null ? [] : [{ schema, certainty }];
  });
}

/** Schemas that apply to a property of an object. */
export function propertySchemas(
  schemas: readonly WeightedSchema<DateSchema>[],
  name: string,
): readonly WeightedSchema<DateSchemaOrRef>[] {
  return schemas.flatMap(
    ({ schema: { properties = {}, patterns = [], additional }, certainty }) => {
      const named = Object.hasOwn(properties, name);
      const matching = patterns.filter(([source]) => textPattern(source).test(name));
      const isOther = additional !== undefined && !named && matching.length === 0;
      const applicable = [
        named ? properties[name] : undefined,
        ...matching.map(([, at]) => at),
        isOther ? additional : undefined,
      ];
      return applicable.flatMap((schema) =>
        schema === undefined || schema === null ? [] : [{ schema, certainty }],
      );
    },
  );
}
