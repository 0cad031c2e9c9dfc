import { evmOperations } from './evm-operations.js';
import { policyOperations } from './policy-operations.js';
import type { Row } from './row.js';
import { solanaOperations } from './solana-operations.js';
import { v1Operations } from './v1-operations.js';

export { policyRequest } from './policy-operations.js';
export { webhookRequest } from './v1-operations.js';
export type { Fault, Row } from './row.js';

/** All operations of the platform. */
export const operations: readonly Row[] = [
  ...policyOperations,
  ...evmOperations,
  ...solanaOperations,
  ...v1Operations,
];

/** The names of the makers of answers, by status. */
export const makers: Readonly<Record<string, string>> = {
  400: 'badRequest',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  409: 'conflict',
  422: 'unprocessableContent',
  429: 'tooManyRequests',
  500: 'internalServerError',
  502: 'badGateway',
  503: 'serviceUnavailable',
  default: 'other',
};
