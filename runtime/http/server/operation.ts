import { systemTimers } from '../../core/clock.js';
import { encodeDates } from '../../core/dates/descriptor.js';
import type {
  ContentDescriptor,
  OperationDescriptor,
  OutcomeDescriptor,
} from '../../core/descriptor.js';
import { isRefused, Refusal, refusedRequest, type Refused } from '../../core/server/fault.js';
import { revocableKey } from '../../core/server/revocations.js';
import { mapAwaitable } from '../../core/awaitable.js';
import type { RouteHandler, RoutedRequest } from '../../core/server/http-handler.js';
import type { Awaitable } from '../../core/server/options.js';
import { report } from '../../core/server/log.js';
import type { CallRunner } from '../../core/server/middleware.js';
import { type AnyHandler, handlerOf } from '../../core/server/handler.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { respondOf, isHandlerResponse } from '../../core/server/handler-response.js';
import type { ProtocolParts, ServerOperation } from '../../core/server/serve.js';
import type { AcceptedTypes } from './content-negotiation.js';
import { deprecationHeaders } from './deprecation-headers.js';
import { endWhenRevoked } from './revocable-stream.js';
import { responseEncoder } from './encode-response.js';
import type { RecordResponse, RunOnce } from './idempotency.js';
import type { ItemStreamOptions } from './response-items.js';
import { unknownProperties } from './known-properties.js';
import { prepareReading, type RequestInput } from './request-input.js';
import type { HttpOptions } from './server.js';
import { hasAt, withValueAt } from '../../core/server/body-property.js';

/** Properties that every handler receives, in addition to those that its operation declares. */
export interface HandlerRequest<Principals = unknown> {
  /** Results of the verifiers by security scheme. */
  readonly principals: Principals;
  /**
   * Identifies the caller under every scheme that authenticated the request: the same text for all of the caller's credentials.
   */
  readonly caller: string;
  /** The request as received. Do not read its body if the server has parsed it. */
  readonly wire: WireRequest;
  /**
   * Declared media types of success that the client accepts (`Accept`), in its order of preference. If a response names
   * no type, the first of them that can represent its body is used.
   */
  readonly accepts: readonly string[];
  /** Identifies the request in the server's log and in its errors. */
  readonly correlationId: string;
  /** Aborted when the client no longer waits for the response. */
  readonly signal: AbortSignal;
  /** The transaction of `idempotency.transaction`, for a request with an idempotency key. */
  readonly transaction?: unknown;
}

/** Prepares one operation. Throws if its handler or a verifier is missing. */
export function prepareOperation(
  { descriptor, handler: name }: ServerOperation,
  { api, handlers, verifiers, variables, options, rateLimiter, runner }: ProtocolParts<HttpOptions>,
  runOnce: RunOnce,
): RouteHandler {
  const handler = handlerOf(handlers, name, options.partial === true);
  const read = prepareReading(descriptor, {
    api,
    verifiers,
    variables,
    checks: options.checks?.[descriptor.id],
    refuseUnknownQuery: options.unknownQuery === 'refuse',
    limit: rateLimiter(descriptor),
    xml: options.xml,
  });
  const run = prepareRun(descriptor, handler, options, runner && { runner, name });
  const reportUnknown = unknownPropertiesReport(descriptor, options);

  const { revocations } = options;
  return {
    descriptor,
    faultHeaders: deprecationHeaders(descriptor.deprecation).flat(),
    answer(routed) {
      if (revocations === undefined) return read(routed, runHandler);
      const start = revocations.now();
      return read(routed, (_, reading) =>
        mapAwaitable(runHandler(routed, reading), (result) => {
          if (isRefused(result)) return result;
          const keys = Object.values(reading.admitted.principals).flatMap(
            (principal) => revocableKey(principal, options) ?? [],
          );
          return endWhenRevoked(result, keys, revocations, start);
        }),
      );
    },
  };

  function runHandler(
    routed: RoutedRequest,
    reading: RequestInput,
  ): Awaitable<WireResponse | Refused> {
    const { handlerInput, violations, received, acceptance, key } = reading;
    if (violations.length > 0) return refusedRequest('invalid-request', violations);
    if (handler === undefined) throw new Refusal('not-implemented', 'no-handler');
    reportUnknown?.(reading);
    if (key === undefined) return run(handlerInput, acceptance);
    const path = comparablePath(routed.request.target, descriptor);
    const { chosen } = received;
    const mediaType = chosen?.content.mediaType;
    const { query, body } = wireForm(descriptor, handlerInput, chosen?.content);
    // Only the raw bytes identify the content of files.
    const isMultipart = chosen?.content.codec === 'multipart';
    const parsed = isParsed(body) && !isMultipart;
    const payload = { query, mediaType, body: parsed ? body : received.bytes };
    return runOnce(
      { caller: handlerInput.caller, method: descriptor.method, path, key, payload },
      async (execution) =>
        'record' in execution
          ? run(handlerInput, acceptance, execution.record)
          : run(Object.assign(handlerInput, execution), acceptance),
    );
  }
}

/** Prepares the report of undeclared properties of bodies; `undefined` if there is nothing to compare them with, or no log. */
function unknownPropertiesReport(
  { id, method }: OperationDescriptor,
  { knownProperties, log }: HttpOptions,
): ((reading: RequestInput) => void) | undefined {
  const bodies = knownProperties?.operations[id];
  if (knownProperties === undefined || bodies === undefined || log === undefined) return undefined;
  return ({ handlerInput, received }) => {
    const known = received.chosen === undefined ? undefined : bodies[received.chosen.index];
    if (known === undefined || known === null) return;
    const found = unknownProperties(handlerInput.body, knownProperties, known);
    if (found.length === 0) return;
    const { correlationId } = handlerInput;
    const entry = { reason: 'unknown-properties', method, operation: id, correlationId } as const;
    report(log, { ...entry, unknownProperties: found });
  };
}

