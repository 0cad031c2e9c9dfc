import type { OperationDescriptor } from '../descriptor.js';
import type { Connection } from './connection.js';
import { type ResponseValidator, validatedOutcome } from './validate-response.js';
import type { CallArguments, Performed } from './operation-call.js';
import type { Prepared } from './prepare.js';

/**
 * Executes one call: encodes, sends, decodes and validates. `validator` replaces the client's validator. Calls reach this function
 * through their client, so that an operation on its own does not bundle it.
 */
export async function executeCall(
  connection: Connection,
  operation: OperationDescriptor,
  { encode, decode, credentials }: Prepared,
  args: CallArguments,
  validator?: ResponseValidator,
): Promise<Performed> {
  const request = encode(connection, args);
  const { response, redactor } = await connection.send(
    connection,
    operation,
    request,
    args.options,
    credentials,
  );
  const decoded = decode(connection, response);
  return {
    outcome: validatedOutcome(connection, operation, decoded, response, redactor, validator),
    redactor,
  };
}
