import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Rule } from '../rule.js';

const missingErrorShape: DiagnosticType<{ default: { name: string } }> = defineError(
  'missing-error-shape',
  {
    default: ({ name }) => `no response of "${name}" describes the errors of the server`,
  },
);

/** If some errors declare `x-error`, every operation has an error shape, so that the server can fill its own faults. */
export const missingErrorShapeRule: Rule = {
  diagnostics: [missingErrorShape],
  check(api, reporter) {
    const received = api.operations.filter(
      (operation) => operation.sentBy === 'client' && operation.binding.kind === 'http',
    );
    const hasShape = (operation: (typeof received)[number]): boolean =>
      operation.outcomes.some((outcome) => outcome.error !== undefined);
    if (!received.some(hasShape)) return;
    for (const operation of received) {
      if (hasShape(operation)) continue;
      const name = operation.id ?? operation.key.slice('operation:'.length);
      reporter.report(missingErrorShape.default({ name }), operation.origin, {
        part: 'key',
        hint: 'declare an error response whose schema has "x-error"',
      });
    }
  },
};
