import { defineWarning, type DiagnosticType } from '../../../core/diagnostic.js';
import { originKey } from '../../../core/origin.js';
import { duplicateOperationId } from '../diagnostics/names.js';
import { originAt, textAt, type ObjectNode } from './node.js';
import type { Reading } from './reading.js';

/** An empty `operationId`, which is ignored. */
export const emptyOperationId: DiagnosticType<{ default: void }> = defineWarning(
  'empty-operation-id',
  {
    default: () => '"operationId" is empty',
  },
);

/** Reads an `operationId`. An empty or duplicate one is reported and ignored. */
export function readOperationId(reading: Reading, node: ObjectNode): string | undefined {
  const id = textAt(node, 'operationId');
  if (id === undefined) return undefined;
  if (id === '') {
    const origin = originAt(node, 'operationId');
    node.reporter.report(emptyOperationId.default(), origin, {
      hint: 'omit it, or name the operation',
    });
    return undefined;
  }
  return claimOperationId(reading, id, node) ? id : undefined;
}

/**
 * Records the location of an `operationId` and reports a duplicate. If paths or callbacks share one operation object by reference, the
 * first use gets the id, and nothing is reported.
 */
export function claimOperationId(reading: Reading, id: string, node: ObjectNode): boolean {
  const first = reading.operationIds.get(id);
  const origin = originAt(node, 'operationId');
  if (first === undefined) {
    reading.operationIds.set(id, origin);
    return true;
  }
  if (originKey(first) === originKey(origin)) return false;
  reading.reporter.report(duplicateOperationId.default({ id }), origin, {
    related: [{ message: 'the first is here', origin: first }],
  });
  return false;
}
