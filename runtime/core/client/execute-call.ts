import type { OperationDescriptor } from '../descriptor.js';
import type { ClientConfig } from './client-config.js';
import { type ResponseValidator, validatedOutcome } from './validate-response.js';
import type { CallArguments, Performed } from './operation-call.js';
import type { Prepared } from './prepare.js';

/**
 * Executes one call: encodes, sends, decodes and validates. `validator` replaces the client's validator. Calls reach this function
 * through their client, so that an operation on its own does not bundle it.
 */
export async function executeCall(
  config: ClientConfig,
  operation: OperationDescriptor,
  { encode, decode, credentials }: Prepared,
  args: CallArguments,
  validator?: ResponseValidator,
): Promise<Performed> {
  const request = encode(config, args);
  const { response, redactor } = await config.pipeline.send(
    config,
    operation,
    request,
    args.options,
    credentials,
  );
  const decoded = decode(config, response);
  return {
    outcome: validatedOutcome(config, operation, decoded, response, redactor, validator),
    redactor,
  };
}
