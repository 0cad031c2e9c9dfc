import type { View } from '../subject.js';
import type { FaultsState, InjectedFault } from './state.js';

/** The parts of a request that faults are matched with. */
export interface FaultyRequest {
  readonly surface: string;
  readonly method: string;
  readonly path: string;
}

/** The oldest fault that applies to a request. */
export function matchingFault(
  { faults }: View<FaultsState>,
  { surface, method, path }: FaultyRequest,
): InjectedFault | undefined {
  for (const fault of faults.rows()) {
    if (
      fault.surface === surface &&
      (fault.method === undefined || fault.method === method) &&
      path.startsWith(fault.path)
    )
      return fault;
  }
  return undefined;
}
