import { commonFormats, formatFunctions, isOpenApi, numberFormats } from '../model/formats.js';
import type { KeywordSchema } from '../model/schema.js';

/** Options for keywords that are assertions only if enabled. */
export interface FormatOptions {
  /**
   * `common` asserts the formats that OpenAPI documents commonly use, and treats others as
   * annotations. It is the default for OpenAPI dialects. `annotate` asserts none. It is the default
   * for JSON Schema, unless the meta-schema includes the format-assertion vocabulary. `assert`
   * asserts every supported format.
   */
  readonly formats?: 'assert' | 'annotate' | 'common';
  /** Assertion of `contentMediaType` and `contentEncoding`. Default: `annotate`. */
  readonly content?: 'assert' | 'annotate';
}

/** True if a format is asserted for a schema. */
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

/** True if encoded content is validated. Only draft 7 permits this as an assertion. */
export function assertsContent(schema: KeywordSchema, options: FormatOptions): boolean {
  return options.content === 'assert' && schema.dialect === '7';
}
