import type { Idempotency, Operation, Parameter } from '../../api.js';

/**
 * `x-idempotency` among an operation's parameters: the header that makes a retry safe, unless the operation says that none does. Linted
 * elsewhere; headers that say nothing of it are found by `withPlainIdempotency`.
 */
export function idempotencyOf(
  parameters: readonly Parameter[],
  { 'x-idempotency': own }: Operation['extensions'],
): Idempotency | undefined {
  if (own === false) return undefined;
  const header = parameters.find(
    (parameter) => parameter.in === 'header' && parameter.extensions['x-idempotency'] === true,
  );
  return header === undefined ? undefined : { header: header.name, origin: header.origin };
}
