import { invalidValue } from '../../core/diagnostics/values.js';
import { numeral, report, wrongType } from '../../model/read/schema/schema-builder.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import type { Json, Numeral } from '../../model/schema.js';
import type { KeywordReader, NameOf } from '../keyword.js';

/** Reads a keyword whose value is a length or a count. */
export function readCount(name: NameOf<number>): KeywordReader {
  return (builder, value) => {
    if (typeof value !== 'number') return wrongType(builder, name, 'a number', value);
    if (!Number.isInteger(value) || value < 0) {
      return report(
        builder,
        invalidValue.range({ name, expected: 'an integer of at least 0', value }),
        [name],
      );
    }
    builder.keywords[name] = value;
  };
}

/** Reads a keyword whose value is a bound. */
export function readBound(name: NameOf<Numeral>): KeywordReader {
  return (builder, value) => {
    const read = readNumber(builder, value, name);
    if (read !== undefined) builder.keywords[name] = read;
  };
}

/** Returns a number with its literal text; reports any other type. */
export function readNumber(
  builder: SchemaBuilder,
  value: Json,
  name: NameOf<Numeral>,
): Numeral | undefined {
  if (typeof value === 'number') return numeral(builder, value, name);
  wrongType(builder, name, 'a number', value);
  return undefined;
}
