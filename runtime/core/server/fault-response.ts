import type { OperationDescriptor } from '../descriptor.js';
import { isHeaderName, isHeaderValue } from '../headers.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { faultSpeaker } from './fault-body.js';
import { faultOf, type Fault, type Refused } from './fault.js';
import type { Service } from './front.js';
import { report, type LogEntry } from './log.js';
import type { Awaitable, BaseServerOptions, FaultAnswer } from './options.js';

/** Where a request had got to. */
export interface Place {
  /** What it has found. */
  service: Service | undefined;
}

/** Makes the answer to a refusal, and tells the log why. Never throws or rejects. */
export type FaultAnswerer = (
  refused: Refused,
  request: WireRequest,
  place: Place,
) => Awaitable<WireResponse>;

/** Prepares the answering of faults: as `onFault` says, else in the document's error shape. */
export function faultAnswerer(
  options: BaseServerOptions,
  operations: readonly OperationDescriptor[],
  bases: readonly string[],
): FaultAnswerer {
  const { log } = options;
  const speak = faultSpeaker(operations);
  const spoken = (fault: Fault, request: WireRequest, { service }: Place): WireResponse => {
    // Even what is refused at the door is refused in the words of what was asked for.
    const path = (): string => withoutBase(pathOf(request.target), bases);
    const { contentType, body } = service?.speak?.(fault) ?? speak(fault, path);
    const type = ['Content-Type', contentType];
    return {
      status: fault.status,
      headers: fault.headers.length === 0 ? type : [...type, ...fault.headers],
      body: JSON.stringify(body),
    };
  };
  const asked = async (fault: Fault, request: WireRequest, place: Place): Promise<WireResponse> => {
    try {
      const given = await options.onFault?.(fault, request);
      if (given !== undefined) return overridden(given, fault);
    } catch (cause) {
      report(log, {
        reason: 'on-fault-failed',
        method: request.method,
        fault: fault.name,
        cause,
      });
    }
    return spoken(fault, request, place);
  };
  return (refused, request, place) => {
    const fault = faultOf(refused, place.service?.descriptor);
    if (log !== undefined) report(log, entryOf(refused, fault, request));
    return options.onFault === undefined
      ? spoken(fault, request, place)
      : asked(fault, request, place);
  };
}

/** The path of a target as it was sent, in origin or absolute form (RFC 9112 section 3.2). */
function pathOf(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return path;
}

/** A path from where the document's begin. */
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
    ...(scheme === undefined ? {} : { scheme }),
    ...(answer === undefined ? {} : { violations: answer }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function overridden(given: FaultAnswer, fault: Fault): WireResponse {
  const { status, body, contentType = 'application/json', headers = {} } = given;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new Error(`"onFault" answered the status ${status}.`);
  const pairs = Object.entries(headers).flat();
  for (let index = 0; index < pairs.length; index += 2) {
    if (!isHeaderName(pairs[index] ?? '') || !isHeaderValue(pairs[index + 1] ?? '')) {
      throw new Error('"onFault" answered a header that can not be sent.');
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
