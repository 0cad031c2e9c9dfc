import { type Checked, createReporter } from '../core/diagnostic.js';
import { formatPointer, parsePointer } from '../core/pointer.js';
import type { Api, Operation, Pagination } from '../model/api.js';
import type { SchemaId, SchemaTable } from '../model/schema.js';
import { checkPagination, successBody } from './rules/pagination-schema.js';
import { admits, itemSchemas, memberNames, memberSchemas } from './schema-facts.js';

/**
 * Leaves out pagination that an extension of another tool describes and that does not fit its operation, with a warning: what was written for
 * somebody else is no mistake of the description.
 */
export function settlePagination(api: Api): Checked<Api> {
  if (!api.operations.some(({ pagination }) => pagination?.foreign !== undefined))
    return { value: api, diagnostics: [] };
  const reporter = createReporter();
  const operations = api.operations.map((operation): Operation => {
    const { pagination, ...rest } = operation;
    if (pagination?.foreign === undefined) return operation;
    const settled = settle(api, operation, pagination);
    if (typeof settled !== 'string') return { ...rest, pagination: settled };
    reporter.warning(
      'foreign-pagination',
      pagination.origin,
      `"${pagination.foreign}" is left out: ${settled}`,
      { part: 'key', hint: 'say the same with "x-pagination"' },
    );
    return rest;
  });
  return { value: { ...api, operations }, diagnostics: reporter.diagnostics };
}

/** Pagination that fits, or why it does not. */
function settle(api: Api, operation: Operation, pagination: Pagination): Pagination | string {
  const body = successBody(operation);
  if (body === undefined) return 'no success of the operation is described as JSON';
  const items = pagination.inferItems ? onlyList(api.schemas, body) : pagination.items;
  if (items === undefined) return 'it does not say which of the lists in the body holds the items';
  const settled = { ...pagination, items };
  const found = createReporter();
  checkPagination(api, operation, settled, found);
  const [fault] = found.diagnostics;
  if (fault !== undefined) return fault.message;
  const list = (parsePointer(items) ?? []).reduce<readonly SchemaId[]>(
    (at, name) => at.flatMap((id) => memberSchemas(api.schemas, id, name)),
    [body],
  );
  return list.some((id) => itemSchemas(api.schemas, id).length > 0)
    ? settled
    : 'the items are not described';
}

/** The only list in a body, or the body itself where it is one. */
function onlyList(table: SchemaTable, body: SchemaId): string | undefined {
  if (itemSchemas(table, body).length > 0) return '';
  const lists = [...new Set(memberNames(table, body))].filter((name) =>
    memberSchemas(table, body, name).some(
      (id) => admits(table, id, 'array') && itemSchemas(table, id).length > 0,
    ),
  );
  const [only] = lists;
  return only !== undefined && lists.length === 1 ? formatPointer([only]) : undefined;
}
