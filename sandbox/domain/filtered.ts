import type { BoundedRange, Page, ReadonlyIndex } from './lists.js';
import type { Slot } from './tables.js';

/** Reads a part of a list, newest first. */
export type ReadPage<Row> = (range: BoundedRange<Row>) => Page<Row>;

/** Rows that are read at a time to find those of a filter. */
const step = 500;

/** The part of a list whose rows pass a test. It reads no more rows than it needs. */
export function filtered<Row>(read: ReadPage<Row>, isKept: (row: Row) => boolean): ReadPage<Row> {
  return ({ limit, olderThan, newerThan, ...bounds }) => {
    const kept: Readonly<Slot<Row>>[] = [];
    const isBack = newerThan !== undefined;
    let position = newerThan ?? olderThan;
    for (;;) {
      const range = isBack ? { newerThan: position } : { olderThan: position };
      const { slots, hasMore } = read({ ...bounds, limit: step, ...range });
      const found = slots.filter(({ row }) => isKept(row));
      if (isBack) kept.unshift(...found);
      else kept.push(...found);
      if (kept.length > limit) {
        const part = isBack ? kept.slice(-limit) : kept.slice(0, limit);
        return { slots: part, hasMore: true };
      }
      if (!hasMore) return { slots: kept, hasMore: false };
      position = (isBack ? slots.at(0) : slots.at(-1))?.position;
    }
  };
}

/** All rows of a group, newest first, read in pages: a program that stops early reads few. */
export function* newestFirst<Row>(index: ReadonlyIndex<Row>, group: string): Iterable<Row> {
  let olderThan: number | undefined;
  for (;;) {
    const { slots, hasMore } = index.page(group, { limit: step, olderThan });
    for (const { row } of slots) yield row;
    if (!hasMore) return;
    olderThan = slots.at(-1)?.position;
  }
}
