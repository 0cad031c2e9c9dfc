import type { Interceptor } from '../core/client/client-config.js';
import { headerValue } from '../core/headers.js';
import { ignoreErrors } from '../core/ignore-errors.js';

/** An operation that is deprecated, as its description or its response says. */
export interface DeprecatedOperation {
  /** Id of the operation. */
  readonly operation: string;
  /** Absent if neither the description nor the response says it. */
  readonly since?: Date;
  /** When the operation stops working. Absent if neither the description nor the response says it. */
  readonly sunset?: Date;
}

/**
 * Creates an interceptor that reports each operation once, at its first response, if the description or the response itself says that it is
 * deprecated: by `Deprecation` (RFC 9745, or the texts of its drafts) or `Sunset` (RFC 8594). Dates of the response come before those of the
 * description. Errors thrown by `report` are ignored.
 */
export function reportDeprecations(report: (deprecated: DeprecatedOperation) => void): Interceptor {
  const reported = new Set<string>();
  return async (request, next) => {
    const response = await next(request);
    const { id = '', deprecation } = request.operation ?? {};
    const deprecated = headerValue(response.headers, 'Deprecation');
    const ends = headerValue(response.headers, 'Sunset');
    const isDeprecated = (deprecation ?? deprecated ?? ends) !== undefined;
    if (!isDeprecated || reported.has(id)) return response;
    reported.add(id);
    const since = dateOf(deprecated) ?? dateOf(deprecation?.since);
    const sunset = dateOf(ends) ?? dateOf(deprecation?.sunset);
    ignoreErrors(() =>
      report({
        operation: id,
        ...(since !== undefined && { since }),
        ...(sunset !== undefined && { sunset }),
      }),
    );
    return response;
  };
}

/** Reads `@1735689600`, or the text of a date. `@0` stands for no date. */
function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, seconds] = /^@(-?\d{1,12})$/.exec(text.trim()) ?? [];
  const time = seconds === undefined ? Date.parse(text) : Number(seconds) * 1000;
  return time === 0 || Number.isNaN(time) ? undefined : new Date(time);
}
