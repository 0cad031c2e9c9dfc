import { systemRandom, randomUuid } from '../../core/random.js';
import type { Timers } from '../../core/clock.js';
import { Refusal } from '../../core/server/fault.js';
import { concatBytes, isStreamBody } from '../../core/body.js';
import { headerValue } from '../../core/headers.js';
import { report, type LogEntry } from '../../core/server/log.js';
import type { WireResponse } from '../../core/wire.js';
import { canonical, sha256 } from './canonical.js';
import {
  memoryIdempotencyStore,
  type IdempotencyStore,
  type StoredAnswer,
} from './idempotency-store.js';

/** How answers are remembered for operations that declare an idempotency header. */
export interface IdempotencyOptions {
  /** Default: in memory. */
  readonly store?: IdempotencyStore;
  /** Keys that the store in memory holds. Default 10,000. */
  readonly capacity?: number;
  /** Milliseconds for which an answer is remembered. Default 24 hours. */
  readonly lifetime?: number;
}

/** One request that carries an idempotency key. */
export interface IdempotentRequest {
  /** Who calls: the same text for every credential of theirs. */
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  /** Everything that the key stands for. */
  readonly payload: unknown;
}

/** Runs a request at most once for its key. */
export type RunOnce = (
  request: IdempotentRequest,
  run: () => Promise<WireResponse>,
) => Promise<WireResponse>;

/** Answers that ask the caller to try again, which a remembered one would make pointless. */
const transient: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Makes what remembers answers. The same key and payload get the first answer again, byte for byte; another
 * payload is refused with 422, and with 409 while the first request runs. Answers from 500 on, those that ask
 * to try again (408, 425, 429), and requests that fail before a handler or in it, free the key. Throws for a capacity or a
 * lifetime that is no number above zero. A store that fails before the request ran fails it; one that fails afterwards is for
 * the log alone.
 */
export function idempotency(
  options: IdempotencyOptions,
  timers: Timers,
  bodyLimit: number,
  log?: (entry: LogEntry) => void,
): RunOnce {
  const store = options.store ?? memoryIdempotencyStore(options.capacity);
  const lifetime = options.lifetime ?? 86_400_000;
  if (!(lifetime > 0)) throw new Error('"idempotency.lifetime" must be a number above zero.');
  return async ({ caller, method, path, key, payload }, run) => {
    // All are hashed: a store holds neither payloads nor keys nor callers, and nothing longer than it must.
    const name = await sha256(canonical([caller, method, path, key]));
    const digest = await sha256(canonical(payload));
    const owner = await sha256(caller);
    const now = timers.now();
    const claim = randomUuid(systemRandom);
    const known = await store.begin(name, { claim, digest, owner, now, expires: now + lifetime });
    if (known.state === 'full') throw new Refusal('rate-limited', 'idempotency-store-full');
    if ('digest' in known && known.digest !== digest)
      throw new Refusal('idempotency-mismatch', 'idempotency-key-reused');
    if (known.state === 'running') throw new Refusal('conflict', 'idempotency-key-running');
    if (known.state === 'finished') return known.answer;
    let kept: StoredAnswer | undefined;
    try {
      const { response, answer } = await whole(await run(), bodyLimit);
      if (response.status < 500 && !transient.has(response.status)) kept = answer;
      return response;
    } finally {
      try {
        if (kept === undefined) await store.release(name, claim);
        else await store.finish(name, claim, kept);
      } catch (cause) {
        // What was done is done: its answer, or its failure, is what the caller has to hear of.
        report(log, { reason: 'idempotency-store-failed', method, cause });
      }
    }
  };
}

/** A streamed answer is read whole to be remembered; one over the limit goes out as it comes and is not. */
async function whole(response: WireResponse, limit: number): Promise<Kept> {
  const { status, headers, body } = response;
  if (!isStreamBody(body)) return { response, answer: { status, headers, body } };
  // Events are told when they happen, not when there are no more of them.
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
    response: { status, headers, body: { stream: resumed(pieces, iterator) } },
    answer: undefined,
  };
}

interface Kept {
  readonly response: WireResponse;
  readonly answer: StoredAnswer | undefined;
}

async function* resumed(
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
