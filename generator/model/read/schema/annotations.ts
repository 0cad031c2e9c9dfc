import { ignoredMember } from '../../../core/diagnostics/members.js';
import type { Json } from '../../schema.js';
import { describeType, isArray, isObject } from '../json.js';
import { exactValue, inexactAnnotation } from './exact-values.js';
import { report, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/** `discriminator`: stored until every reference is resolved. */
export function discriminator(builder: SchemaBuilder, value: Json): void {
  if (builder.scope.dialect.discriminatorIsName === true) {
    if (typeof value !== 'string') return wrongType(builder, 'discriminator', 'a string', value);
    const named = { propertyName: value };
    return builder.reading.discriminate(builder.id, named, builder.scope, builder.origin);
  }
  if (!isObject(value)) return wrongType(builder, 'discriminator', 'an object', value);
  builder.reading.discriminate(builder.id, value, builder.scope, builder.origin);
}

/** `default`. */
export function defaultValue(builder: SchemaBuilder, value: Json): void {
  const exact = exactValue(builder, value, 'default', inexactAnnotation);
  if (exact !== undefined) builder.annotations.default = { value: exact };
}

/** `example`; ignored if `examples` is present. */
export function example(builder: SchemaBuilder, value: Json): void {
  if (builder.annotations.examples !== undefined) return;
  const exact = exactValue(builder, value, 'example', inexactAnnotation);
  if (exact !== undefined) builder.annotations.examples = [exact];
}

/** `examples`, a list. */
export function examples(builder: SchemaBuilder, value: Json): void {
  if (isArray(value)) {
    const exact = exactValue(builder, value, 'examples', inexactAnnotation);
    if (isArray(exact)) builder.annotations.examples = exact;
  } else
    report(
      builder,
      ignoredMember.type({ what: '"examples"', expected: 'an array', actual: describeType(value) }),
      ['examples'],
    );
}

/** `externalDocs`. */
export function externalDocs(builder: SchemaBuilder, value: Json): void {
  if (!isObject(value)) return wrongType(builder, 'externalDocs', 'an object', value);
  const url = value['url'];
  if (typeof url !== 'string') return wrongType(builder, ['externalDocs', 'url'], 'a string', url);
  const description = value['description'];
  builder.annotations.externalDocs =
    typeof description === 'string' ? { url, description } : { url };
}
