import type { Idempotency, Parameter } from '../../api.js';

/** `x-idempotency` among an operation's parameters: the header that makes a retry safe. Linted elsewhere. */
export function idempotencyOf(parameters: readonly Parameter[]): Idempotency | undefined {
  const header = parameters.find(
    (parameter) => parameter.in === 'header' && parameter.extensions['x-idempotency'] === true,
  );
  return header === undefined ? undefined : { header: header.name, origin: header.origin };
}
