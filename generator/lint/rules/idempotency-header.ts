import { childOrigin } from '../../core/origin.js';
import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';
import { allowsType, applicableSchemas } from '../applicable-schemas.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';

const UUID = '3f2b8c1e-7d94-4a6b-9c0d-5e8f7a1b2c3d';

/**
 * `x-idempotency: true` marks at most one header parameter of an operation, and the parameter accepts a UUID. `false` is allowed on any
 * parameter and on the operation.
 */
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
    if (isMarked(operation.extensions))
      reporter.error(
        'idempotency-header',
        childOrigin(operation.origin, 'x-idempotency'),
        '"x-idempotency" of an operation is not false',
        { hint: 'true belongs on the header parameter that carries the key' },
      );
    const marked = operation.parameters.filter(({ extensions }) => isMarked(extensions));
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
        refuse(parameter, '"x-idempotency" is neither true nor false');
      } else if (!allowsType(api.schemas, parameter.schema, 'string')) {
        refuse(
          parameter,
          `the header "${parameter.name}" does not take strings`,
          'an idempotency key is a string',
        );
      } else if (!acceptsUuid(api.schemas, parameter.schema)) {
        refuse(
          parameter,
          `the header "${parameter.name}" refuses a UUID, which is what a client sends`,
          'a UUID has 36 characters',
        );
      }
    }
  }
};

/** True if `x-idempotency` has a value other than `false`. */
function isMarked({ 'x-idempotency': value }: Parameter['extensions']): boolean {
  return value !== undefined && value !== false;
}

function acceptsUuid(table: SchemaTable, schema: SchemaId): boolean {
  return applicableSchemas(table, schema).every(({ keywords }) => {
    const { minLength = 0, maxLength = Infinity, pattern } = keywords;
    if (UUID.length < minLength || UUID.length > maxLength) return false;
    return pattern === undefined || matches(table, pattern, UUID) !== false;
  });
}
