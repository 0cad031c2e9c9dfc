import { string, wrongType } from '../../model/read/schema/schema-builder.js';
import type { SchemaBuilder } from '../../model/read/schema/schema-builder.js';
import { isArray } from '../../model/read/json.js';
import type { Json } from '../../model/schema.js';
import type { KeywordReader } from '../keyword.js';

/** Reads a keyword whose value is a name, such as that of a format. */
export function readText(name: 'format' | 'contentEncoding' | 'contentMediaType'): KeywordReader {
  return (builder, value) => {
    const read = string(builder, value, name);
    if (read !== undefined) builder.keywords[name] = read;
  };
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
