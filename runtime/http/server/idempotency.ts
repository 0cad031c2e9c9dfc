import { systemRandom, randomUuid } from '../../core/random.js';
import type { Timers } from '../../core/clock.js';
import { Refusal } from '../../core/server/fault.js';
import { concatBytes, isStreamBody } from '../../core/body.js';
import { headerValue } from '../../core/headers.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { WireResponse } from '../../core/wire.js';
import { stableJson, sha256 } from '../../core/stable-json.js';
import {
  memoryIdempotencyStore,
  type IdempotencyStore,
  type StoredAnswer,
} from './idempotency-store.js';

/** Options of idempotency, for operations that declare an idempotency header. */
export interface IdempotencyOptions {
  /** Store of responses. Default: in memory, for this process only. */
  readonly store?: IdempotencyStore;
  /** Maximum number of keys in the in-memory store. Default: 10,000. */
  readonly capacity?: number;
  /** Time in milliseconds for which a response is stored. Default: 24 hours. */
  readonly lifetime?: number;
  /**
   * Duration of a claim in milliseconds. It is renewed while the handler runs, so the key of a crashed process becomes free
   * after this time. It must exceed the difference between the clocks of the processes. Default: 60,000.
   */
  readonly lease?: number;
  /**
   * Runs a transaction on the database of the store: commits if `run` resolves, and rolls back if it rejects. The handler
   * receives the transaction, and its effect and the stored response are committed together.
   */
  readonly transaction?: <Result>(
    run: (transaction: unknown) => Promise<Result>,
  ) => Promise<Result>;
}

/** A request with an idempotency key. */
export interface IdempotentRequest {
  /** Identifies the caller: the same text for all of the caller's credentials. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** All input that the key covers. */
  readonly payload: unknown;
}

/** Executes a request at most once per key. */
export type RunOnce = (
  request: IdempotentRequest,
  run: (execution: IdempotentExecution) => Promise<WireResponse>,
) => Promise<WireResponse>;

/** Execution of a request with an idempotency key: in the transaction of the option, or in one that middleware may begin. */
export type IdempotentExecution =
  | { readonly transaction: unknown }
  | { readonly record: RecordResponse };

/**
 * Stores a response in a transaction of the program. Returns the response to send.
 *
 * @throws {Refusal} if another process has claimed the key in the meantime. The transaction must not be committed.
 */
export type RecordResponse = (
  response: WireResponse,
  transaction: unknown,
) => Promise<WireResponse>;

/** Statuses that ask the caller to retry, which would be pointless with a stored response. */
const transient: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Creates the function that executes requests once per idempotency key.
 *
 * - The same key and payload return the first response again, byte for byte.
 * - The same key with another payload is refused with 422, or with 409 while the first request is running.
 * - Server errors (5XX), the statuses 408, 425 and 429, and requests that fail before or in the handler free the key.
 * - If the store fails before the request is executed, the request fails. Later failures of the store are only logged, unless
 *   the request is executed in a transaction.
 * - A transaction is rolled back if its response is not stored, or if another process has claimed the key in the meantime.
 *
 * @throws {Error} if the capacity, the lifetime or the lease is not a number above zero.
 */
export function idempotency(
  options: IdempotencyOptions,
  timers: Timers,
  bodyLimit: number,
  log?: (entry: LogEntry) => void,
): RunOnce {
  const store = options.store ?? memoryIdempotencyStore(options.capacity);
  const { lifetime = 86_400_000, transaction } = options;
  if (!(lifetime > 0)) throw new Error('"idempotency.lifetime" must be a positive number.');
  const lease = store.renew === undefined ? lifetime : (options.lease ?? 60_000);
  if (!(lease > 0)) throw new Error('"idempotency.lease" must be a positive number.');
  return async ({ caller, method, path, key, payload }, run) => {
    // Only hashes are stored: a store contains no payloads, keys or callers, and its entries have a fixed size.
    const name = await sha256(stableJson([caller, method, path, key]));
    const digest = await sha256(stableJson(payload));
    const owner = await sha256(caller);
    const now = timers.now();
    const claim = randomUuid(systemRandom);
    const times = { now, leaseUntil: now + lease, expires: now + lifetime };
    const state = await store.begin(name, { claim, digest, owner, ...times });
    if (state.state === 'full') throw new Refusal('rate-limited', 'idempotency-store-full');
    if ('digest' in state && state.digest !== digest)
      throw new Refusal('idempotency-mismatch', 'idempotency-key-reused');
    if (state.state === 'running') throw new Refusal('conflict', 'idempotency-key-running');
    if (state.state === 'finished') return state.answer;
    const reportFailure = (reason: string, cause?: unknown): void =>
      report(log, { reason, method, ...(cause === undefined ? {} : { cause }) });
    const stopRenewal = renewing({ store, name, claim, lease, timers, reportFailure });
    const storeWithin = async (answer: StoredAnswer, within: unknown): Promise<void> => {
      if ((await store.finish(name, claim, answer, within)) === false)
        throw new Refusal('conflict', 'idempotency-claim-lost');
    };
    let isStored = false;
    const record: RecordResponse = async (response, within) => {
      const collected = await collectFinal(response, bodyLimit);
      if (collected.answer !== undefined) {
        await storeWithin(collected.answer, within);
        isStored = true;
      }
      return collected.response;
    };
    try {
      if (transaction !== undefined) {
        const response = await executeWithin(transaction, async (within) => {
          const result = await run({ transaction: within });
          const { response: sent, answer } = await collectFinal(result, bodyLimit);
          if (answer === undefined) throw new Unstored(sent);
          await storeWithin(answer, within);
          return sent;
        });
        isStored = !(response instanceof Unstored);
        return response instanceof Unstored ? response.response : response;
      }
      const result = await run({ record });
      if (isStored) return result;
      const { response, answer } = await collectFinal(result, bodyLimit);
      if (answer !== undefined) {
        isStored = true;
        await finish(answer);
      }
      return response;
    } catch (error) {
      // The transaction in which the response was stored has been rolled back.
      isStored = false;
      throw error;
    } finally {
      stopRenewal();
      if (!isStored) await release();
    }

    async function finish(answer: StoredAnswer): Promise<void> {
      try {
        if ((await store.finish(name, claim, answer)) === false)
          reportFailure('idempotency-claim-lost');
      } catch (cause) {
        // The request has been executed, so the caller must receive its response.
        reportFailure('idempotency-store-failed', cause);
      }
    }

    async function release(): Promise<void> {
      try {
        await store.release(name, claim);
      } catch (cause) {
        reportFailure('idempotency-store-failed', cause);
      }
    }
  };
}

