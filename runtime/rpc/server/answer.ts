import type { RpcDescriptor } from '../../core/descriptor.js';
import type { Answer } from '../../core/server/handler-response.js';
import type { RpcErrorAnswer } from '../../core/server/respond.js';
import { standardErrors, type RpcErrorObject } from './message.js';

/** Functions that create the results of a method. Generated code narrows codes, names and data. */
export interface RpcRespond<Result = unknown> {
  result(body: Result): Answer<200, Result>;
  /** Creates an error from its code, or from the name that the description gives it. */
  error(code: number | string, message: string, data?: unknown): RpcErrorAnswer;
}

/** Creates the `respond` of a method. */
export function rpcRespond({ errors = [] }: RpcDescriptor): RpcRespond {
  return {
    result: (body) => ({ when: 200, status: 200, body }),
    error(codeOrName, message, data) {
      const code =
        typeof codeOrName === 'number'
          ? codeOrName
          : errors.find(({ name }) => name === codeOrName)?.code;
      if (code === undefined) throw new TypeError(`"${codeOrName}" is not a declared error.`);
      return { kind: 'rpc-error', code, message, ...(data === undefined ? {} : { data }) };
    },
  };
}

/** Returns the error object of a result; `undefined` if its code is neither declared nor defined by JSON-RPC. */
export function errorObject(
  { code, message, data }: RpcErrorAnswer,
  { errors = [] }: RpcDescriptor,
): RpcErrorObject | undefined {
  const standard = Object.values(standardErrors).some((error) => error.code === code);
  if (!standard && !errors.some((error) => error.code === code)) return undefined;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** True if a handler returned an error. */
export function isRpcError(value: unknown): value is RpcErrorAnswer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'rpc-error' &&
    'code' in value &&
    typeof value.code === 'number' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
