import { defineRecoverableError, defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType, SentenceTable } from '../../../core/diagnostic.js';
import { childOrigin, tokensOf } from '../../../core/origin.js';
import type { Json } from '../../schema.js';
import { isArray, member } from '../json.js';
import { report } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

interface InexactSentences {
  default: { text: string; double: number };
}

const sentences: SentenceTable<InexactSentences> = {
  default: ({ text, double }) =>
    `a JavaScript number cannot represent ${text} exactly, and would be ${BigInt(double)}`,
};

/** A listed value that a JavaScript number would change, so that a check would accept another value. */
export const inexactInteger: DiagnosticType<InexactSentences> = defineRecoverableError(
  'inexact-integer',
  sentences,
);

/** A default or an example that a JavaScript number would change. It is omitted. */
export const inexactAnnotation: DiagnosticType<InexactSentences> = defineWarning(
  'inexact-annotation',
  sentences,
);

/** An integer of a description that a double cannot represent. */
interface InexactInteger {
  readonly keys: readonly (string | number)[];
  readonly text: string;
  readonly double: number;
}

/**
 * Returns the value of a keyword in its program representation; `undefined` if that would be a different number. An integer beyond 2^53
 * that a double cannot represent becomes a `bigint` if the schema's integers are `bigint`s. So do all integers listed with it. Otherwise it
 * is reported at its position, by `type`.
 */
export function exactValue(
  builder: SchemaBuilder,
  value: Json,
  name: string,
  type: DiagnosticType<InexactSentences>,
): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const inexact = inexactIn(builder, value, [name]);
  if (inexact === undefined) return value;
  const { keys, text, double } = inexact;
  const exact = usesBigints(builder) ? bigValue(builder, value, [name]) : undefined;
  if (exact !== undefined) return exact;
  report(builder, type.default({ text, double }), keys, {
    hint: 'describe long identifiers as strings, or use the format int64 with "x-int64: bigint"',
  });
  return undefined;
}

/** True if the values of the schema are 64-bit integers and the package represents those as `bigint`. */
function usesBigints({ reading, value }: SchemaBuilder): boolean {
  const format = member(value, 'format');
  const type = member(value, 'type');
  const types = isArray(type) ? type : [type];
  return (
    reading.int64 === 'bigint' &&
    (format === 'int64' || format === 'uint64') &&
    (types.includes('integer') || types.includes('number'))
  );
}

/** Converts every integer of the value to `bigint`; `undefined` if the value is not an integer or a list of integers. */
function bigValue(
  builder: SchemaBuilder,
  value: Json,
  keys: readonly (string | number)[],
): Json | undefined {
  if (value === null) return value;
  if (typeof value === 'number') {
    const digits = digitsAt(builder, keys)?.digits ?? String(value);
    return INTEGER.test(digits) ? BigInt(digits) : undefined;
  }
  if (!isArray(value)) return undefined;
  const items = value.map((item, index) => bigValue(builder, item, [...keys, index]));
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Returns the first integer that a double cannot represent, at any depth. */
function inexactIn(
  builder: SchemaBuilder,
  value: Json,
  keys: readonly (string | number)[],
): InexactInteger | undefined {
  if (typeof value === 'number') return inexactNumber(builder, value, keys);
  if (typeof value !== 'object' || value === null) return undefined;
  if (isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const inexact = inexactChild(builder, value[index], keys, index);
      if (inexact !== undefined) return inexact;
    }
    return undefined;
  }
  for (const name of Object.keys(value)) {
    const inexact = inexactChild(builder, value[name], keys, name);
    if (inexact !== undefined) return inexact;
  }
  return undefined;
}

function inexactChild(
  builder: SchemaBuilder,
  item: Json | undefined,
  keys: readonly (string | number)[],
  key: string | number,
): InexactInteger | undefined {
  return typeof item === 'number' || typeof item === 'object'
    ? inexactIn(builder, item, [...keys, key])
    : undefined;
}

/** Looks up the literal text only of numbers that can have lost digits. A number that prints as its literal was already a double. */
function inexactNumber(
  builder: SchemaBuilder,
  double: number,
  keys: readonly (string | number)[],
): InexactInteger | undefined {
  if (!Number.isInteger(double) || Math.abs(double) <= Number.MAX_SAFE_INTEGER) return undefined;
  const { text, digits } = digitsAt(builder, keys) ?? {};
  if (text === undefined || digits === undefined || !INTEGER.test(digits)) return undefined;
  const isExact = digits === String(double) || BigInt(digits) === BigInt(double);
  return isExact ? undefined : { keys, text, double };
}

/** Returns a number's literal text, and its digits without a zero fraction and a plus sign. */
function digitsAt(
  builder: SchemaBuilder,
  keys: readonly (string | number)[],
): { readonly text: string; readonly digits: string } | undefined {
  const text = builder.scope.document.numberText?.(tokensOf(childOrigin(builder.origin, ...keys)));
  return text === undefined
    ? undefined
    : { text, digits: text.replace(/\.0*$/, '').replace(/^\+/, '') };
}

/** Integers of JSON and of the YAML core schema. */
const INTEGER = /^(?:-?\d+|0x[\da-fA-F]+|0o[0-7]+)$/;
