import { heldBytes } from '../../model/byte-forms.js';
import { convertedFormat } from '../../model/converted.js';
import type { Keywords, KeywordSchema } from '../../model/schema.js';
import type { ByteLengthPart, ConvertedPart } from './check.js';
import type { CheckNode } from './graph.js';
import type { Lowering } from './lower.js';
import { stringType, typeSet } from './type-set.js';

/** What a schema demands whose texts are something else in a program, in place of its types; `undefined` for any other schema. */
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
  { bytes, byteCompanions, companions, formats }: Lowering,
): ConvertedPart | undefined {
  if (context.standIns) return undefined;
  const form = heldBytes(schema, bytes);
  const { type = [], format } = schema.keywords;
  const types = typeSet(type);
  if (form !== undefined) {
    const others = form === 'either' ? types : types & ~stringType;
    const said = format === 'binary' ? 'format' : 'contentMediaType';
    return { keyword: 'converted', formats: [], bytes: true, types: others, said };
  }
  if (!byteCompanions.has(schema.id)) return undefined;
  const others = companions.has(schema.id) ? [...formats] : [];
  return { keyword: 'converted', formats: others, bytes: true, types, said: 'type' };
}

function formatPart(
  { context }: CheckNode,
  schema: KeywordSchema,
  { formats, companions }: Lowering,
): ConvertedPart | undefined {
  if (formats.size === 0) return undefined;
  const format = convertedFormat(schema, formats);
  const types = typeSet(schema.keywords.type ?? []);
  const part = { keyword: 'converted', bytes: false } as const;
  if (format !== undefined) {
    const others = context.aside ? types : types & ~stringType;
    return { ...part, formats: [format], types: others, said: 'format' };
  }
  if (!companions.has(schema.id)) return undefined;
  return { ...part, formats: [...formats], types, said: 'type' };
}

/** How many bytes there may be. */
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

/** Whether no text can stand there, so that nothing is to be said of it. */
export function hasNoText(part: ConvertedPart | undefined): boolean {
  return part !== undefined && (part.types & stringType) === 0;
}
