import type { Check } from '../../core/check.js';
import type { IntegerPlace, OperationDescriptor, RpcDescriptor } from '../../core/descriptor.js';
import type { DatesDescriptor } from '../../core/dates/descriptor.js';
import { decoded, encoded } from '../../core/dates/turned.js';
import { readJson } from '../../core/integers.js';
import { EncodingError } from '../../core/parameters/encoding-error.js';
import { isAnswer } from '../../core/server/answer.js';
import { Refusal } from '../../core/server/fault.js';
import type { Handler } from '../../core/server/handler.js';
import type { WireRequest } from '../../core/wire.js';
import { writeJson } from '../../core/write-json.js';
import { errorObject, isRpcError, rpcRespond } from './answer.js';
import { standardErrors, type RpcErrorObject, type RpcRequest } from './message.js';
import { inputReader } from './params.js';

/** What a handler of a method receives. */
export interface RpcHandlerRequest<Params = unknown, Principals = unknown> {
  readonly params: Params;
  /** What the verifiers of the endpoint returned, by scheme. */
  readonly principals: Principals;
  /** The HTTP request that carried the call, alone or with others. */
  readonly wire: WireRequest;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** One method, ready to be called. */
export interface Method {
  readonly id: string;
  /** Where its params have integers that are `bigint`. */
  readonly integers?: IntegerPlace;
  /** Its result may hold a `bigint`. */
  readonly answersIntegers: boolean;
  /** The result or the error of one call; throws {@link Refusal} for a fault of the server. */
  call(request: RpcRequest, context: CallContext): Promise<Called>;
}

/** What the calls of one HTTP request have in common. */
export type CallContext = Omit<RpcHandlerRequest, 'params'>;

/** How a call ended. */
export type Called = { readonly result: unknown } | { readonly error: RpcErrorObject };

/** What a method is prepared from. */
export interface MethodParts {
  readonly descriptor: OperationDescriptor;
  readonly rpc: RpcDescriptor;
  readonly handler: Handler | undefined;
  /** By index into the params. */
  readonly params: readonly (Check | undefined)[];
  /** Of the result, where answers are checked. */
  readonly result: Check | undefined;
}

/** Prepares one method. */
export function prepareMethod({ descriptor, rpc, handler, params, result }: MethodParts): Method {
  const readInput = inputReader(rpc, params);
  const respond = rpcRespond(rpc);
  return {
    id: descriptor.id,
    ...paramsIntegers(rpc),
    answersIntegers: rpc.integers !== undefined,
    async call(request, context) {
      if (handler === undefined) return { error: standardErrors.method };
      const given = readInput(request.params);
      if ('violations' in given) {
        const { violations } = given;
        return { error: { ...standardErrors.params, data: { violations } } };
      }
      const answer = await run(handler, { ...context, params: given.input }, respond);
      if (isRpcError(answer)) {
        const error = errorObject(answer, rpc);
        if (error === undefined) throw new Refusal('internal', 'undeclared-error');
        // Written here, where what can not be written fails this call alone and not the whole batch.
        JSON.stringify(error);
        return { error };
      }
      if (!isAnswer(answer) || answer.status !== 200) throw new Refusal('internal', 'no-answer');
      return { result: resultOf(answer.body, result, rpc) };
    },
  };
}

async function run(
  handler: Handler,
  request: RpcHandlerRequest,
  respond: object,
): Promise<unknown> {
  try {
    return await handler(request, respond);
  } catch (cause) {
    throw new Refusal('internal', 'handler-failed', { cause });
  }
}

/** Params are told apart by name or by position. */
function paramsIntegers({ params, members = [] }: RpcDescriptor): Pick<Method, 'integers'> {
  if (members.every(({ integers }) => integers === undefined)) return {};
  const spots = members.map(({ integers }) => integers ?? null);
  if (params !== 'by-name') return { integers: { prefix: spots } };
  const entries = members.map(({ name, integers }) => [name, integers ?? null] as const);
  return { integers: { properties: Object.fromEntries(entries) } };
}

/** The result as it will be read: a method without one answers `null`. */
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
  const seen = decoded(result, dates).value;
  if (check !== undefined && !check.is(seen)) {
    throw new Refusal('internal', 'invalid-answer', { answer: check.report(seen) });
  }
  return result;
}

/** A result as it travels. One with a date that can not be written is no answer. */
function asWire(body: unknown, dates: DatesDescriptor | undefined): unknown {
  try {
    return encoded(body, dates, '');
  } catch (cause) {
    if (!(cause instanceof EncodingError)) throw cause;
    throw new Refusal('internal', 'invalid-answer', { answer: [cause.violation] });
  }
}
