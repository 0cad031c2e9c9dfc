import type { CallOptions } from '../core/call.js';
import { type Client, type ClientConfig, clientConfig } from '../core/client/client-config.js';
import { requireKnownOptions } from '../core/client/known-arguments.js';
import { asInvalidRequest, invalidRequest } from '../core/client/invalid-request.js';
import { type AnyOutcome, errorOf, type OperationOptions } from '../core/client/operation-call.js';
import { decodeIntegers } from '../core/client/responses/decode-response.js';
import { invalidResponse } from '../core/client/responses/validate-response.js';
import type { Received } from '../core/client/sending/send.js';
import type { IntegerBranch, IntegersDescriptor, OperationDescriptor } from '../core/descriptor.js';
import { ApiError } from '../core/errors.js';
import type { Redactor } from '../core/redact.js';
import type { WireRequest } from '../core/wire.js';
import type { BatchOutcomes, BatchValues, PreparedCall } from './call.js';
import { readEnvelope, type RequestEnvelope, type ResponseEnvelope } from './envelope.js';
import {
  envelopeOutcome,
  httpFailure,
  isSuccess,
  requestEnvelope,
  requestWith,
  resultIntegers,
  takesIntegers,
} from './call-method.js';
import { rpcParts } from './parts.js';

/** Any prepared call. */
export type AnyPreparedCall = PreparedCall<unknown, unknown>;

