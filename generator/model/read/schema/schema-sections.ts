import { formatPointer } from '../../../core/pointer.js';
import type { Json } from '../../schema.js';
import { isObject, valueAt } from '../json.js';
import type { JsonObject } from '../json.js';

/** A section of a document that maps names to schemas. */
export interface SchemaSection {
  readonly pointer: string;
  readonly schemas: JsonObject;
}

/** Returns the sections that name schemas, in a description or in any other document. */
export function schemaSections(document: Json): readonly SchemaSection[] {
  return [['components', 'schemas'], ['definitions'], ['$defs']].flatMap((tokens) => {
    const schemas = valueAt(document, tokens);
    return isObject(schemas) ? [{ pointer: formatPointer(tokens), schemas }] : [];
  });
}
