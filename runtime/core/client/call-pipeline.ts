import { withExtraHeaders } from './encode-request.js';
import { executeCall } from './execute-call.js';
import { prepare } from './prepare.js';
import { decodeJson, undeclared } from './decode-response.js';
import { send } from './send.js';

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