/** Converts the input that a key covers to its wire form. */
function wireForm(
  { parameters = [] }: OperationDescriptor,
  { query, body }: RequestInput['handlerInput'],
  content: ContentDescriptor | undefined,
): { readonly query: unknown; readonly body: unknown } {
  const dated = parameters.filter(
    ({ in: location, dates }) => location.startsWith('query') && dates !== undefined,
  );
  const values = Object.entries(query ?? {}).map(([name, value]) => {
    const dates = dated.find((parameter) => parameter.name === name)?.dates;
    return [name, encodeDates(value, dates, '')] as const;
  });
  return {
    query: dated.length === 0 ? query : Object.fromEntries(values),
    body: isParsed(body) ? encodeDates(body, content?.dates, '') : body,
  };
}

/** Prepares the call of a handler and the encoding of its response. */
export function prepareRun(
  descriptor: OperationDescriptor,
  handler: AnyHandler | undefined,
  options: Pick<HttpOptions, 'validateResponses' | 'keepAlive' | 'clock' | 'log' | 'xml'>,
  surrounding?: { readonly runner: CallRunner; readonly name: string },
): (
  request: HandlerRequest,
  acceptance: AcceptedTypes,
  record?: RecordResponse,
) => Awaitable<WireResponse> {
  const respond = respondOf(descriptor);
  const answerChecks = options.validateResponses?.[descriptor.id];
  const sending = sendingOf(descriptor, options);
  const encodePlain = responseEncoder(descriptor, answerChecks, sending, options.xml);
  const identify = errorIdentifier(descriptor);
  const encode = (
    answer: unknown,
    request: HandlerRequest,
    acceptance: AcceptedTypes,
  ): WireResponse => encodePlain(identify(answer, request), acceptance);
  if (surrounding !== undefined) {
    const { runner, name } = surrounding;
    return async (request, acceptance, record) => {
      let response: WireResponse | undefined;
      const { correlationId } = request;
      const commit = async (transaction: unknown): Promise<void> => {
        if (response === undefined)
          throw new TypeError('"commit" of a call can be called only after "next" has resolved.');
        response = await record?.(response, transaction);
      };
      const call = {
        protocol: 'http',
        operation: name,
        request,
        correlationId,
        ...(record === undefined ? {} : { commit }),
      } as const;
      try {
        await runner(
          call,
          async () => {
            const answer = await handler?.(request, respond);
            response = encode(answer, request, acceptance);
            return answer;
          },
          () => (response?.status ?? 500) >= 400,
        );
      } catch (cause) {
        throw handlerFailure(cause);
      }
      if (response === undefined) throw new Refusal('internal', 'no-answer');
      return response;
    };
  }
  return (request, acceptance) => {
    let result: unknown;
    try {
      result = handler?.(request, respond);
    } catch (cause) {
      throw handlerFailure(cause);
    }
    return isThenable(result)
      ? awaitResult(result).then((answer) => encode(answer, request, acceptance))
      : encode(result, request, acceptance);
  };
}

async function awaitResult(result: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await result;
  } catch (cause) {
    throw handlerFailure(cause);
  }
}

/**
 * A refusal was thrown by reading a streamed body and is the client's fault. Anything else is a failure of the handler.
 */
function handlerFailure(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : new Refusal('internal', 'handler-failed', { cause });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<unknown>>).then === 'function'
  );
}

/**
 * Options for sending the operation's streams. An aborted stream is
 * logged, because its client has already received a success status.
 */
function sendingOf(
  { id, method }: OperationDescriptor,
  {
    keepAlive = 15_000,
    clock = systemTimers,
    log,
  }: Pick<HttpOptions, 'keepAlive' | 'clock' | 'log'>,
): ItemStreamOptions {
  if (!(keepAlive > 0)) throw new Error('"keepAlive" must be a positive number.');
  return {
    keepAlive,
    timers: clock,
    onFailure: ({ reason, detail: { answer, cause } }) =>
      report(log, {
        reason,
        method,
        operation: id,
        ...(answer === undefined ? {} : { violations: answer }),
        ...(cause === undefined ? {} : { cause }),
      }),
  };
}

/** Path to compare repeated requests by, without an optional trailing slash. */
function comparablePath(target: string, { trailingSlash }: OperationDescriptor): string {
  const [path = ''] = target.split('?', 1);
  return trailingSlash === 'optional' && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** True if the body was parsed, so that values can be compared rather than bytes. */
function isParsed(body: unknown): boolean {
  return !(typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

/**
 * Prepares the completion of errors that handlers return: the identifier of the request is set where the description has a property for
 * it (`x-error`) and the handler has set none.
 */
function errorIdentifier({
  outcomes,
}: OperationDescriptor): (
  answer: unknown,
  request: Pick<HandlerRequest, 'correlationId'>,
) => unknown {
  const targets = new Map<OutcomeDescriptor['status'], string>();
  for (const { status, error } of outcomes)
    if (error?.correlationId !== undefined) targets.set(status, error.correlationId);
  if (targets.size === 0) return (answer) => answer;
  return (answer, request) => {
    if (!isHandlerResponse(answer) || answer.status < 400) return answer;
    const target = targets.get(answer.when);
    const { body } = answer;
    if (target === undefined || typeof body !== 'object' || body === null || hasAt(body, target))
      return answer;
    return { ...answer, body: withValueAt(body, target, request.correlationId) };
  };
}
