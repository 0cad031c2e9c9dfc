import { formatPointer } from '../../../core/pointer.js';
import type { Json } from '../../schema.js';
import { isObject, valueAt } from '../json.js';
import type { JsonObject } from '../json.js';

/** A part of a document that names schemas. */
export interface SchemaSection {
  readonly pointer: string;
  readonly schemas: JsonObject;
}

/** Where a document names schemas: it need not be the entry of a description, nor a description. */
export function schemaSections(document: Json): readonly SchemaSection[] {
  return [['components', 'schemas'], ['definitions'], ['$defs']].flatMap((tokens) => {
    const schemas = valueAt(document, tokens);
    return isObject(schemas) ? [{ pointer: formatPointer(tokens), schemas }] : [];
  });
}
