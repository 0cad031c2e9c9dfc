import type { OperationDescriptor } from '../../core/descriptor.js';
import { headerValues } from '../../core/headers.js';
import { prepareAdmission, type Admitted } from '../../core/server/admission.js';
import { Refusal, invalidRequest, type FaultViolation } from '../../core/server/fault.js';
import type { Service } from '../../core/server/front.js';
import { handlerOf } from '../../core/server/handler.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { respondOf } from '../../core/server/answer.js';
import type { ProtocolParts, ServerOperation } from '../../core/server/serve.js';
import { canonical } from './canonical.js';
import { encodeAnswer } from './encode-answer.js';
import type { RunOnce } from './idempotency.js';
import { parametersReader } from './parameters.js';
import { bodyValue, receiveBody } from './received-body.js';
import type { HttpOptions } from './server.js';

/** What every handler receives; members that the operation declares come on top. */
export interface HandlerRequest<Principals = unknown> {
  /** What the verifiers returned, by scheme. */
  readonly principals: Principals;
  /** The request as it stands on the wire; a body that was read for parsing is not to be read again. */
  readonly wire: WireRequest;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Never fires: for transports that do not tell when their caller goes. */
const untiring: AbortSignal = new AbortController().signal;

const noBytes = new Uint8Array(0);

/** Prepares one operation. Throws where its handler or a verifier is missing. */
export function prepareOperation(
  { descriptor, handler: name }: ServerOperation,
  { api, handlers, verifiers, variables, options, rateLimiter }: ProtocolParts<HttpOptions>,
  runOnce: RunOnce,
): Service {
  const checks = options.checks?.[descriptor.id];
  const handler = handlerOf(handlers, name, options.partial === true);
  const admission = prepareAdmission(api, descriptor, verifiers, variables);
  const limit = rateLimiter(descriptor);
  const readParameters = parametersReader(
    descriptor,
    api,
    checks,
    options.unknownQuery === 'refuse',
  );
  const respond = respondOf(descriptor);
  const answerChecks = options.validateResponses?.[descriptor.id];

  const run = async (request: HandlerRequest): Promise<WireResponse> => {
    let answer: unknown;
    try {
      answer = await handler?.(request, respond);
    } catch (cause) {
      // What the handler's reading of a streamed body ran into is the caller's doing.
      throw cause instanceof Refusal ? cause : new Refusal('internal', 'handler-failed', { cause });
    }
    return encodeAnswer(descriptor, answer, answerChecks);
  };

  return {
    descriptor,
    async answer(visit) {
      const { request, limits } = visit;
      if (limit !== undefined) await limit.arrived(visit);
      const head = await admission.head(visit.sight, visit.authority);
      // Who it is may be only said by the head: nobody is to use up the requests of somebody else.
      if (limit !== undefined && head.body === undefined)
        await limit.admitted(visit, head.principals);
      const [key] =
        descriptor.idempotencyHeader === undefined
          ? []
          : headerValues(request.headers, descriptor.idempotencyHeader);
      const whole = head.body !== undefined || key !== undefined;
      const received = await receiveBody(request, descriptor, whole, visit);
      const admitted = head.body === undefined ? head : await head.body(received.bytes ?? noBytes);
      if (limit !== undefined && head.body !== undefined)
        await limit.admitted(visit, admitted.principals);
      const violations: FaultViolation[] = [];
      const groups = readParameters(visit, violations);
      const body = bodyValue(received, descriptor, checks, limits, violations);
      if (violations.length > 0) throw invalidRequest('invalid-request', violations);
      if (handler === undefined) throw new Refusal('not-implemented', 'no-handler');
      const { principals } = admitted;
      const signal = request.signal ?? untiring;
      const handed = {
        ...groups,
        ...(body === undefined ? {} : { body }),
        principals,
        wire: request,
        signal,
      };
      if (key === undefined) return run(handed);
      const path = keptPath(request.target, descriptor);
      const mediaType = received.chosen?.content.mediaType;
      const payload = {
        query: groups.query,
        mediaType,
        body: isPlain(body) ? body : received.bytes,
      };
      return runOnce(
        { caller: callerOf(admitted), method: descriptor.method, path, key, payload },
        () => run(handed),
      );
    },
  };
}

/** The path of a request that is repeated: where its slash at the end makes no difference, it makes none here. */
function keptPath(target: string, { trailingSlash }: OperationDescriptor): string {
  const [path = ''] = target.split('?', 1);
  return trailingSlash === 'optional' && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Whether a body was parsed, so that its meaning can be compared and not only its bytes. */
function isPlain(body: unknown): boolean {
  return !(typeof body === 'object' && body !== null && Symbol.asyncIterator in body);
}

/** The caller's identity: that of every scheme that let them in. */
function callerOf({ principals, callers }: Admitted): string {
  const names = Object.keys(principals).map((scheme) => [
    scheme,
    callers[scheme] ?? principals[scheme],
  ]);
  return canonical(names);
}
