import type { RequestCheck } from '../../core/check.js';
import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValue, headerValues, type RawHeaders } from '../../core/headers.js';
import {
  prepareAuthenticator,
  type Authenticator,
  type Authenticated,
} from '../../core/server/authenticate.js';
import { callerOf } from '../../core/server/caller.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { RoutedRequest } from '../../core/server/http-handler.js';
import type { Awaitable } from '../../core/server/options.js';
import type { RateGate } from '../../core/server/rate-limit.js';
import type { Verifier } from '../../core/security.js';
import {
  type AcceptedTypes,
  type Accepted,
  acceptReader,
  requireXml,
} from './content-negotiation.js';
import type { HandlerRequest } from './operation.js';
import { parametersReader, type ParameterGroups } from './parameters/parameters.js';
import { signalOf } from '../../core/abort-signal.js';
import type { WireRequest } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { bodyValue, receiveBody, type ReceivedBody } from './received-body.js';
import type { ReceivedFormData } from './forms/form-data.js';
import { contentChooser } from './request-body.js';

/** Dependencies for reading an operation's requests. */
export interface ReadingParts {
  readonly api: ApiDescriptor;
  readonly verifiers: ReadonlyMap<string, Verifier>;
  readonly variables: Readonly<Record<string, string>>;
  readonly checks: RequestCheck | undefined;
  readonly refuseUnknownQuery: boolean;
  readonly limit: RateGate | undefined;
  readonly xml: XmlCodec | undefined;
  /** Set if the caller records handled deliveries. */
  readonly remembersDeliveries?: true;
}

