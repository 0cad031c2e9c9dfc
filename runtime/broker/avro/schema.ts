/** Schema in Avro: the name of a type, a union of schemas, or the definition of a type (Avro 1.11 "Schema Declaration"). */
export type AvroSchema = string | readonly AvroSchema[] | AvroDefinition;

/** Definition of a type. */
export interface AvroDefinition {
  readonly type: AvroSchema;
  readonly name?: string;
  readonly namespace?: string;
  readonly logicalType?: string;
  readonly fields?: readonly AvroField[];
  readonly items?: AvroSchema;
  readonly values?: AvroSchema;
  readonly symbols?: readonly string[];
  readonly size?: number;
  readonly precision?: number;
  readonly scale?: number;
  readonly [attribute: string]: unknown;
}

/** Field of a record. */
export interface AvroField {
  readonly name: string;
  readonly type: AvroSchema;
  readonly default?: unknown;
  readonly [attribute: string]: unknown;
}

/** Logical types with a form of their own in programs. */
export type AvroLogicalType =
  | 'decimal'
  | 'date'
  | 'time-millis'
  | 'time-micros'
  | 'timestamp-millis'
  | 'timestamp-micros'
  | 'timestamp-nanos'
  | 'local-timestamp-millis'
  | 'local-timestamp-micros'
  | 'local-timestamp-nanos'
  | 'uuid'
  | 'duration';

/** Types that a logical type may annotate. */
const annotated: { readonly [logical in AvroLogicalType]: readonly string[] } = {
  decimal: ['bytes', 'fixed'],
  date: ['int'],
  'time-millis': ['int'],
  'time-micros': ['long'],
  'timestamp-millis': ['long'],
  'timestamp-micros': ['long'],
  'timestamp-nanos': ['long'],
  'local-timestamp-millis': ['long'],
  'local-timestamp-micros': ['long'],
  'local-timestamp-nanos': ['long'],
  uuid: ['string', 'fixed'],
  duration: ['fixed'],
};

/** Sizes of logical types of the type `fixed`. */
const sizes: { readonly [logical: string]: number } = { uuid: 16, duration: 12 };

/** The logical type of a definition. `undefined` if it is unknown or does not fit, which makes it the underlying type (Avro 1.11 "Logical Types"). */
export function logicalTypeOf(definition: AvroDefinition): AvroLogicalType | undefined {
  const { type, logicalType, size, precision, scale = 0 } = definition;
  if (logicalType === undefined || !Object.hasOwn(annotated, logicalType)) return undefined;
  const logical = logicalType as AvroLogicalType;
  if (typeof type !== 'string' || !annotated[logical].includes(type)) return undefined;
  if (type === 'fixed' && Object.hasOwn(sizes, logical) && size !== sizes[logical])
    return undefined;
  if (logical !== 'decimal') return logical;
  const fits =
    Number.isInteger(precision) &&
    Number.isInteger(scale) &&
    Number(precision) > 0 &&
    scale >= 0 &&
    scale <= Number(precision) &&
    Number(precision) <= maxPrecision(type, size);
  return fits ? logical : undefined;
}

/** Number of decimal digits that bytes of a size can hold. */
function maxPrecision(type: string, size = 0): number {
  const limit = 1000;
  return type === 'bytes' ? limit : Math.min(limit, Math.floor(Math.log10(2) * (8 * size - 1)));
}

/** Kinds of values in programs. Values of different kinds are distinguished by looking at them. */
export type AvroValueKind = 'null' | 'boolean' | 'number' | 'string' | 'bytes' | 'array' | 'object';

const kinds: { readonly [type: string]: AvroValueKind } = {
  null: 'null',
  boolean: 'boolean',
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  string: 'string',
  enum: 'string',
  bytes: 'bytes',
  fixed: 'bytes',
  array: 'array',
  map: 'object',
  record: 'object',
  error: 'object',
};

/** Kind of the values of a type in programs. */
export function valueKind(type: string, logical: AvroLogicalType | undefined): AvroValueKind {
  if (logical === 'duration') return 'object';
  return logical === undefined ? (kinds[type] ?? 'object') : 'string';
}

/**
 * True if values of a union are objects with the name of their branch, such as `{ int: 1 }`, because several branches have values of the same kind.
 * Otherwise they are the values themselves.
 */
export function isWrappedUnion(branches: readonly AvroValueKind[]): boolean {
  return new Set(branches).size < branches.length;
}

/** Full name of a type: with the namespace of its definition, or of the definition around it (Avro 1.11 "Names"). */
export function fullName(name: string, namespace: string | undefined): string {
  return name.includes('.') || namespace === undefined || namespace === ''
    ? name
    : `${namespace}.${name}`;
}

/** Namespace of a full name. */
export function namespaceOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/** Types without a name. */
export const primitiveTypes: readonly string[] = [
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
];
