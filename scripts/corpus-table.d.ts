/** A document that the index of the corpus lists. */
export interface IndexedDocument {
  readonly file: string;
  readonly bytes: number;
  /** Operations and named schemas, counted by those who made the index. */
  readonly operations: number;
  readonly schemas: number;
  /** What a validator of OpenAPI documents has said. */
  readonly verdict: string;
}

/** The cells of a row of the page, in its order. */
export type Row = readonly string[];

/** The documents that the INDEX.tsv of a folder lists. */
export declare function indexOf(folder: string): readonly IndexedDocument[];

/** What came of one document; `texts` are the TypeScript files by path, none if it has errors. */
export declare function rowOf(
  document: IndexedDocument,
  texts: ReadonlyMap<string, string>,
  diagnostics: readonly { readonly code: string; readonly severity: string }[],
  seconds?: number,
): Row;

/** The operations that were generated, those of webhooks and callbacks among them. */
export declare function operationsIn(texts: ReadonlyMap<string, string>): number;

/** The whole page. */
export declare function corpusPage(rows: readonly Row[]): string;

/** The rows without what depends on a machine, a line each. */
export declare function checkedRows(rows: readonly Row[]): readonly string[];

/** The rows that a page holds. */
export declare function rowsOf(page: string): readonly Row[];