/** Rolls back a transaction whose response is not stored. */
class Unstored extends Error {
  override readonly name = 'Unstored';
  readonly response: WireResponse;

  constructor(response: WireResponse) {
    super('The response is not stored, so the transaction is rolled back');
    this.response = response;
  }
}

/** Runs a transaction. Resolves to the {@link Unstored} response after rolling back. */
async function executeWithin<Result>(
  transaction: NonNullable<IdempotencyOptions['transaction']>,
  run: (within: unknown) => Promise<Result>,
): Promise<Result | Unstored> {
  let unstored: Unstored | undefined;
  try {
    return await transaction(async (within) => {
      try {
        return await run(within);
      } catch (error) {
        if (error instanceof Unstored) unstored = error;
        throw error;
      }
    });
  } catch (error) {
    if (unstored !== undefined) return unstored;
    throw error;
  }
}

interface Renewal {
  readonly store: IdempotencyStore;
  readonly name: string;
  readonly claim: string;
  readonly lease: number;
  readonly timers: Timers;
  readonly reportFailure: (reason: string, cause?: unknown) => void;
}

/** Renews a claim periodically until the returned function is called. */
function renewing({ store, name, claim, lease, timers, reportFailure }: Renewal): () => void {
  if (store.renew === undefined) return () => undefined;
  let timer: unknown;
  let isStopped = false;
  const renew = async (): Promise<void> => {
    const now = timers.now();
    try {
      const isHeld = await store.renew?.(name, claim, { now, leaseUntil: now + lease });
      if (isHeld === false && !isStopped) reportFailure('idempotency-claim-lost');
    } catch (cause) {
      reportFailure('idempotency-store-failed', cause);
    }
  };
  const schedule = (): void => {
    timer = timers.setTimeout(() => {
      if (isStopped) return;
      schedule();
      void renew();
    }, lease / 3);
  };
  schedule();
  return () => {
    isStopped = true;
    timers.clearTimeout(timer);
  };
}

/** Collects a response. It has no `answer` if the caller is to repeat the request. */
async function collectFinal(result: WireResponse, limit: number): Promise<CollectedResponse> {
  const collected = await collectResponse(result, limit);
  const isFinal = result.status < 500 && !transient.has(result.status);
  return isFinal ? collected : { ...collected, answer: undefined };
}

/** Collects a streamed response so that it can be stored. A response above the limit is passed on unchanged and not stored. */
async function collectResponse(response: WireResponse, limit: number): Promise<CollectedResponse> {
  const { status, headers, body } = response;
  if (!isStreamBody(body)) return { response, answer: { status, headers, body } };
  // Events must reach the client when they occur, not when the stream ends.
  if (/^text\/event-stream\b/i.test(headerValue(headers, 'content-type') ?? ''))
    return { response, answer: undefined };
  const iterator = body.stream[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length <= limit) {
    const step = await iterator.next();
    if (step.done === true) {
      const answer = { status, headers, body: concatBytes(pieces, length) };
      return { response: answer, answer };
    }
    pieces.push(step.value);
    length += step.value.length;
  }
  return {
    response: { status, headers, body: { stream: continueStream(pieces, iterator) } },
    answer: undefined,
  };
}

interface CollectedResponse {
  readonly response: WireResponse;
  readonly answer: StoredAnswer | undefined;
}

async function* continueStream(
  pieces: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* pieces;
    for (;;) {
      const step = await iterator.next();
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
