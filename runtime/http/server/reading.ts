import type { RequestCheck } from '../../core/check.js';
import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValue, headerValues, type RawHeaders } from '../../core/headers.js';
import { prepareAdmission, type Admission, type Admitted } from '../../core/server/admission.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { Visit } from '../../core/server/front.js';
import type { Awaitable } from '../../core/server/options.js';
import type { RateGate } from '../../core/server/rate-limit.js';
import type { Verifier } from '../../core/security.js';
import { type Acceptance, type Accepted, acceptReader } from './accept.js';
import type { HandlerRequest } from './operation.js';
import { parametersReader, type ParameterGroups } from './parameters.js';
import { signalOf } from '../../core/abort-signal.js';
import type { WireRequest } from '../../core/wire.js';
import type { XmlCodec } from '../../core/xml-descriptor.js';
import { bodyValue, receiveBody, type ReceivedBody } from './received-body.js';
import type { ReceivedFormData } from './multipart/form-data.js';
import { contentChooser } from './request-body.js';
import { requireXml } from './spoken.js';

/** What the reading of an operation's requests is prepared from. */
export interface ReadingParts {
  readonly api: ApiDescriptor;
  readonly verifiers: ReadonlyMap<string, Verifier>;
  readonly variables: Readonly<Record<string, string>>;
  readonly checks: RequestCheck | undefined;
  readonly refuseUnknownQuery: boolean;
  readonly limit: RateGate | undefined;
  readonly xml: XmlCodec | undefined;
  /** True if who reads remembers deliveries, once they were handled. */
  readonly remembersDeliveries?: true;
}

/** A request that was let in and read. */
export interface Reading {
  /** What a handler gets; what it says is trusted only where there are no violations. */
  readonly handed: HandlerRequest & {
    readonly query?: unknown;
    readonly body?: unknown;
  };
  readonly violations: readonly FaultViolation[];
  readonly admitted: Admitted;
  readonly received: ReceivedBody;
  readonly acceptance: Acceptance;
  /** The idempotency key that it bears, where the operation declares one. */
  readonly key: string | undefined;
}

/** Goes on with a request that was let in and read. */
export type GoOn<Result> = (visit: Visit, reading: Reading) => Awaitable<Result>;

/** Lets a request in and reads it. Whatever goes on with it is handed over, so that it needs no promise of its own. */
export type Read = <Result>(visit: Visit, goOn: GoOn<Result>) => Awaitable<Result>;

/** Never fires: for transports that do not tell when their caller goes. */
const untiring: AbortSignal = new AbortController().signal;

const noBytes = new Uint8Array(0);

const noBody: ReceivedBody = {};

/**
 * Prepares the gates in front of an operation's handler: rate limits, credentials in the head, the body within its limit, credentials
 * bound to the body, parsing and validation. Throws where a verifier is missing.
 */
