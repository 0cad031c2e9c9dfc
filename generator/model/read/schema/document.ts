import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin, SourceText } from '../../../core/origin.js';
import type { Json, ResourceId } from '../../schema.js';
import type { Dialect } from './dialects.js';
import { formatPointer } from '../../../core/pointer.js';
import { isObject, valueAt, type JsonObject } from '../json.js';

/** A document that contains schemas: a JSON Schema, or a description with many of them. */
export interface SchemaDocument {
  /** Absolute URI, the base of relative references. */
  readonly uri: string;
  readonly source: SourceText;
  readonly value: Json;
  /** Default dialect of its schemas. */
  readonly dialect: Dialect;
  /** Returns the literal text of the number at these tokens, if the document was read from text. */
  numberText?(tokens: readonly string[]): string | undefined;
}

/** The resource that a schema belongs to, and the base of its locations. Shared by all its schemas. */
export interface Scope {
  readonly document: SchemaDocument;
  readonly resource: ResourceId;
  /** Length of the resource root's pointer within its document. */
  readonly prefix: number;
  readonly dialect: Dialect;
}

/** Opens the document under an absolute URI. Reports the reason for a failure to the reporter, at `origin`. */
export type OpenDocument = (
  uri: string,
  text: string,
  origin: Origin,
  dialect: Dialect,
  reporter: Reporter,
) => SchemaDocument | undefined;

/** A section of a document that maps names to schemas. */
interface SchemaSection {
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
