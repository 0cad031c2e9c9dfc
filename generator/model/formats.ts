import type { DialectId, KeywordSchema } from './schema.js';

/** Formats of numbers that OpenAPI defines (3.1.1 section 4.4). */
export const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double']);

/** Formats with the same meaning in all specifications. */
export const commonFormats: ReadonlySet<string> = new Set(['byte', 'date', 'date-time', 'uuid']);

/**
 * Formats that a specification defines: OpenAPI (3.1.1 section 4.4), its format registry, and JSON Schema (2020-12 validation section 7.3).
 */
export const definedFormats: ReadonlySet<string> = new Set([
  ...numberFormats,
  ...commonFormats,
  ...`base64url binary char commonmark date-time-local decimal decimal128 double-int duration email hostname html http-date idn-email
  idn-hostname int16 int8 ipv4 ipv6 iri iri-reference json-pointer media-range password regex relative-json-pointer sf-binary sf-boolean
  sf-decimal sf-integer sf-string sf-token time time-local uint16 uint32 uint64 uint8 unixtime uri uri-reference uri-template`.split(
    /\s+/,
  ),
]);

/** True for dialects with OpenAPI's formats: those of OpenAPI, and AsyncAPI, which has the same table. */
export function isOpenApi(dialect: DialectId): boolean {
  return dialect === 'openapi-3.0' || dialect === 'openapi-3.1' || dialect === 'asyncapi';
}

/** Tests of formats in the runtime, as separate functions so that only those in use are bundled. */
export type FormatFunction =
  | 'isByte'
  | 'isDate'
  | 'isDateTime'
  | 'isDuration'
  | 'isEmail'
  | 'isHostname'
  | 'isIdnEmail'
  | 'isIdnHostname'
  | 'isIpv4'
  | 'isIpv6'
  | 'isIri'
  | 'isIriReference'
  | 'isJsonPointer'
  | 'isRegex'
  | 'isRelativeJsonPointer'
  | 'isTime'
  | 'isUri'
  | 'isUriReference'
  | 'isUriTemplate'
  | 'isUuid';

/** Formats that the runtime supports, with their test functions. */
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

/** Returns the format that checks of a schema assert. */
export function assertedFormat(schema: KeywordSchema): string | undefined {
  const { format } = schema.keywords;
  if (format === undefined) return undefined;
  const isOpenApiFormat =
    isOpenApi(schema.dialect) && (numberFormats.has(format) || commonFormats.has(format));
  // Outside OpenAPI, "byte" has no meaning.
  const isAsserted =
    schema.assertsFormat === true && format !== 'byte' && Object.hasOwn(formatFunctions, format);
  return isOpenApiFormat || isAsserted ? format : undefined;
}
