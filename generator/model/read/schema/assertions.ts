import { childOrigin } from '../../../core/origin.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { Json, TypeName } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { exactValue } from './exact-values.js';
import { boolean, invalid, report, string, warn, wrongType } from './site.js';
import type { SchemaSite } from './site.js';
import { isPattern } from '../../../core/pattern-flags.js';

const TYPE_NAMES: readonly TypeName[] = [
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'string',
  'integer',
];

/** `type`, one name or several, always as a list. */
export function types(site: SchemaSite, value: Json): void {
  const { typeArrays, nullType } = site.scope.dialect;
  const alone = typeof value === 'string' && value !== 'null' ? aloneTypes.get(value) : undefined;
  if (alone !== undefined) {
    site.keywords.type = alone;
    return;
  }
  if (isArray(value) && !typeArrays) {
    return wrongType(site, 'type', 'one type name', value, {
      hint: 'lists of types are OpenAPI 3.1; in 3.0 write one type and "nullable: true"',
    });
  }
  const names = isArray(value) ? value : [value];
  const known: TypeName[] = [];
  names.forEach((name, index) => {
    const keys = isArray(value) ? ['type', index] : ['type'];
    if (typeof name !== 'string') {
      return report(
        site,
        'invalid-type',
        keys,
        `"type" is ${describeType(name)} where a type name belongs`,
      );
    }
    const type = TYPE_NAMES.find((candidate) => candidate === name);
    if (type === undefined) {
      return report(
        site,
        'unknown-type',
        keys,
        `"${name}" is not a type`,
        didYouMean(name, TYPE_NAMES),
      );
    }
    if (type === 'null' && !nullType) {
      warn(site, 'unknown-type', keys, '"null" is no type in OpenAPI 3.0', {
        hint: 'use "nullable: true"',
      });
    }
    if (!known.includes(type)) known.push(type);
  });
  if (isArray(value) && value.length === 0) return invalid(site, 'type', '"type" lists no type');
  if (known.length > 0) site.keywords.type = known;
}

/** Lists of one name, shared by all schemas that have it: nearly every one. */
const aloneTypes: ReadonlyMap<string, readonly TypeName[]> = new Map(
  TYPE_NAMES.map((name) => [name, Object.freeze([name])]),
);

/** `enum`. */
export function enumeration(site: SchemaSite, value: Json): void {
  if (!isArray(value)) return wrongType(site, 'enum', 'an array of values', value);
  const exact = exactValue(site, value, 'enum', 'error');
  if (isArray(exact)) site.keywords.enum = exact;
}

/** `const`. */
export function constant(site: SchemaSite, value: Json): void {
  const exact = exactValue(site, value, 'const', 'error');
  if (exact !== undefined) site.keywords.const = { value: exact };
}

/** A list of strings below keys of the schema; reports items of another type. */
export function strings(
  site: SchemaSite,
  value: Json,
  ...keys: readonly string[]
): string[] | undefined {
  if (!isArray(value)) {
    wrongType(site, keys, 'an array of strings', value);
    return undefined;
  }
  const read: string[] = [];
  value.forEach((item, index) => {
    if (typeof item === 'string') read.push(item);
    else wrongType(site, [...keys, index], 'a string', item);
  });
  return read;
}

/** `required`. */
export function required(site: SchemaSite, value: Json): void {
  if (typeof value === 'boolean') {
    const name =
      'key' in site.origin && typeof site.origin.key === 'string' ? site.origin.key : 'name';
    const hint = `the object that has it lists it: "required: [${name}]"`;
    return wrongType(site, 'required', 'an array of strings', value, value ? { hint } : undefined);
  }
  const names = strings(site, value, 'required');
  if (names === undefined) return;
  // Draft 4, and OpenAPI 3.0 with it, want a name at least (JSON Schema Validation draft 4 section 5.4.3).
  if (names.length === 0 && site.scope.dialect.id === 'openapi-3.0') {
    site.reading.reporter.warning(
      'loose-form',
      childOrigin(site.origin, 'required'),
      '"required" is empty, which OpenAPI 3.0 does not allow',
      { hint: 'leave it out' },
    );
  }
  site.keywords.required = names;
}

/** `dependentRequired`. */
export function dependentRequired(site: SchemaSite, value: Json): void {
  if (!isObject(value)) return wrongType(site, 'dependentRequired', 'an object', value);
  site.keywords.dependentRequired = Object.keys(value).map(
    (key) => [key, strings(site, value[key] as Json, 'dependentRequired', key) ?? []] as const,
  );
}

/** `uniqueItems`. */
export function uniqueItems(site: SchemaSite, value: Json): void {
  const read = boolean(site, value, 'uniqueItems');
  if (read !== undefined) site.keywords.uniqueItems = read;
}

/** A keyword that holds a word, such as `format`. */
export function text(
  site: SchemaSite,
  value: Json,
  name: 'format' | 'contentEncoding' | 'contentMediaType',
): void {
  const read = string(site, value, name);
  if (read !== undefined) site.keywords[name] = read;
}

/** `pattern`; one that does not compile is an error, since leaving it out would accept what it refuses. */
export function pattern(site: SchemaSite, value: Json): void {
  const source = string(site, value, 'pattern');
  if (source === undefined) return;
  if (checkPattern(site, source, ['pattern'], 'value')) site.keywords.pattern = source;
}

/** Patterns are ECMA-262 (JSON Schema 2020-12 section 6.4), Unicode mode where it compiles. */
export function checkPattern(
  site: SchemaSite,
  source: string,
  keys: readonly string[],
  part: 'key' | 'value',
): boolean {
  if (isPattern(source, 'u') || isPattern(source, '')) return true;
  report(site, 'invalid-pattern', keys, `"${source}" is not a regular expression of ECMAScript`, {
    part,
    hint: 'inline flags such as "(?i)", possessive quantifiers and atomic groups are of other languages',
  });
  return false;
}