/** Sends several calls in one request, in both forms of a call. */
export interface Batch {
  /** Returns the values in the order of the calls. Throws the `ApiError` of the first call that did not succeed. */
  <const Calls extends readonly AnyPreparedCall[]>(
    client: Client,
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchValues<Calls>>;
  /** Returns the outcome of each call, in the order of the calls. */
  result<const Calls extends readonly AnyPreparedCall[]>(
    client: Client,
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}

/** {@link Batch} bound to a client. */
export interface BoundBatch {
  <const Calls extends readonly AnyPreparedCall[]>(
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchValues<Calls>>;
  result<const Calls extends readonly AnyPreparedCall[]>(
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchOutcomes<Calls>>;
}

/**
 * Sends calls to one endpoint together (JSON-RPC 2.0 section 6). The responses may arrive in any order. A call whose response is
 * missing or duplicated ends as `invalid-response`. Responses that belong to no call are ignored. An empty batch sends nothing.
 */
export const batch: Batch = Object.assign(
  async <const Calls extends readonly AnyPreparedCall[]>(
    client: Client,
    calls: Calls,
    options?: CallOptions,
  ): Promise<BatchValues<Calls>> => {
    const { outcomes, redactor } = await perform(client[clientConfig], calls, options ?? {});
    const values = calls.map(({ operation }, index) => {
      const outcome = outcomes[index];
      if (outcome?.ok === true) return outcome.value;
      throw errorOf(operation, {
        outcome: outcome ?? missingOutcome,
        ...(redactor && { redactor }),
      });
    });
    return values as BatchValues<Calls>;
  },
  {
    async result<const Calls extends readonly AnyPreparedCall[]>(
      client: Client,
      calls: Calls,
      options?: CallOptions,
    ): Promise<BatchOutcomes<Calls>> {
      const { outcomes } = await perform(client[clientConfig], calls, options ?? {});
      return outcomes as BatchOutcomes<Calls>;
    },
  },
);

/** Binds {@link batch} to a client. */
export function bindBatch(client: Client): BoundBatch {
  return Object.assign(
    <const Calls extends readonly AnyPreparedCall[]>(calls: Calls, options?: CallOptions) =>
      batch(client, calls, options),
    {
      result: <const Calls extends readonly AnyPreparedCall[]>(
        calls: Calls,
        options?: CallOptions,
      ) => batch.result(client, calls, options),
    },
  );
}

const missingOutcome: AnyOutcome = { kind: 'invalid-response', ok: false };

interface PerformedBatch {
  readonly outcomes: readonly AnyOutcome[];
  readonly redactor?: Redactor | undefined;
}

async function perform(
  config: ClientConfig,
  calls: readonly AnyPreparedCall[],
  options: OperationOptions,
): Promise<PerformedBatch> {
  const [first] = calls;
  if (first === undefined) return { outcomes: [] };
  try {
    const { envelopes, request } = encode(config, first, calls, options);
    const operation = request.operation ?? first.operation;
    const received = await config.pipeline.send(
      config,
      operation,
      request,
      options,
      rpcParts.credentials,
    );
    const outcomes = outcomesOf(config, calls, envelopes, received);
    return { outcomes, redactor: received.redactor };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { outcomes: calls.map(() => error.outcome as AnyOutcome) };
  }
}

function encode(
  config: ClientConfig,
  first: AnyPreparedCall,
  calls: readonly AnyPreparedCall[],
  options: OperationOptions,
): { readonly envelopes: readonly RequestEnvelope[]; readonly request: WireRequest } {
  const heads = new Set<string>();
  try {
    requireKnownOptions(first.operation, { ...first.args, options });
    const envelopes = calls.map(({ operation, args }) => {
      const envelope = requestEnvelope(operation, config, args);
      const { method, authority, target } = requestWith(
        operation,
        config,
        { ...args, options },
        envelope,
      );
      heads.add(JSON.stringify([method, authority, target, operation.security ?? []]));
      return envelope;
    });
    if (heads.size > 1) {
      throw invalidRequest(
        first.operation,
        'the calls of a batch have different endpoints or security requirements',
      );
    }
    const request = requestWith(
      first.operation,
      config,
      { ...first.args, options },
      envelopes,
      calls.some(({ operation }) => takesIntegers(operation)),
    );
    return {
      envelopes,
      request: { ...request, operation: batchOperation(first.operation, calls) },
    };
  } catch (error) {
    throw asInvalidRequest(first.operation, error);
  }
}

/** Operation that interceptors and credentials see for a batch: the endpoint of its calls, without an idempotency header. */
function batchOperation(
  { idempotencyHeader: _, ...endpoint }: OperationDescriptor,
  calls: readonly AnyPreparedCall[],
): OperationDescriptor {
  return {
    ...endpoint,
    id: `batch of ${[...new Set(calls.map(({ operation }) => operation.id))].join(', ')}`,
  };
}

function outcomesOf(
  config: ClientConfig,
  calls: readonly AnyPreparedCall[],
  envelopes: readonly RequestEnvelope[],
  received: Received,
): readonly AnyOutcome[] {
  const { response } = received;
  if (!isSuccess(response))
    return calls.map(({ operation }) => httpFailure(operation, config, response));
  const integers = batchIntegers(calls, envelopes);
  const read = decodeIntegers(response.body ?? new Uint8Array(0), integers);
  if ('fault' in read) return calls.map(() => invalidResponse(response, read.fault));
  if (!Array.isArray(read.value)) {
    // A server that cannot parse the batch returns a single error (section 6).
    const envelope = readEnvelope(read.value);
    return calls.map(({ operation }) =>
      envelope.kind === 'error'
        ? envelopeOutcome(operation, config, received, envelope)
        : invalidResponse(response, 'the response to a batch is not a list'),
    );
  }
  const envelopesById = byId(read.value);
  return calls.map(({ operation }, index) => {
    const [only, second] = envelopesById.get(envelopes[index]?.id) ?? [];
    if (only === undefined)
      return invalidResponse(response, 'the batch has no response to this call');
    if (second !== undefined)
      return invalidResponse(response, 'the batch has several responses to this call');
    return envelopeOutcome(operation, config, received, only);
  });
}

/** Describes the `bigint` locations in a batch of response objects: each has those of its call. */
function batchIntegers(
  calls: readonly AnyPreparedCall[],
  envelopes: readonly RequestEnvelope[],
): IntegersDescriptor | undefined {
  const also = calls.flatMap(({ operation }, index): readonly IntegerBranch[] => {
    const at = resultIntegers(operation);
    const id = envelopes[index]?.id;
    return at === undefined || id === undefined ? [] : [{ when: ['id', [id]], at }];
  });
  return also.length === 0 ? undefined : { places: {}, at: { items: { also } } };
}

function byId(values: readonly unknown[]): ReadonlyMap<unknown, readonly ResponseEnvelope[]> {
  const found = new Map<unknown, ResponseEnvelope[]>();
  for (const value of values) {
    const envelope = readEnvelope(value);
    const list = found.get(envelope.id);
    if (list === undefined) found.set(envelope.id, [envelope]);
    else list.push(envelope);
  }
  return found;
}
