import type { KeywordSchema } from '../../model/schema.js';
import { numberFormats } from '../../model/formats.js';
import { isBigInteger } from '../../model/analysis/big-integer.js';
import type { FormatPart } from '../../checks/check.js';
import { everyDialect } from '../dialect-range.js';
import type { Keyword, KeywordGroup, KeywordLowering } from '../keyword.js';
import { readText } from '../read/texts.js';

/** Validation 7. */
export const format: Keyword<'format', FormatPart> = {
  name: 'format',
  dialects: everyDialect,
  vocabulary: 'format',
  group: 'scalar',
  read: readText('format'),
  lower: lowerFormat,
  phrase({ name }) {
    const bits = /^u?int(\d+)$/.exec(name)?.[1];
    if (bits !== undefined) return { size: `${bits} bits` };
    if (numberFormats.has(name)) return {};
    return { noun: nouns[name] ?? `a string of the format ${name}` };
  },
};

function lowerFormat(
  schema: KeywordSchema,
  lowering: KeywordLowering,
  group: KeywordGroup,
): readonly FormatPart[] {
  const { format: name, const: constant, enum: values } = schema.keywords;
  if (name === undefined) return [];
  if (group === 'number' && lowering.bigints && isBigInteger(schema)) {
    // Listed integers are used as they are.
    const isListed = constant !== undefined || values !== undefined;
    return isListed ? [] : [{ keyword: 'format', name, isBigint: true }];
  }
  const isAsserted =
    numberFormats.has(name) === (group === 'number') && lowering.assertsFormat(name, schema);
  return isAsserted ? [{ keyword: 'format', name }] : [];
}

const nouns: { readonly [format: string]: string } = {
  byte: 'base64 text',
  date: 'a date such as 2024-01-31',
  'date-time': 'a date and time such as 2024-01-31T12:00:00Z',
  uuid: 'a UUID',
};
