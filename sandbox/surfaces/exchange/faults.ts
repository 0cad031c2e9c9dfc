import type { Fault, FaultAnswer } from '@tallystick/runtime/http/server';
import type { ErrorBody, ErrorMessage } from '@platform/exchange';

/** Texts of malformed parameters that clients know. All others name the parameter. */
const parameterTexts: Readonly<Record<string, ErrorMessage>> = {
  'path/order_id': 'Invalid order id',
  'query/level': 'unexpected level: _',
};

/** The exchange's own words for what the server refuses before a handler runs; `undefined` for those of the description. */
export function sayFault({ name, status, operation, violations }: Fault): FaultAnswer | undefined {
  if (name === 'rate-limited') {
    const isPublic = operation?.rateLimits?.some(({ per }) => per === 'ip') === true;
    return saying(status, isPublic ? 'Public rate limit exceeded' : 'Private rate limit exceeded');
  }
  const text = violations
    .map(({ path }) => (Object.hasOwn(parameterTexts, path) ? parameterTexts[path] : undefined))
    .find((each) => each !== undefined);
  return text === undefined ? undefined : saying(status, text);
}

function saying(status: number, message: ErrorMessage): FaultAnswer {
  return { status, body: { message } satisfies ErrorBody };
}
