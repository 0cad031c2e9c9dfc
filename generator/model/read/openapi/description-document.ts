import type { Source } from '../../../load/source.js';
import type { SchemaDocument, Scope } from '../schema/document.js';

/** Versions that differ in what the objects of an OpenAPI description may hold. */
export type OpenApiVersion = '3.0' | '3.1' | '3.2';

/** The same for AsyncAPI, whose minor versions only add. */
export type AsyncApiVersion = 'asyncapi-2' | 'asyncapi-3';

export type DescriptionVersion = OpenApiVersion | AsyncApiVersion;

/** A document of a description: the entry, or one that a reference names. */
export interface DescriptionDocument extends SchemaDocument {
  readonly source: Source;
  readonly version: DescriptionVersion;
  /** The scope of schemas that stand in it without a name of their own. */
  readonly scope: Scope;
}
