import type { RequestedPage } from '@tallystick/runtime/http/server';
import type { ReadPage } from '../../domain/filtered.js';

/** Headers with the cursors of a page. */
export interface PageHeaders {
  readonly 'CB-AFTER'?: string;
  readonly 'CB-BEFORE': string;
}

/** A page of a response. */
export interface AnswerPage<Row> {
  readonly rows: readonly Row[];
  readonly headers: PageHeaders;
}

/**
 * The page that a request asks for, newest first (pages-2). Every page has the cursor of newer rows, so that a client can ask later for
 * exactly those that are new; only a page that older rows follow has the cursor of those.
 */
export async function newestFirst<Row>(
  requested: RequestedPage<number>,
  limit: number,
  read: ReadPage<Row>,
): Promise<AnswerPage<Row>> {
  const { position, direction, cursor } = requested;
  const isBack = direction === 'back';
  const { slots, hasMore } = read({
    limit,
    ...(isBack ? { newerThan: position } : { olderThan: position }),
  });
  const newest = slots.at(0)?.position ?? position ?? 0;
  // Behind an empty page of newer rows is the row that the cursor names.
  const oldest = slots.at(-1)?.position ?? (position ?? 0) + 1;
  const hasOlder = isBack ? read({ limit: 1, olderThan: oldest }).slots.length > 0 : hasMore;
  const after = hasOlder ? { 'CB-AFTER': await cursor(oldest) } : {};
  return {
    rows: slots.map(({ row }) => row),
    headers: { ...after, 'CB-BEFORE': await cursor(newest) },
  };
}

/** The same page in the opposite order: the next page has newer rows. */
export async function oldestFirst<Row>(
  requested: RequestedPage<number>,
  limit: number,
  read: ReadPage<Row>,
): Promise<AnswerPage<Row>> {
  const { position, direction, cursor } = requested;
  const isBack = direction === 'back';
  const { slots, hasMore } = read({
    limit,
    ...(isBack ? { olderThan: position } : { newerThan: position ?? 0 }),
  });
  const oldest = slots.at(-1)?.position ?? position ?? 0;
  const newest = slots.at(0)?.position ?? Math.max(0, (position ?? 0) - 1);
  const hasNewer = isBack ? read({ limit: 1, newerThan: newest }).slots.length > 0 : hasMore;
  const after = hasNewer ? { 'CB-AFTER': await cursor(newest) } : {};
  return {
    rows: slots.map(({ row }) => row).reverse(),
    headers: { ...after, 'CB-BEFORE': await cursor(oldest) },
  };
}
