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

/** The rows without seconds and lines, each as one text: what a page has to say exactly. */
export declare function checkedRows(rows: readonly Row[]): readonly string[];

/** The documents whose lines are more than a tenth off what the page says, with both figures. */
export declare function staleLines(page: readonly Row[], seen: readonly Row[]): readonly string[];

/** What a page says around its table, however it is wrapped. */
export declare function proseOf(page: string): string;

/** The rows that a page holds. */
export declare function rowsOf(page: string): readonly Row[];
