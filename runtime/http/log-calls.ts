import type { Interceptor } from '../core/client/client-config.js';
import { type Clock, systemTimers } from '../core/clock.js';
import { ApiError } from '../core/errors.js';
import { headerValue } from '../core/headers.js';
import { ignoreErrors } from '../core/ignore-errors.js';
import type { WireRequest, WireResponse } from '../core/wire.js';
import { pathTemplate, redactedUrl } from './log-format.js';

/**
 * One call, in a form that is safe to log. It contains no body, no credential (not even one that a server repeats in
 * its response), no value of a query parameter unless listed, and only the listed headers.
 */
export interface CallLogEntry {
  readonly operation: string;
  readonly method: string;
  /** URL of the request without values of query parameters: `https://api.example/kettles/7?limit=…`. */
  readonly url: string;
  /** Path of the operation as the description declares it: `/kettles/{id}`. */
  readonly template: string;
  /** Status code of the response; absent if there was none. */
  readonly status?: number;
  /** Code of the error if there was no response, such as `network` or `timeout`. */
  readonly error?: string;
  /**
   * Duration of the call in milliseconds, including all attempts: to the end of the response's head, or to the end of
   * its body if the client reads the body completely.
   */
  readonly duration: number;
  /** The listed headers of request and response; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Options of {@link logCalls}. */
export interface LogCallsOptions {
  /** Receives an entry for each finished call. */
  readonly log: (entry: CallLogEntry) => void;
  /**
   * Names of headers to log, such as `x-request-id`. Choose only headers whose values are not secret. Default: none.
   */
  readonly headers?: readonly string[];
  /** Names of query parameters whose values are logged. Choose only parameters whose values are not secret. Default: none. */
  readonly query?: readonly string[];
  /** Clock for the duration of calls. Default: the system clock. */
  readonly clock?: Clock;
}

/** Creates an interceptor that logs every call after it has finished. Errors thrown by `log` are ignored. */
export function logCalls({
  log,
  headers = [],
  query = [],
  clock = systemTimers,
}: LogCallsOptions): Interceptor {
  return async (request, next, redact) => {
    const began = clock.now();
    const report = (end: Pick<CallLogEntry, 'status' | 'error'>, response?: WireResponse): void => {
      ignoreErrors(() =>
        log({
          operation: request.operation?.id ?? '',
          method: request.method,
          url: redact(redactedUrl(request, query)),
          template: request.operation === undefined ? '' : pathTemplate(request.operation),
          ...end,
          duration: clock.now() - began,
          headers: loggedHeaders(headers, request, response, redact),
        }),
      );
    };
    try {
      const response = await next(request);
      report({ status: response.status }, response);
      return response;
    } catch (error) {
      report({ error: error instanceof ApiError ? redact(error.code) : 'unknown' });
      throw error;
    }
  };
}

function loggedHeaders(
  names: readonly string[],
  request: WireRequest,
  response: WireResponse | undefined,
  redact: (text: string) => string,
): Readonly<Record<string, string>> {
  const entries = names.flatMap((name) => {
    const value =
      (response === undefined ? undefined : headerValue(response.headers, name)) ??
      headerValue(request.headers, name);
    return value === undefined ? [] : [[name.toLowerCase(), redact(value)] as const];
  });
  return Object.fromEntries(entries);
}
