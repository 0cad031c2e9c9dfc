import type { Source } from '../../../load/source.js';
import type { SchemaDocument, Scope } from '../schema/document.js';

/** OpenAPI versions that differ in the members of their objects. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** AsyncAPI versions: minor versions only add members, so the major version is sufficient. */
export type AsyncApiVersion = 'asyncapi-2' | 'asyncapi-3';

export type DescriptionVersion = OpenApiVersion | AsyncApiVersion;

/** A document of a description: the entry document, or one that a reference names. */
export interface DescriptionDocument extends SchemaDocument {
  readonly source: Source;
  readonly version: DescriptionVersion;
  /** Scope of the schemas that are not named by an identifier of their own. */
  readonly scope: Scope;
}
