import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';

const duplicateRpcError: DiagnosticType<{
  errorCode: { code: number };
  errorName: { name: string };
  fault: { fault: string };
}> = defineError('duplicate-rpc-error', {
  errorCode: ({ code }) => `the error code ${code} is declared twice`,
  errorName: ({ name }) => `the error "${name}" is declared twice`,
  fault: ({ fault }) => `two errors have the fault "${fault}"`,
});

/** The errors of a JSON-RPC method differ in code, name and fault. */
export const jsonRpcMethodRule: Rule = {
  diagnostics: [duplicateRpcError],
  check(api, reporter) {
    for (const operation of api.operations) {
      if (operation.binding.kind !== 'json-rpc') continue;
      const { errors } = operation.binding;
      errors.forEach((error, index) => {
        const origin = childOrigin(operation.origin, 'errors', index);
        const earlier = errors.slice(0, index);
        if (earlier.some((other) => other.code === error.code)) {
          reporter.report(duplicateRpcError.errorCode({ code: error.code }), origin);
        }
        if (earlier.some((other) => other.name === error.name)) {
          reporter.report(duplicateRpcError.errorName({ name: error.name }), origin);
        }
        const { fault } = error;
        if (fault !== undefined && earlier.some((other) => other.fault === fault)) {
          reporter.report(duplicateRpcError.fault({ fault }), childOrigin(origin, 'fault'));
        }
      });
    }
  },
};
