import type { RequestCheck } from '../../core/check.js';
import type { ApiDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import { headerValue, headerValues, type RawHeaders } from '../../core/headers.js';
import { prepareAdmission, type Admitted } from '../../core/server/admission.js';
import type { FaultViolation } from '../../core/server/fault.js';
import type { Visit } from '../../core/server/front.js';
import type { RateGate } from '../../core/server/rate-limit.js';
import type { Verifier } from '../../core/security.js';
import { type Acceptance, acceptReader } from './accept.js';
import type { HandlerRequest } from './operation.js';
import { parametersReader } from './parameters.js';
import { signalOf } from '../../core/abort-signal.js';
import type { WireRequest } from '../../core/wire.js';
import { bodyValue, receiveBody, type ReceivedBody } from './received-body.js';

/** What the reading of an operation's requests is prepared from. */
export interface ReadingParts {
  readonly api: ApiDescriptor;
  readonly verifiers: ReadonlyMap<string, Verifier>;
  readonly variables: Readonly<Record<string, string>>;
  readonly checks: RequestCheck | undefined;
  readonly refuseUnknownQuery: boolean;
  readonly limit: RateGate | undefined;
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

/** Never fires: for transports that do not tell when their caller goes. */
const untiring: AbortSignal = new AbortController().signal;

const noBytes = new Uint8Array(0);

const noBody: ReceivedBody = {};

/**
 * Prepares the gates in front of an operation's handler: rate limits, credentials in the head, the body within its limit, credentials
 * bound to the body, parsing and validation. Throws where a verifier is missing.
 */
export function prepareReading(
  descriptor: OperationDescriptor,
  { api, verifiers, variables, checks, refuseUnknownQuery, limit }: ReadingParts,
): (visit: Visit) => Promise<Reading> {
  const admission = prepareAdmission(api, descriptor, verifiers, variables);
  const readParameters = parametersReader(descriptor, api, checks, refuseUnknownQuery);
  const acceptable = acceptReader(descriptor);
  const hasEvents = descriptor.outcomes.some(({ contents = [] }) =>
    contents.some(({ codec }) => codec === 'sse'),
  );
  return async (visit) => {
    const { request, limits } = visit;
    if (limit !== undefined) await limit.arrived(visit);
    const asked = admission.head(visit.sight, visit.authority);
    const head = asked instanceof Promise ? await asked : asked;
    // Who it is may be only said by the head: nobody is to use up the requests of somebody else.
    if (limit !== undefined && head.body === undefined)
      await limit.admitted(visit, head.principals);
    const [key] =
      descriptor.idempotencyHeader === undefined
        ? []
        : headerValues(request.headers, descriptor.idempotencyHeader);
    const { acceptance, accepts } = acceptable(request.headers);
    const whole = head.body !== undefined || key !== undefined;
    const received =
      descriptor.body === undefined && !whole
        ? noBody
        : await receiveBody(request, descriptor, whole, visit);
    const admitted = head.body === undefined ? head : await head.body(received.bytes ?? noBytes);
    if (limit !== undefined && head.body !== undefined)
      await limit.admitted(visit, admitted.principals);
    const violations: FaultViolation[] = [];
    const groups = readParameters(visit, violations);
    const value = bodyValue(received, descriptor, checks, limits, violations);
    // Only multipart bodies take their time.
    const body = value instanceof Promise ? await value : value;
    const handed = new Handed(admitted.principals, request, accepts);
    Object.assign(handed, groups);
    if (body !== undefined) handed.body = body;
    if (hasEvents) handed.lastEventId = lastEventIdOf(request.headers);
    return { handed, violations, admitted, received, acceptance, key };
  };
}

/** What a handler gets. Its signal is made where a handler asks for it, which costs a request more than all else here. */
class Handed implements HandlerRequest {
  readonly principals: unknown;
  readonly wire: WireRequest;
  readonly accepts: readonly string[];
  declare body?: unknown;
  declare query?: unknown;
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
