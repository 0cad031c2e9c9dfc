import type { Interceptor } from '../core/client/connection.js';
import { type Clock, systemTimers } from '../core/clock.js';
import { ApiError } from '../core/errors.js';
import { headerValue } from '../core/headers.js';
import { quietly } from '../core/quietly.js';
import type { WireRequest, WireResponse } from '../core/wire.js';
import { templateOf, urlOf } from './call-words.js';

/** One call, as a log may have it: no credential, nor what a server repeats of one, no body, no header but those that were asked for, no value of the query. */
export interface CallLogEntry {
  readonly operation: string;
  readonly method: string;
  /** `https://api.example/kettles/7?limit=…` */
  readonly url: string;
  /** `/kettles/{id}` */
  readonly template: string;
  /** Absent where no response came. */
  readonly status?: number;
  /** The code of the error, where no response came: `network`, `timeout`. */
  readonly error?: string;
  /** Milliseconds to the answer's head, or to the end of its body where that is read whole; every attempt included. */
  readonly duration: number;
  /** Headers of request and response that were asked for, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a log is told of calls. */
export interface LogCallsOptions {
  readonly log: (entry: CallLogEntry) => void;
  /** Names of headers whose values are no secret: `x-request-id`. Default: none. */
  readonly headers?: readonly string[];
  /** Names of query parameters whose values are no secret. Default: none. */
  readonly query?: readonly string[];
  readonly clock?: Clock;
}

/** Tells a log of every call once it is over. What the log throws changes nothing. */
export function logCalls({
  log,
  headers = [],
  query = [],
  clock = systemTimers,
}: LogCallsOptions): Interceptor {
  return async (request, next, redact) => {
    const began = clock.now();
    const tell = (end: Pick<CallLogEntry, 'status' | 'error'>, response?: WireResponse): void => {
      quietly(() =>
        log({
          operation: request.operation?.id ?? '',
          method: request.method,
          url: redact(urlOf(request, query)),
          template: request.operation === undefined ? '' : templateOf(request.operation),
          ...end,
          duration: clock.now() - began,
          headers: shownHeaders(headers, request, response, redact),
        }),
      );
    };
    try {
      const response = await next(request);
      tell({ status: response.status }, response);
      return response;
    } catch (error) {
      tell({ error: error instanceof ApiError ? redact(error.code) : 'unknown' });
      throw error;
    }
  };
}

function shownHeaders(
  names: readonly string[],
  request: WireRequest,
  response: WireResponse | undefined,
  redact: (text: string) => string,
): Readonly<Record<string, string>> {
  const shown = names.flatMap((name) => {
    const value =
      (response === undefined ? undefined : headerValue(response.headers, name)) ??
      headerValue(request.headers, name);
    return value === undefined ? [] : [[name.toLowerCase(), redact(value)] as const];
  });
  return Object.fromEntries(shown);
}
