import { isBigInteger } from '../model/analysis/big-integer.js';
import type { Json, KeywordSchema, Keywords } from '../model/schema.js';
import type { LiteralsPart, NumberPart, StringPart } from './check.js';
import type { Lowering } from './lower.js';
import { typeOfJson, type TypeSet } from './type-set.js';

/** Values allowed by `const` and `enum`, limited to the schema's types. */
export function literalsOf(keywords: Keywords, types: TypeSet): LiteralsPart | undefined {
  const isAllowed = (value: Parameters<typeof typeOfJson>[0]): boolean =>
    (typeOfJson(value) & types) !== 0;
  if (keywords.const !== undefined) {
    const { value } = keywords.const;
    const text = jsonText(value);
    const isListed =
      keywords.enum === undefined || keywords.enum.some((item) => jsonText(item) === text);
    return { keyword: 'const', values: isListed && isAllowed(value) ? [value] : [] };
  }
  if (keywords.enum === undefined) return undefined;
  const values = new Map(keywords.enum.filter(isAllowed).map((value) => [jsonText(value), value]));
  return { keyword: 'enum', values: [...values.values()] };
}

/** Identity of a listed value: its JSON, with all digits of integers. */
function jsonText(value: Json): string {
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}

/** Constraints on numbers: bounds, divisor, format. */
export function numberParts(schema: KeywordSchema, lowering: Lowering): readonly NumberPart[] {
  const { keywords } = schema;
  const parts: NumberPart[] = [];
  for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const bound = keywords[keyword];
    if (bound !== undefined) parts.push({ keyword, bound });
  }
  if (keywords.multipleOf !== undefined)
    parts.push({ keyword: 'multipleOf', divisor: keywords.multipleOf });
  const { format } = keywords;
  if (format !== undefined && lowering.bigints && isBigInteger(schema)) {
    // Listed integers are used as they are.
    if (keywords.const !== undefined || keywords.enum !== undefined) return parts;
    // Placed first, so that the following comparisons apply to an integer.
    return [{ keyword: 'format', name: format, isBigint: true }, ...parts];
  }
  if (format !== undefined && numberFormats.has(format) && lowering.assertsFormat(format, schema)) {
    parts.push({ keyword: 'format', name: format });
  }
  return parts;
}

const numberFormats = new Set(['int32', 'int64', 'float', 'double']);

/** Constraints on strings. Lengths come before the pattern. */
export function stringParts(schema: KeywordSchema, lowering: Lowering): readonly StringPart[] {
  const { keywords } = schema;
  const { format } = keywords;
  const parts: StringPart[] = [];
  if (keywords.minLength !== undefined && keywords.minLength > 0) {
    parts.push({ keyword: 'minLength', limit: keywords.minLength });
  }
  if (keywords.maxLength !== undefined)
    parts.push({ keyword: 'maxLength', limit: keywords.maxLength });
  if (keywords.pattern !== undefined) parts.push({ keyword: 'pattern', pattern: keywords.pattern });
  if (
    format !== undefined &&
    !numberFormats.has(format) &&
    lowering.assertsFormat(format, schema)
  ) {
    parts.push({ keyword: 'format', name: format });
  }
  const { contentMediaType: mediaType, contentEncoding: encoding } = keywords;
  if ((mediaType ?? encoding) !== undefined && lowering.assertsContent(schema)) {
    parts.push({
      keyword: mediaType === undefined ? 'contentEncoding' : 'contentMediaType',
      mediaType,
      encoding,
    });
  }
  return parts;
}
