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
  run: () => Promise<WireResponse>,
) => Promise<WireResponse>;

/** Statuses that ask the caller to retry, which would be pointless with a stored response. */
const transient: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Creates the function that executes requests once per idempotency key.
 *
 * - The same key and payload return the first response again, byte for byte.
 * - The same key with another payload is refused with 422, or with 409 while the first request is running.
 * - Server errors (5XX), the statuses 408, 425 and 429, and requests that fail before or in the handler free the key.
 * - If the store fails before the request is executed, the request fails. Later failures of the store are only logged.
 *
 * @throws {Error} if the capacity or the lifetime is not a number above zero.
 */
export function idempotency(
  options: IdempotencyOptions,
  timers: Timers,
  bodyLimit: number,
  log?: (entry: LogEntry) => void,
): RunOnce {
  const store = options.store ?? memoryIdempotencyStore(options.capacity);
  const lifetime = options.lifetime ?? 86_400_000;
  if (!(lifetime > 0)) throw new Error('"idempotency.lifetime" must be a positive number.');
  return async ({ caller, method, path, key, payload }, run) => {
    // Only hashes are stored: a store contains no payloads, keys or callers, and its entries have a fixed size.
    const name = await sha256(stableJson([caller, method, path, key]));
    const digest = await sha256(stableJson(payload));
    const owner = await sha256(caller);
    const now = timers.now();
    const claim = randomUuid(systemRandom);
    const state = await store.begin(name, { claim, digest, owner, now, expires: now + lifetime });
    if (state.state === 'full') throw new Refusal('rate-limited', 'idempotency-store-full');
    if ('digest' in state && state.digest !== digest)
      throw new Refusal('idempotency-mismatch', 'idempotency-key-reused');
    if (state.state === 'running') throw new Refusal('conflict', 'idempotency-key-running');
    if (state.state === 'finished') return state.answer;
    let stored: StoredAnswer | undefined;
    try {
      const { response, answer } = await collectResponse(await run(), bodyLimit);
      if (response.status < 500 && !transient.has(response.status)) stored = answer;
      return response;
    } finally {
      try {
        if (stored === undefined) await store.release(name, claim);
        else await store.finish(name, claim, stored);
      } catch (cause) {
        // The request has been executed, so the caller must receive its response or its error.
        report(log, { reason: 'idempotency-store-failed', method, cause });
      }
    }
  };
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
