import { childOrigin } from '../../core/origin.js';
import type { Rule } from '../rule.js';

/** The errors of a JSON-RPC method differ in code and name. */
export const jsonRpcMethod: Rule = (api, reporter) => {
  for (const operation of api.operations) {
    if (operation.binding.kind !== 'json-rpc') continue;
    const { errors } = operation.binding;
    errors.forEach((error, index) => {
      const origin = childOrigin(operation.origin, 'errors', index);
      const earlier = errors.slice(0, index);
      if (earlier.some((other) => other.code === error.code)) {
        reporter.error('duplicate-rpc-error', origin, `the error code ${error.code} stands twice`);
      }
      if (earlier.some((other) => other.name === error.name)) {
        reporter.error('duplicate-rpc-error', origin, `the error "${error.name}" stands twice`);
      }
    });
  }
};
