import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';

const duplicateRpcError: DiagnosticType<{ code: { code: number }; name: { name: string } }> =
  defineError('duplicate-rpc-error', {
    code: ({ code }) => `the error code ${code} is declared twice`,
    name: ({ name }) => `the error "${name}" is declared twice`,
  });

/** The errors of a JSON-RPC method differ in code and name. */
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
          reporter.report(duplicateRpcError.code({ code: error.code }), origin);
        }
        if (earlier.some((other) => other.name === error.name)) {
          reporter.report(duplicateRpcError.name({ name: error.name }), origin);
        }
      });
    }
  },
};
