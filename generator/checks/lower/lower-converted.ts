import { binaryValueOf } from '../../model/analysis/binary-forms.js';
import { convertedFormat } from '../../model/analysis/converted-formats.js';
import type { Keywords, KeywordSchema } from '../../model/schema.js';
import type { ByteLengthPart, ConvertedPart } from '../check.js';
import type { CheckNode } from '../analysis/check-graph.js';
import type { Lowering } from './lower.js';
import { stringType, typeSet } from '../type-set.js';

/**
 * Constraint of a schema with converted strings or bytes, which replaces its type. Returns
 * `undefined` for other schemas.
 */
export function convertedPart(
  node: CheckNode,
  schema: KeywordSchema,
  lowering: Lowering,
): ConvertedPart | undefined {
  return bytesPart(node, schema, lowering) ?? formatPart(node, schema, lowering);
}

function bytesPart(
  { context }: CheckNode,
  schema: KeywordSchema,
  { bytes, overlappingBinary, overlapping, formats }: Lowering,
): ConvertedPart | undefined {
  if (context.hasStringsForBytes) return undefined;
  const form = binaryValueOf(schema, bytes);
  const { type = [], format } = schema.keywords;
  const types = typeSet(type);
  if (form !== undefined) {
    const others = form === 'either' ? types : types & ~stringType;
    const sourceKeyword = format === 'binary' ? 'format' : 'contentMediaType';
    const part = { keyword: 'converted', formats: [], bytes: true, types: others } as const;
    return { ...part, sourceKeyword, ...(form === 'array' && { isArray: true }) };
  }
  if (!overlappingBinary.has(schema.id)) return undefined;
  const others = overlapping.has(schema.id) ? [...formats] : [];
  return { keyword: 'converted', formats: others, bytes: true, types, sourceKeyword: 'type' };
}

function formatPart(
  { context }: CheckNode,
  schema: KeywordSchema,
  { formats, overlapping }: Lowering,
): ConvertedPart | undefined {
  if (formats.size === 0) return undefined;
  const format = convertedFormat(schema, formats);
  const types = typeSet(schema.keywords.type ?? []);
  const part = { keyword: 'converted', bytes: false } as const;
  if (format !== undefined) {
    const others = context.mayBeEitherForm ? types : types & ~stringType;
    return { ...part, formats: [format], types: others, sourceKeyword: 'format' };
  }
  if (!overlapping.has(schema.id)) return undefined;
  return { ...part, formats: [...formats], types, sourceKeyword: 'type' };
}

/** Length limits in bytes. */
export function byteLengths(
  { bytes }: ConvertedPart,
  { minLength = 0, maxLength }: Keywords,
): readonly ByteLengthPart[] {
  if (!bytes) return [];
  return [
    ...(minLength === 0 ? [] : [{ keyword: 'leastBytes', limit: minLength } as const]),
    ...(maxLength === undefined ? [] : [{ keyword: 'mostBytes', limit: maxLength } as const]),
  ];
}

/** True if the value cannot be a string, so that string constraints do not apply. */
export function excludesStrings(part: ConvertedPart | undefined): boolean {
  return part !== undefined && (part.types & stringType) === 0;
}
