import { foreignPagination } from '../core/diagnostics/extensions.js';
import { type Checked, createReporter } from '../core/diagnostic.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { Api, Operation, Pagination } from '../model/api.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import { checkPagination, successBody } from './rules/pagination-schema.js';
import { allowsType, itemSchemas, memberNames, memberSchemas } from './applicable-schemas.js';

/**
 * Removes pagination of other tools' extensions that does not fit its operation, with a warning. It is not an error, because the extension
 * was written for another tool.
 */
export function resolvePagination(api: Api): Checked<Api> {
  if (!api.operations.some(({ pagination }) => pagination?.foreign !== undefined))
    return { value: api, diagnostics: [] };
  const reporter = createReporter();
  const operations = api.operations.map((operation): Operation => {
    const { pagination, ...rest } = operation;
    if (pagination?.foreign === undefined) return operation;
    const resolved = resolve(api, operation, pagination);
    if (typeof resolved !== 'string') return { ...rest, pagination: resolved };
    reporter.report(
      foreignPagination.default({ name: pagination.foreign, reason: resolved }),
      pagination.origin,
      { part: 'key', hint: 'use "x-pagination"' },
    );
    return rest;
  });
  return { value: { ...api, operations }, diagnostics: reporter.diagnostics };
}

/** Returns pagination that fits the operation, or the reason why it does not. */
function resolve(api: Api, operation: Operation, pagination: Pagination): Pagination | string {
  const body = successBody(operation);
  if (body === undefined) return 'no success response of the operation is described as JSON';
  const items = pagination.inferItems ? onlyList(api.schemas, body) : pagination.items;
  if (items === undefined) return 'it does not name the list of items in the body';
  const resolved = { ...pagination, items };
  const check = createReporter();
  checkPagination(api, operation, resolved, check);
  const [problem] = check.diagnostics;
  if (problem !== undefined) return problem.message;
  const list = (parsePointer(items) ?? []).reduce<readonly SchemaId[]>(
    (current, name) => current.flatMap((id) => memberSchemas(api.schemas, id, name)),
    [body],
  );
  return list.some((id) => itemSchemas(api.schemas, id).length > 0)
    ? resolved
    : 'the items are not described';
}

/** Returns the pointer to the only list in a body, or to the body itself if it is a list. */
function onlyList(table: SchemaTable, body: SchemaId): string | undefined {
  if (itemSchemas(table, body).length > 0) return '';
  const lists = [...new Set(memberNames(table, body))].filter((name) =>
    memberSchemas(table, body, name).some(
      (id) => allowsType(table, id, 'array') && itemSchemas(table, id).length > 0,
    ),
  );
  const [single] = lists;
  return single !== undefined && lists.length === 1 ? formatPointer([single]) : undefined;
}
