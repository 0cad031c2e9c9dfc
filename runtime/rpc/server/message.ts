import type { JsonValue } from '../../core/descriptor.js';

/** Id that distinguishes the responses of a batch; `undefined` for a notification, which has no response. */
export type RpcId = string | number | null | undefined;

/** A request object (JSON-RPC 2.0 section 4). */
export interface RpcRequest {
  readonly id: RpcId;
  readonly method: string;
  readonly params: readonly JsonValue[] | { readonly [name: string]: JsonValue } | undefined;
}

/** A response object (JSON-RPC 2.0 section 5). */
export type RpcResponse =
  | { readonly jsonrpc: '2.0'; readonly result: unknown; readonly id: string | number | null }
  | {
      readonly jsonrpc: '2.0';
      readonly error: RpcErrorObject;
      readonly id: string | number | null;
    };

/** An error object (JSON-RPC 2.0 section 5.1). */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Errors that JSON-RPC defines. */
export const standardErrors: {
  readonly parse: RpcErrorObject;
  readonly request: RpcErrorObject;
  readonly method: RpcErrorObject;
  readonly params: RpcErrorObject;
  readonly internal: RpcErrorObject;
} = {
  parse: { code: -32700, message: 'Parse error' },
  request: { code: -32600, message: 'Invalid Request' },
  method: { code: -32601, message: 'Method not found' },
  params: { code: -32602, message: 'Invalid params' },
  internal: { code: -32603, message: 'Internal error' },
};

/** Parses a request object. If it is invalid, returns the id for the error response. */
export function readRequest(
  value: JsonValue,
): RpcRequest | { readonly invalid: string | number | null } {
  if (!isMembers(value)) return { invalid: null };
  const id = own(value, 'id');
  const known = typeof id === 'string' || typeof id === 'number' || id === null;
  if (id !== undefined && !known) return { invalid: null };
  const method = own(value, 'method');
  const params = own(value, 'params');
  const structured = params === undefined || Array.isArray(params) || isMembers(params);
  if (own(value, 'jsonrpc') !== '2.0' || typeof method !== 'string' || !structured) {
    return { invalid: id ?? null };
  }
  return { id, method, params };
}

/** True if a JSON value is an object. */
export function isMembers(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(members: { readonly [name: string]: JsonValue }, name: string): JsonValue | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
