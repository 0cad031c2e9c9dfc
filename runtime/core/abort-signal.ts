import type { WireRequest } from './wire.js';

type OnAbort = NonNullable<WireRequest['onAbort']>;

const signals = new WeakMap<OnAbort, AbortSignal>();

/**
 * Returns the abort signal of a request. A request that only has `onAbort` gets a signal made from it, once.
 * Returns `undefined` if the request cannot be aborted.
 */
export function signalOf({ signal, onAbort }: WireRequest): AbortSignal | undefined {
  if (signal !== undefined || onAbort === undefined) return signal;
  const known = signals.get(onAbort) ?? signalFrom(onAbort);
  signals.set(onAbort, known);
  return known;
}

/** Creates a signal that aborts when `onAbort` calls back. */
export function signalFrom(onAbort: OnAbort): AbortSignal {
  const controller = new AbortController();
  onAbort((reason) => controller.abort(reason));
  return controller.signal;
}

/** The signal that a caller set on the request, if any. Unlike `signalOf`, never creates one from `onAbort`. */
export function givenSignal(request: WireRequest): AbortSignal | undefined {
  return request.onAbort === undefined || Object.hasOwn(request, 'signal')
    ? request.signal
    : undefined;
}
