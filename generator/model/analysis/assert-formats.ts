import type { Api } from '../api.js';
import type { Schema, SchemaId } from '../schema.js';

/** Makes formats assertions in every schema that names one of them, as a meta-schema with the vocabulary `format-assertion` does. */
export function assertFormats(api: Api, formats: readonly string[]): Api {
  const asserted = new Set(formats);
  const changed = [...api.schemas.values()].flatMap((schema): (readonly [SchemaId, Schema])[] => {
    const format = schema.kind === 'keywords' ? schema.keywords.format : undefined;
    return format === undefined || !asserted.has(format)
      ? []
      : [[schema.id, { ...schema, assertsFormat: true } as Schema]];
  });
  return changed.length === 0 ? api : { ...api, schemas: new Map([...api.schemas, ...changed]) };
}
