import { BodyTooLargeError, concatBytes } from '../body.js';
import type { Timers } from '../clock.js';
import { headerValues } from '../headers.js';
import type { Body, StreamBody, WireRequest } from '../wire.js';
import { bodyTimeoutsOf, type PendingBody } from './body-timeout.js';
import { Refusal } from './fault.js';
import type { Awaitable, Limits } from './options.js';

const nothing = /* @__PURE__ */ new Uint8Array(0);

/**
 * Reads the whole body. Rejects with 413 as soon as the body is known to exceed the limit, and with 408 if it does not arrive in
 * time. All consumers of a body use the result of this function, never the stream.
 */
export function readBody(
  request: WireRequest,
  limits: Limits,
  timers: Timers,
): Awaitable<Uint8Array> {
  if (declaredLength(request) > limits.body) throw tooLarge();
  const { body } = request;
  if (body === undefined) return nothing;
  if (typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    if (bytes.length > limits.body) throw tooLarge();
    return bytes;
  }
  return body.bytes === undefined
    ? readChunks(request, body.stream, limits, timers)
    : readWithTimeout(body, body.bytes, limits, timers);
}

/** Reads the bytes of a stream, chunk by chunk. */
async function readChunks(
  request: WireRequest,
  stream: StreamBody['stream'],
  limits: Limits,
  timers: Timers,
): Promise<Uint8Array> {
  const end = timers.now() + limits.bodyTime;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const timeLeft = (): number => Math.min(limits.idle, end - timers.now());
  for await (const chunk of withTimeouts(stream, timeLeft, timers, request.signal)) {
    length += chunk.length;
    if (length > limits.body) throw tooLarge();
    chunks.push(chunk);
  }
  return concatBytes(chunks, length);
}

/** Reads the bytes of a source with its own `bytes` method, within the same time limits. */
function readWithTimeout(
  body: StreamBody,
  collect: NonNullable<StreamBody['bytes']>,
  limits: Limits,
  timers: Timers,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const watch = bodyTimeoutsOf(timers);
    const coming = new CollectedBody(limits, timers, reject);
    watch.begin(coming);
    Reflect.apply(collect, body, [limits.body, () => coming.onData()]).then(
      (bytes) => {
        watch.end(coming);
        resolve(bytes);
      },
      (cause: unknown) => {
        watch.end(coming);
        if (cause instanceof BodyTooLargeError) reject(tooLarge());
        else reject(new Refusal('invalid-request', 'body-broken-off', { cause }));
      },
    );
  });
}

/** A body that is being collected. It is rejected if its deadline passes. */
class CollectedBody implements PendingBody {
  readonly #limits: Limits;
  readonly #timers: Timers;
  readonly #refuse: (refusal: Refusal) => void;
  readonly #start: number;
  #last: number;

  constructor(limits: Limits, timers: Timers, refuse: (refusal: Refusal) => void) {
    this.#limits = limits;
    this.#timers = timers;
    this.#refuse = refuse;
    this.#start = timers.now();
    this.#last = this.#start;
  }

  onData(): void {
    this.#last = this.#timers.now();
  }

  due(): number {
    return Math.min(this.#last + this.#limits.idle, this.#start + this.#limits.bodyTime);
  }

  late(): void {
    this.#refuse(new Refusal('request-timeout', 'body-too-slow'));
  }
}

/** Yields the chunks of a body as they arrive. Rejects a body that is too long or too slow. */
export async function* streamBody(
  request: WireRequest,
  limits: Limits,
  timers: Timers,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (declaredLength(request) > limits.stream) throw tooLarge();
  let length = 0;
  for await (const chunk of withTimeouts(
    chunksOf(request.body),
    () => limits.idle,
    timers,
    request.signal,
  )) {
    length += chunk.length;
    if (length > limits.stream) throw tooLarge();
    yield chunk;
  }
}

/** Yields the chunks of any kind of body. */
export async function* chunksOf(body: Body): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === undefined || body === '') return;
  if (typeof body === 'string') yield new TextEncoder().encode(body);
  else if (body instanceof Uint8Array) yield body;
  else yield* body.stream;
}

/** True if the body is certainly empty, without reading it. */
export function hasNoBody(request: WireRequest): boolean {
  const { body } = request;
  if (body === undefined || body === '') return true;
  if (body instanceof Uint8Array) return body.length === 0;
  return typeof body === 'object' && body.length === 0;
}

/** Yields the chunks of a stream. Each must arrive within `timeLeft` milliseconds, and before the caller aborts. */
async function* withTimeouts(
  stream: AsyncIterable<Uint8Array>,
  timeLeft: () => number,
  timers: Timers,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  let done = false;
  try {
    for (;;) {
      const milliseconds = timeLeft();
      // Needed because a source that always has data ready would never let a timer fire.
      if (milliseconds <= 0) throw new Refusal('request-timeout', 'body-too-slow');
      const step = await withTimeout(iterator.next(), milliseconds, timers, signal);
      done = step.done === true;
      if (step.done === true) return;
      yield step.value;
    }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('invalid-request', 'body-broken-off', { cause });
  } finally {
    // Not awaited: a chunk that never arrives must not block here either.
    if (!done) iterator.return?.().then(undefined, () => undefined);
  }
}

function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  timers: Timers,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      timers.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      settle();
      reject(new Refusal('request-timeout', 'caller-gone'));
    };
    const timer = timers.setTimeout(() => {
      settle();
      reject(new Refusal('request-timeout', 'body-too-slow'));
    }, milliseconds);
    promise.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}

function declaredLength(request: WireRequest): number {
  const { body } = request;
  if (typeof body === 'object' && !(body instanceof Uint8Array) && body.length !== undefined)
    return body.length;
  const [text = '0'] = headerValues(request.headers, 'content-length');
  return /^\d+$/.test(text) ? Number(text) : 0;
}

function tooLarge(): Refusal {
  return new Refusal('payload-too-large', 'body-too-large');
}
