import type { KeywordSchema, Schema } from '../schema.js';

/** Formats whose texts a program holds as something else than text, such as `date-time` as `Date`. */
export type ConvertedFormats = ReadonlySet<string>;

/** Texts stay texts. */
export const noFormats: ConvertedFormats = new Set();

/**
 * The format by which a schema's texts are something else in a program; `undefined` where they stay text. A schema that lists its
 * values is known by them, and one that does not say that it describes text may describe anything.
 */
export function convertedFormat(schema: Schema, formats: ConvertedFormats): string | undefined {
  if (schema.kind === 'boolean') return undefined;
  const { format, type, const: constant, enum: values } = schema.keywords;
  if (format === undefined || !formats.has(format) || type?.includes('string') !== true)
    return undefined;
  return constant === undefined && values === undefined ? format : undefined;
}

/** Narrows to a schema whose texts are something else in a program. */
export function isConverted(schema: Schema, formats: ConvertedFormats): schema is KeywordSchema {
  return convertedFormat(schema, formats) !== undefined;
}

/** Those formats that some schema has. */
export function formatsInUse(
  schemas: Iterable<Schema>,
  formats: ConvertedFormats,
): ConvertedFormats {
  if (formats.size === 0) return noFormats;
  const used = new Set<string>();
  for (const schema of schemas) {
    const format = convertedFormat(schema, formats);
    if (format !== undefined) used.add(format);
  }
  return used.size === 0 ? noFormats : used;
}
