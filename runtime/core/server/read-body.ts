import { BodyTooLargeError, concatBytes } from '../body.js';
import type { Timers } from '../clock.js';
import { headerValues } from '../headers.js';
import type { Body, StreamBody, WireRequest } from '../wire.js';
import { bodyWatch, type WaitingBody } from './body-watch.js';
import { Refusal } from './fault.js';
import type { Awaitable, Limits } from './options.js';

const nothing = new Uint8Array(0);

/**
 * The whole body's bytes. Refuses with 413 as soon as it is known to be longer than the limit, and with 408
 * when it does not come in time. Every reader of a body gets what this function read, never the stream.
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
    ? gathered(request, body.stream, limits, timers)
    : collected(body, body.bytes, limits, timers);
}

/** The bytes of a stream, piece by piece. */
async function gathered(
  request: WireRequest,
  stream: StreamBody['stream'],
  limits: Limits,
  timers: Timers,
): Promise<Uint8Array> {
  const end = timers.now() + limits.bodyTime;
  const pieces: Uint8Array[] = [];
  let length = 0;
  const patience = (): number => Math.min(limits.idle, end - timers.now());
  for await (const piece of guarded(stream, patience, timers, request.signal)) {
    length += piece.length;
    if (length > limits.body) throw tooLarge();
    pieces.push(piece);
  }
  return concatBytes(pieces, length);
}

/** The bytes of a source that collects them by itself: they have to keep coming, and to be there in time. */
function collected(
  body: StreamBody,
  collect: NonNullable<StreamBody['bytes']>,
  limits: Limits,
  timers: Timers,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const watch = bodyWatch(timers);
    const coming = new ComingBody(limits, timers, reject);
    watch.begin(coming);
    Reflect.apply(collect, body, [limits.body, () => coming.heard()]).then(
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

/** A body that is collected, which is refused when it is late. */
class ComingBody implements WaitingBody {
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

  heard(): void {
    this.#last = this.#timers.now();
  }

  due(): number {
    return Math.min(this.#last + this.#limits.idle, this.#start + this.#limits.bodyTime);
  }

  late(): void {
    this.#refuse(new Refusal('request-timeout', 'body-too-slow'));
  }
}

/** A body's pieces as they come, none of them kept; refuses what is too long or too slow. */
export async function* streamBody(
  request: WireRequest,
  limits: Limits,
  timers: Timers,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (declaredLength(request) > limits.stream) throw tooLarge();
  let length = 0;
  for await (const piece of guarded(
    piecesOf(request.body),
    () => limits.idle,
    timers,
    request.signal,
  )) {
    length += piece.length;
    if (length > limits.stream) throw tooLarge();
    yield piece;
  }
}

/** Pieces of any kind of body. */
export async function* piecesOf(body: Body): AsyncGenerator<Uint8Array, void, undefined> {
  if (body === undefined || body === '') return;
  if (typeof body === 'string') yield new TextEncoder().encode(body);
  else if (body instanceof Uint8Array) yield body;
  else yield* body.stream;
}

/** Whether it is known, without reading, that there is no body. */
export function hasNoBody(request: WireRequest): boolean {
  const { body } = request;
  if (body === undefined || body === '') return true;
  if (body instanceof Uint8Array) return body.length === 0;
  return typeof body === 'object' && body.length === 0;
}

/** The pieces of a stream, each awaited for so many milliseconds at most and no longer than the caller is there. */
async function* guarded(
  stream: AsyncIterable<Uint8Array>,
  patience: () => number,
  timers: Timers,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  let done = false;
  try {
    for (;;) {
      const left = patience();
      // A source that always has something ready would never let a timer run.
      if (left <= 0) throw new Refusal('request-timeout', 'body-too-slow');
      const step = await patient(iterator.next(), left, timers, signal);
      done = step.done === true;
      if (step.done === true) return;
      yield step.value;
    }
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('invalid-request', 'body-broken-off', { cause });
  } finally {
    // Not awaited: what does not come must not be waited for here either.
    if (!done) iterator.return?.().then(undefined, () => undefined);
  }
}

function patient<T>(
  wanted: Promise<T>,
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
    wanted.then(
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
