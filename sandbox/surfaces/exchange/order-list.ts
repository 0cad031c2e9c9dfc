import type { RequestedPage } from '@tallystick/runtime/http/server';
import type { OrderStatusFilter } from '@platform/exchange';
import type { ListOrdersHandlerRequest } from '@platform/exchange/server';
import { filtered, type ReadPage } from '../../domain/filtered.js';
import type { Decimal } from '../../domain/numbers.js';
import { groupOf, type OrderRow, type OrdersState } from '../../domain/orders/state.js';
import type { View } from '../../domain/subject.js';
import { typeOf } from './order-body.js';
import { type AnswerPage, newestFirst, oldestFirst, type PageHeaders } from './walks.js';
import { boundsOf } from './values.js';

/** Query of a list of orders. */
export type OrdersQuery = ListOrdersHandlerRequest['query'];

/** Position in a list of orders: that of a row in the order of arrival, and its value if the list is sorted by another property. */
export interface OrderPosition {
  readonly position: number;
  readonly value?: string;
}

/** The page of a profile's orders that a request asks for (orders-16). */
export function listOrders(
  state: View<OrdersState>,
  profile: string,
  query: OrdersQuery,
  requested: RequestedPage<OrderPosition>,
): Promise<AnswerPage<OrderRow>> {
  const { sortedBy = 'created_at', sorting, limit } = query;
  const read = readerOf(state, profile, query);
  if (sortedBy !== 'created_at') return sorted(read, query, requested);
  const byArrival: RequestedPage<number> = {
    ...requested,
    position: requested.position?.position,
    cursor: (position) => requested.cursor({ position }),
  };
  return sorting === 'desc'
    ? newestFirst(byArrival, limit, read)
    : oldestFirst(byArrival, limit, read);
}

/** Statuses of orders on the book or before it. */
const openStatuses: ReadonlySet<OrderStatusFilter> = new Set(['open', 'active']);

/** Reads the orders that pass the filters, from the shortest list that has all of them. */
function readerOf(
  state: View<OrdersState>,
  profile: string,
  query: OrdersQuery,
): ReadPage<OrderRow> {
  const { product_id: product, market_type: market, status: statuses = [] } = query;
  const bounds = boundsOf<OrderRow>(query);
  const isAny = statuses.length === 0 || statuses.includes('all');
  const onlyOpen = !isAny && statuses.every((each) => openStatuses.has(each));
  const group = product === undefined ? profile : groupOf(profile, product);
  const list =
    product === undefined
      ? onlyOpen
        ? state.openByProfile
        : state.byProfile
      : onlyOpen
        ? state.open
        : state.byProfileAndProduct;
  const wanted: ReadonlySet<string> = new Set(statuses);
  return filtered(
    (range) => list.page(group, { ...range, ...bounds }),
    ({ status }) => (isAny || wanted.has(status)) && (market === undefined || market === 'spot'),
  );
}

interface SortedRow {
  readonly row: OrderRow;
  readonly position: number;
  readonly value: Decimal | string;
}

/** A page of orders by another property than their time; orders with equal values are sorted by time. */
async function sorted(
  read: ReadPage<OrderRow>,
  { sortedBy = 'created_at', sorting, limit }: OrdersQuery,
  { position: from, direction, cursor }: RequestedPage<OrderPosition>,
): Promise<AnswerPage<OrderRow>> {
  const sign = sorting === 'asc' ? 1 : -1;
  const { slots } = read({ limit: Number.MAX_SAFE_INTEGER });
  const rows = slots
    .map(({ row, position }): SortedRow => ({ row, position, value: valueOf(row, sortedBy) }))
    .sort((left, right) => sign * compare(left, right));
  const cursorOf = ({ position, value }: SortedRow): Promise<string> =>
    cursor({ position, value: String(value) });
  const isBack = direction === 'back';
  const known =
    from === undefined ? undefined : { ...from, value: readValue(from.value, sortedBy) };
  const place = (row: SortedRow): number => (known === undefined ? 1 : sign * compare(row, known));
  const start = isBack
    ? Math.max(0, countWhere(rows, (row) => place(row) < 0) - limit)
    : countWhere(rows, (row) => place(row) <= 0);
  const end = isBack ? countWhere(rows, (row) => place(row) < 0) : start + limit;
  const part = rows.slice(start, end);
  const [first, last] = [part.at(0), part.at(-1)];
  const before = first === undefined ? known : first;
  const headers: PageHeaders = {
    ...(last !== undefined && end < rows.length ? { 'CB-AFTER': await cursorOf(last) } : {}),
    'CB-BEFORE': await cursor(
      before === undefined
        ? { position: 0, value: String(readValue(undefined, sortedBy)) }
        : { position: before.position, value: String(before.value) },
    ),
  };
  return { rows: part.map(({ row }) => row), headers };
}

type SortKey = NonNullable<OrdersQuery['sortedBy']>;

function valueOf(row: OrderRow, key: SortKey): Decimal | string {
  switch (key) {
    case 'price':
      return row.price ?? 0n;
    case 'size':
      return row.size ?? 0n;
    case 'order_id':
      return row.id;
    case 'side':
      return row.side;
    case 'type':
      return typeOf(row);
    case 'created_at':
      return '';
  }
}

function readValue(text: string | undefined, key: SortKey): Decimal | string {
  return key === 'price' || key === 'size' ? BigInt(text ?? 0) : (text ?? '');
}

function compare(
  left: Pick<SortedRow, 'value' | 'position'>,
  right: Pick<SortedRow, 'value' | 'position'>,
): number {
  if (left.value < right.value) return -1;
  return left.value > right.value ? 1 : left.position - right.position;
}

/** Number of rows at the beginning for which a test is true. */
function countWhere(rows: readonly SortedRow[], isBefore: (row: SortedRow) => boolean): number {
  const found = rows.findIndex((row) => !isBefore(row));
  return found === -1 ? rows.length : found;
}
