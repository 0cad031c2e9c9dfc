import type { Prose } from '../core/prose.js';
import type { Origin } from '../core/origin.js';

declare const schemaBrand: unique symbol;
/** Absolute location of a subschema: document or resource URI, `#`, pointer. Exported names are chosen by the plan. */
export type SchemaId = string & { readonly [schemaBrand]: true };

/** Absolute URI of a schema resource: of the document, or from an `$id`. */
export type ResourceId = string;

export type DialectId =
  | 'openapi-3.0'
  | 'openapi-3.1'
  | 'asyncapi'
  | '2020-12'
  | '2019-09'
  | '7'
  | '6'
  | '4';

export type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer';

/** A JSON value of a document. A `bigint` only occurs if the schema's integers are `bigint`s and a double cannot represent the value. */
export type Json =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** A number with its literal text, because parsing loses digits of 64-bit bounds. */
export interface Numeral {
  readonly value: number;
  readonly text: string;
}

export type Schema = BooleanSchema | KeywordSchema;

/** `true` accepts every instance, `false` none. */
export interface BooleanSchema {
  readonly kind: 'boolean';
  readonly id: SchemaId;
  readonly value: boolean;
  readonly origin: Origin;
}

export interface KeywordSchema {
  readonly kind: 'keywords';
  readonly id: SchemaId;
  readonly resource: ResourceId;
  readonly dialect: DialectId;
  /** True if the dialect's meta-schema makes `format` an assertion. */
  readonly assertsFormat?: true;
  /** Assertions and applicators, normalised to 2020-12. Schemas are never merged or inlined. */
  readonly keywords: Keywords;
  readonly annotations: Annotations;
  readonly origin: Origin;
}

/** One member for each keyword of JSON Schema 2020-12; subschemas are ids. */
export interface Keywords {
  readonly $ref?: SchemaId;
  readonly $dynamicRef?: { readonly initial: SchemaId; readonly anchor: string };
  readonly $dynamicAnchor?: string;
  readonly type?: readonly TypeName[];
  readonly enum?: readonly Json[];
  /** Wrapped, because `const: null` is valid. */
  readonly const?: { readonly value: Json };
  readonly allOf?: readonly SchemaId[];
  readonly anyOf?: readonly SchemaId[];
  readonly oneOf?: readonly SchemaId[];
  readonly not?: SchemaId;
  readonly if?: SchemaId;
  readonly then?: SchemaId;
  readonly else?: SchemaId;
  readonly properties?: readonly (readonly [name: string, schema: SchemaId])[];
  readonly patternProperties?: readonly (readonly [pattern: string, schema: SchemaId])[];
  readonly additionalProperties?: SchemaId;
  readonly propertyNames?: SchemaId;
  readonly unevaluatedProperties?: SchemaId;
  readonly dependentSchemas?: readonly (readonly [name: string, schema: SchemaId])[];
  /** `keyword` is `dependencies` if an older draft's keyword was used. */
  readonly dependentRequired?: readonly (readonly [
    name: string,
    required: readonly string[],
    keyword?: 'dependencies',
  ])[];
  readonly required?: readonly string[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly SchemaId[];
  readonly items?: SchemaId;
  readonly contains?: SchemaId;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly unevaluatedItems?: SchemaId;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: SchemaId;
  readonly minimum?: Numeral;
  readonly maximum?: Numeral;
  readonly exclusiveMinimum?: Numeral;
  readonly exclusiveMaximum?: Numeral;
  readonly multipleOf?: Numeral;
  readonly discriminator?: Discriminator;
}

/** OpenAPI's discriminator with its mapping from values to schemas resolved. */
export interface Discriminator {
  readonly propertyName: string;
  /** Explicit entries first, then the implicit name of each branch that is a reference. */
  readonly mapping: readonly (readonly [value: string, schema: SchemaId])[];
  /** True if the description has an explicit `mapping`. */
  readonly isListed?: true;
  /** Schema for values that select no other (OpenAPI 3.2 `defaultMapping`). */
  readonly defaultMapping?: SchemaId;
}

/** Annotations of a schema. */
export interface Annotations {
  readonly title?: string;
  readonly description?: Prose;
  readonly default?: { readonly value: Json };
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly externalDocs?: { readonly url: string; readonly description?: string };
  readonly xml?: XmlForm;
  /** All `x-` members, unchanged. */
  readonly extensions: { readonly [name: string]: Json };
}

/** `xml`: XML representation of a schema's values (OpenAPI 3.2.0 section 4.26). */
export interface XmlForm {
  readonly name?: string;
  readonly prefix?: string;
  readonly namespace?: string;
  /** `attribute` and `wrapped` of earlier versions become `attribute` and `element`. */
  readonly node?: XmlNode;
}

export type XmlNode = 'element' | 'attribute' | 'text' | 'cdata' | 'none';

/** All schemas of a description, by id. */
export type SchemaTable = ReadonlyMap<SchemaId, Schema>;
