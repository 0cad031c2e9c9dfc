import { Table } from '../tables.js';

/**
 * What happens to matching requests:
 *
 * - `delay`: the response is sent later
 * - `unavailable`: 503, and the request has no effect
 * - `lost`: the request has its effect, and the connection ends without a response
 */
export type FaultKind = 'delay' | 'unavailable' | 'lost';

/** A fault that the control plane injects into requests of a surface. */
export interface InjectedFault {
  readonly id: string;
  readonly kind: FaultKind;
  readonly surface: string;
  /** Method of the requests that it applies to. If absent, it applies to all. */
  readonly method?: string | undefined;
  /** Beginning of the path. */
  readonly path: string;
  /** Milliseconds of a delay. */
  readonly milliseconds: number;
  /** Number of requests that it still applies to. */
  readonly remaining: number;
}

/** State of the subject `faults`. */
export interface FaultsState {
  /** By id. */
  readonly faults: Table<InjectedFault>;
}

export function createFaults(): FaultsState {
  return { faults: new Table<InjectedFault>() };
}