/** A request that has been authenticated and decoded. */
export interface RequestInput {
  /** Input of the handler. Its content is valid only if there are no violations. */
  readonly handlerInput: HandlerRequest & {
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly violations: readonly FaultViolation[];
  readonly admitted: Authenticated;
  readonly received: ReceivedBody;
  readonly acceptance: AcceptedTypes;
  /** The request's idempotency key, if the operation declares one. */
  readonly key: string | undefined;
}

/** Continues with a request that has been authenticated and decoded. */
export type InputHandler<Result> = (
  routed: RoutedRequest,
  reading: RequestInput,
) => Awaitable<Result>;

/**
 * Authenticates and decodes a request. The continuation is a callback, so that synchronous requests need no promise.
 */
export type ReadInput = <Result>(
  routed: RoutedRequest,
  next: InputHandler<Result>,
) => Awaitable<Result>;

/** Signal that is never aborted, for transports that do not report disconnected clients. */
const neverAborted: AbortSignal = new AbortController().signal;

const noBytes = /* @__PURE__ */ new Uint8Array(0);

const noBody: ReceivedBody = {};

/**
 * Prepares the stages before an operation's handler, in this order: rate limits, credentials in the head, the body
 * within its limit, credentials bound to the body, parsing and validation.
 *
 * Throws if a verifier is missing.
 */
export function prepareReading(descriptor: OperationDescriptor, parts: ReadingParts): ReadInput {
  const { api, verifiers, variables, checks, refuseUnknownQuery, limit, xml } = parts;
  requireXml(descriptor, xml);
  const remembers =
    parts.remembersDeliveries === true ? { remembersDeliveries: true as const } : {};
  const admission = prepareAuthenticator(api, descriptor, verifiers, variables, remembers);
  const readParameters = parametersReader(descriptor, api, checks, refuseUnknownQuery);
  const readAccepted = acceptReader(descriptor, xml);
  const choose = descriptor.body === undefined ? undefined : contentChooser(descriptor.body, xml);
  const hasEvents = descriptor.outcomes.some(({ contents = [] }) =>
    contents.some(({ codec }) => codec === 'sse'),
  );

  const verifyBody = async (
    routed: RoutedRequest,
    check: NonNullable<Authenticated['body']>,
    bytes: Uint8Array,
  ): Promise<Authenticated> => {
    const admitted = await check(bytes);
    if (limit !== undefined) await limit.admitted(routed, admitted.principals);
    return admitted;
  };

  function finish<Result>(
    routed: RoutedRequest,
    { admitted, accepted, key }: HeadState,
    received: ReceivedBody,
    next: InputHandler<Result>,
  ): Awaitable<Result> {
    const { request, limits } = routed;
    const violations: FaultViolation[] = [];
    const groups = readParameters(routed, violations);
    const handlerInput = new HandlerInput(admitted, routed, accepted.accepts);
    assignGroups(handlerInput, groups);
    if (hasEvents) handlerInput.lastEventId = lastEventIdOf(request.headers);
    const { acceptance } = accepted;
    const reading: RequestInput = { handlerInput, violations, admitted, received, acceptance, key };
    const value = bodyValue(received, descriptor, { checks, limits, xml }, violations);
    // Only multipart bodies are decoded asynchronously.
    if (value instanceof Promise)
      return value.then(({ body, partHeaders }: ReceivedFormData) => {
        if (body !== undefined) handlerInput.body = body;
        if (partHeaders !== undefined) handlerInput.partHeaders = partHeaders;
        return next(routed, reading);
      });
    if (value !== undefined) handlerInput.body = value;
    return next(routed, reading);
  }

  function readRequestBody<Result>(
    routed: RoutedRequest,
    head: Authenticated,
    next: InputHandler<Result>,
  ): Awaitable<Result> {
    const { request } = routed;
    const key = keyIn(request.headers, descriptor);
    const headState: HeadState = { admitted: head, accepted: readAccepted(request.headers), key };
    const needsBytes = head.body !== undefined || key !== undefined;
    if (choose === undefined && !needsBytes) return finish(routed, headState, noBody, next);
    return receiveBody(request, choose, needsBytes, routed, (received) =>
      head.body === undefined
        ? finish(routed, headState, received, next)
        : verifyBody(routed, head.body, received.bytes ?? noBytes).then((admitted) =>
            finish(routed, { ...headState, admitted }, received, next),
          ),
    );
  }

  return (routed, next) => {
    const head =
      limit === undefined
        ? admission.head(routed.credentialSource, routed.authority)
        : countedHead(routed, admission, limit);
    return head instanceof Promise
      ? head.then((admitted) => readRequestBody(routed, admitted, next))
      : readRequestBody(routed, head, next);
  };
}

/** State of a request before its body is read. */
interface HeadState {
  readonly admitted: Authenticated;
  readonly accepted: Accepted;
  readonly key: string | undefined;
}

/**
 * Authenticates the head of a rate-limited request. It is counted once on arrival and again when the caller is known.
 */
async function countedHead(
  routed: RoutedRequest,
  admission: Authenticator,
  limit: RateGate,
): Promise<Authenticated> {
  await limit.arrived(routed);
  const head = await admission.head(routed.credentialSource, routed.authority);
  // If the body decides, the head alone does not prove the caller, and one caller must not consume the limit of
  // another.
  if (head.body === undefined) await limit.admitted(routed, head.principals);
  return head;
}

/** The first idempotency key of a request, if its operation declares the header. */
function keyIn(
  headers: RawHeaders,
  { idempotencyHeader }: OperationDescriptor,
): string | undefined {
  return idempotencyHeader === undefined ? undefined : headerValues(headers, idempotencyHeader)[0];
}

/** Copies only the groups that are present, which is cheaper than a spread of all possible groups. */
function assignGroups(
  handlerInput: HandlerInput,
  { path, query, headers, cookies }: ParameterGroups,
): void {
  if (path !== undefined) handlerInput.path = path;
  if (query !== undefined) handlerInput.query = query;
  if (headers !== undefined) handlerInput.headers = headers;
  if (cookies !== undefined) handlerInput.cookies = cookies;
}

/** Input of a handler. Its signal is created on first use, because it is by far the most expensive part. */
class HandlerInput implements HandlerRequest {
  readonly principals: unknown;
  readonly wire: WireRequest;
  readonly accepts: readonly string[];
  declare body?: unknown;
  declare partHeaders?: unknown;
  declare path?: unknown;
  declare query?: unknown;
  declare headers?: unknown;
  declare cookies?: unknown;
  declare lastEventId?: string | undefined;

  readonly #routed: RoutedRequest;
  readonly #admitted: Authenticated;

  constructor(admitted: Authenticated, routed: RoutedRequest, accepts: readonly string[]) {
    this.#routed = routed;
    this.#admitted = admitted;
    this.principals = admitted.principals;
    this.wire = routed.request;
    this.accepts = accepts;
  }

  get caller(): string {
    return callerOf(this.#admitted);
  }

  get correlationId(): string {
    return this.#routed.correlation.id;
  }

  get signal(): AbortSignal {
    return signalOf(this.wire) ?? neverAborted;
  }
}

/**
 * Id of the last event that the client received. Headers represent
 * its UTF-8 with one character per byte (WHATWG HTML section 9.2.4).
 */
function lastEventIdOf(headers: RawHeaders): string | undefined {
  const text = headerValue(headers, 'last-event-id');
  if (text === undefined) return undefined;
  return new TextDecoder().decode(Uint8Array.from(text, (each) => each.charCodeAt(0)));
}
