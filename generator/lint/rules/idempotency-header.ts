import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';
import { admits, partsOf } from '../schema-facts.js';
import { matchesQuickly } from '../patterns/is-quick.js';

const UUID = '3f2b8c1e-7d94-4a6b-9c0d-5e8f7a1b2c3d';

/** `x-idempotency` stands on one header parameter of an operation, which takes a UUID. */
export const idempotencyHeader: Rule = (api, reporter) => {
  const seen = new Set<Parameter>();
  const refuse = (parameter: Parameter, message: string, hint?: string): void =>
    reporter.error(
      'idempotency-header',
      parameter.origin,
      message,
      hint === undefined ? {} : { hint },
    );
  for (const operation of api.operations) {
    const marked = operation.parameters.filter(
      (parameter) => 'x-idempotency' in parameter.extensions,
    );
    if (marked.length > 1 && marked[1] !== undefined) {
      refuse(
        marked[1],
        'an operation has two "x-idempotency" headers',
        'one key makes a retry safe',
      );
    }
    for (const parameter of marked) {
      if (seen.has(parameter)) continue;
      seen.add(parameter);
      if (parameter.in !== 'header') {
        refuse(
          parameter,
          `"x-idempotency" stands on a ${parameter.in} parameter`,
          'it belongs on a header parameter',
        );
      } else if (parameter.extensions['x-idempotency'] !== true) {
        refuse(
          parameter,
          '"x-idempotency" is given, but is not true',
          'leave it out where it does not hold',
        );
      } else if (!admits(api.schemas, parameter.schema, 'string')) {
        refuse(
          parameter,
          `the header "${parameter.name}" does not take strings`,
          'an idempotency key is a string',
        );
      } else if (!takesUuid(partsOf(api.schemas, parameter.schema))) {
        refuse(
          parameter,
          `the header "${parameter.name}" refuses a UUID, which is what a client sends`,
          'a UUID has 36 characters',
        );
      }
    }
  }
};

function takesUuid(parts: ReturnType<typeof partsOf>): boolean {
  return parts.every(({ keywords }) => {
    const { minLength = 0, maxLength = Infinity, pattern } = keywords;
    if (UUID.length < minLength || UUID.length > maxLength) return false;
    return pattern === undefined || matchesQuickly(pattern, UUID) !== false;
  });
}
