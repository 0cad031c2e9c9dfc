import { defineWarning } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import { defaultOf, statedDefault } from '../../model/analysis/default-value.js';
import { hintOf, findMismatch } from '../example-mismatch.js';
import type { Rule } from '../rule.js';

const invalidDefault: DiagnosticType<{ default: { demand: string; pointer: string } }> =
  defineWarning('invalid-default', {
    default: ({ demand, pointer }) =>
      `the default does not satisfy "${demand}" of its schema${pointer === '' ? '' : ` at ${pointer}`}`,
  });

/** A default satisfies its own schema. Defaults of parameters with a wrong type are reported by `default-type`. */
export const invalidDefaultRule: Rule = {
  diagnostics: [invalidDefault],
  check(api, reporter) {
    // Many operations share a parameter.
    const parameters = new Set(api.operations.flatMap((operation) => operation.parameters));
    const reported = new Set(
      [...parameters]
        .filter((parameter) => statedDefault(api.schemas, parameter) !== undefined)
        .filter((parameter) => defaultOf(api.schemas, parameter) === undefined)
        .map((parameter) => parameter.schema),
    );
    for (const schema of api.schemas.values()) {
      if (schema.kind === 'boolean' || schema.annotations.default === undefined) continue;
      if (reported.has(schema.id)) continue;
      const mismatch = findMismatch(api.schemas, schema.id, schema.annotations.default.value);
      if (mismatch === undefined) continue;

      reporter.report(
        invalidDefault.default({ demand: mismatch.demand, pointer: mismatch.pointer }),
        childOrigin(schema.origin, 'default'),
        hintOf(mismatch),
      );
    }
  },
};
