/** A document in the index of the corpus. */
export interface IndexedDocument {
  readonly file: string;
  readonly bytes: number;
  /** Number of operations and of named schemas, according to the index. */
  readonly operations: number;
  readonly schemas: number;
  /** Result of an OpenAPI validator. */
  readonly verdict: string;
}

/** The cells of a table row, in column order. */
export type Row = readonly string[];

/** Reads the documents in INDEX.tsv of a folder. */
export declare function indexOf(folder: string): readonly IndexedDocument[];

/** Creates the row of a document. `texts` maps paths to TypeScript files and is empty if there were errors. */
export declare function rowOf(
  document: IndexedDocument,
  texts: ReadonlyMap<string, string>,
  diagnostics: readonly { readonly code: string; readonly severity: string }[],
  seconds?: number,
): Row;

/** Number of generated operations, including webhooks and callbacks. */
export declare function operationsIn(texts: ReadonlyMap<string, string>): number;

/** Creates the page. */
export declare function corpusPage(rows: readonly Row[]): string;

/** The rows without seconds and lines, as one text each. These must match exactly. */
export declare function checkedRows(rows: readonly Row[]): readonly string[];

/** Documents whose number of lines differs from the page by more than ten percent, with both figures. */
export declare function staleLines(page: readonly Row[], seen: readonly Row[]): readonly string[];

/** The text of a page outside its table, with normalised white space. */
export declare function proseOf(page: string): string;

/** Parses the rows of a page. */
export declare function rowsOf(page: string): readonly Row[];
