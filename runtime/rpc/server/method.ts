import type { Check } from '../../core/check.js';
import type {
  IntegerSchema,
  OperationDescriptor,
  RpcDescriptor,
  RpcErrorDescriptor,
} from '../../core/descriptor.js';
import { type DatesDescriptor, decodeDates, encodeDates } from '../../core/dates/descriptor.js';
import { readJson } from '../../core/integers.js';
import { EncodingError } from '../../core/parameters/encoding-error.js';
import { isHandlerResponse } from '../../core/server/handler-response.js';
import { Refusal } from '../../core/server/fault.js';
import type { AnyHandler } from '../../core/server/handler.js';
import type { CallRunner } from '../../core/server/middleware.js';
import type { WireRequest } from '../../core/wire.js';
import { writeJson } from '../../core/write-json.js';
import { errorObject, isRpcError, rpcRespond } from './answer.js';
import { standardErrors, type RpcErrorObject, type RpcRequest } from './message.js';
import { inputReader } from './params.js';

/** Request that a method's handler receives. */
export interface RpcHandlerRequest<Params = unknown, Principals = unknown> {
  readonly params: Params;
  /** Results of the endpoint's verifiers, by scheme. */
  readonly principals: Principals;
  /** Identifies the caller: the same text for all of the caller's credentials. */
  readonly caller: string;
  /** The HTTP request that contained the call, alone or in a batch. */
  readonly wire: WireRequest;
  /** Aborts when the caller no longer waits for the response. */
  readonly signal: AbortSignal;
  /** Identifies the request in the server's log and in its errors. The calls of a batch share it. */
  readonly correlationId: string;
}

/** One prepared method. */
export interface Method {
  readonly id: string;
  /** Locations of parameters that are `bigint`. */
  readonly integers?: IntegerSchema;
  /** The described errors. */
  readonly errors: readonly RpcErrorDescriptor[];
  /** True if the result may contain a `bigint`. */
  readonly returnsIntegers: boolean;
  /** Executes one call. Throws {@link Refusal} for a fault of the server. */
  call(request: RpcRequest, context: CallContext): Promise<CallResult>;
}

/** Data that all calls of one HTTP request share. */
export type CallContext = Omit<RpcHandlerRequest, 'params'>;

/** Result of a call. */
export type CallResult = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** Inputs of {@link prepareMethod}. */
export interface MethodParts {
  readonly descriptor: OperationDescriptor;
  readonly rpc: RpcDescriptor;
  readonly handler: AnyHandler | undefined;
  /** Name of the handler. */
  readonly name: string;
  /** Runs the handler with the program's middleware; `undefined` if there is none. */
  readonly runner: CallRunner | undefined;
  /** By index into the parameters. */
  readonly params: readonly (Check | undefined)[];
  /** Check of the result, if responses are validated. */
  readonly result: Check | undefined;
}

/** Prepares one method. */
export function prepareMethod(parts: MethodParts): Method {
  const { descriptor, rpc, handler, params, result, name, runner } = parts;
  const readInput = inputReader(rpc, params);
  const respond = rpcRespond(rpc);
  return {
    id: descriptor.id,
    errors: rpc.errors ?? [],
    ...paramsIntegers(rpc),
    returnsIntegers: rpc.integers !== undefined,
    async call(request, context) {
      if (handler === undefined) return { error: standardErrors.method };
      const input = readInput(request.params);
      if ('violations' in input) {
        const { violations } = input;
        return { error: { ...standardErrors.params, data: { violations } } };
      }
      const handlerRequest: RpcHandlerRequest = { ...context, params: input.input };
      const handle = async (): Promise<Handled> => {
        const answer = await handler(handlerRequest, respond);
        return { answer, sent: toCallResult(answer, result, rpc) };
      };
      try {
        if (runner === undefined) return (await handle()).sent;
        return await runInMiddleware(runner, name, handlerRequest, handle);
      } catch (cause) {
        throw cause instanceof Refusal
          ? cause
          : new Refusal('internal', 'handler-failed', { cause });
      }
    },
  };
}

/** What a handler returned, and what is sent for it. */
interface Handled {
  readonly answer: unknown;
  readonly sent: CallResult;
}

async function runInMiddleware(
  runner: CallRunner,
  operation: string,
  request: RpcHandlerRequest,
  handle: () => Promise<Handled>,
): Promise<CallResult> {
  let sent: CallResult = { error: standardErrors.internal };
  const { correlationId } = request;
  await runner(
    { protocol: 'json-rpc', operation, request, correlationId },
    async () => {
      const handled = await handle();
      ({ sent } = handled);
      return handled.answer;
    },
    () => 'error' in sent,
  );
  return sent;
}

function toCallResult(answer: unknown, check: Check | undefined, rpc: RpcDescriptor): CallResult {
  if (isRpcError(answer)) {
    const error = errorObject(answer, rpc);
    if (error === undefined) throw new Refusal('internal', 'undeclared-error');
    // Serialised here, so that data that is not JSON fails only this call and not the whole batch.
    JSON.stringify(error);
    return { error };
  }
  if (!isHandlerResponse(answer) || answer.status !== 200)
    throw new Refusal('internal', 'no-answer');
  return { result: resultOf(answer.body, check, rpc) };
}

/** Describes the `bigint` locations in the parameters, by name or by position. */
function paramsIntegers({ params, members = [] }: RpcDescriptor): Pick<Method, 'integers'> {
  if (members.every(({ integers }) => integers === undefined)) return {};
  const schemas = members.map(({ integers }) => integers ?? null);
  if (params !== 'by-name') return { integers: { prefix: schemas } };
  const entries = members.map(({ name, integers }) => [name, integers ?? null] as const);
  return { integers: { properties: Object.fromEntries(entries) } };
}

/** Returns the result as the client will read it. A method without a result returns `null`. */
function resultOf(
  body: unknown,
  check: Check | undefined,
  { integers, dates }: RpcDescriptor,
): unknown {
  const wire = asWire(body, dates);
  const text: string | undefined = integers === undefined ? JSON.stringify(wire) : writeJson(wire);
  const read = (json: string): unknown =>
    integers === undefined ? JSON.parse(json) : readJson(json, integers);
  const result: unknown = text === undefined ? null : read(text);
  const seen = decodeDates(result, dates).value;
  if (check !== undefined && !check.is(seen)) {
    throw new Refusal('internal', 'invalid-answer', { answer: check.check(seen) });
  }
  return result;
}

/** Converts a result to its wire form. A result with a date that cannot be encoded is invalid. */
function asWire(body: unknown, dates: DatesDescriptor | undefined): unknown {
  try {
    return encodeDates(body, dates, '');
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new Refusal('internal', 'invalid-answer', { answer: [cause.violation] });
  }
}
