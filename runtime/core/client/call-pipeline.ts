import { withExtraHeaders } from './encode-request.js';
import { prepare, type Prepared } from './prepare.js';
import { decodeJson, undeclared } from './responses/decode-response.js';
import { send } from './sending/send.js';
import type { OperationDescriptor } from '../descriptor.js';
import type { ClientConfig } from './client-config.js';
import { type ResponseValidator, validatedOutcome } from './responses/validate-response.js';
import type { CallArguments, Performed } from './operation-call.js';

/**
 * Functions of the runtime that every call of a client uses. Operations reach them through the configuration of their client, so
 * that an operation on its own bundles none of them.
 */
export interface CallPipeline {
  /** Prepares the functions that encode and decode the calls of an operation, once. */
  readonly prepare: typeof prepare;
  /** Executes one call with the functions below. */
  readonly perform: typeof executeCall;
  readonly withExtraHeaders: typeof withExtraHeaders;
  readonly send: typeof send;
  readonly decodeJson: typeof decodeJson;
  readonly undeclared: typeof undeclared;
}

/** The pipeline of every client that `connect` creates. */
export const callPipeline: CallPipeline = {
  prepare,
  perform: executeCall,
  withExtraHeaders,
  send,
  decodeJson,
  undeclared,
};

/**
 * Executes one call: encodes, sends, decodes and validates. `validator` replaces the client's validator. Calls reach this function
 * through their client, so that an operation on its own does not bundle it.
 */
async function executeCall(
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
