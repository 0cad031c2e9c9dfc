import type { OperationDescriptor, PageLinkDescriptor } from '../descriptor.js';
import { ApiError } from '../errors.js';
import { type Client, clientConfig } from './client-config.js';
import {
  cursorPath,
  type Cursor,
  nextPage,
  readCursor,
  withCursor,
  withoutCursor,
} from './next-page.js';
import {
  type AnyOutcome,
  argumentReader,
  type CallArguments,
  errorOf,
  type Performed,
  type PerformingCall,
  performRequest,
} from './operation-call.js';
import { isEmpty, isLast } from './pages.js';

/** Says which page of a list is requested. It is JSON if the cursor is. The first page has none. */
export interface PageParam {
  /** Cursor or number of the page, which replaces the one of the arguments. */
  readonly cursor?: Cursor;
  /** URL references that lead from the first page to this one, each relative to the preceding one. */
  readonly references?: readonly string[];
  /** True if the page precedes another one, in a list that can be read in both directions. */
  readonly back?: true;
}

/** One page of a list. */
export interface ListPage<Value> {
  /** Body of the response. */
  readonly value: Value;
  /** Leads to the next page; absent after the last one. */
  readonly next?: PageParam;
  /** Leads to the page before; absent if the list is read in one direction only, or nothing precedes the page. */
  readonly previous?: PageParam;
}

/**
 * Requests one page of a list. `args` are the arguments of the call, without the client.
 *
 * @throws {ApiError} for every outcome other than success, and for a page that is not at the origin of the list.
 */
export async function fetchPage(
  call: PerformingCall,
  operation: OperationDescriptor,
  client: Client,
  args: readonly unknown[],
  param: PageParam | null,
): Promise<ListPage<unknown>> {
  const request = argumentReader(operation, 0)(args);
  const { performed, ...page } = await performPage(call, operation, client, request, param);
  if (!performed.outcome.ok) throw errorOf(operation, performed);
  return { value: performed.outcome.value, ...page };
}

/** Outcome of the request for a page; if it is not a success, there is no other page. */
export interface PerformedPage extends Omit<ListPage<unknown>, 'value'> {
  readonly performed: Performed;
}

/** {@link fetchPage} that returns every outcome of the request. */
export async function performPage(
  call: PerformingCall,
  operation: OperationDescriptor,
  client: Client,
  args: CallArguments,
  param: PageParam | null,
): Promise<PerformedPage> {
  const request = requestOf(operation, args, param);
  const performed = await call[performRequest](client[clientConfig], request);
  if (!performed.outcome.ok) return { performed };
  const { value: _value, ...page } = listPage(operation, request, performed.outcome);
  return { performed, ...page };
}

/** Arguments of the request for a page. */
function requestOf(
  operation: OperationDescriptor,
  args: CallArguments,
  param: PageParam | null,
): CallArguments {
  const { pagination } = operation;
  if (pagination === undefined || param === null) return args;
  const { cursor, references, back } = param;
  if (references !== undefined)
    return { ...args, follow: { references, refuse: (reason) => refusal(operation, reason) } };
  const direction = back === true ? pagination.back : pagination;
  const opposite = back === true ? pagination : pagination.back;
  if (direction?.request === undefined || cursor === undefined) return args;
  // A request has a cursor for only one direction.
  const others =
    opposite?.request === undefined
      ? args
      : withoutCursor(args, cursorPath(operation, opposite.request));
  return withCursor(others, cursorPath(operation, direction.request), cursor);
}

function listPage(
  operation: OperationDescriptor,
  request: CallArguments,
  outcome: AnyOutcome,
): ListPage<unknown> {
  const { pagination } = operation;
  const { value } = outcome;
  if (pagination === undefined) return { value };
  const next = isLast(pagination, outcome) ? undefined : following(pagination);
  const { back } = pagination;
  const before = back === undefined || isEmpty(pagination, outcome) ? undefined : following(back);
  return {
    value,
    ...(next === undefined ? {} : { next }),
    ...(before === undefined ? {} : { previous: { ...before, back: true } }),
  };

  function following(direction: PageLinkDescriptor): PageParam | undefined {
    if (pagination === undefined) return undefined;
    const refuse = (reason: string): Error => refusal(operation, reason);
    const found = nextPage(operation, pagination, direction, request, outcome, refuse);
    const references = found?.args.follow?.references;
    if (found === undefined || references !== undefined) return references && { references };
    const path = direction.request && cursorPath(operation, direction.request);
    return path && { cursor: readCursor(found.args, path) as Cursor };
  }
}

function refusal(operation: OperationDescriptor, message: string): ApiError<unknown> {
  return new ApiError(operation, {
    kind: 'invalid-response',
    ok: false,
    status: 200,
    message,
    violations: [],
    response: undefined,
  });
}
