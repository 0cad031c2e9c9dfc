import type { DialectId, KeywordSchema } from './schema.js';

/** Formats of numbers, which OpenAPI defines (3.1.1 section 4.4). */
export const numberFormats: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double']);

/** Formats that mean one thing to everybody. */
export const commonFormats: ReadonlySet<string> = new Set(['byte', 'date', 'date-time', 'uuid']);

/** Whether a dialect has OpenAPI's formats: those of OpenAPI, and AsyncAPI's, which has the same table. */
export function isOpenApi(dialect: DialectId): boolean {
  return dialect === 'openapi-3.0' || dialect === 'openapi-3.1' || dialect === 'asyncapi';
}

/** The format that a schema asserts unless somebody asks for other formats. */
export function assertedFormat({ dialect, keywords }: KeywordSchema): string | undefined {
  const { format } = keywords;
  if (format === undefined || !isOpenApi(dialect)) return undefined;
  return numberFormats.has(format) || commonFormats.has(format) ? format : undefined;
}
