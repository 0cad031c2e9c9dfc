import type { RpcFailure } from '../core/call.js';
import { expandTemplate } from '../core/client/base-url.js';
import type { ClientConfig } from '../core/client/client-config.js';
import { requireKnownInput, requireKnownOptions } from '../core/client/known-arguments.js';
import { asInvalidRequest } from '../core/client/invalid-request.js';
import type { AnyOutcome, CallArguments, Performed } from '../core/client/operation-call.js';
import { type EncodeHead, prepareHead } from '../core/client/encode-request.js';
import {
  decodeIntegers,
  type DecodeResponse,
  prepareResponse,
} from '../core/client/responses/decode-response.js';
import { invalidResponse } from '../core/client/responses/validate-response.js';
import {
  prepareContentHeaders,
  type ReadHeaders,
} from '../core/client/responses/response-headers.js';
import type { Received } from '../core/client/sending/send.js';
import { responseValidator } from '../core/check.js';
import { decodeDates } from '../core/dates/descriptor.js';
import type { IntegersDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { ownDetails, singleLine } from '../core/error-details.js';
import { withHeader } from '../core/headers.js';
import { jsonText } from '../core/parameters/content.js';
import { EncodingError } from '../core/parameters/encoding-error.js';
import { isPlainObject } from '../core/parameters/value-text.js';
import type { WireRequest } from '../core/wire.js';
import {
  paramNames,
  paramsOf,
  readEnvelope,
  type RequestEnvelope,
  type ResponseEnvelope,
  type RpcError,
} from './envelope.js';
import { rpcParts } from './parts.js';

type Response = Received['response'];

interface Prepared {
  readonly encodeHead: EncodeHead;
  readonly decodeHttp: DecodeResponse;
  /** Index of the outcome that contains the method's result. */
  readonly result: number;
  readonly readHeaders: ReadHeaders;
}

const preparations = new WeakMap<OperationDescriptor, Prepared>();

function preparedOf(operation: OperationDescriptor): Prepared {
  const known = preparations.get(operation);
  if (known !== undefined) return known;
  const result = operation.outcomes.findIndex(({ status }) => status === 200);
  const preparation: Prepared = {
    encodeHead: prepareHead(operation, rpcParts),
    decodeHttp: prepareResponse(
      { ...operation, outcomes: operation.outcomes.filter((_, index) => index !== result) },
      rpcParts,
    ),
    result,
    readHeaders: prepareContentHeaders(operation.outcomes[result]?.headers ?? []),
  };
  preparations.set(operation, preparation);
  return preparation;
}

/** Calls one method. */
export async function callMethod(
  operation: OperationDescriptor,
  config: ClientConfig,
  args: CallArguments,
): Promise<Performed> {
  let envelope: RequestEnvelope;
  let request: WireRequest;
  try {
    envelope = requestEnvelope(operation, config, args);
    request = requestWith(operation, config, args, envelope);
  } catch (error) {
    throw asInvalidRequest(operation, error);
  }
  const received = await config.pipeline.send(
    config,
    operation,
    request,
    args.options,
    rpcParts.credentials,
  );
  const outcome = outcomeOf(operation, config, received, envelope.id);
  return { outcome, redactor: received.redactor };
}

/** Creates the request object of one call. Ids count from 0 for each client. */
export function requestEnvelope(
  operation: OperationDescriptor,
  config: ClientConfig,
  args: CallArguments,
): RequestEnvelope {
  const { rpc } = operation;
  if (rpc === undefined) throw new EncodingError('', 'the input of a JSON-RPC method', 'rpc');
  requireKnownOptions(operation, args);
  const { input } = args;
  const known = paramNames(rpc);
  if (known !== undefined && isPlainObject(input)) requireKnownInput(operation, input, known);
  const params = paramsOf(rpc, input);
  return {
    jsonrpc: '2.0',
    id: nextId(config),
    method: expandTemplate(rpc.method, config.variables),
    ...(params === undefined ? {} : { params }),
  };
}

const ids = new WeakMap<ClientConfig, number>();

function nextId(config: ClientConfig): number {
  const id = ids.get(config) ?? 0;
  ids.set(config, id + 1);
  return id;
}

/** Creates the HTTP request for one or several request objects. */
export function requestWith(
  operation: OperationDescriptor,
  config: ClientConfig,
  args: CallArguments,
  content: RequestEnvelope | readonly RequestEnvelope[],
  integers: boolean = takesIntegers(operation),
): WireRequest {
  const { query, headers, cookies } = args.options;
  const head = preparedOf(operation).encodeHead(config, args, { query, headers, cookies });
  return {
    method: operation.method,
    scheme: head.scheme,
    authority: head.authority,
    target: head.target,
    headers: withHeader(head.headers, 'Content-Type', 'application/json'),
    body: jsonText(content, '/params', integers),
    operation,
  };
}

/** True if the parameters of a method may contain a `bigint`. */
export function takesIntegers({ rpc }: OperationDescriptor): boolean {
  return rpc?.members?.some(({ integers }) => integers !== undefined) === true;
}

/** Describes the `bigint` locations in a response object. */
export function resultIntegers({ rpc }: OperationDescriptor): IntegersDescriptor | undefined {
  const { integers } = rpc ?? {};
  return integers && { places: {}, at: { properties: { result: integers } } };
}

function outcomeOf(
  operation: OperationDescriptor,
  config: ClientConfig,
  { response, redactor }: Received,
  id: number,
): AnyOutcome {
  if (!isSuccess(response)) return httpFailure(operation, config, response);
  const read = decodeIntegers(response.body ?? new Uint8Array(0), resultIntegers(operation));
  if ('fault' in read) return invalidResponse(response, read.fault);
  const envelope = readEnvelope(read.value);
  // An error that the server could not relate to a request has the id null (section 5).
  if (
    envelope.kind !== 'invalid' &&
    envelope.id !== id &&
    !(envelope.kind === 'error' && envelope.id === null)
  ) {
    return invalidResponse(response, 'the response belongs to another request');
  }
  return envelopeOutcome(operation, config, { response, redactor }, envelope);
}

/** True for a status whose body may be a JSON-RPC response. */
export function isSuccess({ status }: Response): boolean {
  return status >= 200 && status < 300;
}

/** Returns the outcome of a call from its response object. */
export function envelopeOutcome(
  operation: OperationDescriptor,
  config: ClientConfig,
  { response, redactor }: Received,
  envelope: ResponseEnvelope,
): AnyOutcome {
  switch (envelope.kind) {
    case 'invalid':
      return invalidResponse(response, envelope.message);
    case 'error':
      return rpcFailure(operation, response, envelope.error);
    case 'result': {
      const { result: index, readHeaders } = preparedOf(operation);
      const headers = readHeaders(response.headers);
      if ('fault' in headers) return invalidResponse(response, headers.fault, headers.violations);
      const { value, faults } = decodeDates(envelope.result, operation.rpc?.dates);
      if (faults.length > 0)
        return invalidResponse(response, 'the result violates the description', faults);
      const outcome = {
        kind: 'success',
        ok: true,
        when: 200,
        status: response.status,
        value,
        headers: headers.values,
        response,
      } as const;
      const declared = { outcome: index, content: 0 };
      const decoded = { outcome, declared };
      const rejection = config.checks?.[responseValidator](
        config,
        operation,
        decoded,
        response,
        redactor,
      );
      return rejection === undefined
        ? outcome
        : invalidResponse(response, 'the result violates the description', rejection.violations);
    }
  }
}

function rpcFailure(
  operation: OperationDescriptor,
  response: Response,
  error: RpcError,
): AnyOutcome {
  const { code, message, data } = error;
  const name = operation.rpc?.errors?.find((declared) => declared.code === code)?.name;
  const outcome: AnyOutcome & RpcFailure = {
    kind: 'rpc-error',
    ok: false,
    code,
    name,
    message,
    data,
    response,
  };
  ownDetails.set(outcome, (sanitise) => ({
    code: 'rpc-error',
    message: `${singleLine(name ?? 'error')} ${code}: ${sanitise(message)}`,
  }));
  return outcome;
}

/** Returns the outcome for a status other than success: declared, a JSON-RPC error object, or undeclared. */
export function httpFailure(
  operation: OperationDescriptor,
  config: ClientConfig,
  response: Response,
): AnyOutcome {
  const decoded = preparedOf(operation).decodeHttp(config, response).outcome;
  if (decoded.kind === 'failure') return decoded;
  const read = config.pipeline.decodeJson(response.body ?? new Uint8Array(0));
  const envelope = 'value' in read ? readEnvelope(read.value) : undefined;
  return envelope?.kind === 'error' ? rpcFailure(operation, response, envelope.error) : decoded;
}
