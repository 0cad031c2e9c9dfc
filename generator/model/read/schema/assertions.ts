import { defineRecoverableError } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import { invalidType } from '../../../core/diagnostics/members.js';
import { invalidValue, looseForm } from '../../../core/diagnostics/values.js';
import { childOrigin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json, TypeName } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { exactValue, inexactInteger } from './exact-values.js';
import { boolean, report, string, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';
import { isPattern } from '../../../core/pattern-flags.js';

/** A type that JSON Schema does not have. */
export const unknownType: DiagnosticType<{ default: { name: string } }> = defineRecoverableError(
  'unknown-type',
  {
    default: ({ name }) => `"${name}" is not a type`,
  },
);

/** A pattern that is not a regular expression of ECMAScript. */
export const invalidPattern: DiagnosticType<{ default: { source: string } }> =
  defineRecoverableError('invalid-pattern', {
    default: ({ source }) => `"${source}" is not a regular expression of ECMAScript`,
  });

const TYPE_NAMES: readonly TypeName[] = [
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
];

/** `type`, one name or several, always stored as a list. */
export function types(builder: SchemaBuilder, value: Json): void {
  const { typeArrays, nullType } = builder.scope.dialect;
  const single = typeof value === 'string' && value !== 'null' ? singleTypes.get(value) : undefined;
  if (single !== undefined) {
    builder.keywords.type = single;
    return;
  }
  if (isArray(value) && !typeArrays) {
    return wrongType(builder, 'type', 'one type name', value, {
      hint: 'lists of types need OpenAPI 3.1; in 3.0 write one type and "nullable: true"',
    });
  }
  const names = isArray(value) ? value : [value];
  const known: TypeName[] = [];
  names.forEach((name, index) => {
    const keys = isArray(value) ? ['type', index] : ['type'];
    if (typeof name !== 'string') {
      return report(
        builder,
        invalidType.default({
          what: '"type"',
          expected: 'a type name',
          actual: describeType(name),
        }),
        keys,
      );
    }
    const type = TYPE_NAMES.find((candidate) => candidate === name);
    if (type === undefined) {
      return report(builder, unknownType.default({ name }), keys, didYouMean(name, TYPE_NAMES));
    }
    if (type === 'null' && !nullType) {
      report(builder, looseForm.nullType(), keys, {
        hint: 'use "nullable: true"',
      });
    }
    if (!known.includes(type)) known.push(type);
  });
  if (isArray(value) && value.length === 0)
    return report(builder, invalidValue.empty({ name: 'type', item: 'type' }), ['type']);
  if (known.length > 0) builder.keywords.type = known;
}

/** Lists of one type name, shared by all schemas with that type to save memory. */
const singleTypes: ReadonlyMap<string, readonly TypeName[]> = new Map(
  TYPE_NAMES.map((name) => [name, Object.freeze([name])]),
);

/** `enum`. */
export function enumeration(builder: SchemaBuilder, value: Json): void {
  if (!isArray(value)) return wrongType(builder, 'enum', 'an array of values', value);
  const exact = exactValue(builder, value, 'enum', inexactInteger);
  if (isArray(exact)) builder.keywords.enum = exact;
}

/** `const`. */
export function constant(builder: SchemaBuilder, value: Json): void {
  const exact = exactValue(builder, value, 'const', inexactInteger);
  if (exact !== undefined) builder.keywords.const = { value: exact };
}

/** Reads a list of strings under the given keys of the schema; reports items of another type. */
export function strings(
  builder: SchemaBuilder,
  value: Json,
  ...keys: readonly string[]
): string[] | undefined {
  if (!isArray(value)) {
    wrongType(builder, keys, 'an array of strings', value);
    return undefined;
  }
  const read: string[] = [];
  value.forEach((item, index) => {
    if (typeof item === 'string') read.push(item);
    else wrongType(builder, [...keys, index], 'a string', item);
  });
  return read;
}

/** `required`. */
export function required(builder: SchemaBuilder, value: Json): void {
  if (typeof value === 'boolean') {
    const name =
      'key' in builder.origin && typeof builder.origin.key === 'string'
        ? builder.origin.key
        : 'name';
    const hint = `list it in the schema of the object: "required: [${name}]"`;
    return wrongType(
      builder,
      'required',
      'an array of strings',
      value,
      value ? { hint } : undefined,
    );
  }
  const names = strings(builder, value, 'required');
  if (names === undefined) return;
  // Draft 4 and OpenAPI 3.0 require at least one name (JSON Schema Validation draft 4 section 5.4.3).
  if (names.length === 0 && builder.scope.dialect.id === 'openapi-3.0') {
    builder.reading.reporter.report(
      looseForm.emptyRequired(),
      childOrigin(builder.origin, 'required'),
      { hint: 'omit it' },
    );
  }
  builder.keywords.required = names;
}

/** `dependentRequired`. */
export function dependentRequired(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'dependentRequired', 'an object', value);
  builder.keywords.dependentRequired = Object.keys(value).map(
    (key) => [key, strings(builder, value[key] as Json, 'dependentRequired', key) ?? []] as const,
  );
}

/** `uniqueItems`. */
export function uniqueItems(builder: SchemaBuilder, value: Json): void {
  const read = boolean(builder, value, 'uniqueItems');
  if (read !== undefined) builder.keywords.uniqueItems = read;
}

/** Reads a keyword whose value is a string, such as `format`. */
export function text(
  builder: SchemaBuilder,
  value: Json,
  name: 'format' | 'contentEncoding' | 'contentMediaType',
): void {
  const read = string(builder, value, name);
  if (read !== undefined) builder.keywords[name] = read;
}

/** `pattern`. A pattern that does not compile is an error, because ignoring it would accept values that it should reject. */
export function pattern(builder: SchemaBuilder, value: Json): void {
  const source = string(builder, value, 'pattern');
  if (source === undefined) return;
  if (checkPattern(builder, source, ['pattern'], 'value')) builder.keywords.pattern = source;
}

/** Checks a pattern of ECMA-262 (JSON Schema 2020-12 section 6.4), compiled in Unicode mode or, failing that, without it. */
export function checkPattern(
  builder: SchemaBuilder,
  source: string,
  keys: readonly string[],
  part: 'key' | 'value',
): boolean {
  if (isPattern(source, 'u') || isPattern(source, '')) return true;
  report(builder, invalidPattern.default({ source }), keys, {
    part,
    hint: 'inline flags such as "(?i)", possessive quantifiers and atomic groups belong to other languages',
  });
  return false;
}
