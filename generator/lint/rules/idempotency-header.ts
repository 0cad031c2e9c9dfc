import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Sentence } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Parameter } from '../../model/api.js';
import type { Rule } from '../rule.js';
import { allowsType, applicableSchemas } from '../applicable-schemas.js';
import type { SchemaId, SchemaTable } from '../../model/schema.js';
import { matches } from '../../patterns/matches.js';

const idempotencyHeader: DiagnosticType<{
  operation: void;
  several: void;
  location: { location: string };
  type: void;
  text: { name: string };
  uuid: { name: string };
}> = defineError('idempotency-header', {
  operation: () => '"x-idempotency" of an operation must be false',
  several: () => 'an operation has two "x-idempotency" headers',
  location: ({ location }) => `"x-idempotency" is not allowed on a ${location} parameter`,
  type: () => '"x-idempotency" must be true or false',
  text: ({ name }) => `the header "${name}" does not accept strings`,
  uuid: ({ name }) => `the header "${name}" does not accept a UUID, which clients send`,
});

const UUID = '3f2b8c1e-7d94-4a6b-9c0d-5e8f7a1b2c3d';

/**
 * `x-idempotency: true` marks at most one header parameter of an operation, and the parameter accepts a UUID. `false` is allowed on any
 * parameter and on the operation.
 */
export const idempotencyHeaderRule: Rule = {
  diagnostics: [idempotencyHeader],
  check(api, reporter) {
    const seen = new Set<Parameter>();
    const report = (sentence: Sentence, parameter: Parameter, hint?: string): void =>
      reporter.report(sentence, parameter.origin, hint === undefined ? {} : { hint });
    for (const operation of api.operations) {
      if (isMarked(operation.extensions))
        reporter.report(
          idempotencyHeader.operation(),
          childOrigin(operation.origin, 'x-idempotency'),
          { hint: 'true belongs on the header parameter that carries the key' },
        );
      const marked = operation.parameters.filter(({ extensions }) => isMarked(extensions));
      if (marked.length > 1 && marked[1] !== undefined) {
        report(idempotencyHeader.several(), marked[1], 'one key is enough to make retries safe');
      }
      for (const parameter of marked) {
        if (seen.has(parameter)) continue;
        seen.add(parameter);
        if (parameter.in !== 'header') {
          report(
            idempotencyHeader.location({ location: parameter.in }),
            parameter,
            'it belongs on a header parameter',
          );
        } else if (parameter.extensions['x-idempotency'] !== true) {
          report(idempotencyHeader.type(), parameter);
        } else if (!allowsType(api.schemas, parameter.schema, 'string')) {
          report(
            idempotencyHeader.text({ name: parameter.name }),
            parameter,
            'an idempotency key is a string',
          );
        } else if (!acceptsUuid(api.schemas, parameter.schema)) {
          report(
            idempotencyHeader.uuid({ name: parameter.name }),
            parameter,
            'a UUID has 36 characters',
          );
        }
      }
    }
  },
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
