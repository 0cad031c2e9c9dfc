import { commonFormats, isOpenApi, numberFormats } from '../../model/formats.js';
import type { KeywordSchema } from '../../model/schema.js';
import type { FormatFunction } from './frame.js';

/** Which keywords assert that need not. */
export interface FormatOptions {
  /**
   * `common` asserts the formats that OpenAPI documents rely on and annotates the others; it is the default
   * for OpenAPI dialects. `annotate`, the default for JSON Schema unless its meta-schema has the vocabulary of assertion, asserts none. `assert` asserts every known one.
   */
  readonly formats?: 'assert' | 'annotate' | 'common';
  /** Whether `contentMediaType` and `contentEncoding` are asserted. Default: no. */
  readonly content?: 'assert' | 'annotate';
}

/** Whether a format is asserted for a schema. */
export function assertsFormat(
  format: string,
  schema: KeywordSchema,
  options: FormatOptions,
): boolean {
  const mode = options.formats ?? defaultMode(schema);
  if (numberFormats.has(format)) return isOpenApi(schema.dialect) && mode !== 'annotate';
  if (mode === 'annotate' || (format === 'byte' && !isOpenApi(schema.dialect))) return false;
  return mode === 'common' ? commonFormats.has(format) : Object.hasOwn(formatFunctions, format);
}

function defaultMode({ dialect, assertsFormat }: KeywordSchema): FormatOptions['formats'] {
  if (assertsFormat === true) return 'assert';
  return isOpenApi(dialect) ? 'common' : 'annotate';
}

/** Whether encoded content is looked into. Only draft 7 lets it be an assertion. */
export function assertsContent(schema: KeywordSchema, options: FormatOptions): boolean {
  return options.content === 'assert' && schema.dialect === '7';
}

/** Formats that the runtime can test, and what tests them. */
export const formatFunctions: { readonly [format: string]: FormatFunction } = {
  byte: 'isByte',
  date: 'isDate',
  'date-time': 'isDateTime',
  duration: 'isDuration',
  email: 'isEmail',
  hostname: 'isHostname',
  'idn-email': 'isIdnEmail',
  'idn-hostname': 'isIdnHostname',
  ipv4: 'isIpv4',
  ipv6: 'isIpv6',
  iri: 'isIri',
  'iri-reference': 'isIriReference',
  'json-pointer': 'isJsonPointer',
  regex: 'isRegex',
  'relative-json-pointer': 'isRelativeJsonPointer',
  time: 'isTime',
  uri: 'isUri',
  'uri-reference': 'isUriReference',
  'uri-template': 'isUriTemplate',
  uuid: 'isUuid',
};
