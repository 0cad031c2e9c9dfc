import type {
  ErrorCodeV1,
  ErrorType,
  EvmNetwork,
  PolicyScope,
  UserOperationStatus,
} from '@platform/platform';

/** An open enum accepts any text, and an editor still offers the known values. */
export const known: ErrorType = 'not_found';
export const unknown: ErrorType = 'flux_capacitor_empty';
export const unknownV1: ErrorCodeV1 = 'flux_capacitor_empty';
export const offered: Extract<ErrorType, 'not_found'> = 'not_found';
export const offeredV1: Extract<ErrorCodeV1, 'invalid_page_token'> = 'invalid_page_token';
export const number: ErrorType = 5; // error: 2322

/** A closed enum accepts no other value. */
export const scope: PolicyScope = 'project';
export const galaxy: PolicyScope = 'galaxy'; // error: 2322
export const network: EvmNetwork = 'base-mainnet'; // error: 2322
export const anyText: PolicyScope = String('project'); // error: 2322

export function isOver(status: UserOperationStatus): boolean {
  if (status === 'done') return true; // error: 2367
  return status === 'complete' || status === 'failed';
}

export function compares(type: ErrorType): boolean {
  return type === 'not_found' || type === 'flux_capacitor_empty';
}
