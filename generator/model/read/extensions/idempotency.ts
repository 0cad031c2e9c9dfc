import type { Idempotency, Operation, Parameter } from '../../api.js';

/**
 * Returns the header parameter with `x-idempotency`, which makes retries safe, unless the operation declares `false`. Lint rules check the
 * extension. `withPlainIdempotency` finds headers without it.
 */
export function idempotencyOf(
  parameters: readonly Parameter[],
  { 'x-idempotency': declared }: Operation['extensions'],
): Idempotency | undefined {
  if (declared === false) return undefined;
  const header = parameters.find(
    (parameter) => parameter.in === 'header' && parameter.extensions['x-idempotency'] === true,
  );
  return header === undefined ? undefined : { header: header.name, origin: header.origin };
}
