import type { OperationDescriptor } from '../descriptor.js';
import { isHeaderName, isHeaderValue } from '../headers.js';
import type { WireRequest, WireResponse } from '../wire.js';
import type { Correlation } from './correlation.js';
import { faultRenderer } from './fault-body.js';
import { faultOf, type Fault, type Refused } from './fault.js';
import type { RouteHandler } from './http-handler.js';
import { report, type LogEntry } from './log.js';
import type { Awaitable, BaseServerOptions, FaultAnswer } from './options.js';

/** Progress of a request. */
export interface RequestProgress {
  /** The route handler that was found. */
  service: RouteHandler | undefined;
  readonly correlation: Correlation;
}

/** Creates the response to a refusal and logs the reason. Never throws or rejects. */
export type FaultResponder = (
  refused: Refused,
  request: WireRequest,
  progress: RequestProgress,
) => Awaitable<WireResponse>;

/** Creates the responder to faults. It uses `onFault`, otherwise the error format of the description. */
export function createFaultResponder(
  options: BaseServerOptions,
  operations: readonly OperationDescriptor[],
  bases: readonly string[],
): FaultResponder {
  const { log } = options;
  const renderFault = faultRenderer(operations);
  const defaultResponse = (
    fault: Fault,
    request: WireRequest,
    { service }: RequestProgress,
  ): WireResponse => {
    // A refusal before routing also uses the error format of the requested path.
    const path = (): string => withoutBase(pathOf(request.target), bases);
    const { contentType, body, isUnidentified } =
      service?.renderFault?.(fault) ?? renderFault(fault, path);
    const identifier = isUnidentified === true ? ['X-Correlation-Id', fault.correlationId] : [];
    return {
      status: fault.status,
      headers: ['Content-Type', contentType, ...fault.headers, ...identifier],
      body: JSON.stringify(body),
    };
  };
  const overriddenResponse = async (
    fault: Fault,
    request: WireRequest,
    progress: RequestProgress,
  ): Promise<WireResponse> => {
    try {
      const override = await options.onFault?.(fault, request);
      if (override !== undefined) return fromOverride(override, fault);
    } catch (cause) {
      report(log, {
        reason: 'on-fault-failed',
        method: request.method,
        fault: fault.name,
        correlationId: fault.correlationId,
        cause,
      });
    }
    return defaultResponse(fault, request, progress);
  };
  return (refused, request, progress) => {
    const { service, correlation } = progress;
    const plain = faultOf(refused, service?.descriptor, correlation.id);
    const fault = { ...plain, headers: [...plain.headers, ...(service?.faultHeaders ?? [])] };
    if (log !== undefined) report(log, entryOf(refused, fault, request));
    return options.onFault === undefined
      ? defaultResponse(fault, request, progress)
      : overriddenResponse(fault, request, progress);
  };
}

/** Returns the path of a target as sent, in origin or absolute form (RFC 9112 section 3.2). */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return path;
}

/** Removes the base path of the server from a path. */
function withoutBase(path: string, bases: readonly string[]): string {
  const base = bases.find((each) => path.startsWith(`${each}/`));
  return base === undefined ? path : path.slice(base.length);
}

function entryOf({ reason, detail }: Refused, fault: Fault, request: WireRequest): LogEntry {
  const { scheme, answer, cause } = detail;
  return {
    reason,
    method: request.method,
    ...(fault.operation === undefined ? {} : { operation: fault.operation.id }),
    fault: fault.name,
    status: fault.status,
    correlationId: fault.correlationId,
    ...(scheme === undefined ? {} : { scheme }),
    ...(answer === undefined ? {} : { violations: answer }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function fromOverride(override: FaultAnswer, fault: Fault): WireResponse {
  const { status, body, contentType = 'application/json', headers = {} } = override;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`"onFault" returned the status ${status}.`);
  const pairs = Object.entries(headers).flat();
  for (let index = 0; index < pairs.length; index += 2) {
    if (!isHeaderName(pairs[index] ?? '') || !isHeaderValue(pairs[index + 1] ?? '')) {
      throw new Error('"onFault" returned a header that cannot be sent.');
    }
  }
  const type = body === undefined ? [] : ['Content-Type', contentType];
  const own = fault.headers.filter((_, index) => {
    const name = fault.headers[index - (index % 2)]?.toLowerCase();
    return !Object.keys(headers).some((other) => other.toLowerCase() === name);
  });
  return {
    status,
    headers: [...type, ...own, ...pairs],
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}
