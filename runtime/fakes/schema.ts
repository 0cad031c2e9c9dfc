import type { AnyTextCodec } from '../core/dates/descriptor.js';

/** A JSON type, or `integer`. */
export type FakeType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** A subschema: a schema, the key of one in the table, or whether every value is valid. */
export type FakeSubschema = FakeSchema | string | boolean;

/** Schemas by key. */
export interface FakeTable {
  readonly [key: string]: FakeSchema | boolean;
}

/** Subschemas by name or pattern. */
export interface FakeMembers {
  readonly [name: string]: FakeSubschema;
}

/**
 * Keywords of JSON Schema 2020-12 that determine a fake, with `const` as an `enum` of one value. Values have the form that a
 * program uses.
 */
export interface FakeSchema {
  readonly $ref?: string;
  readonly type?: readonly FakeType[];
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly FakeSubschema[];
  readonly anyOf?: readonly FakeSubschema[];
  readonly oneOf?: readonly FakeSubschema[];
  readonly not?: FakeSubschema;
  readonly if?: FakeSubschema;
  readonly then?: FakeSubschema;
  readonly else?: FakeSubschema;
  /** The property that selects a branch, and its values for each branch. */
  readonly tags?: { readonly property: string; readonly values: readonly (readonly unknown[])[] };
  readonly properties?: FakeMembers;
  readonly patternProperties?: FakeMembers;
  readonly additionalProperties?: FakeSubschema;
  readonly unevaluatedProperties?: FakeSubschema;
  readonly propertyNames?: FakeSubschema;
  readonly required?: readonly string[];
  readonly dependentRequired?: { readonly [name: string]: readonly string[] };
  readonly dependentSchemas?: FakeMembers;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly FakeSubschema[];
  readonly items?: FakeSubschema;
  readonly unevaluatedItems?: FakeSubschema;
  readonly contains?: FakeSubschema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** A format that is asserted if it is `byte`, `date`, `date-time`, `uuid`, `int32` or `int64`. */
  readonly format?: string;
  /** A format that values should have. */
  readonly usualFormat?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  /** Text, because a double may not represent all digits. */
  readonly multipleOf?: string;
  readonly examples?: readonly unknown[];
  /** What integers and texts are in a program, if they are not numbers and texts. */
  readonly form?: 'bigint' | 'bytes';
  /** Converts texts of the schema's format to the program's values. */
  readonly codec?: AnyTextCodec;
  /** A request does not contain the property. */
  readonly readOnly?: true;
  /** A response does not contain the property. */
  readonly writeOnly?: true;
}

/** Resolves a key of the table. */
export function resolved(table: FakeTable, schema: FakeSubschema): FakeSchema | boolean {
  if (typeof schema !== 'string') return schema;
  if (!Object.hasOwn(table, schema)) throw new Error(`The table of fakes has no "${schema}".`);
  return table[schema] as FakeSchema | boolean;
}

/** Own member of an object that has arbitrary names. */
export function memberOf<T>(
  members: { readonly [name: string]: T } | undefined,
  name: string,
): T | undefined {
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}
