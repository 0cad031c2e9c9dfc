import { type Client, clientConfig } from '../core/client/client-config.js';
import {
  argumentReader,
  errorOf,
  type AnyOutcome,
  type Performed,
  performRequest,
  type PerformingCall,
} from '../core/client/operation-call.js';
import type { OperationDescriptor } from '../core/descriptor.js';
import type { Violation } from '../core/check.js';
import { ApiError } from '../core/errors.js';
import type { StepResponse } from './expression.js';

/** A response that does not satisfy the contract. The message says why, without credentials. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  /** Stable identifier of the reason. */
  readonly code: 'contract' = 'contract';
}

/** A call of a test. */
export interface TestedCall {
  readonly call: unknown;
  readonly descriptor: OperationDescriptor;
}

/** A response that the description declares, and whose body and headers satisfy it. */
export interface DescribedResponse extends StepResponse {
  readonly ok: boolean;
  /** Such as `404`, or the error of a JSON-RPC method. */
  readonly text: string;
}

/**
 * Sends one request, and returns the response if it is described.
 *
 * @throws {ContractError} if there is no response, or not a described one.
 */
export async function performDescribed(
  { call, descriptor }: TestedCall,
  args: readonly unknown[],
  client: Client,
): Promise<DescribedResponse> {
  const performed = await performOnce(call as PerformingCall, descriptor, args, client);
  const { kind, ok, status, code, name, value, headers, response } =
    performed.outcome as FullOutcome;
  const isDescribed =
    kind === 'success' || kind === 'failure' || (kind === 'rpc-error' && name !== undefined);
  if (!isDescribed) throw new ContractError(problemOf(descriptor, performed));
  return {
    ok,
    status,
    text: kind === 'rpc-error' ? `${name} (${code})` : String(status),
    value,
    headers: headers ?? {},
    rawHeaders: response?.headers ?? [],
  };
}

/** Members of the outcomes that a call can have. */
interface FullOutcome extends AnyOutcome {
  readonly status?: number;
  readonly code?: number;
  readonly name?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly response?: { readonly headers: readonly string[] };
  readonly violations?: readonly Violation[];
  readonly body?: unknown;
}

async function performOnce(
  call: PerformingCall,
  descriptor: OperationDescriptor,
  args: readonly unknown[],
  client: Client,
): Promise<Performed> {
  try {
    return await call[performRequest](client[clientConfig], argumentReader(descriptor, 0)(args));
  } catch (error) {
    if (error instanceof ApiError) return { outcome: error.outcome as AnyOutcome };
    throw error;
  }
}

/** Maximum number of characters of an undeclared body in a message. */
const maxBody = 300;

function problemOf(descriptor: OperationDescriptor, performed: Performed): string {
  const { violations = [], body, kind } = performed.outcome as FullOutcome;
  const { message } = errorOf(descriptor, performed);
  const clean = (text: string): string => performed.redactor?.text(text) ?? text;
  const lines = violations.map(
    ({ pointer, expected, found }) =>
      `  ${pointer === '' ? 'value' : pointer}: expected ${expected}${found === undefined ? '' : `, found ${found}`}`,
  );
  const shown = kind === 'undeclared' && body !== undefined ? clean(textOf(body)) : undefined;
  const cut = shown !== undefined && shown.length > maxBody ? `${shown.slice(0, maxBody)}…` : shown;
  return [message, ...lines, ...(cut === undefined ? [] : [`  ${cut}`])].join('\n');
}

function textOf(body: unknown): string {
  if (body instanceof Uint8Array) return `${body.length} bytes`;
  return typeof body === 'string' ? body : JSON.stringify(body);
}
