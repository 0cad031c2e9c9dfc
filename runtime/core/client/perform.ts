import type { OperationDescriptor } from '../descriptor.js';
import type { Connection } from './connection.js';
import { type Judge, judgedOutcome } from './judge.js';
import type { CallArguments, Performed } from './operation-call.js';
import type { Prepared } from './prepare.js';

/**
 * Performs one call: encodes, sends, decodes and judges. `judge` looks at what is particular to an operation. Calls reach it through their
 * client, so that an operation alone holds nothing of it.
 */
export async function perform(
  connection: Connection,
  operation: OperationDescriptor,
  { encode, decode, credentials }: Prepared,
  args: CallArguments,
  judge?: Judge,
): Promise<Performed> {
  const request = encode(connection, args);
  const { response, redactor } = await connection.send(
    connection,
    operation,
    request,
    args.options,
    credentials,
  );
  const judged = decode(connection, response);
  return {
    outcome: judgedOutcome(connection, operation, judged, response, redactor, judge),
    redactor,
  };
}
