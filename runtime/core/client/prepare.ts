import type { OperationDescriptor } from '../descriptor.js';
import type { Capabilities, PrepareCredentials } from './capabilities.js';
import { type EncodeRequest, prepareRequest } from './encode-request.js';
import { type DecodeResponse, prepareResponse } from './responses/decode-response.js';

/** Functions that encode the requests of an operation and decode its responses. */
export interface Prepared {
  readonly encode: EncodeRequest;
  readonly decode: DecodeResponse;
  readonly credentials: PrepareCredentials | undefined;
}

/**
 * Prepares the functions of an operation. Calls reach this function through their client, so that an operation on its own does
 * not bundle it.
 *
 * @throws {Error} if the operation lacks a capability.
 */
export function prepare(operation: OperationDescriptor, parts: Capabilities): Prepared {
  requireParts(operation, parts);
  return {
    encode: prepareRequest(operation, parts),
    decode: prepareResponse(operation, parts),
    credentials: parts.credentials,
  };
}

/**
 * Asserts that an operation was created with every capability that its description requires.
 *
 * @throws {Error} naming the capability.
 */
function requireParts(
  { id, parameters = [], input, body, outcomes, security = [] }: OperationDescriptor,
  parts: Capabilities,
): void {
  const has = (location: string): boolean =>
    parameters.some((parameter) => parameter.in.startsWith(location));
  const required: { readonly [Name in keyof Capabilities]?: unknown } = {
    path: has('path'),
    query: has('query'),
    cookies: has('cookie'),
    input: input === 'query' || input === 'parts',
    body,
    answers: outcomes.some(({ contents }) => contents),
    negotiate: outcomes.some(({ usual }) => usual),
    answerHeaders: outcomes.some(({ headers }) => headers?.[0]),
    // Without it, a request would be sent unsigned.
    credentials: security.some((alternative) => Object.keys(alternative).length > 0),
  };
  for (const [name, isRequired] of Object.entries(required))
    if (isRequired && parts[name as keyof Capabilities] == null)
      throw new Error(`${id} lacks the capability "${name}"`);
}
