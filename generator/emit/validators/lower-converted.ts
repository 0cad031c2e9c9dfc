import { convertedFormat } from '../../model/converted.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { ConvertedPart } from './check.js';
import type { CheckNode } from './graph.js';
import type { Lowering } from './lower.js';
import { stringType, typeSet } from './type-set.js';

/** What a schema demands whose texts are something else in a program, in place of its types; `undefined` for any other schema. */
export function convertedPart(
  { context }: CheckNode,
  schema: KeywordSchema,
  { formats, companions }: Lowering,
): ConvertedPart | undefined {
  if (formats.size === 0) return undefined;
  const format = convertedFormat(schema, formats);
  const types = typeSet(schema.keywords.type ?? []);
  if (format !== undefined) {
    const others = context.aside ? types : types & ~stringType;
    return { keyword: 'converted', formats: [format], types: others, said: 'format' };
  }
  if (!companions.has(schema.id)) return undefined;
  return { keyword: 'converted', formats: [...formats], types, said: 'type' };
}

/** Whether no text can stand there, so that nothing is to be said of it. */
export function hasNoText(part: ConvertedPart | undefined): boolean {
  return part !== undefined && (part.types & stringType) === 0;
}
