import type { Keywords } from './schema.js';

/** Whether a schema describes bytes: by `format: binary`, or as 3.1 does it, by a type of content alone (section 4.8.14.2). */
export function saysBytes({
  type,
  format,
  contentMediaType,
  contentEncoding,
  contentSchema,
}: Keywords): boolean {
  if (format === 'binary') return type?.includes('string') === true;
  return (
    type === undefined &&
    contentMediaType !== undefined &&
    contentEncoding === undefined &&
    contentSchema === undefined
  );
}