export function prepareReading(descriptor: OperationDescriptor, parts: ReadingParts): Read {
  const { api, verifiers, variables, checks, refuseUnknownQuery, limit, xml } = parts;
  requireXml(descriptor, xml);
  const remembers =
    parts.remembersDeliveries === true ? { remembersDeliveries: true as const } : {};
  const admission = prepareAdmission(api, descriptor, verifiers, variables, remembers);
  const readParameters = parametersReader(descriptor, api, checks, refuseUnknownQuery);
  const acceptable = acceptReader(descriptor, xml);
  const choose = descriptor.body === undefined ? undefined : contentChooser(descriptor.body, xml);
  const hasEvents = descriptor.outcomes.some(({ contents = [] }) =>
    contents.some(({ codec }) => codec === 'sse'),
  );

  const seal = async (
    visit: Visit,
    check: NonNullable<Admitted['body']>,
    bytes: Uint8Array,
  ): Promise<Admitted> => {
    const admitted = await check(bytes);
    if (limit !== undefined) await limit.admitted(visit, admitted.principals);
    return admitted;
  };

  function finish<Result>(
    visit: Visit,
    { admitted, accepted, key }: Entered,
    received: ReceivedBody,
    goOn: GoOn<Result>,
  ): Awaitable<Result> {
    const { request, limits } = visit;
    const violations: FaultViolation[] = [];
    const groups = readParameters(visit, violations);
    const handed = new Handed(admitted.principals, request, accepted.accepts);
    handOver(handed, groups);
    if (hasEvents) handed.lastEventId = lastEventIdOf(request.headers);
    const { acceptance } = accepted;
    const reading: Reading = { handed, violations, admitted, received, acceptance, key };
    const value = bodyValue(received, descriptor, { checks, limits, xml }, violations);
    // Only multipart bodies take their time.
    if (value instanceof Promise)
      return value.then(({ body, partHeaders }: ReceivedFormData) => {
        if (body !== undefined) handed.body = body;
        if (partHeaders !== undefined) handed.partHeaders = partHeaders;
        return goOn(visit, reading);
      });
    if (value !== undefined) handed.body = value;
    return goOn(visit, reading);
  }

  function enter<Result>(visit: Visit, head: Admitted, goOn: GoOn<Result>): Awaitable<Result> {
    const { request } = visit;
    const key = keyIn(request.headers, descriptor);
    const entered: Entered = { admitted: head, accepted: acceptable(request.headers), key };
    const whole = head.body !== undefined || key !== undefined;
    if (choose === undefined && !whole) return finish(visit, entered, noBody, goOn);
    return receiveBody(request, choose, whole, visit, (received) =>
      head.body === undefined
        ? finish(visit, entered, received, goOn)
        : seal(visit, head.body, received.bytes ?? noBytes).then((admitted) =>
            finish(visit, { ...entered, admitted }, received, goOn),
          ),
    );
  }

  return (visit, goOn) => {
    const head =
      limit === undefined
        ? admission.head(visit.sight, visit.authority)
        : countedHead(visit, admission, limit);
    return head instanceof Promise
      ? head.then((admitted) => enter(visit, admitted, goOn))
      : enter(visit, head, goOn);
  };
}

/** What is known of a request before its body is there. */
interface Entered {
  readonly admitted: Admitted;
  readonly accepted: Accepted;
  readonly key: string | undefined;
}

/** What the head lets in of a request that is counted before, and after it is known who calls. */
async function countedHead(visit: Visit, admission: Admission, limit: RateGate): Promise<Admitted> {
  await limit.arrived(visit);
  const head = await admission.head(visit.sight, visit.authority);
  // Who it is may be only said by the head: nobody is to use up the requests of somebody else.
  if (head.body === undefined) await limit.admitted(visit, head.principals);
  return head;
}

/** The first idempotency key of a request, where its operation declares the header. */
function keyIn(
  headers: RawHeaders,
  { idempotencyHeader }: OperationDescriptor,
): string | undefined {
  return idempotencyHeader === undefined ? undefined : headerValues(headers, idempotencyHeader)[0];
}

/** Only groups that are there become members: to copy whatever there may be takes longer than all of them. */
function handOver(handed: Handed, { path, query, headers, cookies }: ParameterGroups): void {
  if (path !== undefined) handed.path = path;
  if (query !== undefined) handed.query = query;
  if (headers !== undefined) handed.headers = headers;
  if (cookies !== undefined) handed.cookies = cookies;
}

/** What a handler gets. Its signal is made where a handler asks for it, which costs a request more than all else here. */
class Handed implements HandlerRequest {
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

  constructor(principals: unknown, wire: WireRequest, accepts: readonly string[]) {
    this.principals = principals;
    this.wire = wire;
    this.accepts = accepts;
  }

  get signal(): AbortSignal {
    return signalOf(this.wire) ?? untiring;
  }
}

/** The id after which the caller goes on: UTF-8, of which headers show a character for each byte (WHATWG HTML section 9.2.4). */
function lastEventIdOf(headers: RawHeaders): string | undefined {
  const text = headerValue(headers, 'last-event-id');
  if (text === undefined) return undefined;
  return new TextDecoder().decode(Uint8Array.from(text, (each) => each.charCodeAt(0)));
}
