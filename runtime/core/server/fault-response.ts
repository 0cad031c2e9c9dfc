import type { OperationDescriptor } from '../descriptor.js';
import { isHeaderName, isHeaderValue } from '../headers.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { faultSpeaker } from './fault-body.js';
import { faultOf, type Fault, type Refusal } from './fault.js';
import type { Service } from './front.js';
import { report, type LogEntry } from './log.js';
import type { BaseServerOptions, FaultAnswer } from './options.js';

/** Where a request had got to. */
export interface Place {
  /** Its path below the server's base path. */
  path: string;
  /** What it has found. */
  service: Service | undefined;
}

/** Makes the answer to a refusal, and tells the log why. Never rejects. */
export type FaultAnswerer = (
  refusal: Refusal,
  request: WireRequest,
  place: Place,
) => Promise<WireResponse>;

/** Prepares the answering of faults: as `onFault` says, else in the document's error shape. */
export function faultAnswerer(
  options: BaseServerOptions,
  operations: readonly OperationDescriptor[],
): FaultAnswerer {
  const speak = faultSpeaker(operations);
  return async (refusal, request, { path, service }) => {
    const fault = faultOf(refusal, service?.descriptor);
    report(options.log, entryOf(refusal, fault, request));
    try {
      const given = await options.onFault?.(fault, request);
      if (given !== undefined) return overridden(given, fault);
    } catch (cause) {
      report(options.log, {
        reason: 'on-fault-failed',
        method: request.method,
        fault: fault.name,
        cause,
      });
    }
    const { contentType, body } = service?.speak?.(fault) ?? speak(fault, path);
    return {
      status: fault.status,
      headers: ['Content-Type', contentType, ...fault.headers],
      body: JSON.stringify(body),
    };
  };
}

function entryOf({ reason, detail }: Refusal, fault: Fault, request: WireRequest): LogEntry {
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
