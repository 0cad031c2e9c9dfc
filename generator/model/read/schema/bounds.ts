import { foreignKeyword } from './keyword-diagnostics.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import type { Json, Numeral } from '../../schema.js';
import type { NameOf } from './keyword-name.js';
import { numeral as createNumeral, report, sibling, wrongType } from './schema-builder.js';
import type { SchemaBuilder } from './schema-builder.js';

/** Reads a keyword whose value is a length or a count. */
export function count(builder: SchemaBuilder, value: Json, name: NameOf<number>): void {
  if (typeof value !== 'number') return wrongType(builder, name, 'a number', value);
  if (!Number.isInteger(value) || value < 0) {
    return report(
      builder,
      invalidValue.range({ name, expected: 'an integer of at least 0', value }),
      [name],
    );
  }
  builder.keywords[name] = value;
}

function number(builder: SchemaBuilder, value: Json, name: string): Numeral | undefined {
  if (typeof value !== 'number') {
    wrongType(builder, name, 'a number', value);
    return undefined;
  }
  return createNumeral(builder, value, name);
}

/** `minimum`, `maximum` and `multipleOf`. */
export function numeral(
  builder: SchemaBuilder,
  value: Json,
  name: 'minimum' | 'maximum' | 'multipleOf',
): void {
  const read = number(builder, value, name);
  if (read === undefined) return;
  if (name === 'multipleOf' && read.value <= 0) {
    return report(
      builder,
      invalidValue.range({ name, expected: 'greater than 0', value: read.value }),
      [name],
    );
  }
  // An exclusive flag that was read earlier turns the bound into an exclusive one.
  const exclusive = name === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum';
  const strict = builder.scope.dialect.exclusiveFlags && sibling(builder, exclusive) === true;
  if (name !== 'multipleOf' && strict) builder.keywords[exclusive] = read;
  else builder.keywords[name] = read;
}

/** `exclusiveMinimum` and `exclusiveMaximum`: flags in draft 4 and OpenAPI 3.0, numbers in later versions. */
export function exclusiveBound(
  builder: SchemaBuilder,
  value: Json,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  if (builder.scope.dialect.exclusiveFlags) {
    if (typeof value === 'boolean') return;
    return wrongType(builder, name, 'a boolean', value, {
      hint: `a number needs JSON Schema draft 6 or later; write the bound as "${name === 'exclusiveMinimum' ? 'minimum' : 'maximum'}" and "${name}: true"`,
    });
  }
  if (typeof value === 'boolean') return exclusiveFlag(builder, value, name);
  const read = number(builder, value, name);
  if (read !== undefined) builder.keywords[name] = read;
}

/** Reads a flag of draft 4 or OpenAPI 3.0 in a later dialect. Documents that changed version often keep it. */
function exclusiveFlag(
  builder: SchemaBuilder,
  value: boolean,
  name: 'exclusiveMinimum' | 'exclusiveMaximum',
): void {
  const inclusive = name === 'exclusiveMinimum' ? 'minimum' : 'maximum';
  report(builder, foreignKeyword.flag({ name }), [name], {
    hint: `write the number of "${inclusive}" here, and omit "${inclusive}"`,
  });
  const bound = sibling(builder, inclusive);
  if (value && typeof bound === 'number') {
    builder.keywords[name] = createNumeral(builder, bound, inclusive);
  }
}
