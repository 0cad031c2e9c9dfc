import type { Source } from '../../../load/source.js';
import type { SchemaDocument, Scope } from '../schema/document.js';

/** Versions that differ in what the objects of a description may hold. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** A document of an OpenAPI description: the entry, or one that a reference names. */
export interface DescriptionDocument extends SchemaDocument {
  readonly source: Source;
  readonly version: OpenApiVersion;
  /** The scope of schemas that stand in it without a name of their own. */
  readonly scope: Scope;
}
