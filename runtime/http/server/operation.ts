import { systemTimers } from '../../core/clock.js';
import { encoded } from '../../core/dates/turned.js';
import type { ContentDescriptor, OperationDescriptor } from '../../core/descriptor.js';
import type { Admitted } from '../../core/server/admission.js';
import { Refusal, refusedRequest, type Refused } from '../../core/server/fault.js';
import type { Service, Visit } from '../../core/server/front.js';
import type { Awaitable } from '../../core/server/options.js';
import { report } from '../../core/server/log.js';
import { type Handler, handlerOf } from '../../core/server/handler.js';
import type { WireRequest, WireResponse } from '../../core/wire.js';
import { respondOf } from '../../core/server/answer.js';
import type { ProtocolParts, ServerOperation } from '../../core/server/serve.js';
import type { Acceptance } from './accept.js';
import { canonical } from './canonical.js';
import { answerEncoder } from './encode-answer.js';
import type { RunOnce } from './idempotency.js';
import type { Sending } from './items-out.js';
import { prepareReading, type Reading } from './reading.js';
import type { HttpOptions } from './server.js';

/** What every handler receives; members that the operation declares come on top. */
export interface HandlerRequest<Principals = unknown> {
  /** What the verifiers returned, by scheme. */
  readonly principals: Principals;
  /** The request as it stands on the wire; a body that was read for parsing is not to be read again. */
  readonly wire: WireRequest;
  /**
   * Declared media types of success that the caller takes (`Accept`), what it likes best first. An answer that names none
   * comes in the first of them that can carry it.
   */
  readonly accepts: readonly string[];
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Prepares one operation. Throws where its handler or a verifier is missing. */
export function prepareOperation(
  { descriptor, handler: name }: ServerOperation,
  { api, handlers, verifiers, variables, options, rateLimiter }: ProtocolParts<HttpOptions>,
  runOnce: RunOnce,
): Service {
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
  const run = prepareRun(descriptor, handler, options);

  return {
    descriptor,
    answer: (visit) => read(visit, done),
  };

  function done(visit: Visit, reading: Reading): Awaitable<WireResponse | Refused> {
    const { handed, violations, admitted, received, acceptance, key } = reading;
    if (violations.length > 0) return refusedRequest('invalid-request', violations);
    if (handler === undefined) throw new Refusal('not-implemented', 'no-handler');
    if (key === undefined) return run(handed, acceptance);
    const path = keptPath(visit.request.target, descriptor);
    const { chosen } = received;
    const mediaType = chosen?.content.mediaType;
    const { query, body } = asSent(descriptor, handed, chosen?.content);
    // What files hold is known by their bytes alone.
    const isMultipart = chosen?.content.codec === 'multipart';
    const parsed = isPlain(body) && !isMultipart;
    const payload = { query, mediaType, body: parsed ? body : received.bytes };
    return runOnce(
      { caller: callerOf(admitted), method: descriptor.method, path, key, payload },
      async () => run(handed, acceptance),
    );
  }
}

/** What a key stands for, as texts where a handler has something else. */
function asSent(
  { parameters = [] }: OperationDescriptor,
  { query, body }: Reading['handed'],
  content: ContentDescriptor | undefined,
): { readonly query: unknown; readonly body: unknown } {
  const dated = parameters.filter(
    ({ in: place, dates }) => place.startsWith('query') && dates !== undefined,
  );
  const values = Object.entries(query ?? {}).map(([name, value]) => {
    const dates = dated.find((parameter) => parameter.name === name)?.dates;
    return [name, encoded(value, dates, '')] as const;
  });
  return {
    query: dated.length === 0 ? query : Object.fromEntries(values),
    body: isPlain(body) ? encoded(body, content?.dates, '') : body,
  };
}

/** Prepares the calling of a handler, and the encoding of what it answers. */
export function prepareRun(
  descriptor: OperationDescriptor,
  handler: Handler | undefined,
  options: Pick<HttpOptions, 'validateResponses' | 'keepAlive' | 'clock' | 'log' | 'xml'>,
): (request: HandlerRequest, acceptance: Acceptance) => Awaitable<WireResponse> {
  const respond = respondOf(descriptor);
  const answerChecks = options.validateResponses?.[descriptor.id];
  const sending = sendingOf(descriptor, options);
  const encode = answerEncoder(descriptor, answerChecks, sending, options.xml);
  return (request, acceptance) => {
    let given: unknown;
    try {
      given = handler?.(request, respond);
    } catch (cause) {
      throw failed(cause);
    }
    return isThenable(given)
      ? awaited(given).then((answer) => encode(answer, acceptance))
      : encode(given, acceptance);
  };
}

async function awaited(given: PromiseLike<unknown>): Promise<unknown> {
  try {
    return await given;
  } catch (cause) {
    throw failed(cause);
  }
}

/** What the handler's reading of a streamed body ran into is the caller's doing. */
function failed(cause: unknown): Refusal {
  return cause instanceof Refusal ? cause : new Refusal('internal', 'handler-failed', { cause });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<PromiseLike<unknown>>).then === 'function'
  );
}

/** How the operation's streams are sent, and who hears that one was broken off: its caller got a head that promised otherwise. */
function sendingOf(
  { id, method }: OperationDescriptor,
  {
    keepAlive = 15_000,
    clock = systemTimers,
    log,
  }: Pick<HttpOptions, 'keepAlive' | 'clock' | 'log'>,
): Sending {
  if (!(keepAlive > 0)) throw new Error('"keepAlive" must be a number above zero.');
  return {
    keepAlive,
    timers: clock,
    failed: ({ reason, detail: { answer, cause } }) =>
      report(log, {
        reason,
        method,
        operation: id,
        ...(answer === undefined ? {} : { violations: answer }),
        ...(cause === undefined ? {} : { cause }),
      }),
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
