import type { PlatformClient } from '@platform/platform';

/** The outcome of a call, as far as all outcomes have it. */
export interface AnyOutcome {
  readonly kind: string;
  readonly ok: boolean;
  readonly when?: unknown;
  readonly status?: number | undefined;
  readonly value?: unknown;
  readonly headers?: unknown;
}

/** One operation of the description, and what a test knows about it. */
export interface Row {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly success: number;
  /** Every other declared status. */
  readonly failures: readonly (number | 'default')[];
  readonly wallet: 'required' | 'optional' | 'none';
  readonly idempotent: boolean;
  /** Invalid inputs by the path that the response names; the value is the raw body or target. */
  readonly faults: readonly Fault[];
  /** A body that is right. */
  readonly body?: object;
  call(client: PlatformClient): PromiseLike<unknown>;
  result(client: PlatformClient): Promise<AnyOutcome>;
  failed(client: PlatformClient, error: unknown): boolean;
}

/** A request that is not as described. */
export interface Fault {
  readonly place: string;
  readonly body?: unknown;
  readonly path?: string;
  readonly headers?: readonly string[];
}

interface AnyCall<Arguments extends readonly unknown[]> {
  (...args: Arguments): PromiseLike<unknown>;
  result(...args: Arguments): Promise<AnyOutcome>;
  failed(error: unknown): boolean;
}

/** Properties of an operation beside its call. */
type Facts = Omit<Row, 'call' | 'result' | 'failed' | 'idempotent'> & {
  readonly idempotent?: boolean;
};

/** Makes a row out of facts, the call and what it is called with. */
export function row<Arguments extends readonly unknown[]>(
  facts: Facts,
  callOf: (client: PlatformClient) => AnyCall<Arguments>,
  ...args: Arguments
): Row {
  return {
    idempotent: false,
    ...facts,
    call: (client) => callOf(client)(...args),
    result: (client) => callOf(client).result(...args),
    failed: (client, error) => callOf(client).failed(error),
  };
}

/** Failures of reading one thing. */
export const read: Row['failures'] = [400, 401, 403, 404, 429, 500, 502, 503];

/** Failures of listing. */
export const list: Row['failures'] = [400, 401, 403, 429, 500, 502, 503];

/** Failures of creating. */
export const create: Row['failures'] = [400, 401, 403, 409, 422, 429, 500, 502, 503];

/** Failures of changing or deleting. */
export const change: Row['failures'] = [400, 401, 403, 404, 409, 422, 429, 500, 502, 503];

/** Failures of what has no identifier, in version 1. */
export const v1List: Row['failures'] = [400, 401, 403, 429, 'default'];

/** Failures of what has one, in version 1. */
export const v1Item: Row['failures'] = [400, 401, 403, 404, 429, 'default'];
