import type { RpcDescriptor } from '../../core/descriptor.js';
import type { Answer } from '../../core/server/answer.js';
import { standardErrors, type RpcErrorObject } from './message.js';

/** An error that a method answers, made by its `respond.error`. */
export interface RpcErrorAnswer<Code extends number = number, Data = unknown> {
  readonly kind: 'rpc-error';
  readonly code: Code;
  readonly message: string;
  readonly data?: Data;
}

/** The makers of a method's answers. Generated code narrows codes, names and data. */
export interface RpcRespond<Result = unknown> {
  result(body: Result): Answer<200, Result>;
  /** Takes the code or the name that the description gives it. */
  error(code: number | string, message: string, data?: unknown): RpcErrorAnswer;
}

/** The `respond` of a method. */
export function rpcRespond({ errors = [] }: RpcDescriptor): RpcRespond {
  return {
    result: (body) => ({ when: 200, status: 200, body }),
    error(wanted, message, data) {
      const code =
        typeof wanted === 'number' ? wanted : errors.find(({ name }) => name === wanted)?.code;
      if (code === undefined) throw new TypeError(`"${wanted}" is not a declared error.`);
      return { kind: 'rpc-error', code, message, ...(data === undefined ? {} : { data }) };
    },
  };
}

/** The error object of an answer; `undefined` where its code is neither declared nor one of JSON-RPC itself. */
export function errorObject(
  { code, message, data }: RpcErrorAnswer,
  { errors = [] }: RpcDescriptor,
): RpcErrorObject | undefined {
  const standard = Object.values(standardErrors).some((error) => error.code === code);
  if (!standard && !errors.some((error) => error.code === code)) return undefined;
  return { code, message, ...(data === undefined ? {} : { data }) };
}

/** Whether a handler answered an error. */
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
