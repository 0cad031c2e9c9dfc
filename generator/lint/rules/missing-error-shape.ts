import type { Rule } from '../rule.js';

/** If some errors declare `x-error`, every operation has an error shape, so that the server can fill its own faults. */
export const missingErrorShape: Rule = (api, reporter) => {
  const received = api.operations.filter(
    (operation) => operation.sentBy === 'client' && operation.binding.kind === 'http',
  );
  const hasShape = (operation: (typeof received)[number]): boolean =>
    operation.outcomes.some((outcome) => outcome.error !== undefined);
  if (!received.some(hasShape)) return;
  for (const operation of received) {
    if (hasShape(operation)) continue;
    const name = operation.id ?? operation.key.slice('operation:'.length);
    reporter.error(
      'missing-error-shape',
      operation.origin,
      `no response of "${name}" says how a fault of the server is said`,
      {
        part: 'key',
        hint: 'declare an error response whose schema has "x-error"',
      },
    );
  }
};
