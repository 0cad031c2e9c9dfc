import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType, Reporter } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { didYouMean } from '../../core/suggestion.js';
import type { Api, ErrorShape } from '../../model/api.js';
import type { TypeName } from '../../model/schema.js';
import type { Rule } from '../rule.js';
import {
  allowsType,
  memberNames,
  memberSchemas,
  requiredMembers,
  valuesOf,
} from '../applicable-schemas.js';

const errorShape: DiagnosticType<{
  unfilled: { name: string };
  missing: { name: string };
  type: { name: string; expected: string };
  value: { code: string | number; member: string };
}> = defineError('error-shape', {
  unfilled: ({ name }) => `the server never fills the required member "${name}"`,
  missing: ({ name }) => `the schema has no member "${name}"`,
  type: ({ name, expected }) => `the member "${name}" does not accept ${expected}`,
  value: ({ code, member }) => `"${code}" is not a value of "${member}"`,
});

/** The properties that `x-error` names exist and have suitable types; its codes are valid values of the code property. */
export const errorShapeRule: Rule = {
  diagnostics: [errorShape],
  check(api, reporter) {
    const seen = new Set<ErrorShape['schema']>();
    for (const { error } of api.operations.flatMap((operation) => operation.outcomes)) {
      if (error === undefined || seen.has(error.schema)) continue;
      seen.add(error.schema);
      checkMember(api, error, 'message', error.message, ['string'], reporter);
      checkMember(api, error, 'violations', error.violations, ['array'], reporter);
      checkMember(api, error, 'correlationId', error.correlationId, ['string'], reporter);
      const codes = error.codes.map(([, code]) => code);
      const types = [
        ...new Set(
          codes.map((code): TypeName => (typeof code === 'string' ? 'string' : 'integer')),
        ),
      ];
      checkMember(
        api,
        error,
        'code',
        error.code,
        types.length === 0 ? ['string', 'integer'] : types,
        reporter,
      );
      checkCodes(api, error, reporter);
      const filled = [error.message, error.code, error.violations, error.correlationId];
      for (const name of requiredMembers(api.schemas, error.schema)) {
        if (filled.includes(name)) continue;
        reporter.report(errorShape.unfilled({ name }), error.origin, {
          part: 'key',
          hint: 'the server fills only "message", "code", "violations" and "correlationId" of its own errors',
        });
      }
    }
  },
};

function checkMember(
  api: Api,
  error: ErrorShape,
  role: 'message' | 'code' | 'violations' | 'correlationId',
  name: string | undefined,
  types: readonly TypeName[],
  reporter: Reporter,
): void {
  if (name === undefined) return;
  const origin = childOrigin(error.origin, role);
  const schemas = memberSchemas(api.schemas, error.schema, name);
  if (schemas.length === 0) {
    reporter.report(
      errorShape.missing({ name }),
      origin,
      didYouMean(name, memberNames(api.schemas, error.schema)),
    );
    return;
  }
  const rejected = types.find((type) => !schemas.every((id) => allowsType(api.schemas, id, type)));
  if (rejected !== undefined) {
    reporter.report(
      errorShape.type({
        name,
        expected:
          rejected === 'array'
            ? 'a list of violations'
            : rejected === 'integer'
              ? 'an integer'
              : 'a string',
      }),
      origin,
    );
  }
}

function checkCodes(api: Api, error: ErrorShape, reporter: Reporter): void {
  if (error.code === undefined) return;
  const [schema] = memberSchemas(api.schemas, error.schema, error.code);
  const listed = schema === undefined ? undefined : valuesOf(api.schemas, schema);
  if (listed === undefined || listed.open) return;
  for (const [fault, code] of error.codes) {
    if (listed.values.includes(code)) continue;
    const values = listed.values.map(String);
    reporter.report(
      errorShape.value({ code, member: error.code }),
      childOrigin(error.origin, 'codes', fault),
      didYouMean(String(code), values),
    );
  }
}
