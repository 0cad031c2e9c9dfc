import type { Reporter } from '../../../core/diagnostic.js';
import type { Origin, SourceText } from '../../../core/origin.js';
import type { Json, ResourceId } from '../../schema.js';
import type { Dialect } from './dialects.js';

/** A document in which schemas stand: a JSON Schema, or a description that holds many. */
export interface SchemaDocument {
  /** Absolute URI that relative references start from. */
  readonly uri: string;
  readonly source: SourceText;
  readonly value: Json;
  /** Dialect of schemas that name none themselves. */
  readonly dialect: Dialect;
  /** Exact spelling of the number at these tokens, where the document is text. */
  numberText?(tokens: readonly string[]): string | undefined;
}

/** The resource that a schema belongs to, and how to name locations in it. Shared by all its schemas. */
export interface Scope {
  readonly document: SchemaDocument;
  readonly resource: ResourceId;
  /** Length of the pointer of the resource's root within its document. */
  readonly prefix: number;
  readonly dialect: Dialect;
}

/** Finds the document under an absolute URI; tells the reporter, at `origin`, why there is none. */
export type OpenDocument = (
  uri: string,
  text: string,
  origin: Origin,
  dialect: Dialect,
  reporter: Reporter,
) => SchemaDocument | undefined;
