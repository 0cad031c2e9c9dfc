/** What a process is asked over its channel. */
export type Question =
  | { readonly ask: 'look' }
  | { readonly ask: 'judge'; readonly number: number }
  | { readonly ask: 'stop' };

/** What a process needs, as its only argument. */
export interface ProcessOptions {
  /** The journal's file. */
  readonly file: string;
  /** Module of the worker of the journal. */
  readonly worker: string;
  readonly seed: string;
}

/** Where the sandbox listens. */
export interface Started {
  readonly tell: 'started';
  readonly url: string;
  readonly token: string;
  readonly fixPorts: Readonly<Record<string, number>>;
}

/** Texts of entries that are stored, in order. */
export interface StoredTexts {
  readonly tell: 'entries';
  readonly texts: readonly string[];
}

/** Memory of a process after garbage collection, and its last entry. */
export interface Look {
  readonly tell: 'look';
  readonly number: number;
  /** Bytes of objects, and of buffers outside of the heap. */
  readonly heap: number;
  /** Bytes that the process has from the system. */
  readonly resident: number;
}

/** Orders of both sides of a product: price, size and id, best first. */
export interface EngineBook {
  readonly product: string;
  readonly sequence: number;
  /** Number of the last report of market data over FIX. */
  readonly reports: number;
  readonly bids: readonly BookRow[];
  readonly asks: readonly BookRow[];
}

export type BookRow = readonly [price: string, size: string, id: string];

/** What the entries say: books, what is wrong in the ledger, and what is kept. */
export interface Judgement {
  readonly tell: 'judgement';
  readonly heap: number;
  readonly books: readonly EngineBook[];
  readonly faults: readonly string[];
  /** Number of rows of the state by kind. */
  readonly rows: Readonly<Record<string, number>>;
}

/** What a process tells. */
export type Told = Started | StoredTexts | Look | Judgement;

/** Sends something to the process that started this one. */
export function tell(told: Told): void {
  process.send?.(told);
}

/** Answers questions. */
export function onQuestion(answer: (question: Question) => void | Promise<void>): void {
  process.on('message', (question: Question) => void answer(question));
}

/** Bytes that objects take, after everything that nobody uses was collected. */
export async function heapInUse(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await new Promise((resolve) => void setImmediate(resolve));
    globalThis.gc?.();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
