import type { Effect } from '../../../runtime/contract-tests/suite.js';
import type { OperationPlan } from '../../plan/plan.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** What a call does to data, by its method (RFC 9110 section 9.2). A JSON-RPC method may change anything. */
export function effectOf({ operation: { binding } }: OperationPlan): Effect {
  if (binding.kind === 'json-rpc') return 'write';
  if (binding.method === 'DELETE') return 'delete';
  return safeMethods.has(binding.method) ? 'read' : 'write';
}

/** The effect of several calls. */
export function greatestEffect(operations: readonly OperationPlan[]): Effect {
  const all = new Set(operations.map(effectOf));
  return all.has('delete') ? 'delete' : all.has('write') ? 'write' : 'read';
}
