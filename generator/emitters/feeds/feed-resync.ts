import {
  defineError,
  defineWarning,
  type DiagnosticType,
  type Reporter,
} from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import { parsePointer } from '../../core/pointer.js';
import type { FeedBook } from '../../model/feed.js';
import type { Shapes } from '../../model/shape/shape.js';
import { memberSchema } from '../../plan/schemas/pointer-schema.js';
import type { OperationPlan } from '../../plan/plan.js';
import type { ResyncPlan } from './plan.js';

/** An operation that cannot fetch the snapshot of an order book. */
export const bookOperation: DiagnosticType<{
  arguments: { operation: string };
  parameter: { operation: string; name: string };
  value: { operation: string; name: string };
  response: { operation: string; pointer: string };
}> = defineError('book-operation', {
  arguments: ({ operation }) =>
    `the operation "${operation}" must have path and query parameters only`,
  parameter: ({ operation, name }) => `the operation "${operation}" has no parameter "${name}"`,
  value: ({ operation, name }) => `the parameter "${name}" of "${operation}" has no value`,
  response: ({ operation, pointer }) => `the response of "${operation}" has no "${pointer}"`,
});

/** An operation for snapshots that the package does not contain. The program must provide them. */
export const missingBookOperation: DiagnosticType<{ default: { operation: string } }> =
  defineWarning('missing-book-operation', {
    default: ({ operation }) =>
      `the package has no operation "${operation}", so programs must pass snapshots to the client`,
  });

/**
 * Plans the call that fetches a snapshot of an order book. Reports invalid references. Returns
 * `undefined` if the package has no usable operation.
 */
export function planResync(
  book: FeedBook,
  shapes: Shapes,
  operations: readonly OperationPlan[],
  reporter: Reporter,
): ResyncPlan | undefined {
  if (book.resync === 'resubscribe') return undefined;
  const { operation: id, parameters, origin } = book.resync;
  const operation = operations.find((each) => each.id === id);
  if (operation === undefined) {
    const ids = operations.map((each) => each.id);
    reporter.report(
      missingBookOperation.default({ operation: id }),
      childOrigin(origin, 'operation'),
      ids.length === 0
        ? { hint: 'add the document that describes it to the "documents" of the package' }
        : didYouMean(id, ids),
    );
    return undefined;
  }
  const { path, query, input } = operation.arguments;
  if (input.kind === 'body' || input.kind === 'parts') {
    reporter.report(bookOperation.arguments({ operation: id }), childOrigin(origin, 'operation'));
    return undefined;
  }
  const names = [...path.map(({ parameter }) => parameter.name), ...query.map(({ name }) => name)];
  for (const name of Object.keys(parameters)) {
    if (names.includes(name)) continue;
    reporter.report(
      bookOperation.parameter({ operation: id, name }),
      childOrigin(origin, 'parameters', name),
      { part: 'key', ...didYouMean(name, names) },
    );
  }
  const valueOf = (name: string): string | number | boolean | undefined =>
    Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const missing = [...path.map(({ parameter }) => parameter), ...query].filter(
    ({ name, required }) => required && valueOf(name) === undefined,
  );
  for (const { name } of missing) {
    reporter.report(bookOperation.value({ operation: id, name }), origin, {
      hint: `write "${name}: '{key}'" in "parameters" if it is the key`,
    });
  }
  if (missing.length > 0) return undefined;
  checkSnapshot(book, operation, shapes, reporter);
  return {
    operation,
    path: path.map(({ parameter }) => valueOf(parameter.name) ?? ''),
    query: query.flatMap(({ name }) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  };
}

/** Checks that a successful response has the properties from which the book is restored. */
function checkSnapshot(
  { snapshot, origin }: FeedBook,
  { id, outcomes }: OperationPlan,
  shapes: Shapes,
  reporter: Reporter,
): void {
  const bodies = outcomes
    .filter(({ success }) => success)
    .flatMap(({ outcome }) => outcome.contents.flatMap(({ schema }) => schema ?? []));
  for (const name of ['sequence', 'bids', 'asks'] as const) {
    const pointer = snapshot[name];
    const path = pointer === undefined ? undefined : parsePointer(pointer);
    if (path === undefined || bodies.length === 0) continue;
    if (bodies.some((body) => memberSchema(shapes, body, path) !== undefined)) continue;
    reporter.report(
      bookOperation.response({ operation: id, pointer: pointer ?? '' }),
      childOrigin(origin, 'snapshot', name),
    );
  }
}
